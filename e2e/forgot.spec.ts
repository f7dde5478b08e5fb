import { expect, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

// covers ACC-LOGIN-16 ACC-FORGOT-01 ACC-FORGOT-02 ACC-FORGOT-03 ACC-FORGOT-04 ACC-ROUTES-30
test('"Forgot your password?" opens its form with the email already filled in, and leads back', async ({
  page,
}) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill('maya@example.org')
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL('/login?view=forgot')
  await expect(page.getByLabel('Email')).toHaveValue('maya@example.org')
  await expect(page.getByRole('button', { name: 'Send reset link' })).toBeVisible()
  await takeScreenshots(page, 'forgot')

  await page.getByLabel('Email').fill('maya@')
  await page.getByLabel('Email').press('Enter')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email address')
  await page.getByRole('button', { name: 'Back to login' }).click()
  await expect(page).toHaveURL('/login')
})

// covers ACC-FORGOT-05 ACC-FORGOT-06 ACC-FORGOT-07
test('a known and an unknown email get the same response', async ({ page, app }) => {
  const maya = await app.member(uniqueName('forgot'))
  for (const email of [maya.email, 'nobody@example.org']) {
    await page.goto('/login?view=forgot')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
    await expect(page.getByText('If an account with that email exists, a reset link was sent.')).toBeVisible()
    await page.getByRole('button', { name: 'Back to Login' }).click()
    await expect(page).toHaveURL('/login')
  }
})

// covers ACC-FORGOT-08
test('a failure is shown in the form, keeps the email, and disappears on edit', async ({ page }) => {
  await page.route('**/api/auth/forgot-password', (route) =>
    route.fulfill({ status: 500, json: { success: false } }),
  )
  await page.goto('/login?view=forgot')
  await page.getByLabel('Email').fill('maya@example.org')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('Failed to send reset email. Please try again.')
  await expect(page.getByLabel('Email')).toHaveValue('maya@example.org')
  await page.getByLabel('Email').fill('maya@example.com')
  await expect(alert).toHaveCount(0)
})
