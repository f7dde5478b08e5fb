import type { Page } from '@playwright/test'
import { takeStance } from '#contract/bills/bills.ts'
import { commentCategories, voteOnComment } from '#contract/discussions.ts'
import {
  addComment,
  cutNetwork,
  failWithoutMessage,
  openBill,
  openBillByLink,
  refuseWith,
} from './billSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const item = (page: Page, text: string) => openBill(page).getByRole('listitem').filter({ hasText: text })
const composer = (page: Page) => openBill(page).getByRole('textbox', { name: 'Add to the discussion' })
const post = (page: Page) => openBill(page).getByRole('button', { name: 'Post comment' })

// covers CIV-COMMENTS-01 CIV-COMMENTS-04 CIV-COMMENTS-26 CIV-COMMENTS-27 CIV-COMMENTS-28 CIV-COMMENTS-29
// covers CIV-COMMENTS-30 CIV-MINDCHANGE-01 CIV-MINDCHANGE-02 CIV-MINDCHANGE-03
test('a discussion shows threads of three levels, oldest first, with authors and their stances', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'), { full_name: 'Ann Archer' })
  const bob = await app.member(uniqueName('bob'), { full_name: 'Bob Baker' })
  const { bill_id } = await app.bill(uniqueName('Debated '))
  await bob.call(takeStance, { id: bill_id, stance: 'oppose' })
  const first = await addComment(bob, bill_id, 'The first word')
  const second = await addComment(ann, bill_id, `@${bob.username} The second word`, first)
  const third = await addComment(bob, bill_id, 'The third word', second)
  await addComment(ann, bill_id, 'The fourth word', third)
  await addComment(bob, bill_id, 'A later thread')
  await addComment(bob, bill_id, 'About money', null, 'economic-impact')
  await bob.call(voteOnComment, { id: second, vote_type: 'upvote' })
  await openBillByLink(page, ann, bill_id)

  const tabs = openBill(page).getByRole('tab')
  await expect(tabs).toHaveText([
    /All\s*6/,
    /General Discussion\s*5/,
    /Economic Impact\s*1/,
    /Personal Stories\s*0/,
    /Questions & Clarifications\s*0/,
  ])
  const comments = openBill(page).locator('[data-comment]')
  await expect(comments).toHaveText([
    /first word/,
    /second word/,
    /third word/,
    /fourth word/,
    /later thread/,
    /About money/,
  ])
  const indents = await comments.evaluateAll((all) =>
    all.map((comment) => getComputedStyle(comment).marginLeft),
  )
  expect(indents).toEqual(['0px', '16px', '32px', '32px', '0px', '0px'])

  const commentOfBob = item(page, 'The first word')
  await expect(commentOfBob.getByRole('link', { name: 'Bob Baker' })).toHaveAttribute(
    'href',
    `/profile/${bob.username}`,
  )
  await expect(commentOfBob.getByText('Opposes')).toBeVisible()
  await expect(commentOfBob.getByText('Just now')).toBeVisible()
  await expect(commentOfBob.getByRole('img', { name: 'New engagement level' })).toBeVisible()
  await expect(commentOfBob.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await expect(
    commentOfBob.getByRole('button', { name: 'Changed my mind' }),
    'hidden until the viewer takes a stance',
  ).toHaveCount(0)
  await expect(item(page, 'The second word').getByRole('button', { name: 'Delete' })).toBeVisible()

  await ann.call(takeStance, { id: bill_id, stance: 'support' })
  await page.reload()
  await expect(commentOfBob.getByRole('button', { name: 'Changed my mind' })).toBeVisible()
  await expect(item(page, 'The second word').getByRole('button', { name: 'Changed my mind' })).toHaveCount(0)
  await tabs.nth(2).click()
  await expect(comments).toHaveText([/About money/])
  await page.keyboard.press('ArrowRight')
  await expect(tabs.nth(3)).toBeFocused()
  await expect(tabs.nth(2)).toHaveAttribute('aria-selected', 'true')
  await expect(comments, 'arrow keys move the focus without selecting a tab').toHaveText([/About money/])
})

test('the open bill and its discussion look right in screenshots', async ({ page, app }) => {
  test.slow()
  const ann = await app.member(uniqueName('ann'), { full_name: 'Ann Archer' })
  const bob = await app.member(uniqueName('bob'), { full_name: 'Bob Baker' })
  const { bill_id } = await app.bill('Sunshine Protection Act of the Test', {
    topics: ['health', 'commerce'],
  })
  await bob.call(takeStance, { id: bill_id, stance: 'oppose' })
  await ann.call(takeStance, { id: bill_id, stance: 'support' })
  const first = await addComment(bob, bill_id, 'Mornings matter more to me than evenings.')
  await addComment(
    ann,
    bill_id,
    `@${bob.username} I work the late shift, so for me it is the other way round.`,
    first,
  )
  await openBillByLink(page, ann, bill_id)
  await expect(item(page, 'late shift')).toBeVisible()
  await takeScreenshots(page, 'bill', { fullPage: false })
  await openBill(page).getByRole('heading', { name: 'Discussion' }).scrollIntoViewIfNeeded()
  await takeScreenshots(page, 'bill-discussion', { fullPage: false })
})

// covers CIV-COMMENTS-05 CIV-COMMENTS-14 CIV-COMMENTS-15 CIV-COMMENTS-20 CIV-COMMENTS-21 CIV-COMMENTS-22
// covers CIV-COMMENTS-24 CIV-MINDCHANGE-07
test('a new comment appears immediately as "Posting", then as the server stored it', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  await app.member('cleo-p')
  const { bill_id } = await app.bill(uniqueName('Spoken '))
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const requestUrls: string[] = []
  page.on('request', (request) => requestUrls.push(request.url()))
  await openBillByLink(page, ann, bill_id)
  await page.route('**/comments', async (route) => {
    if (route.request().method() === 'POST') await released
    await route.continue()
  })
  await expect(post(page)).toBeDisabled()
  await composer(page).fill('   \n ')
  await expect(post(page)).toBeDisabled()
  // The field grows with its text, up to eight lines.
  const heights: number[] = []
  for (const lines of [1, 6, 8, 30]) {
    await composer(page).fill(Array.from({ length: lines }, () => 'line').join('\n'))
    heights.push((await composer(page).boundingBox())!.height)
  }
  expect(heights[1]! - heights[0]!).toBeGreaterThan(60)
  expect(heights[2]! - heights[1]!).toBeGreaterThan(20)
  expect(heights[3]! - heights[2]!).toBeLessThan(10)
  await composer(page).fill('x'.repeat(2001))
  await expect(openBill(page).getByText('1 too many')).toBeVisible()
  await expect(post(page)).toBeDisabled()

  await composer(page).fill('@cleo-p this is mine')
  await page.keyboard.press('Control+Enter')
  const mine = item(page, 'this is mine')
  await expect(mine.getByText('Posting')).toBeVisible()
  await expect(mine).toHaveAttribute('data-comment', /^temp-/)
  await expect(composer(page), 'the text stays while it is being sent').toHaveValue('@cleo-p this is mine')
  await expect(composer(page)).toHaveAttribute('aria-busy', 'true')
  await expect(openBill(page).getByRole('button', { name: 'Posting' })).toBeDisabled()
  release()
  await expect(mine).toHaveAttribute('data-comment', /^[0-9a-f-]{36}$/)
  await expect(composer(page)).toHaveValue('')
  await expect(composer(page)).not.toHaveAttribute('aria-busy')
  expect(requestUrls.filter((url) => url.includes('temp-'))).toEqual([])
  await expect(mine.getByRole('link', { name: '@cleo-p' })).toHaveAttribute('href', '/profile/cleo-p')
  await expect(mine).toHaveCount(1)
  await expect(openBill(page).getByRole('tab', { name: 'General Discussion' })).toHaveText(/1$/)
  await expect(openBill(page).getByText('Comments: 1', { exact: true })).toBeVisible()
  const { totalComments } = await page.evaluate<{ totalComments: number }>(() =>
    JSON.parse(localStorage.user),
  )
  expect(totalComments).toBe(1)
})

// covers CIV-COMMENTS-02 CIV-COMMENTS-16 CIV-COMMENTS-23 CIV-COMMENTS-31 CIV-COMMENTS-32
test('a reply starts with a mention, and when posting fails the reason appears and the text stays in the field', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const bob = await app.member(uniqueName('bob'))
  const { bill_id } = await app.bill(uniqueName('Answered '))
  await addComment(bob, bill_id, 'What do you think?')
  await openBillByLink(page, ann, bill_id)

  await item(page, 'What do you think?').getByRole('button', { name: 'Reply' }).click()
  const reply = item(page, 'What do you think?').getByRole('textbox')
  await expect(reply).toBeFocused()
  await expect(reply).toHaveValue(`@${bob.username} `)
  const send = item(page, 'What do you think?').getByRole('button', { name: 'Post reply' })
  await expect(send, 'a mention alone is not a reply').toHaveAttribute('aria-disabled', 'true')
  await reply.press('Control+Enter')
  await expect(reply).toHaveValue(`@${bob.username} `)
  await reply.pressSequentially('Much.')

  await page.route('**/comments', refuseWith('Not today'))
  await item(page, 'What do you think?').getByRole('button', { name: 'Post reply' }).click()
  const alert = page.getByRole('alert')
  await expect(item(page, 'What do you think?').getByRole('alert'), 'next to the reply form').toHaveText(
    'Failed to submit reply: Not today',
  )
  await expect(openBill(page).locator('[data-comment]')).toHaveCount(1)
  await expect(reply).toHaveValue(`@${bob.username} Much.`)

  await composer(page).fill('A thought of my own')
  await post(page).click()
  await expect(alert.filter({ hasText: 'comment' })).toHaveText('Failed to submit comment: Not today')
  await expect(page.getByRole('button', { name: 'Dismiss' }), 'no toast').toHaveCount(0)
  await expect(composer(page)).toHaveValue('A thought of my own')
  await page.reload()
  await expect(composer(page), 'even after a reload').toHaveValue('A thought of my own')

  await page.unroute('**/comments')
  await expect(reply, 'the reply field reopens after the reload').toHaveValue(`@${bob.username} Much.`)
  await expect(reply).not.toBeFocused()
  await reply.press('Control+Enter')
  await expect(item(page, 'Much.')).toHaveAttribute('data-level', '2')
  await expect(reply).toHaveCount(0)
})

// covers CIV-VOTES-01 CIV-VOTES-06 CIV-VOTES-07 CIV-VOTES-08 CIV-VOTES-09
test("a member votes, changes the vote and withdraws it, and sees the server's counts", async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const bob = await app.member(uniqueName('bob'))
  const { bill_id } = await app.bill(uniqueName('Voted '))
  const comment_id = await addComment(bob, bill_id, 'Vote on me')
  await bob.call(voteOnComment, { id: comment_id, vote_type: 'upvote' })
  await openBillByLink(page, ann, bill_id)
  const up = item(page, 'Vote on me').getByRole('button', { name: 'Upvote' })
  const down = item(page, 'Vote on me').getByRole('button', { name: 'Downvote' })
  await up.click()
  await expect(up).toHaveText('2')
  await expect(up).toHaveAttribute('aria-pressed', 'true')
  await down.click()
  await expect(down).toHaveText('1')
  await expect(up).toHaveText('1')
  await expect(up).toHaveAttribute('aria-pressed', 'false')
  await down.click()
  await expect(down).toHaveText('0')
  await expect(down).toHaveAttribute('aria-pressed', 'false')

  await page.route('**/vote', refuseWith('Voting is closed'))
  await up.click()
  await expect(page.getByRole('alert')).toHaveText('Failed to record vote: Voting is closed')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.route('**/vote', cutNetwork)
  await up.click()
  await expect(page.getByRole('alert')).toHaveText('Failed to record vote. Please try again.')
  await expect(up).toHaveText('1')
})

// covers CIV-COMMENTS-17 CIV-COMMENTS-18 CIV-COMMENTS-19 CIV-COMMENTS-33
test('a member deletes their own comment after confirming, and one with replies becomes a tombstone', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const bob = await app.member(uniqueName('bob'))
  const { bill_id } = await app.bill(uniqueName('Deleted '))
  const commentWithReply = await addComment(ann, bill_id, 'I was answered')
  await addComment(bob, bill_id, 'My answer', commentWithReply)
  await addComment(ann, bill_id, 'Nobody answered')
  await openBillByLink(page, ann, bill_id)

  const dialog = page.getByRole('alertdialog')
  const deleteButton = (text: string) => item(page, text).getByRole('button', { name: 'Delete' })
  await deleteButton('Nobody answered').click()
  await expect(dialog).toContainText('Are you sure you want to delete this comment?')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(item(page, 'Nobody answered')).toBeVisible()

  await page.route('**/api/bills/comments/*', refuseWith('Too late'))
  await deleteButton('Nobody answered').click()
  await dialog.getByRole('button', { name: 'Delete comment' }).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to delete comment: Too late')
  await page.unroute('**/api/bills/comments/*')

  const refetch = page.waitForRequest(
    (request) => new URL(request.url()).pathname === `/api/bills/${bill_id}/comments`,
  )
  await deleteButton('Nobody answered').click()
  await dialog.getByRole('button', { name: 'Delete comment' }).click()
  await refetch
  await expect(item(page, 'Nobody answered')).toHaveCount(0)
  await expect(openBill(page).getByRole('heading', { name: 'Discussion' })).toBeFocused()

  await deleteButton('I was answered').click()
  await dialog.getByRole('button', { name: 'Delete comment' }).click()
  const tombstone = item(page, '[Comment deleted by user]')
  await expect(tombstone).toBeVisible()
  await expect(tombstone.getByRole('button')).toHaveCount(0)
  await expect(item(page, 'My answer')).toBeVisible()
})

// covers CIV-COMMENTS-08 CIV-COMMENTS-09 CIV-COMMENTS-10 CIV-COMMENTS-11 CIV-COMMENTS-12
test('when the categories fail to load, the four defaults appear and posting works', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const { bill_id } = await app.bill(uniqueName('Uncategorized '))
  await page.route('**/categories', failWithoutMessage)
  await openBillByLink(page, ann, bill_id)
  const tabs = openBill(page).getByRole('tab')
  await expect(tabs).toHaveText(['All', ...commentCategories.map(({ category_name }) => category_name)])
  await tabs.nth(3).click()
  await openBill(page).getByRole('textbox', { name: 'Add to Personal Stories' }).fill('It happened to me')
  await post(page).click()
  await expect(item(page, 'It happened to me')).toHaveAttribute('data-comment', /^[0-9a-f-]{36}$/)
})

// covers HURD-COMMENT-05
test('an address in a comment is a link that passes nothing on to the other site', async ({ page, app }) => {
  const author = await app.member(uniqueName('author'))
  const { bill_id } = await app.bill(uniqueName('Linked '))
  const id = await addComment(
    author,
    bill_id,
    'See https://example.org/plan, or https://example.org@evil.example',
  )
  await openBillByLink(page, await app.member(uniqueName('reader')), bill_id)
  const links = page.locator(`[data-comment="${id}"]`).getByRole('link', { name: /^https/ })
  await expect(links).toHaveCount(1)
  await expect(links).toHaveAttribute('href', 'https://example.org/plan')
  await expect(links).toHaveAttribute('rel', 'nofollow ugc noopener noreferrer')
  await expect(links).toHaveAttribute('target', '_blank')
})

const lines = (count: number) => Array.from({ length: count }, (_, index) => `Line ${index + 1}`).join('\n')

// covers HURD-COMMENT-06
test('a long comment is folded after twelve lines and unfolds by keyboard', async ({ page, app }) => {
  const author = await app.member(uniqueName('author'))
  const { bill_id } = await app.bill(uniqueName('Long Words '))
  const long = await addComment(author, bill_id, `${lines(14)} https://example.org/end`)
  const short = await addComment(author, bill_id, lines(12))
  const linked = await addComment(author, bill_id, `${'word '.repeat(24)} https://example.org/end`)
  await openBillByLink(page, await app.member(uniqueName('reader')), bill_id)
  const item = page.locator(`[data-comment="${long}"]`)
  const button = item.getByRole('button', { name: 'Show the whole comment' })
  const text = item.getByText('Line 1')
  const height = async () => (await text.boundingBox())!.height
  const folded = await height()
  await expect(
    page.locator(`[data-comment="${short}"]`).getByRole('button', { name: 'Show the whole' }),
  ).toHaveCount(0)
  await button.focus()
  await page.keyboard.press('Enter')
  const fold = item.getByRole('button', { name: 'Show less' })
  await expect(fold).toBeFocused()
  await expect(fold).toHaveAttribute('aria-expanded', 'true')
  expect(await height()).toBeGreaterThan(folded * (13.5 / 12))
  await page.keyboard.press('Enter')
  await expect(button).toBeFocused()
  expect(await height()).toBe(folded)
  // A link in the folded part shows itself when the focus reaches it. A short comment has nothing to unfold.
  await item.getByRole('link', { name: /example.org/ }).focus()
  await expect(fold).toBeVisible()
  const twoLines = page.locator(`[data-comment="${linked}"]`)
  await twoLines.getByRole('link', { name: /example.org/ }).focus()
  await page.keyboard.press('Tab')
  await expect(twoLines.getByRole('button', { name: 'Show less' })).toHaveCount(0)
})
