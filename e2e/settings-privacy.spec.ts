import type { Page } from '@playwright/test'
import { followUser, getPrivacy } from '#contract/people.ts'
import { tabTo } from './support/keyboard.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const names = ['public_profile', 'public_stances', 'public_comments', 'allow_follow'] as const
const labels = {
  public_profile: 'Other members can see my profile',
  public_stances: 'My profile shows my stances',
  public_comments: 'My profile shows my comments',
  allow_follow: 'Other members can follow me',
}
const privacyCall = '**/api/users/privacy'
const verified = { email_verified_at: '2026-01-01' }

const toggle = (page: Page, name: (typeof names)[number]) => page.getByRole('switch', { name: labels[name] })
const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Saved' })

// covers ACC-SETTINGS-03 ACC-SETTINGS-05 ACC-SETTINGS-06 ACC-SETTINGS-21 ACC-SETTINGS-33
test('a member turns privacy settings off by keyboard, and others no longer see the profile', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('private'), verified)
  const fan = await app.member(uniqueName('fan'), verified)
  await fan.call(followUser, { id: maya.user_id })
  await signIn(page, maya)
  await page.goto('/settings?section=privacy')
  await expect(page.getByRole('switch')).toHaveCount(4)
  expect(
    await page.getByRole('switch').evaluateAll((all) => all.map((element) => element.getAttribute('name'))),
  ).toEqual(names)
  for (const name of names) await expect(toggle(page, name)).toBeChecked()
  await expect(toggle(page, 'allow_follow')).toHaveAccessibleDescription(
    /Members who already follow you stay/,
  )
  await takeScreenshots(page, 'settings-privacy')

  await tabTo(page, toggle(page, 'public_profile'))
  await page.keyboard.press('Space')
  await expect(saved(page)).toBeVisible()
  await expect(toggle(page, 'public_profile')).toBeFocused()
  await tabTo(page, toggle(page, 'allow_follow'))
  await page.keyboard.press('Space')
  await expect(saved(page)).not.toHaveCount(0)
  await expect(page.getByText('Saving...')).toHaveCount(0)
  const settings = { public_profile: false, public_stances: true, public_comments: true, allow_follow: false }
  expect((await maya.call(getPrivacy, {})).settings).toEqual(settings)

  await page.reload()
  await expect(toggle(page, 'public_profile')).not.toBeChecked()
  await expect(toggle(page, 'public_stances')).toBeChecked()
  await signIn(page, fan)
  await page.goto(`/profile/${maya.username}`)
  await expect(page.getByRole('heading', { name: 'Profile Not Found' })).toBeVisible()
})

// covers HURD-SWITCH-01
test('a switch that cannot be saved returns to its saved position and says why', async ({ page, app }) => {
  const maya = await app.member(uniqueName('kept'), verified)
  await signIn(page, maya)
  await page.goto('/settings?section=privacy')
  await expect(toggle(page, 'public_stances')).toBeChecked()
  for (const [message, response] of [
    ['Failed to save this setting. Please try again.', 'cut'],
    ['The server is busy. Please try again in a moment.', 'busy'],
  ] as const) {
    await page.route(privacyCall, (route) =>
      response === 'cut'
        ? route.abort()
        : route.fulfill({ status: 503, json: { success: false, error: message } }),
    )
    await toggle(page, 'public_stances').click()
    await expect(page.getByRole('alert')).toHaveText(message)
    await expect(toggle(page, 'public_stances')).toBeChecked()
    await expect(saved(page)).toHaveCount(0)
    await page.unroute(privacyCall)
  }
  await toggle(page, 'public_stances').click()
  await expect(saved(page)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect((await maya.call(getPrivacy, {})).settings.public_stances).toBe(false)

  await page.route(privacyCall, (route) => route.abort())
  await page.reload()
  await expect(page.getByText("We couldn't load your privacy settings")).toBeVisible({ timeout: 20_000 })
})

// covers HURD-SWITCH-01
test('a saved switch keeps its position although the response to an earlier one arrives later', async ({
  page,
  app,
}) => {
  await signIn(page, await app.member(uniqueName('order'), verified))
  await page.goto('/settings?section=privacy')
  const first = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(privacyCall, async (route) => {
    const response = await route.fetch()
    if (route.request().postData()?.includes('public_stances')) {
      first.resolve()
      await released
    }
    return route.fulfill({ response })
  })
  await toggle(page, 'public_stances').click()
  await first.promise
  await toggle(page, 'public_comments').click()
  await expect(saved(page)).toBeVisible()
  release()
  await expect(page.getByText('Saving...')).toHaveCount(0)
  await expect(toggle(page, 'public_stances')).not.toBeChecked()
  await expect(toggle(page, 'public_comments')).not.toBeChecked()
})

// covers ACC-SETTINGS-06 HURD-SWITCH-01
test('a choice stays although the member leaves the tab at once, and the last of two quick choices counts', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('quick'), verified)
  await signIn(page, maya)
  await page.goto('/settings?section=privacy')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(privacyCall, async (route) => {
    if (route.request().method() === 'PUT') await released
    return route.continue()
  })
  await toggle(page, 'public_stances').click()
  await toggle(page, 'public_comments').click()
  await toggle(page, 'public_comments').click()
  await expect(toggle(page, 'public_stances')).not.toBeChecked()
  await page.getByRole('tab', { name: 'Notifications' }).click()
  const digest = page.getByLabel('Email frequency')
  await expect(digest).toBeVisible()
  release()
  await expect
    .poll(async () => (await maya.call(getPrivacy, {})).settings)
    .toMatchObject({ public_stances: false, public_comments: true })
  await page.getByRole('switch', { name: 'Posts in my groups' }).click()
  await page.getByRole('tab', { name: 'Privacy' }).click()
  await expect(toggle(page, 'public_stances')).not.toBeChecked()
  await expect(toggle(page, 'public_comments')).toBeChecked()
  await page.getByRole('tab', { name: 'Notifications' }).click()
  await expect(page.getByRole('switch', { name: 'Posts in my groups' })).not.toBeChecked()
})
