import type { Page } from '@playwright/test'
import { takeStance } from '#contract/bills/bills.ts'
import { voteOnComment } from '#contract/discussions.ts'
import { addComment, nextDate, openBill, openBillByLink, openFeed } from './billSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const comments = (page: Page) => openBill(page).locator('[data-comment]')
const item = (page: Page, text: string) => openBill(page).getByRole('listitem').filter({ hasText: text })
const sortButton = (page: Page) => openBill(page).getByRole('button', { name: /^Sort threads/ })
const isThreads = (url: string) => /\/comments\?/.test(url)

test('of 2,000 threads, twenty are loaded and rendered, then twenty more, and the first new one gets the focus', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const bob = await app.member(uniqueName('bob'))
  const { bill_id } = await app.bill(uniqueName('Crowded '))
  await app.pool`
    insert into bill_comments (bill_id, category_id, user_id, content, created_at)
    select ${bill_id}, 'general-discussion', ${bob.user_id}, 'Thread number ' || n,
           now() - interval '1 day' + n * interval '1 second' from generate_series(1, 2000) n`
  await app.pool`
    insert into bill_category_counts (bill_id, category_id, comment_count, thread_count)
    values (${bill_id}, 'general-discussion', 2000, 2000)`
  await app.pool`update bill_counters set discussion_count = 2000 where bill_id = ${bill_id}`

  const queries: string[] = []
  page.on('request', (request) => isThreads(request.url()) && queries.push(new URL(request.url()).search))
  await openBillByLink(page, ann, bill_id)
  await expect(comments(page)).toHaveCount(20)
  await expect(comments(page).last()).toContainText('Thread number 20')
  expect(queries).toHaveLength(1)

  await openBill(page).getByRole('button', { name: 'Show 20 more threads' }).click()
  await expect(comments(page)).toHaveCount(40)
  await expect(comments(page).nth(20)).toBeFocused()
  await expect(comments(page).nth(20)).toContainText('Thread number 21')
  await expect(page.locator('[aria-live="polite"]').filter({ hasText: '20 more threads' })).toHaveCount(1)
  expect(queries).toHaveLength(2)
  expect(queries[1]).toMatch(/[?&]after=[A-Za-z0-9_-]+/)

  // The position of a new comment is after thread 2,000, which is not loaded. The comment appears immediately anyway.
  await openBill(page).getByRole('textbox', { name: 'Add to the discussion' }).fill('I am the last')
  await page.keyboard.press('Control+Enter')
  await expect(item(page, 'I am the last')).toBeInViewport()
  await expect(item(page, 'I am the last')).toHaveAttribute('data-comment', /^[0-9a-f-]{36}$/)
  await expect(comments(page)).toHaveCount(41)
  await item(page, 'I am the last').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete comment' }).click()
  await expect(comments(page)).toHaveCount(40)
})

// covers CIV-COMMENTS-28
test("of many replies, twenty are shown, then the others, oldest first, and the viewer's own stays last", async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const bob = await app.member(uniqueName('bob'))
  const { bill_id } = await app.bill(uniqueName('Much answered '))
  const thread = await addComment(bob, bill_id, 'Ask me anything')
  for (let number = 1; number <= 23; number += 1) {
    await addComment(bob, bill_id, `Answer ${100 + number}.`, thread)
  }
  await addComment(bob, bill_id, 'Another thread')
  await openBillByLink(page, ann, bill_id)
  await expect(comments(page)).toHaveCount(22)
  await expect(comments(page).last()).toContainText('Another thread')

  await item(page, 'Ask me anything').getByRole('button', { name: 'Reply' }).click()
  await item(page, 'Ask me anything').getByRole('textbox').pressSequentially('My own.')
  await page.keyboard.press('Control+Enter')
  await expect(comments(page).nth(21)).toContainText('My own.')
  await expect(comments(page).nth(21)).toHaveAttribute('data-comment', /^[0-9a-f-]{36}$/)

  await openBill(page).getByRole('button', { name: 'Show 3 more replies' }).click()
  await expect(comments(page)).toHaveCount(26)
  await expect(item(page, 'Answer 121.')).toBeFocused()
  await expect(comments(page).nth(23)).toContainText('Answer 123.')
  await expect(comments(page).nth(24)).toContainText('My own.')
  await expect(openBill(page).getByRole('button', { name: /more repl/ })).toHaveCount(0)

  const vote = item(page, 'Answer 123.').getByRole('button', { name: 'Upvote' })
  await vote.click()
  await expect(vote, 'a reply loaded later accepts votes too').toHaveAttribute('aria-pressed', 'true')
})

test('a member chooses the order by keyboard, reads its explanation in the menu, and keeps it for the session', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const [leftMember, rightMember] = [
    await app.member(uniqueName('left')),
    await app.member(uniqueName('right')),
  ]
  const { bill_id } = await app.bill(uniqueName('Sorted '))
  await leftMember.call(takeStance, { id: bill_id, stance: 'support' })
  await rightMember.call(takeStance, { id: bill_id, stance: 'oppose' })
  await addComment(leftMember, bill_id, 'One side cheers')
  const bridge = await addComment(leftMember, bill_id, 'Both sides agree')
  await addComment(leftMember, bill_id, 'The latest word')
  for (const voter of [ann, rightMember]) await voter.call(takeStance, { id: bill_id, stance: 'oppose' })
  await ann.call(takeStance, { id: bill_id, stance: 'support' })
  for (const voter of [ann, rightMember]) await voter.call(voteOnComment, { id: bridge, vote_type: 'upvote' })
  await openBillByLink(page, ann, bill_id)
  await expect(comments(page)).toContainText(['One side cheers', 'Both sides agree', 'The latest word'])

  await sortButton(page).focus()
  await page.keyboard.press('Enter')
  const entries = page.getByRole('menuitemradio')
  await expect(entries).toContainText(['Oldest', 'Newest', 'Common ground'])
  await expect(entries.nth(0)).toHaveAttribute('aria-checked', 'true')
  await expect(entries.nth(2)).toContainText('Comments that both supporters and opponents liked come first.')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(comments(page)).toContainText(['The latest word', 'Both sides agree', 'One side cheers'])
  await expect(sortButton(page)).toBeFocused()
  await openBill(page).getByRole('textbox', { name: 'Add to the discussion' }).fill('Newer still')
  await page.keyboard.press('Control+Enter')
  await expect(comments(page).first()).toContainText('Newer still')

  await sortButton(page).press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(comments(page).first()).toContainText('Both sides agree')
  await page.reload()
  await expect(sortButton(page)).toHaveAccessibleName('Sort threads: Common ground')
  await expect(comments(page).first()).toContainText('Both sides agree')
})

// covers HURD-BILLPAGE-07
test('common ground comes first once somebody has voted across sides, and the order stays while one reads', async ({
  page,
  app,
}) => {
  const { bill_id } = await app.bill(uniqueName('Crossing '))
  const sides = await Promise.all(
    (['support', 'oppose', 'oppose', 'oppose'] as const).map(async (stance) => {
      const member = await app.member(uniqueName('side'))
      await member.call(takeStance, { id: bill_id, stance })
      return member
    }),
  )
  const [author, ...others] = sides
  await addComment(others[0]!, bill_id, 'The first comment')
  const liked = await addComment(author!, bill_id, 'The comment that opponents liked')
  const reader = await app.member(uniqueName('reader'))
  const sort = openBill(page).getByRole('button', { name: /^Sort threads/ })
  await openBillByLink(page, reader, bill_id)
  await expect(sort).toHaveAccessibleName('Sort threads: Oldest')
  for (const other of others) await other.call(voteOnComment, { id: liked, vote_type: 'upvote' })
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(item(page, 'opponents liked').getByRole('button', { name: 'Upvote, 3' })).toBeVisible()
  await expect(comments(page).first()).toContainText('The first comment')
  await expect(sort).toHaveAccessibleName('Sort threads: Oldest')
  await openBillByLink(page, reader, bill_id)
  await expect(sort).toHaveAccessibleName('Sort threads: Common ground')
  await expect(openBill(page).locator('[data-comment]').first()).toContainText('opponents liked')
})

// covers BEY-GROUND-12
test('a comment liked on both sides shows how many of each side liked it', async ({ page, app }) => {
  const author = await app.member(uniqueName('author'))
  const { bill_id } = await app.bill('Both Sides Bill')
  const comment_id = await addComment(author, bill_id, 'Fund it from the general budget')
  for (const [stance, upvotes] of [
    ['support', 6],
    ['oppose', 5],
  ] as const) {
    for (let votes = 0; votes < upvotes; votes += 1) {
      const voter = await app.member(uniqueName('voter'))
      await voter.call(takeStance, { id: bill_id, stance })
      await voter.call(voteOnComment, { id: comment_id, vote_type: 'upvote' })
    }
  }
  await openBillByLink(page, author, bill_id)
  await expect(comments(page).first()).toContainText(
    'Liked on both sides: 6 of 6 supporters and 5 of 5 opponents who voted.',
  )
  await comments(page).first().scrollIntoViewIfNeeded()
  await takeScreenshots(page, 'discussion-both-sides', { fullPage: false })
})

// covers CIV-COMMENTS-13
test('a member sees the comment count of their own place on the card and the bill, and no card sends a request', async ({
  page,
  app,
}) => {
  const place = 'ocd-division/country:us/state:wa/place:seattle'
  const ann = await app.member(uniqueName('ann'), { address: '1 Pike St, Seattle, WA', ocd_city_id: place })
  const bob = await app.member(uniqueName('bob'))
  const title = uniqueName('Counted ')
  const { bill_id } = await app.bill(title, { created_at: nextDate() })
  await addComment(ann, bill_id, 'From here')
  await addComment(bob, bill_id, 'From elsewhere')
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await openFeed(page, ann)
  await expect(page.getByRole('article', { name: title }).getByText('1 local · 2 total')).toBeVisible()
  await openBillByLink(page, ann, bill_id)
  await expect(openBill(page).getByText('1 local · 2 total')).toBeVisible()
  await openBill(page).getByRole('textbox', { name: 'Add to the discussion' }).fill('Again from here')
  await page.keyboard.press('Control+Enter')
  await expect(openBill(page).getByText('2 local · 3 total')).toBeVisible()
  await openBill(page).getByRole('button', { name: 'Back to feed' }).click()
  await expect(page.getByRole('article', { name: title }).getByText('2 local · 3 total')).toBeVisible()
  const perBill = paths.filter((path) => /\/(comment-counts|echo-score|discussion-count)$/.test(path))
  expect(
    perBill.filter((path) => !path.includes(bill_id)),
    'no requests for bills that are not open',
  ).toEqual([])
})

// covers CIV-ERRORS-01
test('data that fails to load beside the comments shows no error and removes nothing', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const { bill_id } = await app.bill(uniqueName('Uncounted '))
  await addComment(ann, bill_id, 'Only this')
  const failed = page.waitForResponse('**/categories')
  for (const call of ['**/categories', '**/api/activity/groups**', '**/api/notifications?**']) {
    await page.route(call, (route) => route.fulfill({ status: 500, json: { success: false } }))
  }
  await openBillByLink(page, ann, bill_id)
  await failed
  await expect(openBill(page).getByRole('tab', { name: 'General Discussion' })).toBeVisible()
  await expect(openBill(page).getByText('Comments: 1', { exact: true })).toBeVisible()
  await expect(comments(page).first()).toContainText('Only this')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

// covers CIV-CONSTANTS-05 CIV-CONSTANTS-06 CIV-CONSTANTS-07 CIV-CONSTANTS-08
test('the ring around a commenter has the color of their level', async ({ page, app }) => {
  const { bill_id } = await app.bill(uniqueName('Ringed '))
  const levels = { gold: 120, silver: 60, bronze: 20, new: 0 }
  for (const [level, total_stances] of Object.entries(levels)) {
    const person = await app.member(uniqueName(level))
    await app.pool`update users set total_stances = ${total_stances} where user_id = ${person.user_id}`
    await addComment(person, bill_id, `Said by ${level}`)
  }
  const ann = await app.member(uniqueName('ann'))
  await openBillByLink(page, ann, bill_id)
  const token = (level: string) =>
    page.evaluate((name) => {
      const probe = document.createElement('i')
      probe.style.color = `var(--color-level-${name})`
      document.body.append(probe)
      const { color } = getComputedStyle(probe)
      probe.remove()
      return color
    }, level)
  const colors = new Set<string>()
  for (const level of Object.keys(levels)) {
    const name = `${level[0]!.toUpperCase()}${level.slice(1)} engagement level`
    const ring = item(page, `Said by ${level}`).getByRole('img', { name })
    await expect(ring).toBeVisible()
    const drawn = await ring.evaluate((avatar) =>
      [avatar, ...avatar.querySelectorAll('*')].flatMap((part) => {
        const { color, stroke, borderTopColor, backgroundImage } = getComputedStyle(part)
        return [color, stroke, borderTopColor, backgroundImage]
      }),
    )
    const color = await token(level)
    expect(drawn.join(' '), level).toContain(color)
    colors.add(color)
  }
  expect(colors.size).toBe(4)
})

test('a comment hidden by moderators shows their text and offers no actions', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  const bob = await app.member(uniqueName('bob'))
  const { bill_id } = await app.bill(uniqueName('Moderated '))
  const hidden = await addComment(bob, bill_id, 'Something ugly')
  await addComment(bob, bill_id, 'An answer to it', hidden)
  await app.pool`update bill_comments set hidden_at = now() where comment_id = ${hidden}`
  await openBillByLink(page, ann, bill_id)
  const hiddenComment = item(page, '[Removed by moderators]')
  await expect(hiddenComment).toBeVisible()
  await expect(hiddenComment.getByRole('button')).toHaveCount(0)
  await expect(hiddenComment.getByRole('link')).toHaveCount(0)
  await expect(item(page, 'An answer to it')).toBeVisible()
  await expect(openBill(page).getByText('Something ugly')).toHaveCount(0)
})

// covers CIV-COMMENTS-38
test('a portrait that fails to load is replaced by initials', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'), { full_name: 'Ann Archer' })
  const { bill_id } = await app.bill(uniqueName('Pictured '))
  await addComment(ann, bill_id, 'With a broken picture')
  await app.pool`update users set profile_picture_url = '/uploads/none.png' where user_id = ${ann.user_id}`
  await openBillByLink(page, ann, bill_id)
  await expect(
    openBill(page).getByRole('listitem').filter({ hasText: 'With a broken picture' }).getByText('AA'),
  ).toBeVisible()
})
