import type { Page } from '@playwright/test'
import { storeText } from '#server/testing/setups/records/billTexts.ts'
import { cutNetwork, keepOnTop, openBill, openBillByLink, passEarlierRequests } from './billSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'
import { saveScreenshot, takeScreenshots } from './support/screenshots.ts'

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
test('formatted text is preferred, and is shown in a box of 400 px without anything that could run', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const { bill_id } = await app.bill(uniqueName('Formatted '))
  await storeText(app, bill_id, { formatted_text, bill_sections, full_text })
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

  for (let presses = 0; presses < 2; presses += 1) {
    if (await box(page).evaluate((node) => node === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(box(page), 'the box takes the focus so that the keyboard can scroll it').toBeFocused()
  await hide(page).click()
  await expect(box(page)).toBeHidden()
})

// covers CIV-BILLTEXT-04 CIV-BILLTEXT-05 HURD-DIGEST-02
test('without formatted text the sections are shown; a digest has a note and names its sections', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const { bill_id } = await app.bill(uniqueName('In sections '))
  await storeText(app, bill_id, {
    bill_sections: { note: 'A digest in our words.', ...bill_sections },
    full_text,
  })
  await app.pool`update bills set source_url = 'https://bills.example.org/79' where bill_id = ${bill_id}`
  await openBillByLink(page, ann, bill_id)
  await read(page).click()
  await expect(box(page).getByText('A digest in our words.')).toBeVisible()
  await expect(box(page).getByRole('heading', { name: 'Buses', exact: true })).toBeVisible()
  await expect(box(page).getByText('Buses run at night.')).toBeVisible()
  await expect(box(page).getByText('Sec. 2.', { exact: true })).toBeVisible()
  await expect(box(page)).not.toContainText('A BILL')
  const source = box(page).getByRole('link', { name: 'Read it at the official source' })
  await expect(source).toHaveAttribute('href', 'https://bills.example.org/79')
  await keepOnTop(page, 'A digest in our words.')
  await takeScreenshots(page, 'bill-digest', { fullPage: false })
})

// covers CIV-BILLTEXT-06
test('without sections the plain text is shown with its line breaks', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  const { bill_id } = await app.bill(uniqueName('Plain '))
  await storeText(app, bill_id, { full_text })
  await openBillByLink(page, ann, bill_id)
  await read(page).click()
  expect(await box(page).innerText()).toBe(full_text)
})

// covers CIV-BILLTEXT-07 CIV-BILLTEXT-08
test('a bill without any text says so and links to its source', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  const { bill_id, bill_code } = await app.bill(uniqueName('Wordless '), {
    source_url: 'https://bills.example.org/77',
  })
  await openBillByLink(page, ann, bill_id)
  const source = openBill(page).getByRole('link', { name: 'Read it at the official source' })
  await expect(source, 'the link is shown before the box is opened').toHaveAttribute(
    'href',
    'https://bills.example.org/77',
  )
  await read(page).click()
  await expect(box(page).getByText('Full bill text not available')).toBeVisible()
  await expect(box(page).getByRole('link')).toHaveAttribute('href', 'https://bills.example.org/77')
  await expect(source).toHaveCount(1)
  expect((await box(page).boundingBox())?.height, 'without a text the box is not 400 px high').toBeLessThan(
    200,
  )
  await keepOnTop(page, bill_code)
  await takeScreenshots(page, 'bill-without-text', { fullPage: false })
})

test('a text that is still being downloaded says so and then appears', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  const { bill_id } = await app.bill(uniqueName('Fetched '), { source_url: 'https://bills.example.org/78' })
  let requestCount = 0
  await page.route(`**/api/bills/${bill_id}/text`, (route) => {
    requestCount += 1
    const json =
      requestCount < 3
        ? { state: 'fetching', ...none }
        : { state: 'ready', ...none, formatted_text: '<p>It is here.</p>' }
    return route.fulfill({ json: { success: true, ...json } })
  })
  await openBillByLink(page, ann, bill_id)
  await read(page).click()
  await expect(box(page).getByText('Getting the text from ')).toBeVisible()
  await expect(box(page).getByRole('link', { name: 'Read it at the official source' })).toBeVisible()
  await expect(box(page).getByText('It is here.')).toBeVisible()
  await expect(page.locator('[aria-live=polite]').filter({ hasText: 'Full bill loaded' })).toHaveCount(1)
  expect((await box(page).boundingBox())?.height).toBe(400)
})

const none = { formatted_text: null, bill_sections: null, full_text: null }

test('a text that could not be downloaded says why, is not requested again, and Try Again loads it', async ({
  page,
  app,
}) => {
  const { bill_id } = await app.bill(uniqueName('Busy '), { source_url: 'https://bills.example.org/80' })
  let requestCount = 0
  const textCall = `**/api/bills/${bill_id}/text`
  await page.route(textCall, (route) => {
    requestCount += 1
    return requestCount === 1
      ? route.fulfill({ json: { success: true, state: 'fetching', ...none } })
      : route.fulfill({ status: 429, json: { success: false, error: 'Too many requests' } })
  })
  await openBillByLink(page, await app.member(uniqueName('ann')), bill_id)
  await page.clock.install()
  await read(page).click()
  await expect(box(page).getByText('Getting the text from ')).toBeVisible()
  await page.clock.runFor(2_000)
  await expect(box(page).getByRole('alert')).toHaveText('Too many requests')
  await expect(box(page).getByText('Full bill text not available')).toHaveCount(0)
  await page.clock.runFor(20_000)
  await passEarlierRequests(page)
  expect(requestCount).toBe(2)
  await page.unroute(textCall)
  await page.route(textCall, (route) =>
    route.fulfill({ json: { success: true, state: 'ready', ...none, full_text: 'It is here.' } }),
  )
  await box(page).getByRole('button', { name: 'Try Again' }).click()
  await expect(box(page)).toHaveText('It is here.')
  await expect(box(page)).toBeFocused()
})

test('the page requests a pending text for a limited time, and again when the box is reopened', async ({
  page,
  app,
}) => {
  const { bill_id } = await app.bill(uniqueName('Slow '))
  let requestCount = 0
  await page.route(`**/api/bills/${bill_id}/text`, (route) => {
    requestCount += 1
    return route.fulfill({ json: { success: true, state: 'fetching', ...none } })
  })
  await openBillByLink(page, await app.member(uniqueName('ann')), bill_id)
  await page.clock.install()
  await read(page).click()
  await expect(box(page).getByText('Getting the text from ')).toBeVisible()
  await page.clock.runFor(11_000)
  await expect(box(page).getByText('The text is taking longer than usual.')).toBeVisible()
  await takeScreenshots(page, 'bill-text-late', { fullPage: false })
  const before = requestCount
  await page.clock.runFor(20_000)
  await passEarlierRequests(page)
  expect(requestCount).toBe(before)
  await hide(page).click()
  await read(page).click()
  await expect(box(page).getByText('Getting the text from ')).toBeVisible()
  await page.clock.runFor(2_000)
  await expect.poll(() => requestCount).toBeGreaterThan(before)
})

test('printing a bill without its text prints the source and does not request the text', async ({
  page,
  app,
}) => {
  const { bill_id } = await app.bill(uniqueName('Unread '), { source_url: 'https://bills.example.org/81' })
  let requestCount = 0
  await page.route(`**/api/bills/${bill_id}/text`, (route) => {
    requestCount += 1
    return route.fulfill({ json: { success: true, state: 'fetching', ...none } })
  })
  await openBillByLink(page, await app.member(uniqueName('ann')), bill_id)
  await expect(read(page)).toBeVisible()
  await page.evaluate(() => void dispatchEvent(new Event('beforeprint')))
  await expect(box(page).getByText('Full bill text not available')).toBeAttached()
  await expect(box(page).getByRole('link', { name: 'Read it at the official source' })).toBeAttached()
  expect(requestCount).toBe(0)
})

test('a text that failed to load can be requested again', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  const title = uniqueName('Interrupted ')
  const { bill_id } = await app.bill(title, { created_at: '2029-01-01T00:00:00.000Z' })
  await storeText(app, bill_id, { full_text })
  await page.route(`**/api/bills/${bill_id}`, cutNetwork)
  await openBillByLink(page, ann, bill_id)
  await read(page).click()
  await expect(box(page).getByText('Network error')).toBeVisible()
  await page.unroute(`**/api/bills/${bill_id}`)
  await box(page).getByRole('button', { name: 'Try Again' }).click()
  await expect(box(page)).toContainText('to let buses run at night')
})

test('a printed bill is complete and has no controls', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  const title = uniqueName('On paper ')
  const { bill_id, path } = await app.bill(title)
  await storeText(app, bill_id, {
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
  await expect(openBill(page).getByText(new RegExp(`/${path} · Printed `))).toBeVisible()
  await expect(openBill(page).getByRole('button')).toHaveCount(0)
  await expect(openBill(page).getByRole('heading', { name: 'Discussion' })).toBeHidden()
  expect((await box(page).boundingBox())?.height).toBeGreaterThan(1_000)
  await page.setViewportSize({ width: 720, height: 1000 })
  await saveScreenshot(page, 'bill-print')
  await page.emulateMedia({ media: null })
  await page.evaluate(() => void dispatchEvent(new Event('afterprint')))
  await expect(box(page), 'the box is closed again').toBeHidden()
})
