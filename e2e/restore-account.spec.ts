import type { Page } from '@playwright/test'
import { deleteAccount } from '#contract/accounts/accounts.ts'
import { expect, goodPassword, setPassword, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const verified = { email_verified_at: '2026-01-01T00:00:00Z' }
const restore = (page: Page) => page.getByRole('button', { name: 'Restore my account' })

// covers HURD-CLOSED-03
test('the link in a deletion notice asks first, restores the account by keyboard, and works once', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('undo'), verified)
  await setPassword(app, maya)
  await maya.call(deleteAccount, {})
  const [mail] = await app.pool<{ text: string }[]>`
    select text from emails where to_address = ${maya.email} order by created_at desc limit 1`
  const [link = ''] = /\/restore-account\?token=[0-9a-f]{64}/.exec(mail!.text) ?? []
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Restore your account?' })).toBeVisible()
  await takeScreenshots(page, 'restore-account')
  expect(
    await app.pool`select 1 from users where email = ${maya.email} and account_status <> 'closed'`,
  ).toHaveLength(0)

  await page.route('**/api/auth/restore-account', (route) => route.abort())
  await restore(page).click()
  await expect(page.getByText("We couldn't restore your account. Please try again.")).toBeVisible()
  await page.unroute('**/api/auth/restore-account')
  await page.getByRole('button', { name: 'Try Again' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Your account is back' })).toBeFocused()
  await expect(page).toHaveURL('/restore-account')
  await takeScreenshots(page, 'restored-account')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByLabel('Email').fill(maya.email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/(dashboard|feed)/)

  await page.goto(link)
  await restore(page).click()
  await expect(
    page.getByText('This link is invalid or has expired. A deleted account can be restored for 14 days.'),
  ).toBeVisible()
  await expect(restore(page)).toHaveCount(0)
})

test('a member without a verified address is not promised a link', async ({ page, app }) => {
  const ben = await app.member(uniqueName('nolink'))
  await signIn(page, ben)
  await page.goto('/settings')
  const question = page.getByRole('alertdialog')
  await page.getByRole('button', { name: 'Delete account' }).click()
  await question.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(question).toContainText('This cannot be undone.')
  await expect(question).not.toContainText('restore your account')
  await expect(question).not.toContainText(ben.email)
})
