import { readFile } from 'node:fs/promises'
import { operator } from '#server/testing/setups/operators.ts'
import { startTestServer } from '#server/testing/testServer.ts'
import { dist, expect, signIn, test, type TestServer } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

async function countNinetyDays(app: TestServer) {
  await app.pool`
    insert into daily_statistics (day, registrations, active_members, stances, minds_changed, comments, votes, messages,
                                  reports_opened, reports_decided, emails_delivered, emails_failed)
    select d, 3 + n % 7, case when n < 70 then 1200 + 90 * (n % 7) end, 400 + 37 * (n % 11), n % 5, 80 + n % 9, 900 + 61 * (n % 5), n % 6,
           n % 4, (n + 1) % 4, 300 + n, 0
      from generate_series(0, 89) n cross join lateral (select (now() at time zone 'UTC')::date - n as d) days`
}

// covers HURD-STATISTICS-06
test('an administrator moves through the statistics by keyboard, reads a table and downloads the counts', async ({
  page,
}) => {
  test.slow()
  const app = await startTestServer({}, dist)
  const ada = await operator(app, 'ada', 'administrator')
  await countNinetyDays(app)
  await signIn(page, ada, app.origin)
  await page.goto(`${app.origin}/administration/codes`)
  await page.getByRole('tab', { name: 'Access codes' }).focus()
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')

  const stances = page.getByRole('region', { name: 'Stances', exact: true })
  await expect(stances).toContainText('in total')
  await expect(page.getByRole('region', { name: 'Emails not delivered' })).toContainText('0 in total')
  const slider = page.getByRole('slider', { name: 'Stances: period', exact: true })
  await slider.focus()
  await expect(slider).toHaveAttribute('aria-valuetext', /: 400$/)
  await page.keyboard.press('ArrowLeft')
  await expect(slider).toHaveAttribute('aria-valuetext', /: 437$/)
  await expect(stances).toContainText('437')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(stances.getByRole('row')).toHaveCount(31)
  await expect(stances.getByRole('row').nth(1)).toContainText('400')
  await expect(page.getByRole('region', { name: 'Active members' })).toContainText('a day on average')
  await takeScreenshots(page, 'administration-statistics')

  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).focus()
  await page.keyboard.press('Enter')
  const download = await file
  expect(download.suggestedFilename()).toMatch(/^statistics-by-day-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(31)
  expect(lines[0]).toMatch(
    /^starts_on,returning_members,minds_changed,comments_per_100_stances,registrations,active_members,/,
  )

  await app.close()
})

// covers HURD-STATISTICS-06
test('an administrator changes the period and goes back to the first days', async ({ page }) => {
  const app = await startTestServer({}, dist)
  await countNinetyDays(app)
  await signIn(page, await operator(app, 'ada', 'administrator'), app.origin)
  await page.goto(`${app.origin}/administration/statistics`)
  const slider = page.getByRole('slider', { name: 'Stances: period', exact: true })
  await page.getByRole('button', { name: 'Weeks' }).click()
  await expect(slider).toHaveAttribute('aria-valuetext', /^Week of /)
  await page.getByRole('button', { name: 'Days' }).click()
  await page.getByRole('button', { name: 'Earlier' }).click()
  await expect(page.getByRole('button', { name: 'Later' })).not.toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Earlier' }).click()
  await expect(page.getByRole('button', { name: 'Earlier' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('region', { name: 'Active members' })).toContainText('Not recorded')
  await app.close()
})

// covers HURD-STATISTICS-06
test('before the first count, the screen says that nothing has been counted', async ({ page }) => {
  const app = await startTestServer({}, dist)
  await signIn(page, await operator(app, 'ada', 'administrator'), app.origin)
  await page.goto(`${app.origin}/administration/statistics`)
  await expect(page.getByText('Nothing counted yet')).toBeVisible()
  await app.close()
})
