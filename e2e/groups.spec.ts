import type { Page } from '@playwright/test'
import { createGroupPost, followGroup, unfollowGroup } from '#contract/groups.ts'
import { passEarlierRequests } from './billSteps.ts'
import { failWith, failWithoutMessage, groupCard, holdBack, importGroups, uniquePlace } from './groupSteps.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const listCall = /\/api\/groups\?/
const groupCall = /\/api\/groups\/[^/?]+$/

// covers CIV-GROUPS-01 CIV-GROUPS-02 CIV-GROUPS-03 CIV-GROUPS-04 CIV-GROUPS-05 CIV-GROUPS-06 CIV-GROUPS-07
// covers CIV-GROUPS-10 CIV-GROUPS-11 CIV-GROUPS-15 CIV-GROUPS-40
test('groups are listed with their level, filtered by the URL, and counted in the heading', async ({
  page,
  app,
}) => {
  const place = uniquePlace('listed')
  const ana = await app.resident(uniqueName('ana'), place.division)
  await signIn(page, ana)
  const listRequest = page.waitForRequest(listCall)
  await page.goto('/groups')
  expect(new URL((await listRequest).url()).searchParams.get('limit')).toBe('50')

  const all = page.getByRole('button', { name: 'All', exact: true })
  await expect(all).toHaveAttribute('aria-pressed', 'true')
  const cards = page
    .getByRole('list')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
  await expect(groupCard(page, place.name)).toBeVisible()
  await expect(
    page.getByRole('heading', { level: 1, name: `All Groups (${await cards.count()})` }),
  ).toBeVisible()
  const card = groupCard(page, place.name)
  await expect(card).toContainText('LOCAL')
  await expect(card).toContainText(`Residents of ${place.name}, and the people who represent them`)
  await expect(card).toContainText('Updated: No activity yet')

  await page.getByRole('button', { name: 'Federal' }).click()
  await expect(page).toHaveURL('/groups?level=federal')
  await expect(card).toHaveCount(0)
  await expect(groupCard(page, 'United States')).toContainText('FEDERAL')
  await page.reload()
  await expect(groupCard(page, 'United States')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Federal' })).toHaveAttribute('aria-pressed', 'true')
  await all.click()
  await expect(page).toHaveURL('/groups')
  await expect(card).toBeVisible()
})

// covers CIV-GROUPS-12 CIV-GROUPS-13 CIV-GROUPS-14 CIV-GROUPS-36 CIV-GROUPS-37 CIV-GROUPS-38
test('member counts come with the list, and after five minutes those near the screen are fetched again, three at a time', async ({
  page,
  app,
}) => {
  await page.clock.install()
  const place = uniquePlace('counted')
  const ana = await app.resident(uniqueName('counted'), place.division)
  await signIn(page, ana)
  const ids = await importGroups(app, 40, 'state', uniqueName('Batch'))
  // The list contains only these groups.
  await page.route(listCall, async (route) => {
    const response = await (await route.fetch()).json()
    const listed = { ...response.groups[0], section: 'other', member_count: 41, latest_post: null }
    const groups = ids.map((group_id) => ({ ...listed, group_id }))
    await route.fulfill({
      json: { ...response, groups, pagination: { ...response.pagination, has_more: false }, next: null },
    })
  })
  let running = 0
  let maxRunning = 0
  const calls: string[] = []
  await page.route(groupCall, async (route) => {
    const callNumber = calls.push(route.request().url())
    running += 1
    maxRunning = Math.max(maxRunning, running)
    const response = await route.fetch()
    running -= 1
    return callNumber === 2 ? failWithoutMessage(route) : route.fulfill({ response })
  })

  await page.goto('/groups')
  await expect(page.getByRole('heading', { level: 1, name: 'All Groups (40)' })).toBeVisible()
  await expect(page.getByText('Members: 41')).toHaveCount(40)
  await page.clock.fastForward('04:00')
  await passEarlierRequests(page)
  expect(calls).toEqual([])

  await page.clock.fastForward('02:00')
  // The count of the second request is unknown, so its group keeps the old one.
  await expect(page.getByText('Members: 0').first()).toBeVisible()
  await expect.poll(() => running).toBe(0)
  const near = await page.getByText('Members: 0').count()
  expect(maxRunning).toBe(3)
  expect(near).toBeLessThan(35)
  await expect(page.locator(`[data-group-id="${ids[1]}"]`)).toContainText('Members: 41')

  await page.locator(`[data-group-id="${ids[39]}"]`).scrollIntoViewIfNeeded()
  await expect(page.locator(`[data-group-id="${ids[39]}"]`)).toContainText('Members: 0')
  await expect(page.locator(`[data-group-id="${ids[1]}"]`)).toContainText('Members: 41')
  expect(new Set(calls).size, 'no group is requested twice').toBe(calls.length)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

// covers CIV-GROUPS-08 CIV-GROUPS-09 CIV-GROUPS-16 CIV-GROUPS-17 CIV-GROUPS-27 CIV-GROUPS-29 CIV-GROUPS-31
test('following a group shows at once, as text and as a green edge, and is still shown after a reload', async ({
  page,
  app,
}) => {
  const place = uniquePlace('followed')
  await signIn(page, await app.resident(uniqueName('fay'), place.division))
  await page.goto('/groups')
  const card = groupCard(page, place.name)
  const edge = () => card.evaluate((box) => getComputedStyle(box).borderInlineStart)
  const release = await holdBack(page, /\/follow$/, 'POST')
  await card.getByRole('button', { name: `FOLLOW ${place.name}` }).click()
  const following = card.getByRole('button', { name: `FOLLOWING ${place.name}` })
  await expect(following).toBeVisible()
  expect(await edge()).toMatch(/^4px solid rgb\(9, 144, 82\)$/)
  const followResponse = page.waitForResponse(/\/follow$/)
  release()
  expect((await followResponse).status()).toBe(200)
  await page.reload()
  await expect(following).toBeVisible()

  await following.click()
  await expect(card.getByRole('button', { name: `FOLLOW ${place.name}` })).toBeVisible()
  expect(await edge()).not.toContain('4px')
  await card.getByRole('link', { name: place.name }).click()
  await expect(page).toHaveURL(/\/groups\/[0-9a-f-]+\?tab=feed$/)
})

// covers CIV-GROUPS-32 CIV-GROUPS-33 CIV-GROUPS-34 CIV-GROUPS-35
test('a follow that fails is reverted and shows its reason, and a change made in another tab appears', async ({
  page,
  app,
}) => {
  const place = uniquePlace('rolled')
  const roy = await app.resident(uniqueName('roy'), place.division)
  const id = await app.groupOf(place.division)
  await signIn(page, roy)
  await page.goto('/groups')
  const card = groupCard(page, place.name)
  const follow = card.getByRole('button', { name: `FOLLOW ${place.name}` })
  const following = card.getByRole('button', { name: `FOLLOWING ${place.name}` })

  await page.route(/\/follow$/, failWith('The group is being moved'))
  await follow.click()
  await expect(page.getByRole('alert')).toContainText(
    'Failed to update follow status: The group is being moved',
  )
  await expect(follow).toBeVisible()
  await page.unroute(/\/follow$/)
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click()

  await roy.call(followGroup, { id })
  await follow.click()
  await expect(following).toBeVisible()
  await roy.call(unfollowGroup, { id })
  await following.click()
  await expect(follow).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

// covers CIV-GROUPS-18 CIV-GROUPS-19 CIV-GROUPS-20 CIV-GROUPS-21 CIV-GROUPS-22 CIV-GROUPS-23
test('loading, failures and empty results have a message, and Try Again sends the request again', async ({
  page,
  app,
}) => {
  await signIn(page, await app.member(uniqueName('eve')))
  const release = await holdBack(page, listCall)
  await page.goto('/groups')
  await expect(page.getByRole('status').filter({ hasText: 'Loading groups...' })).toBeAttached()
  release()
  await expect(page.getByRole('heading', { level: 1, name: /All Groups \(\d+\)/ })).toBeVisible()

  await page.unroute(listCall)
  await page.route(listCall, failWithoutMessage)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Error Loading Groups' })).toBeVisible()
  await expect(page.getByText('Failed to load groups')).toBeVisible()
  await page.unroute(listCall)
  await page.route(listCall, async (route) => {
    const response = await (await route.fetch()).json()
    await route.fulfill({ json: { ...response, groups: [] } })
  })
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All Groups (0)' })).toBeVisible()
  await expect(page.getByText('No groups found')).toBeVisible()
  await expect(page.getByText('Try adjusting your filter to see more groups.')).toBeVisible()
})

// covers CIV-GROUPS-24 CIV-GROUPS-39
test('a visitor can read groups, and is led to the sign-in where a member would follow', async ({
  page,
  app,
}) => {
  const place = uniquePlace('visited')
  await app.resident(uniqueName('vic'), place.division)
  await page.goto('/groups?level=local')
  const card = groupCard(page, place.name)
  await card.getByRole('link', { name: /^SIGN IN/ }).click()
  await expect(page).toHaveURL('/login')
  const id = await app.groupOf(place.division)
  expect(await app.visitor.refusal(followGroup, { id })).toBe('authentication_required')
})

test('more than fifty groups load page by page, and the first new one gets the focus', async ({
  page,
  app,
}) => {
  const stem = uniqueName('Paged')
  await importGroups(app, 55, 'local', stem)
  await signIn(page, await app.member(uniqueName('pia')))
  await page.goto('/groups?level=local')
  const more = page.getByRole('button', { name: 'Load more' })
  await expect(more).toBeVisible()
  await page.route(listCall, failWith('The list is being written'))
  await more.click()
  await expect(page.getByRole('alert')).toHaveText('The list is being written')
  await page.unroute(listCall)
  await more.click()
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('heading') })
  await expect.poll(() => cards.count()).toBeGreaterThan(50)
  await expect(cards.nth(50).getByRole('link')).toBeFocused()
})

const namesIn = (page: Page, section: string) =>
  page
    .getByRole('region', { name: section, exact: true })
    .getByRole('heading', { level: 3 })
    .allTextContents()

// covers HURD-GROUPS-04
test('groups of the member’s places come first with their latest post, then followed groups, then others by state', async ({
  page,
  app,
}) => {
  const [home, away] = [uniquePlace('home'), uniquePlace('away')]
  const county = `ocd-division/country:us/state:tx/county:${home.city.toLowerCase()}`
  const ana = await app.resident(uniqueName('ana'), home.division, { full_name: 'Ana Moss' })
  await app.resident(uniqueName('countyfolk'), county)
  await app.pool`insert into member_divisions (user_id, division) values (${ana.user_id}, ${county})`
  await app.resident(uniqueName('wil'), away.division)
  await ana.call(createGroupPost, {
    id: await app.groupOf(home.division),
    content: 'The library opens on Sundays now.\nSee you there.',
  })
  await ana.call(followGroup, { id: await app.groupOf(away.division) })
  await signIn(page, ana)
  await page.goto('/groups')
  await expect(groupCard(page, home.name)).toContainText(
    /The library opens on Sundays now\.\W+Ana Moss · Just now/,
  )
  await expect(groupCard(page, home.name)).not.toContainText('See you there')
  expect(await namesIn(page, 'Your places')).toEqual([
    'United States',
    'Texas',
    `${home.city} County, TX`,
    home.name,
  ])
  expect(await namesIn(page, 'Groups you follow')).toEqual([away.name])
  const states = await namesIn(page, 'Other places')
  expect(states).not.toEqual([])
  expect(states).toEqual(states.toSorted((a, b) => a.localeCompare(b, 'en')))
  // A group that the member follows keeps its row until the list is opened again.
  const row = page.getByRole('region', { name: 'Other places' }).getByRole('listitem').first()
  await row.getByRole('button', { name: /^FOLLOW / }).click()
  await expect(row.getByRole('button', { name: /^FOLLOWING / })).toBeVisible()
  // The nation is followed only if the member chose it.
  const fromTheStart = page.getByText('You follow your city and your state from the start')
  await ana.call(followGroup, { id: await app.groupOf('ocd-division/country:us') })
  await page.goto('/groups?level=federal')
  await expect(groupCard(page, 'United States')).toBeVisible()
  await expect(fromTheStart).toHaveCount(0)
  await ana.call(followGroup, { id: await app.groupOf(home.division) })
  await page.goto('/groups')
  await expect(fromTheStart).toBeVisible()
})

// covers HURD-GROUPS-05
test('a member without an address is asked to add one, and a visitor is not', async ({ page, app }) => {
  await app.resident(uniqueName('settler'), uniquePlace('founded').division)
  await page.goto('/groups')
  await expect(page.getByRole('region', { name: 'All places' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your places' })).toHaveCount(0)
  await signIn(page, await app.member(uniqueName('nora')))
  await page.goto('/groups')
  await page
    .getByRole('region', { name: 'Your places' })
    .getByRole('link', { name: 'Add your address' })
    .click()
  await expect(page).toHaveURL('/settings?section=location')
})

test('the list looks right in screenshots at each width and in both themes', async ({ page, app }) => {
  const place = uniquePlace('pictured')
  const ana = await app.resident(uniqueName('shot'), place.division)
  const id = await app.groupOf(place.division)
  await ana.call(followGroup, { id })
  await ana.call(createGroupPost, { id, content: 'The library opens on Sundays now.' })
  await signIn(page, ana)
  await page.goto('/groups')
  await expect(groupCard(page, place.name)).toContainText('Members: 1')
  await takeScreenshots(page, 'groups', { fullPage: false })
})
