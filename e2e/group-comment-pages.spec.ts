import { createGroupComment, createGroupPost } from '#contract/groups.ts'
import { uniquePlace } from './groupSteps.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

// covers CIV-GROUPCOMMENTS-01 CIV-GROUPCOMMENTS-05
test('of 45 threads on a post, twenty are shown, then twenty more, and a long thread opens in parts', async ({
  page,
  app,
}) => {
  // Four screenshots of a long page take long.
  test.slow()
  const place = uniquePlace('crowd')
  const me = await app.resident(uniqueName('me'), place.division)
  const official = await app.resident(uniqueName('mayor'), place.division, {
    full_name: 'Maria Elena Lopez',
    member_type: 'elected_official',
  })
  const id = await app.groupOf(place.division)
  const { post_id } = (await official.call(createGroupPost, { id, content: 'What shall we plant?' })).post
  const first = (await official.call(createGroupComment, { id, post_id, content: 'An oak' })).comment
  await app.pool`
    insert into group_comments (post_id, group_id, user_id, parent_comment_id, depth, content)
    select ${post_id}, ${id}, ${me.user_id}, ${first.comment_id}, 2, 'Reply ' || n from generate_series(1, 30) n`
  await app.pool`
    insert into group_comments (post_id, group_id, user_id, depth, content, created_at)
    select ${post_id}, ${id}, ${me.user_id}, 1, 'Thread ' || n, now() + n * interval '1 second'
      from generate_series(2, 45) n`
  await app.pool`update group_posts set comment_count = 75 where post_id = ${post_id}`
  const comments = page.locator('[data-comment]')

  await page.goto(`/groups/${id}`)
  await page.getByRole('button', { name: '75 comments' }).click()
  await expect(comments).toHaveCount(40)
  const oak = page.getByRole('listitem').filter({ hasText: 'An oak' }).filter({ hasNotText: 'What shall' })
  await expect(oak.getByText('Maria L.')).toBeVisible()
  await expect(oak.getByText('Elected official')).toBeVisible()
  await expect(page.getByText('Lopez')).toHaveCount(0)
  await expect(oak.getByRole('button')).toHaveCount(0)

  await signIn(page, me)
  await page.goto(`/groups/${id}`)
  await page.getByRole('button', { name: '75 comments' }).click()
  await expect(oak.getByRole('link', { name: 'Maria Elena Lopez' })).toBeVisible()
  await takeScreenshots(page, 'group-comments-many')
  await page.getByRole('button', { name: 'Show 10 more replies' }).click()
  await expect(comments).toHaveCount(50)
  await expect(comments.nth(21)).toBeFocused()
  await page.getByRole('button', { name: 'Show 20 more threads' }).click()
  await expect(comments).toHaveCount(70)
  await expect(comments.nth(50)).toBeFocused()

  // The member's new comment belongs at the end of the list, which is not loaded. It appears above the list
  // immediately.
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('I am the last')
  await page.keyboard.press('Enter')
  const own = page.getByRole('list', { name: 'Shown first' }).getByRole('listitem')
  await expect(own).toContainText('I am the last')
  await expect(own).toHaveAttribute('data-comment', /^[0-9a-f-]{36}$/)
  await expect(page.getByRole('button', { name: '76 comments' })).toBeVisible()
})
