import { addBookmark, followTopic, takeStance } from '#contract/bills/bills.ts'
import { voteOnComment } from '#contract/discussions.ts'
import { stances } from '#contract/stances.ts'
import { addComment, failWithoutMessage, nextDate } from './billSteps.ts'
import { countCalls, setTotals, hold, openProfile, section, statistic } from './profileSteps.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

// covers ACC-PROFILE-01 ACC-PROFILE-02 ACC-PROFILE-03 ACC-PROFILE-05 ACC-PROFILE-06 ACC-PROFILE-07 ACC-PROFILE-08
// covers ACC-PROFILE-09 ACC-PROFILE-12 ACC-PROFILE-13 ACC-PROFILE-15 ACC-PROFILE-29 ACC-ROUTES-17 ACC-ROUTES-19
test("a member's own profile and another member's open under every spelling of the URL", async ({
  page,
  app,
}) => {
  const bio = 'Nurse, renter, bus rider.'
  const maya = await app.member(uniqueName('Maya'), { full_name: 'Maya Okafor' })
  const ben = await app.member(uniqueName('ben'), { full_name: 'Ben Baker', email_verified_at: nextDate() })
  await app.pool`update users set bio = ${bio} where user_id = ${ben.user_id}`
  await setTotals(app, ben, [31, 14, 46])
  const title = page.getByRole('heading', { level: 1 })
  const edit = page.getByRole('button', { name: 'Edit Profile' })

  for (const path of ['/profile', `/profile/${maya.username}`, `/profile/${maya.username.toLowerCase()}`]) {
    await openProfile(page, maya)
    await page.goto(path)
    await expect(title).toHaveText('Maya Okafor')
    await expect(edit).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Unf|F)ollow / })).toHaveCount(0)
  }
  const header = section(page, 'Profile')
  await expect(header.getByRole('img', { name: 'Email verified' })).toHaveCount(0)

  await page.goto(`/profile/${ben.username}`)
  await expect(title).toHaveText('Ben Baker')
  await expect(page).toHaveTitle('Ben Baker · Hurd')
  await expect(edit).toHaveCount(0)
  await expect(header.getByRole('img', { name: 'Silver engagement level' })).toBeVisible()
  await expect(header.getByText('Silver', { exact: true })).toBeVisible()
  await expect(header.getByRole('img', { name: 'Email verified' })).toHaveAttribute('title', 'Email verified')
  await expect(header.getByText(`@${ben.username}`)).toBeVisible()
  await expect(header.getByText(bio)).toBeVisible()
  await expect(header.getByRole('button', { name: '46 followers' })).toBeVisible()
  await expect(header.getByText('82 activity points · 31 stances, 14 comments, 46 followers')).toBeVisible()
  await expect(header.getByText('18 points to Gold')).toBeVisible()
  await expect(
    header.getByRole('img', {
      name: '82 activity points: Silver level, 64% of the way to Gold',
    }),
  ).toBeVisible()
})

// covers ACC-CONSTANTS-01 ACC-CONSTANTS-02 ACC-CONSTANTS-03 ACC-CONSTANTS-04
test('the profile of a member shows the ring, the name and the color of their level', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('levels'))
  const levels = { New: 0, Bronze: 10, Silver: 50, Gold: 100 }
  const colors: string[] = []
  for (const [name, stances] of Object.entries(levels)) {
    await setTotals(app, maya, [stances, 0, 0])
    await openProfile(page, maya)
    const header = section(page, 'Profile')
    await expect(header.getByRole('img', { name: `${name} engagement level` })).toBeVisible()
    const badge = header.getByText(name, { exact: true }).first()
    colors.push(await badge.evaluate((element) => getComputedStyle(element).color))
  }
  // The colors are gray, brown, gray and amber.
  expect(colors).toEqual(['rgb(94, 89, 105)', 'rgb(124, 69, 33)', 'rgb(75, 87, 99)', 'rgb(123, 76, 0)'])
  await expect(section(page, 'Profile').getByText('Highest level')).toBeVisible()
})

// covers ACC-PROFILE-17 ACC-PROFILE-18 ACC-PROFILE-19 ACC-PROFILE-20 ACC-PROFILE-25 ACC-PROFILE-26 ACC-STATS-10
test("a new member's profile says what is missing and where to find it", async ({ page, app }) => {
  const maya = await app.member(uniqueName('fresh'))
  await openProfile(page, maya)
  await expect(section(page, 'Recent Activity').getByText('No activity yet')).toBeVisible()
  await expect(section(page, 'Bookmarked Bills').getByText('No bookmarked bills yet')).toBeVisible()
  await expect(statistic(page, 'Comment Score')).toContainText('No votes yet')
  await expect(statistic(page, 'Stance Breakdown').getByRole('img', { name: 'No stances yet' })).toBeVisible()
  await expect(
    section(page, 'Followed Groups').getByRole('link', { name: 'Browse & Follow Groups' }),
  ).toHaveAttribute('href', '/groups')
  await takeScreenshots(page, 'profile-new')
  await section(page, 'Followed Topics').getByRole('link', { name: 'Browse Bills & Follow Topics' }).click()
  await expect(page).toHaveURL('/feed')
})

// covers ACC-STATS-01 ACC-STATS-02 ACC-STATS-03 ACC-STATS-04 ACC-STATS-05 ACC-STATS-06 ACC-STATS-16
// covers ACC-CONSTANTS-12 ACC-CONSTANTS-13 ACC-CONSTANTS-14 ACC-CONSTANTS-15
test('the charts of the statistics also show their numbers as text', async ({ page, app }) => {
  const maya = await app.member(uniqueName('maya'))
  const levels = ['federal', 'federal', 'federal', 'state', 'local'] as const
  const stances = ['support', 'support', 'oppose', 'neutral', 'learning'] as const
  let comment = ''
  for (const [index, government_level] of levels.entries()) {
    const { bill_id } = await app.bill(uniqueName('Counted '), { government_level })
    await maya.call(takeStance, { id: bill_id, stance: stances[index]! })
    if (index === 0) comment = await addComment(maya, bill_id, 'Read section 2.')
  }
  for (const vote_type of ['upvote', 'upvote', 'downvote'] as const) {
    const voter = await app.member(uniqueName('voter'))
    await voter.call(voteOnComment, { id: comment, vote_type })
  }
  await app.pool`update users set minds_changed = 12 where user_id = ${maya.user_id}`
  const [row] = await app.pool<{ member_number: number }[]>`
    select member_number from users where user_id = ${maya.user_id}`
  await openProfile(page, maya)

  await expect(statistic(page, 'Member #')).toContainText(String(row!.member_number))
  await expect(statistic(page, 'Member #')).toContainText('Early Adopter')
  await expect(statistic(page, 'Minds Changed')).toContainText('12')
  await expect(statistic(page, 'Comment Score')).toContainText('Mixed2 upvotes1 downvote')
  const breakdown = statistic(page, 'Stance Breakdown')
  await expect(
    breakdown.getByRole('img', { name: 'Stances: support 2, oppose 1, neutral 1, still learning 1' }),
  ).toBeVisible()
  await expect(breakdown.getByRole('listitem')).toHaveText([
    'Support2',
    'Oppose1',
    'Neutral1',
    'Still Learning1',
  ])
  const bars = await breakdown
    .getByRole('img')
    .locator('span')
    .evaluateAll((all) => all.map((element) => getComputedStyle(element).backgroundColor))
  // The colors are green, red, orange and light blue.
  expect(bars).toEqual(['rgb(9, 144, 82)', 'rgb(208, 60, 57)', 'rgb(198, 120, 0)', 'rgb(1, 147, 206)'])
  await expect(statistic(page, 'Government Level').getByRole('listitem')).toHaveText([
    'FEDERAL3',
    'STATE1',
    'LOCAL1',
  ])
})

test('only the first thousand members are early adopters', async ({ page, app }) => {
  const maya = await app.member(uniqueName('late'))
  await page.route('**/profile-stats', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    await route.fulfill({ response, json: { ...json, stats: { ...json.stats, memberNumber: 1001 } } })
  })
  await openProfile(page, maya)
  await expect(statistic(page, 'Member #')).toContainText('1,001')
  await expect(statistic(page, 'Member #')).not.toContainText('Early Adopter')
})

// covers ACC-STATS-08
test('statistics are requested once in five minutes', async ({ page, app }) => {
  const maya = await app.member(uniqueName('maya'))
  const calls = countCalls(page, `/api/users/${maya.user_id}/profile-stats`)
  await page.clock.install()
  await openProfile(page, maya)
  const leaveAndReturn = async () => {
    await page.getByRole('link', { name: 'FEED', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Bills' })).toBeVisible()
    await page.goBack()
    await expect(statistic(page, 'Member #')).toBeVisible()
  }
  await expect(statistic(page, 'Member #')).toBeVisible()
  await leaveAndReturn()
  expect(calls).toHaveLength(1)
  await page.clock.runFor(300_000)
  await leaveAndReturn()
  await expect.poll(() => calls.length).toBe(2)
})

// covers ACC-STATS-09
test('statistics that fail to load leave the rest of the page', async ({ page, app }) => {
  await page.route('**/profile-stats', failWithoutMessage)
  await openProfile(page, await app.member(uniqueName('maya'), { full_name: 'Maya Okafor' }))
  const statistics = section(page, 'Statistics')
  await expect(statistics.getByRole('heading')).toHaveText('Failed to load profile statistics')
  await expect(page.getByRole('heading', { level: 1, name: 'Maya Okafor' })).toBeVisible()
  await page.unroute('**/profile-stats')
  await statistics.getByRole('button', { name: 'Try Again' }).click()
  await expect(statistic(page, 'Member #')).toBeVisible()
})

// covers ACC-PROFILE-21 ACC-PROFILE-22 ACC-PROFILE-23 ACC-PROFILE-24 ACC-PROFILE-68 ACC-PROFILE-69
test('a profile that is loading, fails or does not exist says so', async ({ page, app }) => {
  const maya = await app.member(uniqueName('maya'), { full_name: 'Maya Okafor' })
  const ben = await app.member(uniqueName('ben'), { full_name: 'Ben Baker' })
  const path = `/api/users/username/${ben.username}`
  const release = await hold(page, path, 'GET')
  await openProfile(page, maya, ben.username)
  await expect(page.getByRole('status').filter({ hasText: 'Loading profile' })).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Ben Baker' })).toBeVisible()

  await page.unroute(`**${path}`)
  await page.route(`**${path}`, failWithoutMessage)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Error Loading Profile' })).toBeVisible()
  await expect(page.getByText('Failed to load user profile')).toBeVisible()
  await takeScreenshots(page, 'profile-error')
  await page.unroute(`**${path}`)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ben Baker' })).toBeVisible()

  await page.route(`**/api/users/${maya.user_id}`, failWithoutMessage)
  await page.goto('/profile')
  await expect(page.getByText('Failed to fetch profile')).toBeVisible()
  await page.unroute(`**/api/users/${maya.user_id}`)

  await page.goto('/profile/no-such-user')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile Not Found' })).toBeVisible()
  await expect(page.getByText('Unable to load profile data.')).toBeVisible()
})

test("the dashboard's profile tab is the member's own profile", async ({ page, app }) => {
  await signIn(page, await app.member(uniqueName('tab'), { full_name: 'Maya Okafor' }))
  await page.goto('/dashboard?tab=profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Maya Okafor' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'PROFILE', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
})

test('a former username leads to the current one', async ({ page, app }) => {
  const ben = await app.member(uniqueName('ben'), { full_name: 'Ben Baker' })
  const old = uniqueName('oldben')
  await app.pool`
    insert into former_usernames (username, user_id, reserved_until)
    values (${old}, ${ben.user_id}, now() + interval '1 day')`
  await openProfile(page, await app.member(uniqueName('maya')), old)
  await expect(page.getByRole('heading', { level: 1, name: 'Ben Baker' })).toBeVisible()
  await expect(page).toHaveURL(`/profile/${ben.username}`)
})

test('a full profile looks right in screenshots', async ({ page, app }) => {
  const maya = await app.member(uniqueName('mayaokafor'), {
    full_name: 'Maya Okafor',
    email_verified_at: nextDate(),
  })
  await app.pool`
    update users set bio = 'Nurse, renter, bus rider. I read bills on the B45 so you can read them at breakfast.'
     where user_id = ${maya.user_id}`
  const levels = ['federal', 'state', 'local'] as const
  for (let number = 0; number < 7; number += 1) {
    const { bill_id } = await app.bill(uniqueName('Sunshine Protection Act of '), {
      created_at: nextDate(),
      government_level: levels[number % 3]!,
    })
    await maya.call(takeStance, { id: bill_id, stance: stances[number % 4]! })
    await maya.call(addBookmark, { id: bill_id })
    if (number % 2) {
      await addComment(maya, bill_id, 'Fair point. Could schools start later in December and January?')
    }
  }
  for (const topic of ['health', 'energy', 'taxation']) {
    await maya.call(followTopic, { topic }).catch(() => null)
  }
  await setTotals(app, maya, [31, 14, 46])
  await openProfile(page, maya)
  await expect(section(page, 'Recent Activity').getByRole('listitem')).toHaveCount(8)
  await expect(statistic(page, 'Government Level')).toBeVisible()
  await expect(section(page, 'Bookmarked Bills').getByRole('listitem')).toHaveCount(5)
  await takeScreenshots(page, 'profile-full')
})

// covers ACC-CONSTANTS-16
test('a profile has two columns from 768 px on, and one below that', async ({ page, app }) => {
  await openProfile(page, await app.member(uniqueName('width')))
  const activity = section(page, 'Recent Activity')
  const areBeside = async () => {
    const [left, right] = [
      await activity.boundingBox(),
      await section(page, 'Bookmarked Bills').boundingBox(),
    ]
    return left!.y === right!.y
  }
  await expect(activity).toBeVisible()
  await expect(statistic(page, 'Member #')).toBeVisible()
  await page.setViewportSize({ width: 768, height: 900 })
  expect(await areBeside()).toBe(true)
  await page.setViewportSize({ width: 767, height: 900 })
  expect(await areBeside()).toBe(false)
})
