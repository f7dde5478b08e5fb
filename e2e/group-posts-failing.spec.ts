import { createGroupPost, listGroupPosts } from '../contract/groups.ts'
import { box, canPostCall, failWith, failWithoutWords, openGroup, post, postsCall } from './groupSteps.ts'
import { expect, test } from './support/product.ts'

// covers CIV-GROUPPOSTS-46 CIV-GROUPPOSTS-47
test('a permission that cannot be checked says so in two ways', async ({ page, world }) => {
  await openGroup(page, world, 'unsure')
  await page.route(canPostCall, failWithoutWords)
  await page.reload()
  await expect(page.getByText('Unable to verify posting permissions.', { exact: true })).toBeVisible()
  await page.unroute(canPostCall)
  await page.route(canPostCall, (route) => route.abort())
  await page.reload()
  await expect(page.getByText('Unable to verify posting permissions at this time.')).toBeVisible()
})

// covers CIV-GROUPPOSTS-41
test('a post that is refused says why, and the words stay, also over a reload', async ({ page, world }) => {
  const { id } = await openGroup(page, world, 'refused')
  await page.route(postsCall, (route) =>
    route.request().method() === 'POST'
      ? failWith('The group is closed today', 403)(route)
      : route.fallback(),
  )
  await box(page).fill('What I have thought about for an hour')
  await page.getByRole('button', { name: 'POST', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to create post: The group is closed today')
  await expect(box(page)).toHaveValue('What I have thought about for an hour')
  await page.reload()
  await expect(box(page)).toHaveValue('What I have thought about for an hour')
  await page.goto(`/groups/${id}?tab=about`)
})

test('a post whose answer is lost on the way is there once', async ({ page, world }) => {
  const { person, id } = await openGroup(page, world, 'lost')
  let dropped = 0
  await page.route(postsCall, async (route) => {
    if (route.request().method() !== 'POST' || dropped > 0) return route.fallback()
    dropped += 1
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

// covers CIV-GROUPPOSTS-42 CIV-GROUPPOSTS-43 CIV-GROUPPOSTS-44
test('posts that do not load say so, and Try Again loads them', async ({ page, world }) => {
  const { person, id } = await openGroup(page, world, 'retry')
  await person.call(createGroupPost, { id, content: 'Here all along' })
  await page.route(postsCall, failWith('The posts are resting'))
  await page.reload()
  await expect(page.getByText('The posts are resting')).toBeVisible()
  await page.unroute(postsCall)
  await page.route(postsCall, failWithoutWords)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Failed to load posts')).toBeVisible()
  await page.unroute(postsCall)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(post(page, 'Here all along')).toBeVisible()
})
