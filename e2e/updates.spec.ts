import { followTarget } from '#contract/alerts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import { createGroupComment, createGroupPost, followGroup } from '#contract/groups.ts'
import { listNotifications } from '#contract/notifications.ts'
import { followUser } from '#contract/people.ts'
import { notifyBillFollowers } from '#server/participation/alerts/fanout.ts'
import { notifyPendingFollowers } from '#server/participation/notifications/stanceFanout.ts'
import { engross, newBill } from '#server/testing/setups/alerts.ts'
import { addComment, openBill, refuseWith, stance } from './billSteps.ts'
import { uniquePlace } from './groupSteps.ts'
import { holdPosts, loseResponses } from './support/lostResponses.ts'
import { expect, type Person, signIn, test, type TestServer, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

/** Ends the sessions of a member, or lets them go on, and waits until the server knows. */
async function moveSessionEnd(app: TestServer, person: Person, days: 1 | -1) {
  await app.pool`update sessions set expires_at = now() + ${days}::int * interval '1 day' where user_id = ${person.user_id}`
  await expect
    .poll(async () => (await person.request(listNotifications, {})).status)
    .toBe(days > 0 ? 200 : 401)
}

// covers HURD-UPDATES-04 HURD-UPDATES-05
test('a reply is read and answered on the page of updates, and leads to its thread', async ({
  page,
  app,
}) => {
  const ana = await app.member(uniqueName('ana'), { full_name: 'Ana Reader' })
  const noah = await app.member(uniqueName('noah'), { full_name: 'Noah Greenbaum' })
  const { bill_id } = await app.bill(uniqueName('Parking near crosswalks '))
  const comment = await addComment(ana, bill_id, 'An SUV was parked right up against the crosswalk.')
  await addComment(noah, bill_id, `@${ana.username} Which corner is it?`, comment)
  await noah.call(followUser, { id: ana.user_id })
  await signIn(page, ana)

  await page.goto('/updates')
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications, 2 new')
  await expect(page.getByText(/^2 new since \w+ \d+/)).toBeVisible()
  const activity = page.getByRole('region', { name: 'Recent Activity' })
  const entry = activity.getByRole('listitem').filter({ hasText: 'answered you' })
  await expect(entry).toContainText('You: An SUV was parked right up against the crosswalk.')
  await expect(entry).toContainText(`“@${ana.username} Which corner is it?”`)
  await expect(entry.getByRole('link', { name: 'Noah Greenbaum', exact: true })).toHaveAttribute(
    'href',
    `/profile/${noah.username}`,
  )

  await entry.getByRole('button', { name: 'Reply to Noah Greenbaum' }).click()
  const field = entry.getByRole('textbox', { name: 'Reply to Noah Greenbaum' })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(`@${noah.username} `)
  await field.fill('')
  await expect(field, 'a cleared field stays empty').toHaveValue('')
  await field.fill(`@${noah.username} `)
  await expect(bell, 'read by this').toHaveAccessibleName('Notifications, 1 new')
  await field.pressSequentially('Elm and Fifth.')
  await page.reload()
  await expect(field, 'the draft is kept').toHaveValue(`@${noah.username} Elm and Fifth.`)
  await field.focus()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Reply posted').last()).toBeVisible()
  await expect(field).toHaveCount(0)
  await expect(entry.getByRole('button', { name: 'Reply to Noah Greenbaum' })).toBeFocused()

  await entry.getByRole('link', { name: /^Read the thread/ }).click()
  await expect(openBill(page).getByText('Which corner is it?')).toBeInViewport()
  await expect(
    openBill(page).locator('[data-comment]').filter({ hasText: 'Elm and Fifth.' }).first(),
  ).toBeVisible()
})

// covers HURD-UPDATES-05
test('a reply on the page of updates is sent once, survives a failure and the end of the session, and Cancel returns the focus', async ({
  page,
  app,
}) => {
  const ana = await app.member(uniqueName('ana'))
  const noah = await app.member(uniqueName('noah'), { full_name: 'Noah Greenbaum' })
  const { bill_id } = await app.bill(uniqueName('Replies in peril '))
  const { bill_id: other } = await app.bill(uniqueName('Another '))
  const comment = await addComment(ana, bill_id, 'Who pays for it?')
  await addComment(noah, bill_id, 'The county.', comment)
  await signIn(page, ana)
  await page.goto('/updates')
  const open = page.getByRole('button', { name: 'Reply to Noah Greenbaum' })
  const field = page.getByRole('textbox', { name: 'Reply to Noah Greenbaum' })
  await open.click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(open).toBeFocused()

  await open.click()
  await field.pressSequentially('Where is that written?')
  const keys = await loseResponses(page, `**/api/bills/${bill_id}/comments`, 2)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert').filter({ hasText: /^Failed to submit reply: / })).toBeVisible()
  await expect(field).toHaveValue(/Where is that written\?/)
  const posts = await holdPosts(page, `**/api/bills/${bill_id}/comments`)
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+Enter')
  posts.release()
  await expect(field).toHaveCount(0)
  expect(posts.keys, 'one request with the key of the lost ones').toEqual(keys.slice(0, 1))
  const replies = () =>
    app.pool`select from bill_comments where bill_id = ${bill_id} and user_id = ${ana.user_id}`
  expect(await replies(), 'the comment and one reply').toHaveLength(2)

  await open.click()
  await field.pressSequentially('Since when?')
  await moveSessionEnd(app, ana, -1)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('You were signed out. Your comment is kept.')).toBeVisible()
  await moveSessionEnd(app, ana, 1)

  await signIn(page, ana)
  await page.goto(`/feed?highlight=${other}`)
  // The server gets the press after the session has ended, because any other request may notice the end first.
  const stances = await holdPosts(page, `**/api/bills/${other}/stance`)
  await stance(openBill(page), 'SUPPORT').click()
  await moveSessionEnd(app, ana, -1)
  stances.release()
  await expect(
    page.getByText('You were signed out.', { exact: true }),
    'nothing was written there',
  ).toBeVisible()
  await moveSessionEnd(app, ana, 1)
  await signIn(page, ana)
  await page.goto('/updates')
  await expect(field).toHaveValue(/Since when\?/)
})

// covers HURD-UPDATES-05
test('three bills that moved are shown, a button shows the others, and chips select one kind', async ({
  page,
  app,
}) => {
  test.slow()
  const ana = await app.member(uniqueName('ana'), { email_verified_at: '2026-01-01T00:00:00Z' })
  const fan = await app.member(uniqueName('fan'), { full_name: 'Ingrid Solberg' })
  for (let number = 7101; number < 7106; number += 1) {
    const bill_id = await newBill(app, number, { title: `The Lantern Act ${number}` })
    await ana.call(followTarget, { target_type: 'bill', target_id: bill_id })
    if (number === 7105) await ana.call(takeStance, { id: bill_id, stance: 'support' })
    await engross(app, number)
  }
  await notifyBillFollowers(app.pool)
  await fan.call(followUser, { id: ana.user_id })
  await signIn(page, ana)
  await page.goto('/updates')
  const moved = page.getByRole('region', { name: 'Bills that moved' })
  await expect(moved.getByRole('link', { name: /^The Lantern Act/ })).toHaveCount(3)
  const first = moved.getByRole('listitem').first()
  await expect(first, 'how far the bill has come').toContainText(/Next: the Senate/)
  await expect(first).toContainText('Your stance: Support')
  await takeScreenshots(page, 'updates-full')
  await moved.getByRole('button', { name: 'Show 2 more bills that moved' }).press('Enter')
  await expect(moved.getByRole('link', { name: /^The Lantern Act/ })).toHaveCount(5)
  await expect(moved.getByRole('link', { name: /^The Lantern Act/ }).nth(3)).toBeFocused()
  const follows = page.getByRole('region', { name: 'Everything you follow' })
  await follows.getByText('Bills').click()
  await follows.getByRole('button', { name: /^Stop following H.R. 7104/ }).click()
  await expect(moved.getByRole('link', { name: /^The Lantern Act/ })).toHaveCount(4)
  await expect(
    follows.getByRole('heading', { name: 'Everything you follow' }),
    'the fourth bill does not take the focus',
  ).toBeFocused()

  const chips = page.getByRole('group', { name: 'Which updates to show' })
  await expect(chips.getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'true')
  await chips.getByRole('button', { name: 'People 1 new' }).click()
  await expect(moved).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Ingrid Solberg started following you' })).toBeVisible()
  await chips.getByRole('button', { name: 'Groups' }).click()
  await expect(page.getByRole('region', { name: 'Recent Activity' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /Group Updates/ })).toBeVisible()
  await chips.getByRole('button', { name: /^Bills/ }).click()
  await expect(moved).toBeVisible()

  // A bill that is opened here is read.
  const unreadCount = async () => (await ana.call(listNotifications, {})).unread_count
  const before = await unreadCount()
  await moved
    .getByRole('listitem')
    .nth(1)
    .getByRole('link', { name: /^The Lantern Act/ })
    .click()
  await expect(openBill(page)).toBeVisible()
  await expect.poll(unreadCount).toBe(before - 1)
})

// covers HURD-UPDATES-02 HURD-UPDATES-05
test('what comes while the page is open waits behind a button, the bell counts stances once, and group updates unfold', async ({
  page,
  app,
}) => {
  const nevada = 'ocd-division/country:us/state:nv'
  const ana = await app.resident(uniqueName('ana'), nevada)
  const ben = await app.resident(uniqueName('ben'), nevada, { full_name: 'Ben Penn' })
  const id = await app.groupOf(nevada)
  await ana.request(followGroup, { id })
  await ana.call(followUser, { id: ben.user_id })
  const { post } = await ana.call(createGroupPost, { id, content: uniqueName('A post of Ana ') })
  for (const name of ['One', 'Two', 'Three']) {
    await ben.call(createGroupPost, { id, content: uniqueName(`Post ${name} `) })
    await ben.call(takeStance, { id: (await app.bill(uniqueName(name))).bill_id, stance: 'oppose' })
  }
  await notifyPendingFollowers(app.pool)
  await signIn(page, ana)
  await page.goto('/updates')
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await expect(bell, 'three stances are one').toHaveAccessibleName('Notifications, 1 new')
  await expect(page.getByText(/^1 new since/)).toBeVisible()
  const group = page.locator('.card').filter({ has: page.getByRole('heading', { name: /^Group Updates/ }) })
  await expect(group.getByRole('listitem')).toHaveCount(2)
  await group.getByRole('button', { name: /^Show \d+ more group updates?/ }).press('Enter')
  await expect(group.getByRole('listitem').nth(2).getByRole('link')).toBeFocused()

  const activity = page.getByRole('region', { name: 'Recent Activity' })
  const before = await activity.getByRole('listitem').allTextContents()
  const top = (await activity.boundingBox())?.y
  await ben.call(createGroupComment, {
    id,
    post_id: post.post_id,
    content: 'A remark',
    parent_comment_id: null,
  })
  const button = page.getByRole('button', { name: '1 new update' })
  await expect(button).toBeVisible()
  await expect(bell).toHaveAccessibleName('Notifications, 2 new')
  expect(await activity.getByRole('listitem').allTextContents(), 'the rows stay').toEqual(before)
  expect((await activity.boundingBox())?.y, 'and do not move').toBe(top)
  await takeScreenshots(page, 'updates-new', { fullPage: false, visible: button })
  await button.press('Enter')
  await expect(button).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Updates', level: 1 })).toBeFocused()
  await expect(activity.getByRole('listitem').filter({ hasText: 'commented on your post' })).toContainText(
    'A remark',
  )
})

// covers HURD-UPDATES-05
test('a new post above the open list of group updates leaves the focus on the heading', async ({
  page,
  app,
}) => {
  const { division } = uniquePlace('posted')
  const ana = await app.resident(uniqueName('ana'), division)
  const ben = await app.resident(uniqueName('ben'), division)
  const id = await app.groupOf(division)
  await ana.request(followGroup, { id })
  for (const name of ['One', 'Two', 'Three']) {
    await ben.call(createGroupPost, { id, content: uniqueName(`Post ${name} `) })
  }
  await signIn(page, ana)
  await page.clock.install()
  await page.goto('/updates')
  await page.getByRole('button', { name: /^Show \d+ more group updates?$/ }).press('Enter')
  await expect(page.getByText(/Post One/)).toBeVisible()
  await ben.call(createGroupPost, { id, content: uniqueName('Post Four ') })
  // The page reads the posts again every two minutes.
  await page.clock.fastForward(120_000)
  const button = page.getByRole('button', { name: /^\d+ new updates?$/ })
  await button.press('Enter')
  await expect(button).toHaveCount(0)
  await expect(page.getByText(/Post Four/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Updates', level: 1 })).toBeFocused()
})

// covers HURD-UPDATES-05
test('older bills that moved and cannot be loaded say so, and the first of them takes the focus', async ({
  page,
  app,
}) => {
  test.slow()
  const ana = await app.member(uniqueName('ana'))
  const numbers = Array.from({ length: 21 }, (_, index) => 7201 + index)
  for (const number of numbers) {
    await ana.call(followTarget, { target_type: 'bill', target_id: await newBill(app, number) })
  }
  await engross(app, ...numbers)
  await signIn(page, ana)
  await page.goto('/updates')
  const titles = page
    .getByRole('region', { name: 'Bills that moved' })
    .getByRole('link', { name: /^The Lantern Act/ })
  await page.getByRole('button', { name: 'Show 17 more bills that moved' }).click()
  await expect(titles).toHaveCount(20)
  const older = page.getByRole('button', { name: 'Show older updates' })
  await page.route(/\/api\/updates\?.*before=/, refuseWith('Not today'))
  await older.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Not today' })).toBeVisible()
  await page.unroute(/\/api\/updates\?.*before=/)
  await older.press('Enter')
  await expect(titles).toHaveCount(21)
  await expect(titles.nth(20)).toBeFocused()
})

// covers HURD-UPDATES-02
test('stances of followed people are one entry with the faces of three of them', async ({ page, app }) => {
  const ana = await app.member(uniqueName('ana'), { full_name: 'Ana Reader' })
  const { bill_id } = await app.bill(uniqueName('Roadway cafes '))
  for (const full_name of ['Caleb Stroud', 'Mo Vance', 'Ingrid Solberg', 'Ida Wells']) {
    const person = await app.member(uniqueName('person'), { full_name })
    await ana.call(followUser, { id: person.user_id })
    await person.call(takeStance, { id: bill_id, stance: 'support' })
  }
  await expect.poll(async () => (await ana.call(listNotifications, {})).notifications.length).toBe(4)
  await signIn(page, ana)

  await page.goto('/updates')
  const activity = page.getByRole('region', { name: 'Recent Activity' })
  const entry = activity.getByRole('button', { name: /and 3 others you follow took stances on 1 bill/ })
  await expect(entry).toBeVisible()
  await expect(entry.getByText(/^(CS|MV|IS|IW)$/)).toHaveCount(3)
  await takeScreenshots(page, 'updates-people')
  await entry.press('Enter')
  await expect(entry).toHaveAttribute('aria-expanded', 'true')
  await expect(activity.getByText('Ida Wells took a stance')).toBeVisible()
})
