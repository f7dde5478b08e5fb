import type { Page } from '@playwright/test'
import { followUser, getPrivacy } from '../contract/people.ts'
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
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' })

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
  await tabTo(page, toggle(page, 'allow_follow'))
  await page.keyboard.press('Space')
  await tabTo(page, save(page))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expect(save(page)).toBeFocused()
  const settings = { public_profile: false, public_stances: true, public_comments: true, allow_follow: false }
  expect((await maya.call(getPrivacy, {})).settings).toEqual(settings)

  await page.reload()
  await expect(toggle(page, 'public_profile')).not.toBeChecked()
  await expect(toggle(page, 'public_stances')).toBeChecked()
  await signIn(page, fan)
  await page.goto(`/profile/${maya.username}`)
  await expect(page.getByRole('heading', { name: 'Profile Not Found' })).toBeVisible()
})

test('a failed save is reported beside the settings and keeps the selection, and a failed load is reported in their place', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('kept'), verified)
  await signIn(page, maya)
  await page.goto('/settings?section=privacy')
  await toggle(page, 'public_stances').click()
  for (const [message, answer] of [
    ['Failed to save your privacy settings. Please try again.', 'cut'],
    ['The server is busy. Please try again in a moment.', 'busy'],
  ] as const) {
    await page.route(privacyCall, (route) =>
      answer === 'cut'
        ? route.abort()
        : route.fulfill({ status: 503, json: { success: false, error: message } }),
    )
    await save(page).click()
    await expect(page.getByRole('alert')).toHaveText(message)
    await expect(toggle(page, 'public_stances')).not.toBeChecked()
    await page.unroute(privacyCall)
  }
  await save(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect((await maya.call(getPrivacy, {})).settings.public_stances).toBe(false)

  await page.route(privacyCall, (route) => route.abort())
  await page.reload()
  await expect(page.getByText("We couldn't load your privacy settings")).toBeVisible({ timeout: 20_000 })
})
