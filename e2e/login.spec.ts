import { shoot } from './support/shots.ts'
import { expect, test } from './support/product.ts'

// covers ACC-ROUTES-01 ACC-LOGIN-01 ACC-LOGIN-02 ACC-LOGIN-03 ACC-LOGIN-12 ACC-LOGIN-13 ACC-LOGIN-14
test('a visitor finds the welcome, the tagline and the sign-in form, readable by everyone', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Welcome to Hurd' })).toBeVisible()
  await expect(page.getByText('Your platform for civic engagement')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Watch Demo' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  await shoot(page, 'login')
})
