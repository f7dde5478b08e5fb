import type { Locator, Page } from '@playwright/test'
import { login } from '#contract/accounts/accounts.ts'
import { tabTo } from './support/keyboard.ts'
import { expect, goodPassword, setPassword, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

// These tests use the account screens with the keyboard alone. Sign-in, registration, the picture and the profile have keyboard
// tests of their own.

const verified = { email_verified_at: '2026-01-01T00:00:00Z' }
const button = (container: Page | Locator, name: string) =>
  container.getByRole('button', { name, exact: true })

async function press(page: Page, target: Locator, key = 'Enter') {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

async function type(page: Page, label: string, text: string) {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

test('a member replaces a forgotten password with the keyboard alone', async ({ page, app }) => {
  const maya = await app.member(uniqueName('keys'), verified)
  await page.goto('/login')
  await press(page, button(page, 'Forgot your password?'))
  await type(page, 'Email', maya.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  await takeScreenshots(page, 'forgot-sent')
  await press(page, button(page, 'Back to Login'))
  await expect(page).toHaveURL('/login')

  const [mail] = await app.pool<{ text: string }[]>`select text from emails where to_address = ${maya.email}`
  const [address = ''] = /\/reset-password\?token=[0-9a-f]{64}/.exec(mail!.text) ?? []
  await page.goto(address)
  await type(page, 'New Password', 'loud ocean evening')
  await type(page, 'Confirm New Password', 'loud ocean evening')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Password reset successfully' })).toBeFocused()
  await press(page, page.getByRole('link', { name: 'Continue to Login' }))
  await expect(page).toHaveURL('/login')
  await app.visitor.call(login, { email: maya.email, password: 'loud ocean evening' })
})

test('a member switches settings tabs and changes their name and password with the keyboard alone', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('keys'), { ...verified, full_name: 'Maya Okafor' })
  await setPassword(app, maya)
  await signIn(page, maya)
  await page.goto('/settings')
  const tab = (name: string) => page.getByRole('tab', { name })
  await tabTo(page, tab('Account'))
  for (const name of ['Location', 'Privacy', 'Notifications', 'Account']) {
    await page.keyboard.press('ArrowRight')
    await expect(tab(name)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true')
  }

  await type(page, 'Full name', 'Maya O. Okafor')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await type(page, 'Current password', goodPassword)
  await type(page, 'New password', 'loud ocean evening')
  await type(page, 'Confirm new password', 'loud ocean evening')
  await press(page, button(page, 'Change password'))
  await expect
    .poll(() => app.visitor.refusal(login, { email: maya.email, password: 'loud ocean evening' }))
    .toBeNull()
  const [row] = await app.pool`select full_name from users where user_id = ${maya.user_id}`
  expect(row).toEqual({ full_name: 'Maya O. Okafor' })
})

test('a member deactivates, reactivates and deletes an account without a mouse', async ({ page, app }) => {
  const maya = await app.member(uniqueName('keys'), verified)
  await setPassword(app, maya)
  await signIn(page, maya)
  await page.goto('/settings')
  const dialog = page.getByRole('alertdialog')
  const confirmStep = async (title: string) => {
    await expect(dialog).toHaveAccessibleName(title)
    await press(page, button(dialog, 'Confirm'))
  }
  await press(page, button(page, 'Deactivate'))
  await confirmStep('Deactivate account: step 1 of 2')
  await confirmStep('Deactivate account: step 2 of 2')
  await expect(page).toHaveURL('/login')

  await type(page, 'Email', maya.email)
  await type(page, 'Password', goodPassword)
  await page.keyboard.press('Enter')
  const back = page.getByRole('dialog', { name: 'Reactivating? Welcome Back!' })
  await press(page, button(back, 'Yes, Reactivate'))
  await expect(back).toBeHidden()

  await page.goto('/settings')
  await press(page, button(page, 'Delete account'))
  await confirmStep('Delete account: step 1 of 3')
  await takeScreenshots(page, 'delete-second', { fullPage: false })
  await confirmStep('Delete account: step 2 of 3')
  await type(page, 'Type DELETE to confirm', 'DELETE')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  expect(
    await app.pool`select from users where email = ${maya.email} and account_status <> 'closed'`,
  ).toHaveLength(0)
})
