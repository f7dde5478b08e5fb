import type { Page } from '@playwright/test'
import { expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const resendCall = '**/api/auth/resend-verification'
const banner = (page: Page) => page.getByRole('region', { name: 'Email verification' })
const resend = (page: Page) => banner(page).getByRole('button', { name: 'Resend email' })
const dismiss = (page: Page) => page.getByRole('button', { name: 'Dismiss' })

// covers ACC-BANNER-01 ACC-BANNER-03 ACC-BANNER-04 ACC-BANNER-05 ACC-BANNER-06 ACC-BANNER-07 ACC-SHELL-14
// covers ACC-ROLES-03
test('an unverified member can use the product, sees the verification banner on every page, and can request a new email', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('unverified'))
  await signIn(page, maya)
  for (const path of ['/dashboard', '/feed', '/news']) {
    await page.goto(path)
    await expect(banner(page)).toContainText('Please verify your email address')
    await expect(banner(page)).toContainText(`We sent a verification link to ${maya.email}.`)
  }
  await takeScreenshots(page, 'banner', { fullPage: false })

  const response = Promise.withResolvers<void>()
  await page.route(resendCall, async (route) => {
    await response.promise
    await route.continue()
  })
  await resend(page).click()
  await expect(banner(page).getByRole('button', { name: 'Sending...' })).toBeDisabled()
  response.resolve()
  await expect(page.getByRole('alert')).toHaveText('Verification email sent! Please check your inbox.')
  await expect(resend(page)).toBeEnabled()
  const mails = await app.pool`select 1 from emails where to_address = ${maya.email}`
  expect(mails.length).toBe(1)
})

// covers ACC-BANNER-08
test("when a verification email fails, the banner shows the server's message, or its own, until a member dismisses it", async ({
  page,
  app,
}) => {
  await signIn(page, await app.member(uniqueName('unsent')))
  await page.goto('/news')
  const fallback = 'Failed to send email. Please try again.'
  const refusal = 'Too many attempts. Please try again later.'
  for (const [message, response] of [
    [fallback, { status: 500, json: { success: false } }],
    [fallback, 'cut'],
    [refusal, { status: 429, json: { success: false, error: refusal, code: 'too_many_attempts' } }],
  ] as const) {
    await page.route(resendCall, (route) => (response === 'cut' ? route.abort() : route.fulfill(response)))
    await resend(page).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText(message)
    await dismiss(page).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.unroute(resendCall)
  }
})

// covers ACC-BANNER-02
test('a verified member sees no banner, and a member who has verified elsewhere loses it when requesting a new email', async ({
  page,
  app,
}) => {
  const ben = await app.member(uniqueName('verified'), { email_verified_at: '2026-01-01T00:00:00Z' })
  await signIn(page, ben)
  await page.goto('/news')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(banner(page)).toHaveCount(0)

  const ines = await app.member(uniqueName('meanwhile'))
  await signIn(page, ines)
  await page.goto('/news')
  await expect(banner(page)).toBeVisible()
  await app.pool`update users set email_verified_at = now() where user_id = ${ines.user_id}`
  await resend(page).click()
  await expect(page.getByRole('alert')).toHaveText('Email is already verified')
  await expect(banner(page)).toHaveCount(0)
})
