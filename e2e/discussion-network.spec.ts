import type { Page } from '@playwright/test'
import { deleteComment, listCategories } from '#contract/discussions.ts'
import { addComment, cutNetwork, openBill, openBillByLink, stance } from './billSteps.ts'
import { holdPosts, loseResponses } from './support/lostResponses.ts'
import { expect, signIn, test, uniqueName, type TestServer } from './support/product.ts'

const item = (page: Page, text: string) => openBill(page).getByRole('listitem').filter({ hasText: text })
const composer = (page: Page) => openBill(page).getByRole('textbox', { name: 'Add to the discussion' })
const alert = (page: Page) => page.getByRole('alert')

async function votesOn(app: TestServer, comment_id: string) {
  return app.pool`select user_id, vote from comment_votes where comment_id = ${comment_id}`
}

test('a vote whose first response is lost counts once, and a second press does not undo it', async ({
  page,
  app,
}) => {
  const [ann, bob] = [await app.member(uniqueName('ann')), await app.member(uniqueName('bob'))]
  const { bill_id } = await app.bill(uniqueName('Lost votes '))
  const comment_id = await addComment(bob, bill_id, 'Vote on me')
  await openBillByLink(page, ann, bill_id)
  const up = item(page, 'Vote on me').getByRole('button', { name: 'Upvote' })

  const keys = await loseResponses(page, '**/vote', 1)
  await up.click()
  await expect(up).toHaveAttribute('aria-pressed', 'true')
  await expect(up).toHaveText('1')
  await expect.poll(() => keys.length, 'sent again because the first response was lost').toBe(2)
  expect(keys[1]).toBe(keys[0])
  await expect(alert(page)).toHaveCount(0)
  expect(await votesOn(app, comment_id)).toHaveLength(1)

  await up.click()
  await expect(up).toHaveAttribute('aria-pressed', 'false')
  expect(keys[2], 'another press has another idempotency key').not.toBe(keys[0])
})

// covers CIV-VOTES-09
test('a vote whose responses are all lost shows an error, and the screen shows the stored vote again', async ({
  page,
  app,
}) => {
  const [ann, bob] = [await app.member(uniqueName('ann')), await app.member(uniqueName('bob'))]
  const { bill_id } = await app.bill(uniqueName('Silent votes '))
  const comment_id = await addComment(bob, bill_id, 'Vote on me')
  await openBillByLink(page, ann, bill_id)
  const up = item(page, 'Vote on me').getByRole('button', { name: 'Upvote' })
  const keys = await loseResponses(page, '**/vote', 2)
  await up.click()
  await expect(alert(page)).toHaveText('Failed to record vote. Please try again.')
  await expect(up, 'the refetch shows that the vote was stored').toHaveAttribute('aria-pressed', 'true')
  expect(new Set(keys).size).toBe(1)
  expect(await votesOn(app, comment_id)).toHaveLength(1)

  // Without a network the page cannot read the stored vote either, so another press repeats the same vote.
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.unroute('**/vote')
  const down = item(page, 'Vote on me').getByRole('button', { name: 'Downvote' })
  const later = await loseResponses(page, '**/vote', 2)
  await page.route('**/comments?*', cutNetwork)
  await down.click()
  await expect(alert(page)).toHaveText('Failed to record vote. Please try again.')
  await expect(down).toHaveAttribute('aria-pressed', 'false')
  await down.click()
  await expect(down).toHaveAttribute('aria-pressed', 'true')
  expect(new Set(later).size, 'the three requests have the same idempotency key').toBe(1)
  expect(await votesOn(app, comment_id)).toMatchObject([{ vote: 'downvote' }])
})

// covers HURD-READ-04
test('a vote stays on the screen when a response from before it arrives later', async ({ page, app }) => {
  const [ann, bob] = [await app.member(uniqueName('ann')), await app.member(uniqueName('bob'))]
  const { bill_id } = await app.bill(uniqueName('Late reads '))
  await addComment(bob, bill_id, 'Vote on me')
  await openBillByLink(page, ann, bill_id)
  const up = item(page, 'Vote on me').getByRole('button', { name: 'Upvote' })
  await expect(up).toBeVisible()
  let readCount = 0
  const voted = Promise.withResolvers<void>()
  await page.route('**/comments?*', async (route) => {
    readCount += 1
    const response = await route.fetch()
    await voted.promise
    await route.fulfill({ response })
  })

  // After a vote that failed, the threads are read again.
  await page.route('**/vote', cutNetwork)
  await up.click()
  await expect(alert(page)).toHaveText('Failed to record vote. Please try again.')
  await expect.poll(() => readCount).toBe(1)
  await page.unroute('**/vote')
  await up.click()
  await expect(up).toHaveAttribute('aria-pressed', 'true')

  voted.resolve()
  await expect.poll(() => readCount, 'the earlier response is not used').toBe(2)
  await expect(up).toHaveText('1')
  await expect(up).toHaveAttribute('aria-pressed', 'true')
})

test('a comment whose responses are lost exists once, and its text stays until it is known to be stored', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const { bill_id } = await app.bill(uniqueName('Lost words '))
  const storedComments = () => app.pool`select content from bill_comments where bill_id = ${bill_id}`
  await openBillByLink(page, ann, bill_id)

  const once = await loseResponses(page, '**/comments', 1)
  await composer(page).fill('Said once')
  await page.keyboard.press('Control+Enter')
  await expect(item(page, 'Said once')).toHaveAttribute('data-comment', /^[0-9a-f-]{36}$/)
  await expect(composer(page)).toHaveValue('')
  expect(once).toHaveLength(2)
  expect(new Set(once).size).toBe(1)
  expect(await storedComments()).toHaveLength(1)

  await page.unroute('**/comments')
  const twice = await loseResponses(page, '**/comments', 2)
  await composer(page).fill('Said with a bad network')
  await page.keyboard.press('Control+Enter')
  await expect(alert(page)).toHaveText('Failed to submit comment: Network error')
  await expect(composer(page)).toHaveValue('Said with a bad network')
  await expect(item(page, 'bad network'), 'the refetch shows that the comment was stored').toHaveCount(1)
  await page.keyboard.press('Control+Enter')
  await expect(composer(page)).toHaveValue('')
  await expect(item(page, 'bad network')).toHaveCount(1)
  expect(new Set(twice).size, 'the three requests have the same idempotency key').toBe(1)
  expect(await storedComments()).toHaveLength(2)
})

async function leaveCategoryAndComeBack(page: Page) {
  await openBill(page).getByRole('tab', { name: 'Economic Impact' }).click()
  await expect(composer(page)).toHaveCount(0)
  await openBill(page).getByRole('tab', { name: /^All/ }).click()
}

test('a comment that is being sent cannot be sent again after switching categories', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const { bill_id } = await app.bill(uniqueName('Slow words '))
  await openBillByLink(page, ann, bill_id)
  const { keys, release } = await holdPosts(page, '**/comments')
  await composer(page).fill('Said slowly')
  await page.keyboard.press('Control+Enter')
  await expect(item(page, 'Said slowly').getByText('Posting')).toBeVisible()
  await leaveCategoryAndComeBack(page)
  await expect(composer(page)).toHaveValue('Said slowly')
  await expect(composer(page)).toHaveAttribute('aria-busy', 'true')
  await expect(openBill(page).getByRole('button', { name: 'Posting' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await composer(page).press('Control+Enter')
  release()
  await expect(composer(page), 'the field is empty once the comment is stored').toHaveValue('')
  await expect(composer(page)).not.toHaveAttribute('aria-busy')
  expect(keys).toHaveLength(1)
  expect(await app.pool`select content from bill_comments where bill_id = ${bill_id}`).toHaveLength(1)
})

test('a reply that is being sent cannot be sent again: its form stays closed until the response arrives', async ({
  page,
  app,
}) => {
  const [ann, bob] = [await app.member(uniqueName('ann')), await app.member(uniqueName('bob'))]
  const { bill_id } = await app.bill(uniqueName('Slow replies '))
  await addComment(bob, bill_id, 'Answer me')
  await openBillByLink(page, ann, bill_id)
  const button = item(page, 'Answer me').getByRole('button', { name: 'Reply', exact: true })
  const reply = item(page, 'Answer me').getByRole('textbox')
  const { keys, release } = await holdPosts(page, '**/comments')
  await button.click()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await reply.pressSequentially('In a while')
  await page.keyboard.press('Control+Enter')
  await expect(item(page, 'In a while').getByText('Posting')).toBeVisible()
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await button.press('Enter')
  await button.press('Enter')
  await expect(reply).toHaveCount(0)
  await leaveCategoryAndComeBack(page)
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(reply).toHaveCount(0)
  release()
  await expect(item(page, 'In a while')).toHaveAttribute('data-comment', /^[0-9a-f-]{36}$/)
  await expect(button).not.toHaveAttribute('aria-disabled')
  await expect(reply, 'a reply that was stored is not offered again').toHaveCount(0)
  expect(keys).toHaveLength(1)
})

test('a comment whose response was lost is not duplicated by a member who switched categories first', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const { bill_id } = await app.bill(uniqueName('Lost and left '))
  await openBillByLink(page, ann, bill_id)
  const keys = await loseResponses(page, '**/comments', 2)
  await composer(page).fill('Did it arrive?')
  await page.keyboard.press('Control+Enter')
  await expect(alert(page)).toHaveText('Failed to submit comment: Network error')
  await leaveCategoryAndComeBack(page)
  await expect(composer(page)).toHaveValue('Did it arrive?')
  await composer(page).press('Control+Enter')
  await expect(composer(page)).toHaveValue('')
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size, 'the three requests have the same idempotency key').toBe(1)
  expect(await app.pool`select content from bill_comments where bill_id = ${bill_id}`).toHaveLength(1)
})

test('a stance whose responses are lost is stored once, and the screen shows it', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  const { bill_id } = await app.bill(uniqueName('Lost stances '))
  const stanceChanges = () => app.pool`select * from stance_changes where bill_id = ${bill_id}`
  await openBillByLink(page, ann, bill_id)
  const keys = await loseResponses(page, '**/stance', 1)
  const support = stance(openBill(page), 'SUPPORT')
  await support.click()
  await expect(support).toBeChecked()
  await expect(support).toHaveAccessibleName('SUPPORT, 1, 100%')
  await expect(alert(page)).toHaveCount(0)
  await expect.poll(() => keys.length, 'sent again because the first response was lost').toBe(2)
  await expect.poll(stanceChanges).toHaveLength(1)
  expect(new Set(keys).size).toBe(1)

  await page.unroute('**/stance')
  await loseResponses(page, '**/stance', 2)
  await stance(openBill(page), 'OPPOSE').click()
  await expect(openBill(page).getByRole('alert')).toHaveText(
    'Network error. Please check your connection and try again.',
  )
  await expect(stance(openBill(page), 'OPPOSE'), 'the refetch shows that the stance was stored').toBeChecked()
  await expect(stance(openBill(page), 'OPPOSE')).toHaveAccessibleName('OPPOSE, 1, 100%')
  expect(await stanceChanges()).toHaveLength(2)
})

test('a second tab shows the changes of the first when a member returns to it', async ({ page, app }) => {
  const [ann, bob] = [await app.member(uniqueName('ann')), await app.member(uniqueName('bob'))]
  const { bill_id } = await app.bill(uniqueName('Two tabs '))
  await addComment(bob, bill_id, 'Vote on me')
  const deletedId = await addComment(bob, bill_id, 'About to go')
  await openBillByLink(page, ann, bill_id)
  const other = await page.context().newPage()
  await openBillByLink(other, ann, bill_id)
  await expect(item(other, 'About to go')).toBeVisible()

  await item(page, 'Vote on me').getByRole('button', { name: 'Upvote' }).click()
  await stance(openBill(page), 'SUPPORT').click()
  await expect(stance(openBill(page), 'SUPPORT')).toBeChecked()
  await bob.call(deleteComment, { id: deletedId })
  await addComment(bob, bill_id, 'Said meanwhile')

  await other.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(item(other, 'Vote on me').getByRole('button', { name: 'Upvote' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(stance(openBill(other), 'SUPPORT')).toBeChecked()
  await expect(item(other, 'Said meanwhile')).toBeVisible()
  await expect(item(other, 'About to go')).toHaveCount(0)

  // This tab does not know of the deletion yet. A vote on the deleted comment says that it failed, and removes the
  // comment.
  await addComment(bob, bill_id, 'Short-lived').then((id) =>
    other
      .evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      .then(() => expect(item(other, 'Short-lived')).toBeVisible())
      .then(() => bob.call(deleteComment, { id })),
  )
  await item(other, 'Short-lived').getByRole('button', { name: 'Upvote' }).click()
  await expect(alert(other)).toHaveText(/^Failed to record vote: /)
  await expect(item(other, 'Short-lived')).toHaveCount(0)
})

// covers HURD-FIRST-04
test('the sign-in says that a comment is kept on a bill that was opened by its own address', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const { bill_id } = await app.bill(uniqueName('Addressed '))
  await signIn(page, ann)
  await page.goto(`/bills/${bill_id}`)
  await composer(page).fill('Half a thought')
  await app.pool`update sessions set expires_at = now() - interval '1 day' where user_id = ${ann.user_id}`
  await expect.poll(async () => (await ann.request(listCategories, { id: bill_id })).status).toBe(401)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('group', { name: 'You were signed out. Your comment is kept.' })).toBeFocused()
})

test('a session that ends while a member writes keeps the text for their return, and the sign-in says so', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const { bill_id } = await app.bill(uniqueName('Interrupted '))
  await openBillByLink(page, ann, bill_id)
  await composer(page).fill('A long thought')
  await app.pool`update sessions set expires_at = now() - interval '1 day' where user_id = ${ann.user_id}`
  await expect.poll(async () => (await ann.request(listCategories, { id: bill_id })).status).toBe(401)
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('You were signed out. Your comment is kept.')).toBeVisible()
  expect(await app.pool`select * from bill_comments where bill_id = ${bill_id}`).toHaveLength(0)

  await app.pool`update sessions set expires_at = now() + interval '1 day' where user_id = ${ann.user_id}`
  await openBillByLink(page, ann, bill_id)
  await expect(composer(page)).toHaveValue('A long thought')
})
