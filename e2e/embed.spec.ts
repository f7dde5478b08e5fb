import type { Frame, Page } from '@playwright/test'
import { setParts } from '#server/testing/billParts.ts'
import type { TestServer } from '#server/testing/testServer.ts'
import { openBill, nextDate } from './billSteps.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const title = 'A bill to keep the lanterns of every public library lit on the evenings of the winter months'

const action = (date: string, text: string) => ({ date, text, chamber: 'Senate' })

/** Creates a bill with everything that its card can show. */
async function fullBill(app: TestServer) {
  const number = Math.trunc(Date.now() / 100) % 10_000_000
  const bill = await app.bill(title, {
    source_id: `us/119/s/${number}`,
    bill_code: `S. ${number}`,
    status: 'engrossed',
    created_at: nextDate(),
  })
  const { bill_id } = bill
  await setParts(app.pool, bill_id, {
    actions: [
      action('2026-01-12', 'Introduced in Senate'),
      action('2026-03-03', 'Committee on Rules and Administration. Reported without amendment.'),
      action('2026-05-11', 'Passed Senate without amendment by Unanimous Consent.'),
    ],
  })
  await app.pool`update bills set progress_reached = 'Passed the Senate', progress_next = 'the House' where bill_id = ${bill_id}`
  await app.pool`
    insert into events (event_id, organization, jurisdiction, name, starts_on, starts_at, time_zone, source_name)
    values (${`hearing-${number}`}, 'us/house', 'ocd-division/country:us', 'Hearing of the Committee on House Administration',
            '2099-06-03', '2099-06-03T14:00:00Z', 'America/New_York', 'Test records')`
  await app.pool`insert into event_bills (event_id, bill_id) values (${`hearing-${number}`}, ${bill_id})`
  await app.pool`
    insert into stance_aggregates (bill_id, division, support, oppose, neutral, learning, total, is_withheld, released_on)
    values (${bill_id}, 'ocd-division/country:us', 1240, 980, 115, 60, 2395, false, '2026-11-16')`
  return bill
}

// covers BEY-OPEN-05
test('the card of a bill loads with one request, without scripts or cookies, and looks right light and dark, wide and narrow', async ({
  page,
  app,
  context,
}) => {
  const { path } = await fullBill(app)
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const response = await page.goto(`/embed/bills/${path}`)
  expect((await response?.body())?.length).toBeLessThan(20_000)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  expect(requests).toEqual([`/embed/bills/${path}`])
  expect(await context.cookies()).toEqual([])
  await takeScreenshots(page, 'embed-card', { fullPage: false })
})

// covers BEY-OPEN-05
test('a member copies the code of the card, with its colors, and sees what it will look like', async ({
  page,
  app,
  context,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const { bill_id, path } = await fullBill(app)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, ann)
  await page.goto(`/feed?highlight=${bill_id}`)
  await openBill(page).getByRole('button', { name: 'Share' }).click()
  await page.getByRole('menuitem', { name: 'Embed this bill' }).click()
  const dialog = page.getByRole('dialog', { name: 'Embed this bill' })
  await expect((await frameOf(page)).getByRole('heading', { level: 1 })).toHaveText(title)
  await takeScreenshots(page, 'embed-dialog', { fullPage: false, visible: dialog })

  await dialog.getByRole('radio', { name: 'Always dark' }).check()
  await expect(dialog.locator('iframe')).toHaveAttribute('src', `/embed/bills/${path}?theme=dark`)
  await dialog.getByRole('button', { name: 'Copy code' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Code copied to clipboard!' })).toBeVisible()
  const code = await page.evaluate(() => navigator.clipboard.readText())
  expect(code).toContain(`src="${app.origin}/embed/bills/${path}?theme=dark"`)
  expect(await dialog.getByRole('textbox', { name: 'Code for your page' }).inputValue()).toBe(code)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(openBill(page)).toBeVisible()
})

async function frameOf(page: Page): Promise<Frame> {
  const handle = await page.getByTitle(/^Preview of the card/).elementHandle()
  const frame = await handle?.contentFrame()
  if (!frame) throw new Error('The preview has no frame')
  return frame
}

// covers BEY-OPEN-05
test('somebody without an account finds a bill, chooses its colors, and copies the code of its card', async ({
  page,
  app,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { bill_code, path } = await fullBill(app)
  await page.goto('/embed')
  await takeScreenshots(page, 'embed-builder-empty')
  const field = page.getByRole('searchbox', { name: 'Bill' })
  await field.fill('no such bill anywhere')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').first()).toContainText('No bill matches')
  await expect(field).toHaveValue('no such bill anywhere')

  await field.fill(bill_code)
  await page.getByRole('button', { name: 'Find bill' }).click()
  await takeScreenshots(page, 'embed-builder-found')
  await page.getByRole('link', { name: title }).first().click()
  const card = page.frameLocator('iframe')
  await expect(card.getByText(title)).toBeVisible()
  await page.getByRole('link', { name: 'Always dark' }).click()
  await expect(page.getByRole('link', { name: 'Always dark' })).toHaveAttribute('aria-current', 'true')
  await takeScreenshots(page, 'embed-builder')
  await page.getByRole('button', { name: 'Copy code' }).click()
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  const code = await page.evaluate(() => navigator.clipboard.readText())
  expect(code).toMatch(/^<iframe src="http.*" title=".*" width="100%"/)
  expect(code).toContain(`/embed/bills/${path}?theme=dark`)
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Same as the reader’s device' })).toHaveAttribute(
    'aria-current',
    'true',
  )
})
