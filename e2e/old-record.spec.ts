import { dayFromNow, importedBill, importRecords } from '#server/testing/setups/records/importedBills.ts'
import { openBill, openBillByLink } from './billSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const official = 'https://bills.example.org/old'

// covers HURD-PROGRESS-05
test('by keyboard, a reader goes from an old record to the official page, and nothing is said twice', async ({
  page,
  context,
  app,
}) => {
  await context.route(official, (route) => route.fulfill({ contentType: 'text/html', body: 'Official' }))
  await importRecords(app.pool, [
    importedBill(8811, {
      source_url: official,
      source_checked_at: `${dayFromNow(-40)}T00:00:00.000Z`,
      actions: [
        { date: '2026-01-05', text: 'Introduced in House', chamber: 'House' },
        { date: '2026-01-05', text: 'Referred to the House Committee on Rules.', chamber: 'House' },
      ],
    }),
  ])
  const [row] = await app.pool<{ bill_id: string }[]>`
    select bill_id from bills where source_id = 'us/119/hr/8811'`
  await openBillByLink(page, await app.member(uniqueName('old')), row!.bill_id)
  const bill = openBill(page)
  const progress = bill.getByRole('region', { name: 'Progress' })
  await expect(progress).toContainText('Sent to committee')
  await expect(progress).toContainText('We last checked on')
  const pill = progress.getByText('Last known step')
  expect((await pill.boundingBox())!.height, 'the words are on one line').toBeLessThan(30)
  await bill.getByText('2 steps, January 5, 2026').click()
  await expect(bill.getByRole('region', { name: 'History' }).getByRole('heading', { level: 3 })).toHaveText([
    'Introduced',
    'Committee',
  ])
  await expect(bill.getByText('Introduced January 5, 2026')).toHaveCount(0)
  await takeScreenshots(page, 'old-record', { fullPage: false, visible: progress })

  const link = progress.getByRole('link', { name: 'See the official page' })
  await bill.getByRole('heading', { level: 1 }).focus()
  for (let presses = 0; presses < 30; presses += 1) {
    if (await link.evaluate((node) => node === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(link).toBeFocused()
  const [opened] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')])
  await expect(opened.getByText('Official')).toBeVisible()

  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/us/119/hr/8811')
  await expect(page.getByText('We last checked on')).toBeVisible()
  await expect(page.locator('.badge').filter({ hasText: 'Introduced' })).toHaveCount(1)
})
