import { createGroupPost, followGroup, getGroup } from '#contract/groups.ts'
import { failWithoutMessage, holdBack, uniquePlace } from './groupSteps.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'

const groupCall = /\/api\/groups\/[0-9a-f-]{36}$/

// covers CIV-GROUPDETAIL-01 CIV-GROUPDETAIL-02 CIV-GROUPDETAIL-03 CIV-GROUPDETAIL-04 CIV-GROUPDETAIL-05
// covers CIV-GROUPDETAIL-06 CIV-GROUPDETAIL-10 CIV-GROUPS-28 CIV-GROUPS-30
test('a group shows its description and follower count, and following raises the count at once', async ({
  page,
  app,
}) => {
  const place = uniquePlace('detail')
  const ana = await app.resident(uniqueName('ana'), place.division)
  const ben = await app.member(uniqueName('ben'), { address: '2 Other Street' })
  const id = await app.groupOf(place.division)
  await ben.call(followGroup, { id })
  await signIn(page, ana)
  let release = await holdBack(page, groupCall)
  await page.goto(`/groups/${id}`)
  await expect(page.getByText('Loading group...')).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1, name: place.name })).toBeVisible()
  await expect(page.getByText('LOCAL', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Residents of/)).toBeVisible()
  // The members are the resident and the follower, as in the box beside the feed.
  await expect(page.getByTitle('People who live here or follow this group')).toHaveText('2 members')
  await expect(page.getByRole('complementary', { name: 'Who is here' }).locator('dd')).toHaveText([
    '0',
    '0',
    '2',
  ])
  await expect(page.getByTitle('followers')).toHaveText('1 follower')

  release = await holdBack(page, /\/follow$/, 'POST')
  await page.getByRole('button', { name: `Follow ${place.name}` }).click()
  await expect(page.getByTitle('followers')).toHaveText('2 followers')
  const followed = page.waitForResponse(/\/follow$/)
  release()
  await followed
  const following = page.getByRole('button', { name: `Following ${place.name}` })
  await expect(following).toBeVisible()
  release = await holdBack(page, /\/follow$/, 'DELETE')
  await following.click()
  await expect(page.getByTitle('followers')).toHaveText('1 follower')
  release()
  await expect.poll(async () => (await ana.call(getGroup, { id })).group.isFollowing).toBe(false)
  await page.getByRole('link', { name: 'Back to Groups' }).click()
  await expect(page).toHaveURL('/groups')
})

// covers CIV-ROUTES-03 CIV-ROUTES-04 CIV-GROUPDETAIL-07 CIV-GROUPDETAIL-08 CIV-GROUPDETAIL-09 CIV-GROUPDETAIL-14
test('the open tab is in the URL, and Back goes through the tabs', async ({ page, app }) => {
  const place = uniquePlace('tabbed')
  await signIn(page, await app.resident(uniqueName('tab'), place.division))
  const id = await app.groupOf(place.division)
  await page.goto(`/groups/${id}`)
  const tab = (name: string) => page.getByRole('tab', { name })
  for (const name of ['Feed', 'About', 'Members', 'Documents']) await expect(tab(name)).toBeVisible()
  await expect(tab('Feed')).toHaveAttribute('aria-selected', 'true')
  await tab('About').click()
  await expect(page).toHaveURL(`/groups/${id}?tab=about`)
  await expect(page.getByText('Group information and details coming soon...')).toBeVisible()
  await tab('Documents').click()
  await expect(page.getByText('Document sharing coming soon...')).toBeVisible()
  await tab('Members').click()
  await expect(page).toHaveURL(`/groups/${id}?tab=members`)
  await page.goBack()
  await expect(page).toHaveURL(`/groups/${id}?tab=documents`)
  await expect(tab('Documents')).toHaveAttribute('aria-selected', 'true')
})

// covers CIV-GROUPDETAIL-11 CIV-GROUPDETAIL-12 CIV-GROUPDETAIL-13
test('a group that does not exist or fails to load says so and leads back', async ({ page, app }) => {
  const place = uniquePlace('missing')
  await signIn(page, await app.resident(uniqueName('mia'), place.division))
  await page.goto('/groups/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Error Loading Group' })).toBeVisible()
  await expect(page.getByText('Group not found')).toBeVisible()
  await page.getByRole('alert').locator('..').getByRole('link', { name: 'Back to Groups' }).click()
  await expect(page).toHaveURL('/groups')

  await page.route(groupCall, failWithoutMessage)
  await page.goto(`/groups/${await app.groupOf(place.division)}`)
  await expect(page.getByText('Failed to load group', { exact: true })).toBeVisible()
})

// covers CIV-GROUPPOSTS-37 CIV-GROUPPOSTS-38 CIV-GROUPPOSTS-39 CIV-GROUPPOSTS-40 CIV-GROUPCOMMENTS-14
test('a visitor reads posts and comments, and is asked to sign in to take part', async ({ page, app }) => {
  const place = uniquePlace('open')
  const ana = await app.resident(uniqueName('ana'), place.division)
  const id = await app.groupOf(place.division)
  await ana.call(createGroupPost, { id, content: `The pool opens in June. Thanks, @${ana.username}` })
  // Only members may look up names. A refusal would close the open pages to the visitor.
  const lookups: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/mentions')) lookups.push(request.url())
  })
  await page.goto(`/groups/${id}?tab=feed`)
  const post = page.getByRole('article')
  await expect(post).toContainText('The pool opens in June.')
  await expect(page.getByRole('heading', { name: 'Sign In to Participate' })).toBeVisible()
  await expect(page.getByText('Sign in to post in this group.')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(post.getByRole('button', { name: 'Like, 0' })).toBeDisabled()
  await post.getByRole('button', { name: '0 comments' }).click()
  await expect(post.getByText('No comments yet.')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)

  await page.getByRole('tab', { name: 'Members' }).click()
  await expect(page.getByText('Sign in to see members')).toBeVisible()
  expect(lookups).toEqual([])
  await page.getByRole('tab', { name: 'Feed' }).click()
  await page.getByRole('link', { name: 'SIGN IN', exact: true }).click()
  await expect(page).toHaveURL('/login')
})
