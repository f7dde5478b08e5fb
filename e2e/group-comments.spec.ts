import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createGroupComment, createGroupPost, listGroupComments } from '#contract/groups.ts'
import { listOwnStances } from '#contract/people.ts'
import type { TestServer } from '#server/testing/testServer.ts'
import { failWith, failWithoutMessage, uniquePlace } from './groupSteps.ts'
import { expect, goodPassword, setPassword, signIn, test, uniqueName } from './support/product.ts'

const commentsCall = /\/comments(\?.*)?$/

/** Signs a resident in and opens the comments on another member's post in their group. */
async function openComments(page: Page, app: TestServer, stem: string, existingComments: string[] = []) {
  const city = uniquePlace(stem)
  const [me, other] = [
    await app.resident(uniqueName(stem), city.division),
    await app.resident(uniqueName('other'), city.division),
  ]
  const id = await app.groupOf(city.division)
  const { post_id } = (await other.call(createGroupPost, { id, content: 'What shall we plant?' })).post
  const postIds = { id, post_id }
  for (const content of existingComments) await other.call(createGroupComment, { ...postIds, content })
  await signIn(page, me)
  await page.goto(`/groups/${id}`)
  const open = () => page.getByRole('button', { name: /^\d+ comments?$/ }).click()
  await open()
  return { me, other, postIds, open }
}

const row = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Comments' }).getByRole('listitem').filter({ hasText: text })
const commentField = (page: Page) => page.getByRole('textbox', { name: 'Add a comment' })

// covers CIV-GROUPCOMMENTS-01 CIV-GROUPCOMMENTS-02 CIV-GROUPCOMMENTS-03 CIV-GROUPCOMMENTS-04 CIV-GROUPCOMMENTS-09
test('a member comments in a single line, replies to others, and cannot send an empty comment', async ({
  page,
  app,
}) => {
  const { me, other, postIds } = await openComments(page, app, 'talk', ['Apple trees'])
  await expect(row(page, 'Apple trees')).toBeVisible()
  expect(await commentField(page).evaluate((field) => field.tagName)).toBe('INPUT')
  const post = page.getByRole('article').getByRole('button', { name: 'POST', exact: true })
  await post.click()
  await expect(page.getByText('Comment cannot be empty')).toBeVisible()
  await commentField(page).fill('Pears, please')
  await post.click()
  await expect(row(page, 'Pears, please')).toHaveAttribute('data-level', '1')
  await expect(commentField(page)).toHaveValue('')

  await row(page, 'Apple trees').getByRole('button', { name: 'Reply' }).click()
  const reply = page.getByRole('textbox', { name: /^Reply to/ })
  await expect(reply).toHaveValue(`@${other.username} `)
  await reply.press('Enter')
  await expect(page.getByText('Comment cannot be empty'), 'a mention alone is not a reply').toBeVisible()
  await reply.press('End')
  await reply.pressSequentially('sweet ones')
  await reply.press('Enter')
  await expect(row(page, 'sweet ones')).toHaveAttribute('data-level', '2')
  await expect(
    row(page, 'sweet ones'),
    'the reply field closes and the new reply takes the focus',
  ).toBeFocused()
  await expect(row(page, 'Apple trees').getByRole('button', { name: /^More about/ })).toHaveCount(1)
  await expect(page.getByRole('button', { name: '3 comments' })).toBeVisible()
  const { comments } = await me.call(listGroupComments, postIds)
  expect(comments.find(({ content }) => content.includes('sweet'))?.parentCommentId).toBe(
    comments[0]!.comment_id,
  )
})

// covers CIV-GROUPCOMMENTS-06 CIV-GROUPCOMMENTS-08 CIV-GROUPCOMMENTS-11 CIV-GROUPCOMMENTS-12 CIV-GROUPCOMMENTS-13
test('a member deletes only their own comments, and a comment with replies leaves a tombstone that accepts no more replies', async ({
  page,
  app,
}) => {
  const { me, other, postIds, open } = await openComments(page, app, 'delete', ['Not mine'])
  const answered = (await me.call(createGroupComment, { ...postIds, content: 'Mine, answered' })).comment
  await other.call(createGroupComment, {
    ...postIds,
    content: 'So it is',
    parent_comment_id: answered.comment_id,
  })
  await me.call(createGroupComment, { ...postIds, content: 'Mine, alone' })
  await page.reload()
  await open()
  await expect(row(page, 'Not mine')).toBeVisible()
  await expect(row(page, 'Not mine').getByRole('button', { name: 'Delete' })).toHaveCount(0)
  for (const text of ['Mine, answered', 'Mine, alone']) {
    await row(page, text).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete comment' }).click()
    await expect(row(page, text)).toHaveCount(0)
    await expect(
      page.getByRole('listitem').filter({ has: page.getByRole('article') }),
      'the post takes the focus, because the Delete button is gone',
    ).toBeFocused()
  }
  const tombstone = row(page, '[Comment deleted by user]')
  await expect(tombstone).toBeVisible()
  await expect(tombstone.getByRole('button')).toHaveCount(0)
  await expect(row(page, 'So it is')).toBeVisible()
})

// covers CIV-GROUPCOMMENTS-15 CIV-GROUPCOMMENTS-16 CIV-GROUPCOMMENTS-17
test('a member sees an error when comments cannot be loaded, posted or deleted, and keeps the typed text', async ({
  page,
  app,
}) => {
  const { me, postIds, open } = await openComments(page, app, 'fail')
  await me.call(createGroupComment, { ...postIds, content: 'Cannot be lost' })
  await page.reload()
  await page.route(commentsCall, failWithoutMessage)
  await open()
  await expect(page.getByText('Failed to load comments')).toBeVisible()
  await page.unroute(commentsCall)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(row(page, 'Cannot be lost')).toBeVisible()

  await page.route(commentsCall, failWith('Comments are closed', 403))
  await commentField(page).fill('A long thought')
  await commentField(page).press('Enter')
  await expect(
    page
      .locator('form')
      .filter({ has: commentField(page) })
      .getByRole('alert'),
  ).toHaveText('Failed to post comment: Comments are closed')
  await expect(commentField(page)).toHaveValue('A long thought')
  await expect(page.getByRole('button', { name: 'Dismiss' }), 'no toast').toHaveCount(0)
  await page.route(/\/comments\/[0-9a-f-]+$/, failWith('Not today'))
  await row(page, 'Cannot be lost').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete comment' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'delete' })).toContainText(
    'Failed to delete comment: Not today',
  )
  await expect(row(page, 'Cannot be lost')).toBeVisible()
})

// covers CIV-GROUPCOMMENTS-10
test('a comment of more than 500 characters shows an error and stays in its field', async ({ page, app }) => {
  await openComments(page, app, 'long')
  await expect(
    commentField(page),
    'the field does not reference a counter that is not rendered',
  ).not.toHaveAttribute('aria-describedby')
  await commentField(page).fill('x'.repeat(501))
  await expect(commentField(page)).toHaveAccessibleDescription('-1 character left')
  await expect(page.getByText('-1 character left')).toBeVisible()
  await commentField(page).press('Enter')
  await expect(page.getByText('Comment must be at most 500 characters')).toBeVisible()
  await commentField(page).fill('x'.repeat(500))
  await commentField(page).press('Enter')
  await expect(row(page, 'x'.repeat(500))).toBeVisible()
})

test('an unfinished reply reopens in its thread after the session expires and the member signs in again', async ({
  page,
  app,
}) => {
  const { me, other } = await openComments(page, app, 'kept', ['Apple trees'])
  await setPassword(app, me)
  await row(page, 'Apple trees').getByRole('button', { name: 'Reply' }).click()
  const reply = page.getByRole('textbox', { name: /^Reply to/ })
  await reply.press('End')
  await reply.pressSequentially('half a thought')
  const hash = createHash('sha256')
    .update(me.token ?? '')
    .digest()
  await app.pool`delete from sessions where token_hash = ${hash}`
  // The server may accept a token for another second after its session has ended.
  await expect.poll(() => me.refusal(listOwnStances, {})).toBe('session_expired')
  await reply.press('Enter')
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').fill(me.email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()

  await expect(reply).toHaveValue(`@${other.username} half a thought`)
  await expect(reply, 'the reopened reply does not steal the focus').not.toBeFocused()
  await reply.press('Enter')
  await expect(row(page, 'half a thought')).toHaveAttribute('data-level', '2')
  await expect(reply).toHaveCount(0)
})
