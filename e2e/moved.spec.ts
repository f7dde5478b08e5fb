import type { Page } from '@playwright/test'
import { takeStance, listMovedBills, markMovedSeen, maxMovedBills } from '#contract/bills/bills.ts'
import { addComment, card, failWithoutMessage, openBill, openFeed } from './billSteps.ts'
import { createMovedBills } from './movedSteps.ts'
import { layoutShift } from './support/layout.ts'
import { expect, test, uniqueName, type Person } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const line = (page: Page) => page.getByRole('region', { name: 'Since your last visit' })
const movedCalls = '**/api/bills/moved'

async function newBills(member: Person) {
  return (await member.call(listMovedBills, {})).bills.filter((bill) => bill.is_new).length
}

// covers HURD-MOVED-05
test('a block names the bills that moved since the last visit, and opening one of them clears it', async ({
  page,
  app,
}) => {
  test.slow()
  const { member, titles } = await createMovedBills(app, 2)
  await openFeed(page, member)
  await expect(line(page).getByRole('listitem')).toHaveCount(2)
  await expect(line(page)).toContainText(`${titles[1]!}: Now passed`)
  await expect(line(page).getByRole('link', { name: /See all/ })).toHaveCount(0)
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
  await takeScreenshots(page, 'moved-feed', { fullPage: false })
  // Bills that are over come late in the whole feed, and first in that of the city.
  await page.goto('/feed?scope=city')
  await expect(card(page, titles[0]!).getByText(/^News .*\w{3} \d+$/)).toBeVisible()
  await page.goto('/feed')

  await line(page).getByRole('button', { name: titles[1]! }).press('Enter')
  await expect(openBill(page).getByRole('heading', { level: 1, name: titles[1]! })).toBeVisible()
  await expect.poll(() => newBills(member)).toBe(0)
  await page.keyboard.press('Escape')

  // The labels stay on the cards during this visit.
  await page.goto('/feed')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(line(page)).toHaveCount(0)
  await page.goto('/feed?scope=city')
  await expect(card(page, titles[0]!).getByText(/^News/)).toBeVisible()
})

// covers HURD-MOVED-05
test('a bill without a new status is listed with what happened and on which day', async ({ page, app }) => {
  const { member, titles } = await createMovedBills(app, 1)
  await app.pool`
    with moved as (
      update bills set moved_by = 'action', latest_action_on = '2025-03-04' where title = ${titles[0]!} returning bill_id)
    insert into bill_actions (bill_id, position, acted_on, description, classification, stage, is_important)
    select bill_id, 0, '2025-03-04', 'Placed on the calendar', 'calendared', 'committee', false from moved`
  await openFeed(page, member)
  await expect(line(page)).toContainText(`${titles[0]!}: Placed on the calendar (March 4, 2025)`)
})

// covers HURD-MOVED-05
test('with large text on a phone, the news has whole words', async ({ page, app }) => {
  const { member, titles } = await createMovedBills(app, 1)
  await page.setViewportSize({ width: 390, height: 844 })
  await openFeed(page, member)
  await expect(line(page)).toBeVisible()
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const words = line(page).getByRole('button', { name: titles[0]! }).getByText('Now passed')
  expect((await words.boundingBox())!.width).toBeGreaterThan(260)
})

// covers HURD-MOVED-05
test('the block can be hidden until the next visit', async ({ page, app }) => {
  const { member } = await createMovedBills(app, 1)
  await openFeed(page, member)
  await expect(line(page).getByRole('listitem')).toHaveCount(1)
  await line(page).getByRole('button', { name: 'Hide until the next visit' }).press('Enter')
  await expect(line(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Bills' })).toBeFocused()
  await expect.poll(() => newBills(member)).toBe(0)
})

// covers HURD-MOVED-05
test('a changed mind comes before bills that moved, at most three lines are shown, and a link leads to all updates', async ({
  page,
  app,
}) => {
  test.slow()
  const { member, titles } = await createMovedBills(app, 4)
  const [bill] = await app.pool<{ bill_id: string }[]>`select bill_id from bills where title = ${titles[0]!}`
  const comment_id = await addComment(member, bill!.bill_id, 'Buses at night carry nurses home.')
  const other = await app.member(uniqueName('moved'))
  await other.call(takeStance, { id: bill!.bill_id, stance: 'oppose' })
  await other.call(takeStance, {
    id: bill!.bill_id,
    stance: 'support',
    change_source: 'comment',
    comment_id,
  })
  await openFeed(page, member)
  await expect(line(page).getByRole('listitem')).toHaveCount(3)
  await expect(line(page).getByRole('listitem').first()).toContainText(/changed/)
  await line(page).getByRole('link', { name: 'See all 5 updates' }).click()
  await expect(page).toHaveURL(/\/updates/)
  await page.goBack()
  await line(page).getByRole('button', { name: 'Hide until the next visit' }).click()
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1, name: 'Updates' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(line(page), 'hidden for the whole visit').toHaveCount(0)
})

// covers HURD-MOVED-05
test('a member with more moved bills than the list can hold reads "See all updates"', async ({
  page,
  app,
}) => {
  test.slow()
  const { member } = await createMovedBills(app, maxMovedBills + 1)
  await openFeed(page, member)
  await expect(line(page).getByRole('link', { name: 'See all updates' })).toBeVisible()

  const { as_of, bills } = await member.call(listMovedBills, {})
  await member.call(markMovedSeen, { as_of })
  await app.pool`update bills set moved_at = now() where bill_id = ${bills[0]!.bill_id}`
  await page.reload()
  await expect(line(page).getByRole('listitem')).toHaveCount(1)
  await expect(line(page).getByRole('link', { name: /See all/ })).toHaveCount(0)
})

// covers HURD-MOVED-05
test('no line appears if its request fails, or if the response arrives after the cards are shown', async ({
  page,
  app,
}) => {
  const { member, titles } = await createMovedBills(app, 1)
  // A bill that can still move is among the first of its city.
  await app.pool`update bills set status = 'pending', moved_by = 'action' where title = ${titles[0]!}`
  await page.route(movedCalls, failWithoutMessage)
  await openFeed(page, member)
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(line(page)).toHaveCount(0)
  await page.unroute(movedCalls)

  const response = Promise.withResolvers<void>()
  await page.route(movedCalls, async (route) => {
    await response.promise
    await route.continue()
  })
  await page.reload()
  await expect(card(page, titles[0]!)).toBeVisible()
  const before = await card(page, titles[0]!).boundingBox()
  const arrived = page.waitForResponse(movedCalls)
  response.resolve()
  await arrived
  // The card has reserved space for the label, so the label moves nothing.
  await expect(card(page, titles[0]!).getByText(/^News/)).toBeVisible()
  await expect(line(page)).toHaveCount(0)
  expect(await card(page, titles[0]!).boundingBox()).toEqual(before)
})
