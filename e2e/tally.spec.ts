import { readFile } from 'node:fs/promises'
import { takeStance } from '#contract/bills/bills.ts'
import { countingMethods } from '#contract/methods.ts'
import { openDays, runTally } from '#server/testing/setups/tally.ts'
import { openBill, openBillByLink } from './billSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const newDay = openDays('2030-01-01')

// covers BEY-TALLY-14
test('a member checks on the device that their stance is counted, and saves the receipt', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const { bill_id: id } = await app.bill(uniqueName('Counted Lamp Act '))
  await ann.call(takeStance, { id, stance: 'support' })
  for (const stance of ['oppose', 'neutral', 'support'] as const) {
    const other = await app.member(uniqueName('other'))
    await other.call(takeStance, { id, stance })
  }
  await runTally(app, newDay())
  await openBillByLink(page, ann, id)
  const bill = openBill(page)
  await expect(bill.getByText('Publicly counted: 4 stances as of January 1')).toBeVisible()
  await bill.getByRole('button', { name: 'Check that yours is included' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Public tally' })
  await expect(dialog.getByText('Your stance, support, is counted.')).toBeVisible()
  await expect(dialog.getByText('This device checked it against the tally of January 1')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveText([
    'Your entry: right',
    'Its place in the count: right',
    'The totals: right',
    'The signed log: right',
  ])
  await takeScreenshots(page, 'tally-check')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download receipt' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe(`receipt-2030-01-01-${id}.json`)
  const { receipt, keys } = JSON.parse(await readFile(await saved.path(), 'utf8'))
  expect(receipt).toMatchObject({ bill_id: id, stance: 'support', user_id: ann.user_id })
  expect(keys[0]).toContain('/tally+')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(bill.getByRole('button', { name: 'Check that yours is included' })).toBeFocused()

  await page.goto(`/feed?highlight=${id}&lang=es`)
  await openBill(page).getByRole('button', { name: 'Verificar que la suya está incluida' }).press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Su anotación' })).toBeVisible()
})

// covers BEY-TALLY-14
test('a receipt that does not add up says so, and which part is wrong', async ({ page, app }) => {
  const bob = await app.member(uniqueName('bob'))
  const { bill_id: id } = await app.bill(uniqueName('Altered Lamp Act '))
  await bob.call(takeStance, { id, stance: 'oppose' })
  await runTally(app, newDay())
  await page.route('**/tally/receipt*', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    await route.fulfill({ response, json: { ...body, receipt: { ...body.receipt, stance: 'support' } } })
  })
  await openBillByLink(page, bob, id)
  await openBill(page).getByRole('button', { name: 'Check that yours is included' }).click()
  const dialog = page.getByRole('dialog', { name: 'Public tally' })
  await expect(
    dialog.getByText(
      "This doesn't add up. Save this receipt and show it to the people who run this Hurd. Others can use it to check what went wrong.",
    ),
  ).toBeVisible()
  await expect(dialog.getByRole('listitem').first()).toHaveText('Your entry: wrong')
  await expect(dialog.getByText('is counted')).toBeHidden()
  await expect(dialog.getByRole('button', { name: 'Download receipt' })).toBeVisible()
})

// covers HURD-TALLY-05
test('a browser that cannot check signatures says so, and not that something is wrong', async ({
  page,
  app,
}) => {
  const zoe = await app.member(uniqueName('zoe'))
  const { bill_id: id } = await app.bill(uniqueName('Unchecked Lamp Act '))
  await zoe.call(takeStance, { id, stance: 'support' })
  await runTally(app, newDay())
  await page.addInitScript(() => {
    crypto.subtle.importKey = () =>
      Promise.reject(new DOMException('Algorithm: Unrecognized name', 'NotSupportedError'))
  })
  await openBillByLink(page, zoe, id)
  await openBill(page).getByRole('button', { name: 'Check that yours is included' }).click()
  const dialog = page.getByRole('dialog', { name: 'Public tally' })
  await expect(dialog.getByText('Your browser cannot check this signature.')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveText([
    'Your entry: right',
    'Its place in the count: right',
    'The totals: right',
    'The signed log: not checked',
  ])
  await expect(dialog.getByText(/doesn't add up|is counted/)).toHaveCount(0)
  await takeScreenshots(page, 'tally-not-checked')
  await expect(dialog.getByRole('button', { name: 'Download receipt' })).toBeVisible()
})

test('a stance that is newer than the tally waits for the next one', async ({ page, app }) => {
  const eve = await app.member(uniqueName('eve'))
  const { bill_id: id } = await app.bill(uniqueName('Waiting Lamp Act '))
  await eve.call(takeStance, { id, stance: 'neutral' })
  await runTally(app, newDay())
  await eve.call(takeStance, { id, stance: 'support' })
  await openBillByLink(page, eve, id)
  await openBill(page).getByRole('button', { name: 'Check that yours is included' }).click()
  const dialog = page.getByRole('dialog', { name: 'Public tally' })
  await expect(dialog.getByText('Your stance will be in the next daily tally.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Download receipt' })).toBeHidden()
})

// covers BEY-TALLY-15
test('the page about the tally shows members by day and says what it does not protect against', async ({
  page,
  app,
}) => {
  await runTally(app, newDay())
  await page.goto('/transparency')
  await expect(page.getByRole('heading', { name: 'Public tally', level: 1 })).toBeVisible()
  await expect(page.getByText('Limited, not prevented.')).toBeVisible()
  await expect(page.getByText('A receipt proves its owner’s stance.')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Joined' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'verify.mjs' })).toHaveAttribute(
    'href',
    '/transparency/verify.mjs',
  )
  await takeScreenshots(page, 'transparency')
})

// covers BEY-ALL-01
test('a visitor reads how every number is made, what it does not say and when its method last changed', async ({
  page,
}) => {
  await page.goto('/how-we-count')
  await expect(page.getByRole('heading', { name: 'How we count', level: 1 })).toBeVisible()
  expect(countingMethods).toHaveLength(7)
  for (const { title, words, formula, limits } of countingMethods) {
    const section = page.getByRole('region', { name: title })
    await expect(section.getByText(words[0]!)).toBeVisible()
    await expect(section.locator('pre')).toContainText(formula.split('\n')[0]!)
    await expect(section.getByText(limits[0]!)).toBeVisible()
    await expect(section.getByText('Last change of the method: November')).toBeVisible()
  }
  await takeScreenshots(page, 'how-we-count')
})
