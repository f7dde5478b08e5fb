import type { Page } from '@playwright/test'
import { expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const anyToken = '0123456789abcdef'.repeat(4)
const invalidLinkMessage = 'This password reset link is invalid or has expired. Please request a new one.'
const newPassword = (page: Page) => page.getByLabel('New Password', { exact: true })
const confirmation = (page: Page) => page.getByLabel('Confirm New Password')
const resetButton = (page: Page) => page.getByRole('button', { name: 'Reset password' })

async function fill(page: Page, text: string, again = text) {
  await newPassword(page).fill(text)
  await confirmation(page).fill(again)
}

/** Stops the timers of the page, which would otherwise open the sign-in form while the screenshots are taken. */
async function stopTimers(page: Page) {
  await page.evaluate(() => {
    const last = Number(setTimeout(() => undefined))
    for (let id = 1; id <= last; id += 1) clearTimeout(id)
  })
}

/** Opens a page whose clock advances only when the test says so. */
async function openWithPausedClock(page: Page, address: string) {
  await page.clock.install({ time: 0 })
  await page.goto(address)
  await expect(newPassword(page)).toBeVisible()
  await page.clock.pauseAt(3_600_000)
}

// covers ACC-RESET-05 ACC-RESET-06 ACC-ROUTES-24
test('a member who forgot their password gets an email, opens its link, and signs in with a new one', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('reset'))
  await page.goto('/login')
  await page.getByLabel('Email').fill(maya.email)
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()

  const [mail] = await app.pool<{ text: string }[]>`select text from emails where to_address = ${maya.email}`
  const [address = ''] = /\/reset-password\?token=[0-9a-f]{64}/.exec(mail!.text) ?? []
  await page.goto(address)
  // Neither the URL nor the history keeps the token.
  await expect(page).toHaveURL('/reset-password')
  await fill(page, 'loud ocean evening')
  await resetButton(page).click()
  await expect(page.getByRole('heading', { name: 'Password reset successfully' })).toBeFocused()
  await stopTimers(page)
  await takeScreenshots(page, 'reset-success')
  await page.getByRole('link', { name: 'Continue to Login' }).click()
  await expect(page).toHaveURL('/login')

  await page.goto(address)
  await expect(newPassword(page)).toBeVisible()
  await fill(page, 'loud ocean night')
  await resetButton(page).click()
  await expect(page.getByText(invalidLinkMessage)).toBeVisible()

  await page.getByRole('link', { name: 'Back to login' }).click()
  await page.getByLabel('Email').fill(maya.email)
  await page.getByLabel('Password', { exact: true }).fill('loud ocean evening')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/dashboard')
})

// covers ACC-RESET-01 ACC-RESET-02 ACC-RESET-03 ACC-RESET-07
test('the form has two fields for the new password, each can be shown, and leads back', async ({ page }) => {
  await page.goto(`/reset-password?token=${anyToken}`)
  for (const field of [newPassword(page), confirmation(page)]) {
    await expect(field).toHaveAttribute('type', 'password')
    await expect(field).toHaveAttribute('autocomplete', 'new-password')
  }
  await fill(page, 'seen words')
  await page.getByRole('button', { name: 'Show password' }).first().click()
  await expect(newPassword(page)).toHaveAttribute('type', 'text')
  await expect(confirmation(page)).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await takeScreenshots(page, 'reset')
  await page.getByRole('link', { name: 'Back to login' }).click()
  await expect(page).toHaveURL('/login')
})

// covers ACC-RESET-11 ACC-RESET-12 ACC-RESET-13
test('a URL without a token of 64 characters says so, sends no request, and offers a new link', async ({
  page,
}) => {
  let calls = 0
  await page.route('**/api/auth/**', (route) => {
    calls += 1
    return route.abort()
  })
  for (const address of [
    '',
    '?token=',
    '?token=short',
    `?token=${anyToken}0`,
    `?token=${anyToken.slice(1)}`,
  ]) {
    await page.goto(`/reset-password${address}`)
    await expect(page.getByText(invalidLinkMessage)).toBeVisible()
    await expect(newPassword(page)).toHaveCount(0)
  }
  await takeScreenshots(page, 'reset-invalid')
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page).toHaveURL('/login?view=forgot')
  expect(calls).toBe(0)
})

// covers ACC-RESET-09 ACC-RESET-14 ACC-RESET-15 ACC-RESET-16 ACC-RESET-17
test('an invalid field shows its message, nothing is sent, and an edit removes the message', async ({
  page,
}) => {
  let calls = 0
  await page.route('**/api/auth/reset-password', (route) => {
    calls += 1
    return route.abort()
  })
  await page.goto(`/reset-password?token=${anyToken}`)
  await resetButton(page).click()
  await expect(newPassword(page)).toHaveAccessibleDescription(/Password is required/)
  await expect(confirmation(page)).toHaveAccessibleDescription('Please confirm your password')
  await expect(newPassword(page)).toBeFocused()

  await fill(page, '1234567', '12345678')
  await expect(page.getByText('is required')).toHaveCount(0)
  await confirmation(page).press('Enter')
  await expect(newPassword(page)).toHaveAccessibleDescription(/Password must be at least 8 characters/)
  await expect(confirmation(page)).toHaveAccessibleDescription('Passwords do not match')
  await takeScreenshots(page, 'reset-errors')

  await newPassword(page).fill('12345678')
  await expect(newPassword(page)).toHaveAccessibleDescription('8 characters or more')
  await expect(confirmation(page)).toHaveAccessibleDescription('Passwords do not match')
  expect(calls).toBe(0)
})

// covers ACC-RESET-04 ACC-RESET-08
test('the button shows that it is busy, and three seconds after success the sign-in form opens', async ({
  page,
}) => {
  const response = Promise.withResolvers<void>()
  let sent: unknown
  await page.route('**/api/auth/reset-password', async (route) => {
    sent = route.request().postDataJSON()
    await response.promise
    await route.fulfill({ json: { success: true, message: 'Password reset successfully' } })
  })
  await openWithPausedClock(page, `/reset-password?token=${anyToken}`)
  await fill(page, 'loud ocean evening')
  await confirmation(page).press('Enter')
  await expect(page.getByRole('button', { name: 'Resetting...' })).toBeDisabled()
  expect(sent).toEqual({ token: anyToken, password: 'loud ocean evening' })
  response.resolve()
  await expect(page.getByRole('heading', { name: 'Password reset successfully' })).toBeVisible()
  await page.clock.runFor(2_900)
  await expect(page).toHaveURL('/reset-password')
  await page.clock.runFor(200)
  await expect(page).toHaveURL('/login')
})

// covers ACC-RESET-18 ACC-RESET-19
test("a failure shows the server's message or its own, keeps the fields, and disappears on edit", async ({
  page,
}) => {
  const fallback = 'Password reset failed. Please try again.'
  const common = 'This password is too common. Please choose another.'
  await page.goto(`/reset-password?token=${anyToken}`)
  await fill(page, 'password123')
  const responses: [string, { status: number; json: object } | 'cut'][] = [
    [common, { status: 400, json: { success: false, error: common, code: 'password_too_common' } }],
    [fallback, { status: 500, json: { success: false } }],
    [fallback, 'cut'],
  ]
  for (const [message, response] of responses) {
    await page.route('**/api/auth/reset-password', (route) =>
      response === 'cut' ? route.abort() : route.fulfill(response),
    )
    await resetButton(page).click()
    // An error about a field is shown at the field, and every other error above the form.
    if (message === common) await expect(newPassword(page)).toHaveAccessibleDescription(new RegExp(common))
    else await expect(page.getByRole('alert')).toHaveText(message)
    await expect(newPassword(page)).toHaveValue('password123')
    if (message === common) await takeScreenshots(page, 'reset-failed')
    for (const field of [newPassword(page), confirmation(page)]) {
      await field.press('End')
      await field.press('Backspace')
    }
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(newPassword(page)).not.toHaveAccessibleDescription(new RegExp(common))
    await fill(page, 'password123')
  }
})

// covers ACC-RESET-06
test('a signed-in member whose password is reset is led to the sign-in form too', async ({ page, app }) => {
  const maya = await app.member(uniqueName('resetin'))
  await app.visitor.send('POST', '/api/auth/forgot-password', { body: { email: maya.email } })
  const [mail] = await app.pool<{ text: string }[]>`select text from emails where to_address = ${maya.email}`
  const [address = ''] = /\/reset-password\?token=[0-9a-f]{64}/.exec(mail!.text) ?? []
  await signIn(page, maya)
  await page.goto(address)
  await fill(page, 'loud ocean evening')
  await resetButton(page).click()
  await page.getByRole('link', { name: 'Continue to Login' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})
