import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { login } from '#contract/accounts/accounts.ts'
import { getFeedAddress } from '#contract/alerts.ts'
import { expect, goodPassword, setPassword, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const verified = { email_verified_at: '2026-01-01T00:00:00Z' }
const passwordCall = '**/api/auth/change-password'
const changeButton = (page: Page) => page.getByRole('button', { name: 'Change password' })
const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Saved' })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const failureWithoutMessage = { status: 500, json: { success: false } }

async function fillPasswords(page: Page, current: string, next: string, again = next) {
  await field(page, 'Current password').fill(current)
  await field(page, 'New password').fill(next)
  await field(page, 'Confirm new password').fill(again)
}

// covers ACC-SETTINGS-17 ACC-SETTINGS-19 ACC-SETTINGS-25 ACC-SETTINGS-26 ACC-SETTINGS-27 ACC-SETTINGS-28
test('a member changes the password with the current one, and each error is shown at its field', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('password'), verified)
  await setPassword(app, maya)
  await signIn(page, maya)
  await page.clock.install()
  await page.goto('/settings')
  await expect(field(page, 'Current password')).toHaveAttribute('autocomplete', 'current-password')
  await expect(field(page, 'New password')).toHaveAttribute('autocomplete', 'new-password')
  await fillPasswords(page, '', '12345', '123456')
  await changeButton(page).click()
  await expect(field(page, 'Current password')).toHaveAccessibleDescription('Current password is required')
  await expect(field(page, 'New password')).toHaveAccessibleDescription(
    'Password must be at least 6 characters long',
  )
  await expect(field(page, 'Confirm new password')).toHaveAccessibleDescription('New passwords do not match')
  await takeScreenshots(page, 'settings-password-errors')

  // The form accepts six characters, but the server does not. Its message is shown at the field.
  await fillPasswords(page, goodPassword, '123456')
  await changeButton(page).click()
  await expect(field(page, 'New password')).toHaveAccessibleDescription(
    'Password must be at least 8 characters',
  )
  await fillPasswords(page, 'not my password', 'loud ocean evening')
  await changeButton(page).click()
  await expect(field(page, 'Current password')).toHaveAccessibleDescription('Current password is incorrect')
  await expect(field(page, 'Current password')).toBeFocused()
  await expect(page).toHaveURL('/settings')

  await field(page, 'Current password').fill(goodPassword)
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await changeButton(page).click()
  await expect(saved(page)).toBeVisible()
  await page.clock.runFor(2_900)
  await expect(saved(page)).toBeVisible()
  await page.clock.runFor(200)
  await expect(saved(page)).toHaveCount(0)
  await expect(field(page, 'New password')).toHaveValue('')
  await app.visitor.call(login, { email: maya.email, password: 'loud ocean evening' })
})

// covers HURD-RECOVERY-07
test('a member who changes the password chooses whether the private feed addresses end', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('feeds'), verified)
  await setPassword(app, maya)
  const { atom_url } = await maya.call(getFeedAddress, {})
  await signIn(page, maya)
  await page.goto('/settings')
  const choice = page.getByLabel('End the private addresses of my feed and calendar')
  await expect(choice).toBeChecked()
  await choice.focus()
  await page.keyboard.press('Space')
  await fillPasswords(page, goodPassword, 'loud ocean evening')
  await changeButton(page).click()
  await expect(saved(page)).toBeVisible()
  expect((await maya.call(getFeedAddress, {})).atom_url).toBe(atom_url)
  await choice.check()
  await takeScreenshots(page, 'settings-password')
  await fillPasswords(page, 'loud ocean evening', goodPassword)
  await changeButton(page).click()
  await expect(field(page, 'New password')).toHaveValue('')
  expect((await maya.call(getFeedAddress, {})).atom_url).not.toBe(atom_url)
})

// covers ACC-SETTINGS-36
test('a password change that fails keeps the fields', async ({ page, app }) => {
  await signIn(page, await app.member(uniqueName('unchanged'), verified))
  await page.goto('/settings')
  await fillPasswords(page, goodPassword, 'loud ocean evening')
  for (const [message, response] of [
    ['Failed to change password', failureWithoutMessage],
    ['Failed to change password', 'cut'],
    ['The server is down', { status: 503, json: { success: false, error: 'The server is down' } }],
  ] as const) {
    await page.route(passwordCall, (route) => (response === 'cut' ? route.abort() : route.fulfill(response)))
    await changeButton(page).click()
    await expect(page.getByRole('alert')).toHaveText(message)
    await expect(field(page, 'New password')).toHaveValue('loud ocean evening')
    await page.unroute(passwordCall)
  }
})

test('a member sees their sessions and ends all others with one press', async ({ page, app }) => {
  const maya = await app.member(uniqueName('devices'), verified)
  await setPassword(app, maya)
  const phone = await app.visitor.send('POST', '/api/auth/login', {
    body: { email: maya.email, password: goodPassword },
    headers: { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1' },
  })
  await signIn(page, maya)
  await page.goto('/settings')
  const list = page.getByRole('region', { name: "Where You're Signed In" })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByText(/iPhone/)).toBeVisible()
  await takeScreenshots(page, 'settings-sessions')

  await page.route('**/api/auth/sessions/end-others', (route) => route.abort())
  await list.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to sign out everywhere else. Please try again.')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.unroute('**/api/auth/sessions/end-others')
  await list.getByRole('button', { name: 'Sign out everywhere else' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('You were signed out on 1 other device.')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list.getByText("You're not signed in anywhere else.")).toBeVisible()
  const { status } = await app.send('GET', '/api/auth/sessions', { token: String(phone.body.token) })
  expect(status).toBe(401)
})

test('a member requests a data export and learns that it comes by email', async ({ page, app }) => {
  await signIn(page, await app.member(uniqueName('archive'), verified))
  await page.goto('/settings')
  const download = page.getByRole('button', { name: 'Download my data' })
  await page.route('**/api/users/export', (route) => route.abort())
  await download.click()
  await expect(page.getByRole('alert')).toHaveText('Failed to prepare your data. Please try again.')
  await page.unroute('**/api/users/export')
  await download.click()
  await expect(
    page.getByRole('status').filter({ hasText: "You'll get an email with a download link." }),
  ).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a member can change their portrait in Settings too, and it appears in the header', async ({
  page,
  app,
}) => {
  await signIn(page, await app.member(uniqueName('portrait'), verified))
  await page.goto('/settings')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload Photo' }).press('Enter')
  const buffer = await sharp({ create: { width: 240, height: 240, channels: 3, background: '#5b2d87' } })
    .png()
    .toBuffer()
  await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Change Photo' })).toBeFocused()
  await expect(page.getByRole('button', { name: /Account menu/ }).locator('img')).toBeVisible()
  await takeScreenshots(page, 'settings-portrait')
})
