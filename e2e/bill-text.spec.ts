import type { Page } from '@playwright/test'
import { cutNetwork, giveTexts, openBill, openBillByLink } from './billSteps.ts'
import { expect, freshName, test } from './support/product.ts'

const read = (page: Page) => openBill(page).getByRole('button', { name: 'READ FULL BILL' })
const hide = (page: Page) => openBill(page).getByRole('button', { name: 'HIDE FULL BILL' })
const box = (page: Page) => openBill(page).getByRole('region', { name: 'Full bill' })

const formatted_text = `
  <h3>SEC. 1. Short title</h3><p id="x" onclick="alert(1)">The <em>Night Bus</em> Act.</p>
  <a href="https://law.example.org/1">the law</a> <a href="javascript:alert(1)">a trap</a>
  <script>document.title = 'broken into'</script><img src="/x.png" onerror="document.title = 'broken into'">`
const bill_sections = {
  sections: [{ number: 'Sec. 2.', title: 'Buses', content: 'Buses run at night.\nAlways.' }],
}
const full_text = 'A BILL\n  to let buses run at night'

// covers CIV-BILLTEXT-01 CIV-BILLTEXT-02 CIV-BILLTEXT-03 CIV-BILLTEXT-09
test('formatted text comes first, in a box of 400 px, cleaned of everything that could run', async ({
  page,
  world,
}) => {
  const ann = await world.member(freshName('ann'))
  const { bill_id } = await world.bill(freshName('Formatted '))
  await giveTexts(world, bill_id, { formatted_text, bill_sections, full_text })
  await openBillByLink(page, ann, bill_id)
  await expect(box(page)).toBeHidden()
  await read(page).click()

  await expect(box(page).getByRole('heading', { name: 'SEC. 1. Short title' })).toBeVisible()
  await expect(box(page).locator('em')).toHaveText('Night Bus')
  await expect(box(page)).not.toContainText('Buses run at night.')
  expect((await box(page).boundingBox())?.height).toBe(400)
  await expect(box(page).locator('[onclick], [id], script, img')).toHaveCount(0)
  await expect(page).not.toHaveTitle('broken into')
  const link = box(page).getByRole('link', { name: 'the law' })
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', 'noopener')
  await expect(box(page).getByText('a trap')).not.toHaveAttribute('href')

  await page.keyboard.press('Tab')
  await expect(box(page), 'it can be scrolled with the keyboard').toBeFocused()
  await hide(page).click()
  await expect(box(page)).toBeHidden()
})

// covers CIV-BILLTEXT-04 CIV-BILLTEXT-05
test('without formatted text there are the sections, with a note when they are a digest', async ({
  page,
  world,
}) => {
  const ann = await world.member(freshName('ann'))
  const { bill_id } = await world.bill(freshName('In sections '))
  await giveTexts(world, bill_id, {
    bill_sections: { note: 'A digest in our words.', ...bill_sections },
    full_text,
  })
  await openBillByLink(page, ann, bill_id)
  await read(page).click()
  await expect(box(page).getByText('A digest in our words.')).toBeVisible()
  await expect(box(page).getByRole('heading', { name: 'Sec. 2. Buses' })).toBeVisible()
  await expect(box(page).getByText('Buses run at night.')).toBeVisible()
  await expect(box(page)).not.toContainText('A BILL')
})

// covers CIV-BILLTEXT-06
test('without either there is the plain text, in its own lines', async ({ page, world }) => {
  const ann = await world.member(freshName('ann'))
  const { bill_id } = await world.bill(freshName('Plain '))
  await giveTexts(world, bill_id, { full_text })
  await openBillByLink(page, ann, bill_id)
  await read(page).click()
  expect(await box(page).innerText()).toBe(full_text)
})

// covers CIV-BILLTEXT-07 CIV-BILLTEXT-08
test('without any text it says so and where to find it', async ({ page, world }) => {
  const ann = await world.member(freshName('ann'))
  const { bill_id } = await world.bill(freshName('Wordless '), { source_url: 'https://bills.example.org/77' })
  await openBillByLink(page, ann, bill_id)
  await read(page).click()
  await expect(box(page).getByText('Full bill text not available')).toBeVisible()
  await expect(box(page).getByRole('link')).toHaveAttribute('href', 'https://bills.example.org/77')
  expect((await box(page).boundingBox())?.height).toBe(400)
})

test('a text that cannot be loaded can be asked for again', async ({ page, world }) => {
  const ann = await world.member(freshName('ann'))
  const title = freshName('Interrupted ')
  const { bill_id } = await world.bill(title, { created_at: '2029-01-01T00:00:00.000Z' })
  await giveTexts(world, bill_id, { full_text })
  await page.route(`**/api/bills/${bill_id}`, cutNetwork)
  await openBillByLink(page, ann, bill_id)
  await read(page).click()
  await expect(box(page).getByText('Network error')).toBeVisible()
  await page.unroute(`**/api/bills/${bill_id}`)
  await box(page).getByRole('button', { name: 'Try Again' }).click()
  await expect(box(page)).toContainText('to let buses run at night')
})

test('on paper there is the whole bill and nothing to press', async ({ page, world }) => {
  const ann = await world.member(freshName('ann'))
  const title = freshName('On paper ')
  const { bill_id } = await world.bill(title)
  await giveTexts(world, bill_id, {
    formatted_text: `<p>First line.</p>${'<p>More.</p>'.repeat(60)}<p>Last line.</p>`,
  })
  await page.addInitScript(() => {
    window.print = () => void dispatchEvent(new Event('beforeprint'))
  })
  await openBillByLink(page, ann, bill_id)
  await openBill(page).getByRole('button', { name: 'Print' }).click()
  await expect(box(page).getByText('Last line.')).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  await expect(openBill(page).getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(
    openBill(page).getByText(/^Stances on .*: support 0 · oppose 0 · neutral 0 · still learning 0$/),
  ).toBeVisible()
  await expect(openBill(page).getByText(new RegExp(`/bills/${bill_id} · Printed `))).toBeVisible()
  await expect(openBill(page).getByRole('button')).toHaveCount(0)
  await expect(openBill(page).getByRole('heading', { name: 'Discussion' })).toBeHidden()
  expect((await box(page).boundingBox())?.height).toBeGreaterThan(1_000)
  await page.setViewportSize({ width: 720, height: 1000 })
  await page.screenshot({ path: 'screenshots/bill-print.png' })
  await page.emulateMedia({ media: null })
  await page.evaluate(() => void dispatchEvent(new Event('afterprint')))
  await expect(box(page), 'the box is closed again').toBeHidden()
})
