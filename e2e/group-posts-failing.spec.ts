import { createGroupPost, listGroupPosts } from '#contract/groups.ts'
import {
  box,
  canPostCall,
  failWith,
  failWithoutMessage,
  holdBack,
  openGroup,
  post,
  postsCall,
} from './groupSteps.ts'
import { expect, test } from './support/product.ts'

// covers CIV-GROUPPOSTS-46 CIV-GROUPPOSTS-47
test('when the permission to post cannot be checked, a member reads one message for a server error and another for a network error', async ({
  page,
  app,
}) => {
  await openGroup(page, app, 'unsure')
  await page.route(canPostCall, failWithoutMessage)
  await page.reload()
  await expect(page.getByText('Unable to verify posting permissions.', { exact: true })).toBeVisible()
  await page.unroute(canPostCall)
  await page.route(canPostCall, (route) => route.abort())
  await page.reload()
  await expect(page.getByText('Unable to verify posting permissions at this time.')).toBeVisible()
})

// covers CIV-GROUPPOSTS-46
test('a resident keeps the composer when a later check of the permission to post fails', async ({
  page,
  app,
}) => {
  await page.clock.install()
  const { id } = await openGroup(page, app, 'sure')
  await expect(box(page)).toBeVisible()
  await page.getByRole('link', { name: / home$/ }).click()
  await expect(page).toHaveURL('/feed')
  await page.clock.fastForward(60_000)
  await page.route(canPostCall, failWith('Not now', 403))
  const checked = page.waitForResponse(canPostCall)
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(id))
  await (await checked).finished()
  await page.clock.runFor(1_000)
  await expect(page.getByText('Cannot Post in This Group')).toHaveCount(0)
  await expect(box(page)).toBeVisible()
})

// covers CIV-GROUPPOSTS-41
test('a post that is refused says why, and its text stays, even after a reload', async ({ page, app }) => {
  await openGroup(page, app, 'refused')
  await page.route(postsCall, (route) =>
    route.request().method() === 'POST'
      ? failWith('The group is closed today', 403)(route)
      : route.fallback(),
  )
  await box(page).fill('What I have thought about for an hour')
  await page.getByRole('button', { name: 'POST', exact: true }).click()
  await expect(
    page
      .locator('form')
      .filter({ has: box(page) })
      .getByRole('alert'),
  ).toHaveText('Failed to create post: The group is closed today')
  await expect(page.getByRole('button', { name: 'Dismiss' }), 'no toast').toHaveCount(0)
  await expect(box(page)).toHaveValue('What I have thought about for an hour')
  await page.reload()
  await expect(box(page)).toHaveValue('What I have thought about for an hour')
})

test('a post whose response is lost exists once', async ({ page, app }) => {
  const { person, id } = await openGroup(page, app, 'lost')
  let lostResponses = 0
  await page.route(postsCall, async (route) => {
    if (route.request().method() !== 'POST' || lostResponses > 0) return route.fallback()
    lostResponses += 1
    await route.fetch()
    return route.abort()
  })
  await box(page).fill('Said once')
  await page.getByRole('button', { name: 'POST', exact: true }).click()
  await expect(post(page, 'Said once')).toBeVisible()
  expect((await person.call(listGroupPosts, { id })).posts.map(({ content }) => content)).toEqual([
    'Said once',
  ])
})

test('a post or like whose responses are all lost is still the same action when it is sent again', async ({
  page,
  app,
}) => {
  const { person, id } = await openGroup(page, app, 'unheard')
  await person.call(createGroupPost, { id, content: 'Like me' })
  await page.reload()
  const keys = new Map<string, string[]>()
  await page.route(/\/(posts|like)$/, async (route) => {
    const request = route.request()
    if (request.method() !== 'POST') return route.fallback()
    const kind = request.url().endsWith('/like') ? 'like' : 'post'
    const sent = [...(keys.get(kind) ?? []), (await request.headerValue('idempotency-key')) ?? 'none']
    keys.set(kind, sent)
    if (sent.length > 2) return route.continue()
    await route.fetch()
    return route.abort()
  })
  const button = page.getByRole('button', { name: 'POST', exact: true })
  await box(page).fill('Said with a bad network')
  await button.click()
  await expect(page.getByRole('alert')).toContainText('Failed to create post: Network error')
  await button.click()
  await expect(post(page, 'Said with a bad network')).toHaveCount(1)
  await expect(box(page)).toHaveValue('')
  const { posts } = await person.call(listGroupPosts, { id })
  expect(posts.map(({ content }) => content)).toEqual(['Said with a bad network', 'Like me'])

  const like = post(page, 'Like me').getByRole('button', { name: /^Like/ })
  const logged = page.waitForEvent('console', (line) => line.text().includes('The like failed'))
  await like.click()
  await logged
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(like).toHaveAccessibleName('Like, 1')
  for (const [kind, sent] of keys) expect([kind, sent.length, new Set(sent).size]).toEqual([kind, 3, 1])
})

test('a member who switches tabs while a post is being sent does not find its text in the box again', async ({
  page,
  app,
}) => {
  await openGroup(page, app, 'turned')
  const release = await holdBack(page, postsCall, 'POST')
  await box(page).fill('Sent and left')
  await page.getByRole('button', { name: 'POST', exact: true }).click()
  await page.getByRole('tab', { name: 'About' }).click()
  const postResponse = page.waitForResponse((response) => response.request().method() === 'POST')
  release()
  await postResponse
  await page.getByRole('tab', { name: 'Feed' }).click()
  await expect(post(page, 'Sent and left')).toBeVisible()
  await expect(box(page)).toHaveValue('')
})

// covers CIV-GROUPPOSTS-42 CIV-GROUPPOSTS-43
test('after posts fail to load again, Try Again loads the new ones', async ({ page, app }) => {
  await page.clock.install()
  const { person, id } = await openGroup(page, app, 'again')
  await expect(page.getByText('No posts yet')).toBeVisible()
  await page.getByRole('link', { name: / home$/ }).click()
  await expect(page).toHaveURL('/feed')
  await page.clock.fastForward(60_000)
  await page.route(postsCall, failWith('The posts are down', 403))
  await page.goBack()
  await expect(page.getByText('The posts are down')).toBeVisible()
  await page.unroute(postsCall)
  await person.call(createGroupPost, { id, content: 'Written in between' })
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(post(page, 'Written in between')).toBeVisible()
})

// covers CIV-GROUPPOSTS-42 CIV-GROUPPOSTS-43 CIV-GROUPPOSTS-44
test('posts that fail to load say so, and Try Again loads them', async ({ page, app }) => {
  const { person, id } = await openGroup(page, app, 'retry')
  await person.call(createGroupPost, { id, content: 'Here all along' })
  await page.route(postsCall, failWith('The posts are down'))
  await page.reload()
  await expect(page.getByText('The posts are down')).toBeVisible()
  await page.unroute(postsCall)
  await page.route(postsCall, failWithoutMessage)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Failed to load posts')).toBeVisible()
  await page.unroute(postsCall)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(post(page, 'Here all along')).toBeVisible()
})
