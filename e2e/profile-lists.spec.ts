import { addBookmark, followTopic, listBookmarks, takeStance } from '#contract/bills/bills.ts'
import { followGroup } from '#contract/groups.ts'
import { stances } from '#contract/stances.ts'
import { addComment, cutNetwork, failWithoutMessage, nextDate, openBill, refuseWith } from './billSteps.ts'
import { openProfile, section } from './profileSteps.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'

// covers ACC-PROFILE-33 ACC-PROFILE-34 ACC-PROFILE-75 ACC-PROFILE-04
test('Recent Activity shows the 8 newest actions with links to their bills, and other pages link to it', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('maya'))
  const titles: string[] = []
  const bill_ids: string[] = []
  for (let number = 0; number < 6; number += 1) {
    titles.push(uniqueName('Acted on '))
    const { bill_id } = await app.bill(titles[number]!, { topics: ['housing_and_community_development'] })
    bill_ids.push(bill_id)
    await maya.call(takeStance, { id: bill_id, stance: stances[number % 4]! })
    await addComment(maya, bill_id, `What I think of ${titles[number]}`)
  }
  await openProfile(page, maya)
  const rows = section(page, 'Recent Activity').getByRole('listitem')
  await expect(rows).toHaveCount(8)
  await expect(rows.nth(0)).toContainText(`Commentedin General DiscussionJust now`)
  await expect(rows.nth(0)).toContainText(`What I think of ${titles[5]}`)
  await expect(rows.nth(1)).toContainText(
    `Opposes ${titles[5]}Topic: Housing and Community DevelopmentJust now`,
  )
  await expect(rows.nth(3)).toContainText('Supports')
  await expect(rows.nth(5)).toContainText('Still Learning')

  await rows.nth(1).getByRole('link').click()
  await expect(openBill(page).getByRole('heading', { level: 1, name: titles[5]! })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 600 })
  await page.goto('/profile')
  await expect(rows).toHaveCount(8)
  await page.evaluate(() => {
    history.pushState({ usr: { scrollToActivity: true }, key: 'test', idx: 1 }, '', '/profile')
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  })
  await expect(section(page, 'Recent Activity').getByRole('heading')).toBeInViewport()
  await expect(section(page, 'Recent Activity')).toBeFocused()
})

// covers ACC-PROFILE-27 ACC-PROFILE-28 ACC-PROFILE-37 ACC-PROFILE-66 ACC-PROFILE-76 ACC-PROFILE-77 ACC-PROFILE-78
// covers ACC-PROFILE-83 ACC-PROFILE-84 ACC-PROFILE-85 ACC-PROFILE-86 CIV-BOOKMARKS-02
test("a member sees five bookmarks and a link to the others, and sees their own bookmarks on another member's profile too", async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('maya'))
  const ben = await app.member(uniqueName('ben'))
  const titles: string[] = []
  const bookmarkNewBill = async () => {
    const title = uniqueName('Bookmarked ')
    const { bill_id } = await app.bill(title, { created_at: nextDate() })
    titles.unshift(title)
    await maya.call(addBookmark, { id: bill_id })
    const stance = stances[titles.length - 1]
    if (stance) await maya.call(takeStance, { id: bill_id, stance })
  }
  for (let number = 0; number < 5; number += 1) await bookmarkNewBill()
  await openProfile(page, maya)
  const bookmarks = section(page, 'Bookmarked Bills')
  const rows = bookmarks.getByRole('listitem')
  await expect(rows).toHaveCount(5)
  await expect(bookmarks.getByRole('link', { name: /View all/ })).toHaveCount(0)
  for (const [index, text] of [
    [1, 'Learning'],
    [2, 'Neutral'],
    [3, 'Opposing'],
    [4, 'Supporting'],
  ] as const) {
    await expect(rows.nth(index)).toContainText(text)
    await expect(rows.nth(index)).toContainText('FEDERAL')
  }
  await bookmarkNewBill()
  await bookmarkNewBill()
  await page.reload()
  await expect(rows).toHaveCount(5)
  await rows.first().getByRole('link', { name: titles[0]! }).click()
  await expect(openBill(page).getByRole('heading', { level: 1, name: titles[0]! })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/dashboard\?bookmarks=true/)
  await expect(page.getByRole('article')).toHaveCount(7)

  await page.goto(`/profile/${ben.username}`)
  const yours = section(page, 'Your Bookmarked Bills')
  await expect(yours.getByRole('listitem')).toHaveCount(5)
  await yours.getByRole('link', { name: 'View all 7 bookmarks' }).click()
  await expect(page).toHaveURL('/dashboard?bookmarks=true')
  await expect(page.getByRole('article')).toHaveCount(7)
})

// covers ACC-PROFILE-27
test('a bookmarked bill that was opened before is shown over the bookmarks too', async ({ page, app }) => {
  const maya = await app.member(uniqueName('maya'))
  const title = uniqueName('Bookmarked ')
  const { bill_id } = await app.bill(title, { created_at: nextDate() })
  await maya.call(addBookmark, { id: bill_id })
  await signIn(page, maya)
  await page.goto(`/feed?highlight=${bill_id}`)
  const opened = openBill(page).getByRole('heading', { level: 1, name: title })
  await expect(opened).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'PROFILE' }).click()
  await section(page, 'Bookmarked Bills').getByRole('link', { name: title }).click()
  await expect(opened).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/dashboard?bookmarks=true')
})

// covers CIV-BOOKMARKS-03
test('bookmarks that fail to load leave the rest of the page', async ({ page, app }) => {
  await page.route(`**${listBookmarks.path}`, failWithoutMessage)
  await openProfile(page, await app.member(uniqueName('maya')))
  const bookmarks = section(page, 'Bookmarked Bills')
  await expect(bookmarks.getByRole('alert')).toContainText('Failed to load bookmarked bills')
  await page.unroute(`**${listBookmarks.path}`)
  await bookmarks.getByRole('button', { name: 'Try Again' }).click()
  await expect(bookmarks.getByText('No bookmarked bills yet')).toBeVisible()
})

// covers ACC-PROFILE-35 ACC-PROFILE-61 ACC-PROFILE-63 ACC-PROFILE-73 ACC-API-39
test('a member unfollows a topic on their own profile only', async ({ page, app }) => {
  const maya = await app.member(uniqueName('maya'))
  const ben = await app.member(uniqueName('ben'))
  for (const topic of ['health', 'energy']) {
    await app.bill(uniqueName('On it '), { topics: [topic === 'health' ? 'health' : 'energy'] })
    await maya.call(followTopic, { topic })
    await ben.call(followTopic, { topic })
  }
  const state = 'ocd-division/country:us/state:tx'
  await app.resident(uniqueName('neighbor'), state)
  await ben.call(followGroup, { id: await app.groupOf(state) })
  await openProfile(page, maya, ben.username)
  const topics = section(page, 'Followed Topics')
  await expect(topics.getByRole('listitem')).toHaveText([/Energy\d+ bills?$/, /Health\d+ bills?$/])
  await expect(topics.getByRole('button')).toHaveCount(0)
  await expect(section(page, 'Followed Groups').getByRole('listitem')).toHaveCount(1)
  await expect(section(page, 'Followed Groups').getByRole('button')).toHaveCount(0)

  await page.goto('/profile')
  const unfollow = topics.getByRole('button', { name: 'Unfollow Health' })
  for (const [fail, reason] of [
    [refuseWith('Not now'), 'Not now'],
    [cutNetwork, 'Network error'],
  ] as const) {
    await page.route('**/api/bills/topics/follow', fail)
    await unfollow.click()
    await expect(
      page.getByRole('alert').filter({ hasText: `Failed to unfollow topic: ${reason}` }),
    ).toBeVisible()
    await page.unroute('**/api/bills/topics/follow')
  }
  await expect(topics.getByRole('listitem')).toHaveCount(2)
  const sent = page.waitForRequest('**/api/bills/topics/follow')
  await unfollow.click()
  expect((await sent).method()).toBe('DELETE')
  expect((await sent).postDataJSON()).toEqual({ topic: 'health' })
  await expect(topics.getByRole('listitem')).toHaveCount(1)
  await expect(topics.getByRole('heading')).toBeFocused()
  await page.reload()
  await expect(topics.getByRole('listitem')).toHaveText([/Energy/])
})

// The test simulates the two responses of the server so that the group has a fixed name and number of followers.
// covers ACC-PROFILE-62 ACC-PROFILE-64 ACC-PROFILE-74 ACC-API-40
test('unfollowing a group asks first', async ({ page, app }) => {
  const maya = await app.member(uniqueName('maya'))
  const group = {
    group_id: 'a3b0a7f2-4a5e-4f2b-9c0a-0d9f3f6f2b11',
    group_name: 'New York City',
    government_level: 'local',
    follower_count: 3482,
    jurisdiction: 'ocd-division/country:us/state:ny/place:new_york',
    group_type: 'place',
  }
  await page.route(`**/api/users/${maya.user_id}`, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    const profile = { ...json.profile, followedGroups: [group] }
    await route.fulfill({ response, json: { ...json, profile } })
  })
  await openProfile(page, maya)
  const groups = section(page, 'Followed Groups')
  await expect(groups.getByRole('listitem')).toHaveText(['New York CityLOCAL3,482 followers'])
  const unfollow = groups.getByRole('button', { name: 'Unfollow New York City' })
  const question = page.getByRole('alertdialog')
  const path = `**/api/groups/${group.group_id}/follow`

  await unfollow.click()
  await expect(question).toContainText('Unfollow New York City?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(unfollow).toBeFocused()

  await page.route(path, refuseWith('Not now'))
  await unfollow.click()
  await question.getByRole('button', { name: 'Unfollow group' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to unfollow group: Not now' })).toBeVisible()
  await expect(unfollow).toBeVisible()
  await page.unroute(path)

  const sent = page.waitForRequest(path)
  await page.route(path, (route) =>
    route.fulfill({ json: { success: true, isFollowing: false, follower_count: 3481 } }),
  )
  await unfollow.click()
  await question.getByRole('button', { name: 'Unfollow group' }).click()
  expect((await sent).method()).toBe('DELETE')
  await expect(groups.getByRole('listitem')).toHaveCount(0)
  await expect(groups.getByRole('heading', { level: 2 })).toBeFocused()

  // The group leaves the list even if the member has already unfollowed it in another tab.
  await page.reload()
  await page.unroute(path)
  await page.route(path, (route) =>
    route.fulfill({
      status: 409,
      json: { success: false, error: 'Not following this group', code: 'not_following_group' },
    }),
  )
  await unfollow.click()
  await question.getByRole('button', { name: 'Unfollow group' }).click()
  await expect(groups.getByRole('listitem')).toHaveCount(0)
})
