import type { Page } from '@playwright/test'
import { createGroupComment, createGroupPost, listGroupPosts } from '#contract/groups.ts'
import type { Person, TestServer } from '#server/testing/testServer.ts'
import {
  box,
  canPostCall,
  failWith,
  holdBack,
  openGroup,
  post,
  postsCall,
  uniquePlace,
} from './groupSteps.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

// covers CIV-GROUPPOSTS-01 CIV-GROUPPOSTS-02 CIV-GROUPPOSTS-14 CIV-GROUPPOSTS-15 CIV-GROUPPOSTS-16 CIV-GROUPPOSTS-20
// covers CIV-GROUPPOSTS-21 CIV-GROUPPOSTS-25 CIV-GROUPPOSTS-27 CIV-GROUPPOSTS-28 CIV-GROUPPOSTS-29
test("a resident's post is counted, sent trimmed and shown above pinned ones, and the box is empty again", async ({
  page,
  app,
}) => {
  const { person, id } = await openGroup(page, app, 'writer')
  const pinned = await person.call(createGroupPost, { id, content: 'House rules' })
  await app.pool`update group_posts set is_pinned = true where post_id = ${pinned.post.post_id}`
  await page.reload()
  await expect(box(page)).toHaveAttribute('rows', '4')
  const button = page.getByRole('button', { name: 'POST', exact: true })
  await expect(button).toBeDisabled()
  await box(page).fill('   ')
  await expect(button).toBeDisabled()
  await box(page).fill('Hello')
  await expect(page.getByText('5/5000 characters')).toBeVisible()
  await box(page).fill('  Who can help to plant trees?  ')
  const release = await holdBack(page, postsCall, 'POST')
  const sent = page.waitForRequest((request) => request.method() === 'POST' && postsCall.test(request.url()))
  await button.click()
  await expect(page.getByRole('button', { name: 'POSTING' })).toBeDisabled()
  expect((await sent).postDataJSON()).toEqual({ content: 'Who can help to plant trees?' })
  release()
  await expect(page.getByRole('article').first()).toContainText('Who can help to plant trees?')
  await expect(page.getByRole('article').nth(1)).toContainText('House rules')
  await expect(box(page)).toHaveValue('')
  await page.reload()
  await expect(page.getByRole('article').first()).toContainText('House rules')
})

// covers CIV-GROUPPOSTS-04 CIV-GROUPPOSTS-05 CIV-GROUPPOSTS-06 CIV-GROUPPOSTS-07 CIV-GROUPPOSTS-08 CIV-GROUPPOSTS-09
// covers CIV-GROUPPOSTS-10 CIV-GROUPPOSTS-11 CIV-GROUPPOSTS-12 CIV-GROUPPOSTS-13 CIV-GROUPPOSTS-03
test('a post shows its author with ring and badge, its date, its likes and its comments', async ({
  page,
  app,
}) => {
  const details = { full_name: 'Rosa Delgado', email_verified_at: '2026-01-01T00:00:00Z' }
  const { person, id } = await openGroup(page, app, 'rosa', details)
  const { post: first } = await person.call(createGroupPost, { id, content: 'Bulk waste is on Tuesday.' })
  await person.call(createGroupComment, { id, post_id: first.post_id, content: 'Not on holidays.' })
  await app.pool`
    update group_posts set is_pinned = true, created_at = now() - interval '2 days' - interval '1 minute'
     where post_id = ${first.post_id}`
  await app.pool`update users set profile_picture_url = '/uploads/gone.webp' where user_id = ${person.user_id}`
  await page.reload()
  const shown = post(page, 'Bulk waste is on Tuesday.')
  await expect(shown.getByText('Pinned')).toBeVisible()
  await expect(shown.getByRole('img', { name: 'New engagement level' }).first()).toBeVisible()
  // The file of the portrait no longer exists, so the initials are shown.
  await expect(shown.getByText('RD').first()).toBeVisible()
  await expect(shown.getByRole('link', { name: 'Rosa Delgado' }).first()).toBeVisible()
  await expect(shown.getByText(`@${person.username} · 2d ago`)).toBeVisible()
  await expect(shown.getByRole('img', { name: 'Email verified' }).first()).toBeVisible()
  await expect(shown.getByRole('button', { name: 'Like, 0' })).toBeVisible()
  const comments = shown.getByRole('button', { name: '1 comment' })
  await comments.click()
  await expect(shown.getByText('Not on holidays.')).toBeVisible()
  await comments.click()
  await expect(shown.getByText('Not on holidays.')).toHaveCount(0)
})

// covers CIV-GROUPPOSTS-18 CIV-GROUPPOSTS-19 CIV-GROUPPOSTS-45
test("a like shows the count of the server's response, and a failed like is only logged", async ({
  page,
  app,
}) => {
  const { person, id } = await openGroup(page, app, 'liked')
  const author = await app.resident(uniqueName('author'), uniquePlace('liked').division)
  await person.call(createGroupPost, { id, content: 'A new crossing on Elm.' })
  await page.reload()
  const like = post(page, 'A new crossing on Elm.').getByRole('button', { name: /^Like/ })
  const { posts } = await person.call(listGroupPosts, { id })
  // Another member has liked it since the page was loaded.
  await author.send('POST', `/api/groups/${id}/posts/${posts[0]!.post_id}/like`)
  await like.click()
  await expect(like).toHaveAccessibleName('Like, 2')
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await like.click()
  await expect(like).toHaveAccessibleName('Like, 1')
  await expect(like).toHaveAttribute('aria-pressed', 'false')

  await page.route(/\/like$/, failWith('No'))
  const logged = page.waitForEvent('console', (line) => line.text().includes('The like failed'))
  await like.click()
  await logged
  await expect(like).toHaveAccessibleName('Like, 1')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

// covers CIV-GROUPPOSTS-22 CIV-GROUPPOSTS-24 CIV-GROUPPOSTS-33 CIV-GROUPPOSTS-34 CIV-GROUPPOSTS-35 CIV-GROUPPOSTS-36
test('a member without an address reads why they cannot post, and where to add an address', async ({
  page,
  app,
}) => {
  const { id } = await openGroup(page, app, 'closed')
  const stranger = await app.member(uniqueName('stranger'))
  const release = await holdBack(page, canPostCall)
  await signIn(page, stranger)
  await page.goto(`/groups/${id}`)
  await expect(page.getByText('Checking posting permissions...')).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'Cannot Post in This Group' })).toBeVisible()
  await expect(page.getByText("Only residents within this group's jurisdiction can post here.")).toBeVisible()
  await expect(
    page.getByText(
      'You can still view posts and like content, but posting is restricted to group jurisdiction members.',
    ),
  ).toBeVisible()
  await expect(box(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Add your address in Settings' }).click()
  await expect(page).toHaveURL('/settings?section=location')
})

test('when an author deletes a post, it leaves a tombstone if it has comments, and otherwise disappears', async ({
  page,
  app,
}) => {
  const { person, id } = await openGroup(page, app, 'gone')
  await person.call(createGroupPost, { id, content: 'Nobody answered this' })
  const { post: answered } = await person.call(createGroupPost, { id, content: 'Somebody answered this' })
  await person.call(createGroupComment, { id, post_id: answered.post_id, content: 'I did' })
  await page.reload()
  for (const text of ['Nobody answered this', 'Somebody answered this']) {
    await post(page, text).getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Delete post' }).click()
    await expect(post(page, text)).toHaveCount(0)
    await expect(
      page.getByRole('main'),
      'the main part takes the focus, because the Delete button is gone',
    ).toBeFocused()
  }
  await expect(page.getByText('[Post deleted by user]')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('more than twenty posts load page by page', async ({ page, app }) => {
  const { person, id } = await openGroup(page, app, 'many')
  await app.pool`
    insert into group_posts (group_id, user_id, content, created_at)
    select ${id}, ${person.user_id}, 'Post number ' || n, now() - make_interval(mins => n)
      from generate_series(1, 25) n`
  await app.pool`
    update groups set post_count = post_count + 25, live_post_count = live_post_count + 25
     where group_id = ${id}`
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(20)
  // A post is deleted before the next page is loaded, which moves the others up. No post may be skipped.
  await post(page, 'Post number 19').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete post' }).click()
  await expect(page.getByRole('article')).toHaveCount(19)
  await page.getByRole('button', { name: 'Show 20 more posts' }).click()
  await expect(page.getByRole('article')).toHaveCount(24)
  await expect(page.getByRole('listitem').filter({ hasText: 'Post number 21' })).toBeFocused()
})

/** Opens a group in which members of every kind have posted and commented, and in which one comment is deleted. */
async function openLivelyGroup(page: Page, app: TestServer): Promise<{ id: string; me: Person }> {
  const { place, person, id } = await openGroup(page, app, 'lively', { full_name: 'Maya Okafor' })
  const verified = { email_verified_at: '2026-01-01T00:00:00Z' }
  const official = await app.resident(uniqueName('velez'), place.division, {
    ...verified,
    full_name: 'Adriana Velez',
    member_type: 'elected_official',
  })
  const leader = await app.resident(uniqueName('osei'), place.division, {
    ...verified,
    full_name: 'Samuel Osei',
    member_type: 'community_leader',
  })
  const neighbor = await app.resident(uniqueName('park'), place.division, { full_name: 'June Park' })
  await neighbor.call(createGroupPost, {
    id,
    content:
      'First time at a community board meeting last night. They meet every second Tuesday, and the agenda goes up the Friday before.',
  })
  await leader.call(createGroupPost, {
    id,
    content:
      'Our hotline gets a third fewer calls about broker fees. If you were charged one, keep the receipt and write to us.',
  })
  const { post: hearing } = await official.call(createGroupPost, {
    id,
    content:
      'The committee on transportation hears the bill about daylight at crossings on Thursday at 10. You can speak in person or by video.',
  })
  const keys = { id, post_id: hearing.post_id }
  const { comment } = await neighbor.call(createGroupComment, {
    ...keys,
    content: 'Will there be interpretation?',
  })
  const reply = {
    ...keys,
    parent_comment_id: comment.comment_id,
    content: `@${neighbor.username} Yes, write to the clerk.`,
  }
  const { comment: yes } = await official.call(createGroupComment, reply)
  await person.call(createGroupComment, {
    ...keys,
    parent_comment_id: yes.comment_id,
    content: 'Thank you both.',
  })
  const { comment: deleted } = await leader.call(createGroupComment, {
    ...keys,
    content: 'I take this back.',
  })
  await person.call(createGroupComment, { ...keys, parent_comment_id: deleted.comment_id, content: 'Why?' })
  await leader.send('DELETE', `/api/groups/${id}/posts/${hearing.post_id}/comments/${deleted.comment_id}`)
  await app.pool`update group_posts set is_pinned = true where post_id = ${hearing.post_id}`
  await page.reload()
  return { id, me: person }
}

test('the feed of a group looks right in screenshots at each width and in both themes', async ({
  page,
  app,
}) => {
  await openLivelyGroup(page, app)
  await post(page, 'The committee on transportation').getByRole('button', { name: '4 comments' }).click()
  await expect(page.getByText('Thank you both.')).toBeVisible()
  await box(page).fill('Does anyone have the list of crossings planned for next year?')
  await takeScreenshots(page, 'group-feed')
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sign In to Participate' })).toBeVisible()
  await takeScreenshots(page, 'group-feed-visitor', { fullPage: false })
})

test('a member can report posts and comments of others, but not their own', async ({ page, app }) => {
  const { place, person, id } = await openGroup(page, app, 'report')
  const other = await app.resident(uniqueName('loud'), place.division)
  await person.call(createGroupPost, { id, content: 'My own words' })
  const { post: loud } = await other.call(createGroupPost, { id, content: 'Buy my watches' })
  const keys = { id, post_id: loud.post_id }
  const { comment } = await other.call(createGroupComment, { ...keys, content: 'Cheap watches' })
  await person.call(createGroupComment, { ...keys, content: 'My own answer' })
  await page.reload()
  const more = /^More about/
  await expect(post(page, 'My own words')).toBeVisible()
  await expect(post(page, 'My own words').getByRole('button', { name: more })).toHaveCount(0)
  const spam = post(page, 'Buy my watches')
  await spam.getByRole('button', { name: '2 comments' }).click()
  const own = spam.getByRole('listitem').filter({ hasText: 'My own answer' })
  await expect(own).toBeVisible()
  await expect(own.getByRole('button', { name: more })).toHaveCount(0)
  const targets = [
    { what: 'post', button: spam.getByRole('button', { name: more }).first() },
    { what: 'comment', button: spam.getByRole('listitem').getByRole('button', { name: more }) },
  ]
  for (const { what, button } of targets) {
    await button.click()
    await page.getByRole('menuitem', { name: `Report ${what}` }).click()
    const dialog = page.getByRole('dialog', { name: `Report ${what}` })
    await dialog.getByLabel('Spam or advertising').check()
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByText('Your report was sent to the moderators.')).toBeVisible()
    await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click()
  }
  const reports = await app.pool<{ target_id: string }[]>`select target_id from reports order by created_at`
  expect(reports.map(({ target_id }) => target_id)).toEqual(
    expect.arrayContaining([loud.post_id, comment.comment_id]),
  )
})

test('a member opens a group, likes, replies and posts with the keyboard alone', async ({ page, app }) => {
  const { place, person, id } = await openGroup(page, app, 'keys')
  await person.call(createGroupPost, { id, content: 'Reachable by keys' })
  await page.goto('/groups')
  await page.getByRole('link', { name: place.name }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: place.name })).toBeVisible()
  const like = post(page, 'Reachable by keys').getByRole('button', { name: /^Like/ })
  await like.focus()
  await page.keyboard.press('Space')
  await expect(like).toHaveAccessibleName('Like, 1')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const line = page.getByRole('textbox', { name: 'Add a comment' })
  await line.focus()
  await page.keyboard.type('Typed')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Typed' }).last()).toBeVisible()
  await box(page).focus()
  await page.keyboard.type('Posted by keys')
  await page.keyboard.press('Control+Enter')
  await expect(post(page, 'Posted by keys')).toBeVisible()
})
