import type { Page } from '@playwright/test'
import { followGroup } from '#contract/groups.ts'
import { muteUser } from '#contract/mutes.ts'
import type { TestServer } from '#server/testing/testServer.ts'
import { failWithoutMessage, holdBack, importGroups, uniquePlace } from './groupSteps.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'
import { saveScreenshot, takeScreenshots } from './support/screenshots.ts'

const membersCall = /\/members\?/

const longBio =
  'Council member for the third district. Chairs the subcommittee on street safety, asks how the budget reads at a kitchen table, and holds office hours in the library on the first Monday of each month, with coffee and interpreters.'

/** Creates a county with an official, a leader and members from two cities and elsewhere, and opens its Members tab. */
async function openMembers(page: Page, app: TestServer, stem: string) {
  const [near, far] = [uniquePlace(stem), uniquePlace(`${stem}far`)]
  const me = await app.resident(uniqueName(stem), near.division, { full_name: 'Rosa Delgado' })
  const official = await app.resident(uniqueName('official'), near.division, {
    full_name: 'Adriana Velez',
    member_type: 'elected_official',
    bio: longBio,
  })
  await app.resident(uniqueName('leader'), near.division, {
    full_name: 'Samuel Osei',
    member_type: 'community_leader',
  })
  const id = await app.groupOf(near.division)
  const elsewhere = await app.resident(uniqueName('far'), far.division, { full_name: 'Tom Brennan' })
  const nowhere = await app.member(uniqueName('nowhere'), {
    full_name: 'Ken Ito',
    address: '1 Unknown Road',
  })
  for (const follower of [elsewhere, nowhere]) await follower.call(followGroup, { id })
  await signIn(page, me)
  await page.goto(`/groups/${id}?tab=members`)
  await expect(page.getByRole('combobox', { name: 'Show' })).toBeVisible()
  return { id, me, near, far, official }
}

/** Lets 64 leaders follow a group. The list is by name, so they come after the leader of the county. Returns their ids. */
async function addLeaders(app: TestServer, id: string): Promise<string[]> {
  const stem = uniqueName('zoe')
  const leaders = await app.pool<{ user_id: string }[]>`
    insert into users (username, full_name, email, password_hash, member_type)
    select ${stem} || n, 'Zoe Leader ' || n, ${stem} || n || '@example.org', u.password_hash, 'community_leader'
      from generate_series(101, 164) n cross join (select password_hash from users limit 1) u
    returning user_id`
  const ids = leaders.map(({ user_id }) => user_id)
  await app.pool`insert into group_follows (user_id, group_id) select unnest(${ids}::uuid[]), ${id}::uuid`
  await app.pool`select update_memberships(user_id) from unnest(${ids}::uuid[]) user_id order by user_id`
  return ids
}

const section = (page: Page, name: string) => page.getByRole('region', { name })

async function columnsOf(page: Page, name: string): Promise<number> {
  return section(page, name)
    .getByRole('list')
    .first()
    .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)
}

// covers CIV-MEMBERS-01 CIV-MEMBERS-02 CIV-MEMBERS-03 CIV-MEMBERS-04 CIV-MEMBERS-07 CIV-MEMBERS-09 CIV-MEMBERS-11
// covers CIV-MEMBERS-12 CIV-MEMBERS-16
test('members are listed by kind and residence, and can be filtered by kind', async ({ page, app }) => {
  const { near, far, official } = await openMembers(page, app, 'kinds')
  const show = page.getByRole('combobox', { name: 'Show' })
  await expect(show.getByRole('option')).toHaveText([
    'All members (5)',
    'Elected Officials (1)',
    'Community Leaders (1)',
    'Community Members (3)',
  ])
  const options = show.getByRole('option')
  expect(await options.evaluateAll((all) => all.map((element) => element.getAttribute('value')))).toEqual([
    'all',
    'elected_officials',
    'community_leaders',
    'regular',
  ])
  await expect(section(page, 'Elected Officials')).toContainText('Adriana Velez')
  await expect(section(page, 'Community Leaders')).toContainText('Samuel Osei')
  const members = section(page, 'Community Members')
  await expect(members.getByRole('heading', { level: 3 })).toHaveText([
    `${near.city} 1`,
    `${far.city} 1`,
    'Other Areas 1',
  ])
  await expect(members).toContainText('Ken Ito')

  await show.selectOption('community_leaders')
  await expect(section(page, 'Elected Officials')).toHaveCount(0)
  await expect(section(page, 'Community Members')).toHaveCount(0)
  await show.selectOption('regular')
  await expect(section(page, 'Community Leaders')).toHaveCount(0)
  await expect(members).toBeVisible()
  await show.selectOption('elected_officials')
  await expect(members).toHaveCount(0)
  await page.getByRole('link', { name: 'Adriana Velez' }).click()
  await expect(page).toHaveURL(`/profile/${official.username}`)
})

// covers CIV-MEMBERS-05 CIV-MEMBERS-06 CIV-MEMBERS-08 CIV-MEMBERS-10 CIV-MEMBERS-23 CIV-MEMBERS-24 CIV-MEMBERS-25
test('a row shows three officials with two lines of biography, four leaders or five members, and each kind has its color', async ({
  page,
  app,
}) => {
  await openMembers(page, app, 'columns')
  expect(await columnsOf(page, 'Elected Officials')).toBe(3)
  expect(await columnsOf(page, 'Community Leaders')).toBe(4)
  expect(await columnsOf(page, 'Community Members')).toBe(5)
  const bio = page.getByText('Council member for the third district.')
  const { height, line } = await bio.evaluate((paragraph) => {
    return { height: paragraph.clientHeight, line: Number.parseFloat(getComputedStyle(paragraph).lineHeight) }
  })
  expect(Math.round(height / line)).toBe(2)
  const inkOf = async (text: string) => {
    const ink = await page
      .getByText(text, { exact: true })
      .first()
      .evaluate((badge) => getComputedStyle(badge).color)
    return ink.match(/\d+/g)!.map(Number)
  }
  const [red, orange, blue] = [
    await inkOf('Elected official'),
    await inkOf('Community leader'),
    await inkOf('Member'),
  ]
  expect(red[0]).toBeGreaterThan(3 * Math.max(red[1]!, red[2]!))
  expect(orange[0]).toBeGreaterThan(orange[1]!)
  expect(orange[1]).toBeGreaterThan(2 * orange[2]!)
  expect(blue[2]).toBeGreaterThan(Math.max(blue[0]!, blue[1]!))
})

// covers CIV-MEMBERS-17 CIV-MEMBERS-18
test('a group without members says so', async ({ page, app }) => {
  const [id] = await importGroups(app, 1, 'local', uniqueName('Empty'))
  await signIn(page, await app.member(uniqueName('early')))
  await page.goto(`/groups/${id}?tab=members`)
  await expect(page.getByText('No Members Yet')).toBeVisible()
  await expect(
    page.getByText('Members will appear here as people in this jurisdiction join Hurd'),
  ).toBeVisible()
})

// covers CIV-MEMBERS-19 CIV-MEMBERS-20 CIV-MEMBERS-21 CIV-MEMBERS-22
test('members that load slowly or fail to load say so, and Try Again loads them', async ({ page, app }) => {
  await openMembers(page, app, 'slow')
  const release = await holdBack(page, membersCall)
  await page.reload()
  await expect(page.getByText('Loading members...')).toBeVisible()
  release()
  await expect(page.getByRole('combobox', { name: 'Show' })).toBeVisible()
  await page.unroute(membersCall)
  await page.route(membersCall, failWithoutMessage)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Error Loading Members' })).toBeVisible()
  await expect(page.getByText('Failed to load members')).toBeVisible()
  await page.unroute(membersCall)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(section(page, 'Elected Officials')).toBeVisible()
})

test('more members of a kind are shown sixty at a time without muted ones, and the first new one has the focus', async ({
  page,
  app,
}) => {
  const { id, me } = await openMembers(page, app, 'many')
  const [muted] = await addLeaders(app, id)
  await me.call(muteUser, { id: muted! })
  await page.reload()
  const leaders = section(page, 'Community Leaders')
  const button = leaders.getByRole('button', { name: 'Show 4 more of Community Leaders' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(leaders.getByRole('link')).toHaveCount(64)
  await expect(leaders.getByRole('link').nth(60)).toBeFocused()
  await expect(button).toHaveCount(0)
})

// covers CIV-MEMBERS-22
test('members that load after a page that failed do not take the focus', async ({ page, app }) => {
  const { id } = await openMembers(page, app, 'cut')
  await addLeaders(app, id)
  // With smaller pages, not all leaders are on the first one.
  await page.route(membersCall, (route) => {
    const url = new URL(route.request().url())
    if (url.searchParams.has('after')) return failWithoutMessage(route)
    url.searchParams.set('limit', '40')
    return route.continue({ url: url.href })
  })
  await page.reload()
  const leaders = section(page, 'Community Leaders')
  await leaders.getByRole('button', { name: 'Show 26 more of Community Leaders' }).press('Enter')
  await expect(page.getByText('Failed to load members')).toBeVisible()
  await page.unroute(membersCall)
  const show = page.getByRole('combobox', { name: 'Show' })
  await show.focus()
  await show.selectOption('community_leaders')
  await expect(leaders.getByRole('link')).toHaveCount(65)
  await expect(show).toBeFocused()
})

test('the members look right in screenshots at each width and in both themes', async ({ page, app }) => {
  await openMembers(page, app, 'pictures')
  await takeScreenshots(page, 'group-members')
})

test('cities with one member appear side by side below those with several', async ({ page, app }) => {
  const reader = await app.member(uniqueName('reader'))
  const [id] = await importGroups(app, 1, 'state', uniqueName('Scattered'))
  const busy = uniquePlace('zebulon')
  for (const name of ['Rosa Delgado', 'Ken Ito']) {
    const resident = await app.resident(uniqueName('busy'), busy.division, { full_name: name })
    await resident.call(followGroup, { id: id! })
  }
  const quiet = Array.from({ length: 5 }, (_, index) => uniquePlace(`quiet${'abcde'[index]}`))
  for (const [index, { division }] of quiet.entries()) {
    const resident = await app.resident(uniqueName('alone'), division, { full_name: `Alone ${index}` })
    await resident.call(followGroup, { id: id! })
  }
  await signIn(page, reader)
  await page.goto(`/groups/${id}?tab=members`)
  const headings = section(page, 'Community Members').getByRole('heading', { level: 3 })
  await expect(headings).toHaveText([`${busy.city} 2`, ...quiet.map(({ city }) => `${city} 1`)])
  const tops = await headings.evaluateAll((all) => all.map((element) => element.getBoundingClientRect().top))
  expect(new Set(tops.slice(1)).size, 'the five cities are in one row').toBe(1)
  await saveScreenshot(page, 'group-members-cities')
})
