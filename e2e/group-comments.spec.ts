import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createGroupComment, createGroupPost, listGroupComments } from '../contract/groups.ts'
import { listOwnStances } from '../contract/people.ts'
import type { World } from '../server/testing/world.ts'
import { failWith, failWithoutWords, freshPlace } from './groupSteps.ts'
import { expect, freshName, givePassword, goodPassword, signIn, test } from './support/product.ts'

const commentsCall = /\/comments(\?.*)?$/

/** A post of another member in the reader's group, with its comments open. */
async function openComments(page: Page, world: World, stem: string, said: string[] = []) {
  const place = freshPlace(stem)
  const [me, other] = [
    await world.resident(freshName(stem), place.division),
    await world.resident(freshName('other'), place.division),
  ]
  const id = await world.groupOf(place.division)
  const { post_id } = (await other.call(createGroupPost, { id, content: 'What shall we plant?' })).post
  const at = { id, post_id }
  for (const content of said) await other.call(createGroupComment, { ...at, content })
  await signIn(page, me)
  await page.goto(`/groups/${id}`)
  const open = () => page.getByRole('button', { name: /^\d+ comments?$/ }).click()
  await open()
  return { me, other, at, open }
}

const row = (page: Page, words: string) =>
  page.getByRole('list', { name: 'Comments' }).getByRole('listitem').filter({ hasText: words })
const line = (page: Page) => page.getByRole('textbox', { name: 'Add a comment' })

// covers CIV-GROUPCOMMENTS-01 CIV-GROUPCOMMENTS-02 CIV-GROUPCOMMENTS-03 CIV-GROUPCOMMENTS-04 CIV-GROUPCOMMENTS-09
test('a member comments in a single line, replies to others, and cannot send an empty comment', async ({
  page,
  world,
}) => {
  const { me, other, at } = await openComments(page, world, 'talk', ['Apple trees'])
  await expect(row(page, 'Apple trees')).toBeVisible()
  expect(await line(page).evaluate((field) => field.tagName)).toBe('INPUT')
  const post = page.getByRole('article').getByRole('button', { name: 'POST', exact: true })
  await post.click()
  await expect(page.getByText('Comment cannot be empty')).toBeVisible()
  await line(page).fill('Pears, please')
  await post.click()
  await expect(row(page, 'Pears, please')).toHaveAttribute('data-level', '1')
  await expect(line(page)).toHaveValue('')

  await row(page, 'Apple trees').getByRole('button', { name: 'Reply' }).click()
  const reply = page.getByRole('textbox', { name: /^Reply to/ })
  await expect(reply).toHaveValue(`@${other.username} `)
  await reply.press('Enter')
  await expect(page.getByText('Comment cannot be empty'), 'a name alone says nothing').toBeVisible()
  await reply.press('End')
  await reply.pressSequentially('sweet ones')
  await reply.press('Enter')
  await expect(row(page, 'sweet ones')).toHaveAttribute('data-level', '2')
  await expect(row(page, 'sweet ones'), 'the line has gone, and the focus is on the reply').toBeFocused()
  await expect(row(page, 'Apple trees').getByRole('button', { name: /^More about/ })).toHaveCount(1)
  await expect(page.getByRole('button', { name: '3 comments' })).toBeVisible()
  const { comments } = await me.call(listGroupComments, at)
  expect(comments.find(({ content }) => content.includes('sweet'))?.parentCommentId).toBe(
    comments[0]!.comment_id,
  )
})

// covers CIV-GROUPCOMMENTS-06 CIV-GROUPCOMMENTS-08 CIV-GROUPCOMMENTS-11 CIV-GROUPCOMMENTS-12 CIV-GROUPCOMMENTS-13
test('a member deletes only their own comments: with replies a tombstone stays that takes no more replies', async ({
  page,
  world,
}) => {
  const { me, other, at, open } = await openComments(page, world, 'delete', ['Not mine'])
  const responded = (await me.call(createGroupComment, { ...at, content: 'Mine, answered' })).comment
  await other.call(createGroupComment, {
    ...at,
    content: 'So it is',
    parent_comment_id: responded.comment_id,
  })
  await me.call(createGroupComment, { ...at, content: 'Mine, alone' })
  await page.reload()
  await open()
  await expect(row(page, 'Not mine').getByRole('button', { name: 'Delete' })).toHaveCount(0)
  for (const words of ['Mine, answered', 'Mine, alone']) {
    await row(page, words).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
    await expect(row(page, words)).toHaveCount(0)
    await expect(
      page.getByRole('listitem').filter({ has: page.getByRole('article') }),
      'the button has gone',
    ).toBeFocused()
  }
  const gone = row(page, '[Comment deleted by user]')
  await expect(gone).toBeVisible()
  await expect(gone.getByRole('button')).toHaveCount(0)
  await expect(row(page, 'So it is')).toBeVisible()
})

// covers CIV-GROUPCOMMENTS-15 CIV-GROUPCOMMENTS-16 CIV-GROUPCOMMENTS-17
test('comments that fail to load, post or be deleted say so, and typed text stays', async ({
  page,
  world,
}) => {
  const { me, at, open } = await openComments(page, world, 'fail')
  await me.call(createGroupComment, { ...at, content: 'Cannot be lost' })
  await page.reload()
  await page.route(commentsCall, failWithoutWords)
  await open()
  await expect(page.getByText('Failed to load comments')).toBeVisible()
  await page.unroute(commentsCall)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(row(page, 'Cannot be lost')).toBeVisible()

  await page.route(commentsCall, failWith('Comments are closed', 403))
  await line(page).fill('A long thought')
  await line(page).press('Enter')
  await expect(
    page
      .locator('form')
      .filter({ has: line(page) })
      .getByRole('alert'),
  ).toHaveText('Failed to post comment: Comments are closed')
  await expect(line(page)).toHaveValue('A long thought')
  await expect(page.getByRole('button', { name: 'Dismiss' }), 'no toast').toHaveCount(0)
  await page.route(/\/comments\/[0-9a-f-]+$/, failWith('Not today'))
  await row(page, 'Cannot be lost').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'delete' })).toContainText(
    'Failed to delete comment: Not today',
  )
  await expect(row(page, 'Cannot be lost')).toBeVisible()
})

// covers CIV-GROUPCOMMENTS-10
test('a comment of more than 500 characters is refused in its field and stays there', async ({
  page,
  world,
}) => {
  await openComments(page, world, 'long')
  await expect(line(page), 'no counter that is not there').not.toHaveAttribute('aria-describedby')
  await line(page).fill('x'.repeat(501))
  await expect(line(page)).toHaveAccessibleDescription('-1 characters left')
  await expect(page.getByText('-1 characters left')).toBeVisible()
  await line(page).press('Enter')
  await expect(page.getByText('Comment must be at most 500 characters')).toBeVisible()
  await line(page).fill('x'.repeat(500))
  await line(page).press('Enter')
  await expect(row(page, 'x'.repeat(500))).toBeVisible()
})

test('a reply being written is open again in its thread after an expired session', async ({
  page,
  world,
}) => {
  const { me, other } = await openComments(page, world, 'kept', ['Apple trees'])
  await givePassword(world, me)
  await row(page, 'Apple trees').getByRole('button', { name: 'Reply' }).click()
  const reply = page.getByRole('textbox', { name: /^Reply to/ })
  await reply.press('End')
  await reply.pressSequentially('half a thought')
  const hash = createHash('sha256')
    .update(me.token ?? '')
    .digest()
  await world.pool`delete from sessions where token_hash = ${hash}`
  // The server may accept a token for a second after its session has ended.
  await expect.poll(() => me.refusal(listOwnStances, {})).toBe('session_expired')
  await reply.press('Enter')
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').fill(me.email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()

  await expect(reply).toHaveValue(`@${other.username} half a thought`)
  await expect(reply, 'it takes the focus from nothing').not.toBeFocused()
  await reply.press('Enter')
  await expect(row(page, 'half a thought')).toHaveAttribute('data-level', '2')
  await expect(reply).toHaveCount(0)
})
