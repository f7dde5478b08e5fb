import type { Locator, Page } from '@playwright/test'
import { takeStance } from '#contract/bills/bills.ts'
import { voteOnComment } from '#contract/discussions.ts'
import { createGroupPost, followGroup } from '#contract/groups.ts'
import { followUser } from '#contract/people.ts'
import type { TestServer } from '#server/testing/testServer.ts'
import { addComment, cutNetwork, nextDate, openBill } from './billSteps.ts'
import { expect, signIn, test, uniqueName, type Person } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const panelOf = (page: Page) => page.getByRole('region', { name: 'Notifications', exact: true })
const toggleOf = (page: Page) => panelOf(page).getByRole('button', { name: /^Notifications/ })
const listOf = (page: Page, name: string) => panelOf(page).getByRole('region', { name })
const titleOf = (page: Page, name: string) => panelOf(page).getByRole('heading', { name, level: 3 })
const welcome = 'Welcome to Hurd! This is a test notification.'
const notificationCalls = (url: URL) => url.pathname === '/api/notifications'
const streamCalls = (url: URL) => url.pathname === '/api/notifications/stream'

let ana: Person
let ben: Person
test.beforeEach(async ({ page, app }) => {
  ana = await app.member(uniqueName('ana'), { full_name: 'Ana Reader' })
  ben = await app.member(uniqueName('ben'), { full_name: 'Ben Writer' })
  await signIn(page, ana)
})

/** Creates a bill on which Ana has commented. */
async function commentOnBill(app: TestServer) {
  const { bill_id, bill_code } = await app.bill(uniqueName('Talk of the Town '))
  return { bill_id, bill_code, comment_id: await addComment(ana, bill_id, 'A view of mine') }
}

async function follow(app: TestServer, times: number) {
  for (let number = 0; number < times; number += 1) {
    await (await app.member(uniqueName('follower'))).call(followUser, { id: ana.user_id })
  }
}

function heightOf(list: Locator) {
  return list.evaluate((box) => ({
    most: getComputedStyle(box).maxHeight,
    height: Math.round(box.getBoundingClientRect().height),
    scrolls: getComputedStyle(box).overflowY,
  }))
}

// covers ACC-SHELL-15 ACC-SHELL-16 ACC-SHELL-17 CIV-NOTIFICATIONS-01 CIV-NOTIFICATIONS-02 CIV-NOTIFICATIONS-03
// covers CIV-NOTIFICATIONS-08 CIV-NOTIFICATIONS-10
test('the panel appears only beside the feed, and can be closed and opened', async ({ page }) => {
  await page.goto('/feed')
  for (const name of ['Recent Activity', 'Group Updates', 'Elections & Alerts']) {
    await expect(titleOf(page, name)).toBeVisible()
  }
  const alerts = listOf(page, 'Elections & Alerts')
  await expect(alerts.getByRole('link')).toHaveText([
    /^Election season is here: open the elections guide\./,
    /^Breaking news alerts are on: see the news page\./,
  ])
  expect(await heightOf(alerts)).toMatchObject({ most: '200px', scrolls: 'auto' })
  await expect(titleOf(page, 'Elections & Alerts')).toContainText('2')

  await toggleOf(page).press('Enter')
  await expect(toggleOf(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(titleOf(page, 'Recent Activity')).toHaveCount(0)
  await toggleOf(page).click()
  await expect(titleOf(page, 'Recent Activity')).toBeVisible()

  // Each switch starts from a shown panel. On a page that was just loaded, a panel could still be missing.
  for (const tab of ['GROUPS', 'ELECTIONS', 'PROFILE', 'SETTINGS']) {
    await page.goto('/dashboard')
    await expect(panelOf(page)).toBeVisible()
    await page.getByRole('link', { name: tab, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Bills' })).toHaveCount(0)
    await expect(page.locator('main h1').first()).toBeVisible()
    await expect(panelOf(page)).toHaveCount(0)
  }
  await page.goto('/feed')
  await alerts.getByRole('link', { name: /elections guide/ }).click()
  await expect(page).toHaveURL('/elections')
})

// covers CIV-NOTIFICATIONS-07
test('a new member sees one welcome, which a press marks as read without a request', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await page.goto('/feed')
  const item = listOf(page, 'Recent Activity').getByRole('button', { name: welcome })
  await expect(item).toContainText('New')
  await expect(titleOf(page, 'Recent Activity')).toContainText('1')
  await item.click()
  await expect(item).not.toContainText('New')
  await expect(page).toHaveURL('/feed')
  expect(requests.filter((call) => /^POST .*\/read$/.test(call))).toEqual([])

  await ben.call(followUser, { id: ana.user_id })
  await expect(listOf(page, 'Recent Activity')).toContainText('Ben Writer started following you')
  await expect(item).toHaveCount(0)
})

// covers CIV-NOTIFICATIONS-04 CIV-NOTIFICATIONS-05 CIV-NOTIFICATIONS-06 CIV-NOTIFICATIONS-09
test('of twelve notifications, the first ten are shown in a box of 200 px that the keyboard scrolls', async ({
  page,
  app,
}) => {
  await follow(app, 12)
  await page.goto('/feed')
  const list = listOf(page, 'Recent Activity')
  await expect(list.getByRole('link')).toHaveCount(10)
  await expect(titleOf(page, 'Recent Activity')).toContainText('12')
  await expect(toggleOf(page)).toContainText('12')
  expect(await heightOf(list)).toEqual({ most: '200px', height: 200, scrolls: 'auto' })
  await list.focus()
  await page.keyboard.press('End')
  await expect.poll(() => list.evaluate((box) => box.scrollTop)).toBeGreaterThan(100)
})

// covers CIV-NOTIFICATIONS-14 CIV-NOTIFICATIONS-15 CIV-NOTIFICATIONS-17 CIV-NOTIFICATIONS-18 CIV-ROUTES-08
test('a press marks a notification as read, lowers the count, and leads to its subject', async ({
  page,
  app,
}) => {
  const { bill_id, bill_code, comment_id } = await commentOnBill(app)
  await ana.call(followUser, { id: ben.user_id })
  await ben.call(takeStance, { id: bill_id, stance: 'support' })
  await ben.call(voteOnComment, { id: comment_id, vote_type: 'upvote' })
  await ben.call(followUser, { id: ana.user_id })
  await page.goto('/feed')
  const list = listOf(page, 'Recent Activity')
  await expect(list.getByRole('link')).toHaveCount(3)
  await expect(toggleOf(page)).toContainText('3')

  const votes = list.getByRole('link', { name: /Your comment received 1 new vote/ })
  await expect(votes).toContainText('New')
  await expect(votes).toContainText('JUST NOW')
  const marked = page.waitForResponse((response) => response.url().endsWith('/read'))
  await votes.click()
  expect((await marked).request().method()).toBe('POST')
  await expect(openBill(page)).toContainText('A view of mine')
  await page.keyboard.press('Escape')
  await expect(openBill(page)).toHaveCount(0)
  await expect(votes).not.toContainText('New')
  await expect(toggleOf(page)).toContainText('2')

  await list.getByRole('link', { name: /Ben Writer took a stance on .*: support/ }).click()
  await expect(openBill(page)).toContainText(bill_code)
  await page.keyboard.press('Escape')
  await list.getByRole('link', { name: 'Ben Writer started following you' }).click()
  await expect(page).toHaveURL(`/profile/${ben.username}`)
  await page.goto('/feed')
  await expect(list.getByRole('link')).toHaveCount(3)
  await expect(toggleOf(page)).not.toContainText('unread')
  await expect(list).not.toContainText('New')
})

// covers CIV-NOTIFICATIONS-17
test('a notification about a comment leads to the bill and the comment', async ({ page, app }) => {
  const { bill_id, comment_id } = await commentOnBill(app)
  await ben.call(voteOnComment, { id: comment_id, vote_type: 'upvote' })
  await page.goto('/feed')
  await expect(listOf(page, 'Recent Activity').getByRole('link')).toHaveAttribute(
    'href',
    `/feed?highlight=${bill_id}&comment=${comment_id}`,
  )
})

// covers CIV-GROUPACTIVITY-01 CIV-GROUPACTIVITY-02 CIV-GROUPACTIVITY-03 CIV-GROUPACTIVITY-04
test('a group update links to its group with a hash in the URL', async ({ page, app }) => {
  const maine = 'ocd-division/country:us/state:me'
  const writer = await app.resident(uniqueName('writer'), `${maine}/place:bangor`)
  const id = await app.groupOf(maine)
  await ana.call(followGroup, { id })
  for (let turn = 1; turn < 13; turn += 1) {
    await writer.call(createGroupPost, { id, content: `Ferry timetable ${turn}\nWith the details below` })
  }
  await page.goto('/feed')
  const list = listOf(page, 'Group Updates')
  await expect(titleOf(page, 'Group Updates')).toContainText('12')
  await expect(list.getByRole('link')).toHaveCount(10)
  expect(await heightOf(list)).toEqual({ most: '200px', height: 200, scrolls: 'auto' })
  const newest = list.getByRole('link', { name: /: Ferry timetable 12/ })
  await expect(newest).toHaveAttribute('href', `/groups/${id}?tab=feed#/groups/${id}`)
  await newest.click()
  await expect(page).toHaveURL(`/groups/${id}?tab=feed`)
})

test('a new notification appears within a moment, even after the stream was interrupted', async ({
  page,
  context,
}) => {
  let streams = 0
  await page.route(streamCalls, (route) => {
    streams += 1
    return streams === 1 ? cutNetwork(route) : route.continue()
  })
  await page.goto('/feed')
  const list = listOf(page, 'Recent Activity')
  await expect(list).toContainText(welcome)
  await expect.poll(() => streams).toBe(2)
  await ben.call(followUser, { id: ana.user_id })
  await expect(list).toContainText('Ben Writer started following you')
  await expect(toggleOf(page)).toContainText('1')

  // A closed panel receives no notifications. When it is opened, it reads those that it has missed.
  await toggleOf(page).click()
  await (await context.newPage()).close()
  await toggleOf(page).click()
  await expect.poll(() => streams).toBe(3)
})

test('when the lists fail to load the welcome stays, and the failure is only logged', async ({ page }) => {
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
  await page.route(notificationCalls, (route) =>
    route.fulfill({ status: 500, json: { success: false, error: 'Nobody should read this' } }),
  )
  await page.goto('/feed')
  await expect(listOf(page, 'Recent Activity')).toContainText(welcome)
  await expect
    .poll(() => logged.join())
    .toContain('Notifications could not be loaded: Nobody should read this')
  await expect(page.getByText('Nobody should read this')).toHaveCount(0)
})

test('the panel looks right in screenshots beside a full feed, and on a phone the tab bar counts and leads to the updates', async ({
  page,
  app,
}) => {
  const { bill_id, comment_id } = await commentOnBill(app)
  await ben.call(takeStance, { id: bill_id, stance: 'oppose' })
  await ana.call(followUser, { id: ben.user_id })
  await ben.call(followUser, { id: ana.user_id })
  await app.pool`update notifications set created_at = now() - interval '5 hours', read_at = now()
                    where user_id = ${ana.user_id}`
  await ben.call(voteOnComment, { id: comment_id, vote_type: 'upvote' })
  await ben.call(takeStance, { id: bill_id, stance: 'support', change_source: 'comment', comment_id })
  await page.goto('/feed')
  await expect(listOf(page, 'Recent Activity').getByRole('link')).toHaveCount(4)
  await takeScreenshots(page, 'notifications', { fullPage: false })

  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(panelOf(page)).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(panelOf(page)).toHaveCount(0)
  await page.goto('/feed')
  const tab = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^UPDATES ?, \d new$/ })
  await tab.click()
  await expect(page).toHaveURL('/updates')
})

// covers HURD-BELL-02
test('from an open bill, which covers the header, one press leads to what is new', async ({ page, app }) => {
  const { path } = await app.bill(uniqueName('Bell over '), { created_at: nextDate() })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/${path}`)
    const toolbar = openBill(page)
    await expect(toolbar.getByRole('link', { name: /^Updates/ })).toBeVisible()
    await takeScreenshots(page, 'bill-bell', { fullPage: false })
    await toolbar.getByRole('link', { name: /^Updates/ }).click()
    await expect(page).toHaveURL('/updates')
    await expect(page.getByRole('heading', { name: 'Updates', level: 1 })).toBeVisible()
  }
})

// covers HURD-BELL-01
test('the bell leads to the panel beside the feed, and on other screens opens the same panel until Escape', async ({
  page,
}) => {
  const bell = page.getByRole('banner').getByRole('button', { name: 'Notifications', exact: true })
  await page.goto('/feed')
  await bell.click()
  await expect(toggleOf(page)).toBeFocused()
  const place = await bell.boundingBox()

  for (const path of ['/news', '/groups', '/settings']) {
    await page.goto(path)
    await expect(bell).toBeVisible()
    expect(await bell.boundingBox(), path).toEqual(place)
  }
  await expect(panelOf(page)).toHaveCount(0)
  await bell.press('Enter')
  await expect(panelOf(page).getByRole('heading', { name: 'Notifications' })).toBeFocused()
  await expect(listOf(page, 'Elections & Alerts')).toBeVisible()
  await takeScreenshots(page, 'bell-panel', { fullPage: false })
  await page.keyboard.press('Escape')
  await expect(panelOf(page)).toHaveCount(0)
  await expect(bell).toBeFocused()

  await bell.click()
  await panelOf(page).getByRole('link', { name: 'See all updates' }).click()
  await expect(page).toHaveURL('/updates')
  await expect(panelOf(page)).toHaveCount(0)
})

// covers HURD-UPDATES-03
test('all notifications are marked as read with one press, and Undo makes the same ones unread again', async ({
  page,
  app,
}) => {
  await follow(app, 2)
  await page.goto('/groups')
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications, 2 new')
  await bell.click()
  await page.getByRole('button', { name: 'Mark all as read' }).focus()
  await page.keyboard.press('Enter')
  await expect(bell).toHaveAccessibleName('Notifications')
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Mark all as read' }), 'the focus stays').toBeFocused()

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(bell).toHaveAccessibleName('Notifications, 2 new')
  await page.reload()
  await expect(bell).toHaveAccessibleName('Notifications, 2 new')

  await page.goto('/updates')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('All marked as read').last()).toBeVisible()
  await page.reload()
  // Before the notifications are loaded, none is counted.
  await expect(page.getByRole('region', { name: 'Recent Activity' })).toBeVisible()
  await expect(bell).toHaveAccessibleName('Notifications')
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeDisabled()
})
