import { getUserByUsername, followUser, unfollowUser } from '#contract/people.ts'
import { cutNetwork, failWithoutMessage, refuseWith } from './billSteps.ts'
import { countCalls, hold, openProfile, section } from './profileSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const header = (page: Parameters<typeof section>[0]) => section(page, 'Profile')

// covers ACC-PROFILE-14 ACC-PROFILE-16 ACC-PROFILE-38 ACC-PROFILE-39 ACC-PROFILE-40 ACC-PROFILE-41 ACC-PROFILE-45
// covers ACC-PROFILE-46 ACC-PROFILE-47
test('a member who follows or unfollows sees it at once, sees progress, and sends one request', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('maya'))
  const ben = await app.member(uniqueName('ben'), { full_name: 'Ben Baker' })
  await openProfile(page, maya, ben.username)
  const path = `/api/users/${ben.user_id}/follow`
  const calls = countCalls(page, path)
  const followers = header(page).getByRole('button', { name: /follower/ })
  await expect(followers).toHaveText('0 followers')
  await expect(header(page).getByRole('button', { name: 'Edit Profile' })).toHaveCount(0)

  let release = await hold(page, path, 'POST')
  await header(page).getByRole('button', { name: 'Follow Ben Baker' }).dblclick()
  const following = header(page).getByRole('button', { name: 'Following...' })
  await expect(following).toBeVisible()
  await expect(followers).toHaveText('1 follower')
  await following.click({ force: true })
  release()
  const unfollow = header(page).getByRole('button', { name: 'Unfollow Ben Baker' })
  await expect(unfollow).toBeVisible()
  await expect(unfollow, 'the button keeps the focus').toBeFocused()
  expect(calls).toEqual(['POST'])
  expect((await maya.call(getUserByUsername, { username: ben.username })).profile.isFollowing).toBe(true)

  release = await hold(page, path, 'DELETE')
  await unfollow.click()
  await expect(header(page).getByRole('button', { name: 'Unfollowing...' })).toBeVisible()
  await expect(followers).toHaveText('0 followers')
  release()
  await expect(header(page).getByRole('button', { name: 'Follow Ben Baker' })).toBeVisible()
  expect(calls).toEqual(['POST', 'DELETE'])
})

// covers ACC-PROFILE-42 ACC-PROFILE-71 ACC-PROFILE-72
test('a follow that fails is reverted and shows why', async ({ page, app }) => {
  const maya = await app.member(uniqueName('maya'))
  const ben = await app.member(uniqueName('ben'), { full_name: 'Ben Baker' })
  await openProfile(page, maya, ben.username)
  const path = `**/api/users/${ben.user_id}/follow`
  const alerts = page.getByRole('alert')
  const button = header(page).getByRole('button', { name: /ollow Ben Baker/ })

  await page.route(path, refuseWith('Not today'))
  await button.click()
  await expect(alerts.filter({ hasText: 'Failed to follow user: Not today' })).toBeVisible()
  await expect(button).toHaveText('Follow Ben Baker')
  await expect(header(page).getByRole('button', { name: /follower/ })).toHaveText('0 followers')

  for (const fail of [cutNetwork, failWithoutMessage]) {
    await page.unroute(path)
    await page.route(path, fail)
    await button.click()
    const message = alerts.filter({ hasText: 'An error occurred. Please try again.' })
    await message.getByRole('button', { name: 'Dismiss' }).click()
    await expect(button).toHaveText('Follow Ben Baker')
  }

  await page.unroute(path)
  await button.click()
  await expect(button).toHaveText('Unfollow Ben Baker')
  await page.route(path, refuseWith('Not today'))
  await button.click()
  await expect(alerts.filter({ hasText: 'Failed to unfollow user: Not today' })).toBeVisible()
  await expect(button).toHaveText('Unfollow Ben Baker')
  await expect(header(page).getByRole('button', { name: /follower/ })).toHaveText('1 follower')
})

// covers ACC-PROFILE-43 ACC-PROFILE-44
test('a press in a second tab shows the current state', async ({ page, app }) => {
  const maya = await app.member(uniqueName('maya'))
  const ben = await app.member(uniqueName('ben'), { full_name: 'Ben Baker' })
  const button = header(page).getByRole('button', { name: /ollow Ben Baker/ })
  const followers = header(page).getByRole('button', { name: /follower/ })
  await openProfile(page, maya, ben.username)
  await expect(button).toHaveText('Follow Ben Baker')

  await maya.call(followUser, { id: ben.user_id })
  await button.click()
  await expect(button).toHaveText('Unfollow Ben Baker')
  await expect(followers).toHaveText('1 follower')
  await maya.call(unfollowUser, { id: ben.user_id })
  await button.click()
  await expect(button).toHaveText('Follow Ben Baker')
  await expect(followers).toHaveText('0 followers')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

// covers ACC-PROFILE-10 ACC-PROFILE-11 ACC-API-32 ACC-API-33
test('the counts open lists of members, page by page, that link to their profiles', async ({ page, app }) => {
  const maya = await app.member(uniqueName('maya'), { full_name: 'Maya Okafor' })
  const stem = uniqueName('follower')
  for (let number = 1; number <= 22; number += 1) {
    const follower = await app.member(`${stem}-${number}`, { full_name: `Follower Number ${number}` })
    await follower.call(followUser, { id: maya.user_id })
  }
  const { profile } = await maya.call(getUserByUsername, { username: `${stem}-22` })
  await maya.call(followUser, { id: profile.userId })
  await openProfile(page, maya)

  const opener = header(page).getByRole('button', { name: '22 followers' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Followers of Maya Okafor' })
  const rows = dialog.getByRole('listitem')
  await expect(rows).toHaveCount(20)
  await expect(rows.first()).toContainText(`@${stem}-22`)
  await expect(rows.first()).toContainText('Following')
  await expect(rows.nth(1)).not.toContainText('Following')
  await takeScreenshots(page, 'profile-followers', { fullPage: false })
  await dialog.getByRole('button', { name: 'Show more' }).click()
  await expect(rows).toHaveCount(22)
  await expect(rows.nth(20).getByRole('link')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()

  await header(page).getByRole('button', { name: '1 following' }).click()
  await page.getByRole('dialog', { name: 'Following of Maya Okafor' }).getByRole('link').click()
  await expect(page).toHaveURL(`/profile/${stem}-22`)
  await expect(page.getByRole('heading', { level: 1, name: 'Follower Number 22' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await header(page).getByRole('button', { name: /^0/ }).waitFor({ state: 'detached' })

  await page.route('**/api/users/*/followers**', failWithoutMessage)
  await header(page).getByRole('button', { name: '1 follower', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Followers could not be loaded' })).toBeVisible()
  await page.unroute('**/api/users/*/followers**')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: /Maya Okafor/ })).toBeVisible()
})

test('an empty list says so', async ({ page, app }) => {
  await openProfile(page, await app.member(uniqueName('alone')))
  await header(page).getByRole('button', { name: '0 followers' }).click()
  await expect(page.getByRole('heading', { name: 'No followers yet' })).toBeVisible()
  await page.keyboard.press('Escape')
  await header(page).getByRole('button', { name: '0 following' }).click()
  await expect(page.getByRole('heading', { name: 'Not following anyone yet' })).toBeVisible()
})

// covers HURD-FOLLOW-01
test('a member removes a follower after confirming in the row, and another one stays', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('maya'), { full_name: 'Maya Okafor' })
  const stem = uniqueName('follower')
  for (const number of [1, 2]) {
    const follower = await app.member(`${stem}-${number}`, { full_name: `Follower Number ${number}` })
    await follower.call(followUser, { id: maya.user_id })
  }
  await openProfile(page, maya)
  await header(page).getByRole('button', { name: '2 followers' }).click()
  const dialog = page.getByRole('dialog', { name: 'Followers of Maya Okafor' })
  const rows = dialog.getByRole('listitem')
  await rows
    .first()
    .getByRole('button', { name: /^Remove @/ })
    .click()
  await expect(rows.first().getByRole('button', { name: 'Keep' })).toBeFocused()
  await takeScreenshots(page, 'profile-followers-remove', { fullPage: false })
  await page.keyboard.press('Enter')
  await expect(rows.first().getByRole('button', { name: /^Remove @/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.route('**/api/users/*/follower', (route) => route.abort())
  await rows.first().getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('The follower could not be removed. Please try again.')).toBeVisible()
  await page.unroute('**/api/users/*/follower')
  await rows.first().getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(`@${stem}-1`)
  await page.keyboard.press('Escape')
  await expect(header(page).getByRole('button', { name: '1 follower' })).toBeVisible()
})

// covers HURD-FOLLOW-01
test('a member who removes all loaded followers does not read that there are none while there are more', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('maya'), { full_name: 'Maya Okafor' })
  const stem = uniqueName('follower')
  for (const number of [1, 2]) {
    const follower = await app.member(`${stem}-${number}`, { full_name: `Follower Number ${number}` })
    await follower.call(followUser, { id: maya.user_id })
  }
  // One follower for each page makes the list short.
  await page.route('**/api/users/*/followers**', (route) =>
    route.continue({ url: route.request().url().replace('limit=20', 'limit=1') }),
  )
  await openProfile(page, maya)
  await header(page).getByRole('button', { name: '2 followers' }).click()
  const dialog = page.getByRole('dialog', { name: 'Followers of Maya Okafor' })
  const rows = dialog.getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await rows.getByRole('button', { name: /^Remove @/ }).click()
  await rows.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(rows).toHaveCount(0)
  await expect(dialog.getByRole('heading', { name: 'No followers yet' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Show more' }).click()
  await expect(rows).toContainText(`@${stem}-1`)
})

// covers HURD-FOLLOW-01
test('a member who blocks a follower in the list keeps the focus in the list', async ({ page, app }) => {
  const maya = await app.member(uniqueName('maya'), { full_name: 'Maya Okafor' })
  const ben = await app.member(uniqueName('ben'), { full_name: 'Ben Baker' })
  await ben.call(followUser, { id: maya.user_id })
  await openProfile(page, maya)
  await header(page).getByRole('button', { name: '1 follower' }).click()
  const dialog = page.getByRole('dialog', { name: 'Followers of Maya Okafor' })
  const menuButton = dialog.getByRole('button', { name: 'More about Ben Baker' })
  await menuButton.press('Enter')
  await page.getByRole('menuitem', { name: `Mute @${ben.username}` }).press('Enter')
  await expect(page.getByText(`You muted @${ben.username}.`)).toBeVisible()
  await expect(menuButton, 'stays with its row, where the follower can be removed').toBeFocused()
  await menuButton.press('Enter')
  await page.getByRole('menuitem', { name: `Block @${ben.username}` }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).press('Enter')
  await expect(dialog.getByRole('heading', { name: 'No followers yet' })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(dialog).toBeFocused()
})
