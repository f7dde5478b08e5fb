import type { Page } from '@playwright/test'
import { resendVerification } from '#contract/accounts/accounts.ts'
import { updateProfile } from '#contract/people.ts'
import type { TestServer } from '#server/testing/testServer.ts'
import { expect, signIn, storedIn, test, uniqueName, type Person } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const anyToken = '0123456789abcdef'.repeat(4)
const verifyCall = '**/api/auth/verify-email'
const resendCall = '**/api/auth/resend-verification'
const toDashboard = (page: Page) => page.getByRole('link', { name: 'Continue to Dashboard' })
const back = (page: Page) => page.getByRole('link', { name: 'Back to Dashboard' })
const resend = (page: Page) => page.getByRole('button', { name: 'Resend verification email' })

/** Requests a verification email, and returns the path of the link in it. */
async function mailedLink(app: TestServer, person: Person): Promise<string> {
  await person.call(resendVerification, {})
  const [mail] = await app.pool<{ text: string }[]>`
    select text from emails where to_address = ${person.email} order by created_at desc limit 1`
  return /\/verify-email\?token=[0-9a-f]{64}/.exec(mail!.text)?.[0] ?? 'no link in the mail'
}

async function storedUser(page: Page): Promise<{ emailVerified?: boolean; userId?: string } | null> {
  return JSON.parse((await storedIn(page)).user ?? 'null')
}

// covers ACC-VERIFY-01 ACC-VERIFY-02 ACC-VERIFY-03 ACC-VERIFY-06 ACC-ROUTES-23 ACC-BANNER-02
test('the emailed link shows that it is verifying, then that it has, and the banner is gone', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('verify'))
  const link = await mailedLink(app, maya)
  await signIn(page, maya)
  const response = Promise.withResolvers<void>()
  let calls = 0
  await page.route(verifyCall, async (route) => {
    calls += 1
    await response.promise
    await route.continue()
  })
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Verifying your email' })).toBeVisible()
  await expect(page.getByRole('status')).toHaveText('Verifying...')
  await takeScreenshots(page, 'verify-verifying')
  response.resolve()
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeFocused()
  await expect(page.getByText('Email verified successfully')).toBeVisible()
  // Neither the URL nor the history keeps the token.
  await expect(page).toHaveURL('/verify-email')
  expect(calls).toBe(1)
  expect(await storedUser(page)).toMatchObject({ userId: maya.user_id, emailVerified: true })
  await takeScreenshots(page, 'verify-success')
  await toDashboard(page).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('button', { name: /Account menu/ })).toBeVisible()
  await expect(page.getByText('Please verify your email address')).toHaveCount(0)

  // Mail scanners, and React in development, open a link twice.
  await page.goto(link)
  await expect(toDashboard(page)).toBeVisible()
})

// covers ACC-VERIFY-07 ACC-VERIFY-08 ACC-VERIFY-09 ACC-VERIFY-10 ACC-SESSION-09 ACC-SHELL-22 ACC-SHELL-23
test("opening another member's link ends the session, and the next member who signs in is shown as verified", async ({
  page,
  context,
  app,
}) => {
  const maya = await app.member(uniqueName('linked'))
  const ben = await app.member(uniqueName('ben'))
  const link = await mailedLink(app, maya)
  await signIn(page, ben)
  const other = await context.newPage()
  await other.goto('/news')
  await other.evaluate(() => sessionStorage.setItem('draft:ben:comment:b1', 'half a thought'))
  const ended = page.waitForResponse('**/api/auth/logout')
  await page.goto(link)
  await expect(page.getByText('Email verified! Please log in with your verified account.')).toBeVisible()
  expect(await storedIn(page)).toEqual({ emailJustVerified: 'true' })
  expect((await ended).status()).toBe(200)
  await takeScreenshots(page, 'verify-mismatch')
  // The other tab is signed out too, but keeps the text that was being written there.
  await expect(other).toHaveURL('/login')
  expect(await storedIn(other, 'sessionStorage')).toMatchObject({ 'draft:ben:comment:b1': 'half a thought' })
  await other.close()
  await toDashboard(page).click()
  await expect(page).toHaveURL('/login')

  const ines = await app.member(uniqueName('next'))
  await signIn(page, ines)
  // The server knows that Ines is not verified, so the test blocks the page’s request for her account.
  await page.route(`**/api/users/${ines.user_id}`, (route) => route.abort())
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: /Account menu/ })).toBeVisible()
  await expect(page.getByText('Please verify your email address')).toHaveCount(0)
  expect(await storedUser(page)).toMatchObject({ emailVerified: true })
  expect(await storedIn(page)).not.toHaveProperty('emailJustVerified')
})

// covers ACC-VERIFY-10 ACC-ROLES-01
test('a signed-out visitor who verifies is asked to log in', async ({ page, app }) => {
  const maya = await app.member(uniqueName('nobody'))
  await page.goto(await mailedLink(app, maya))
  await expect(page.getByText('Email verified! Please log in with your verified account.')).toBeVisible()
  expect(await storedIn(page)).toEqual({ emailJustVerified: 'true' })
})

// covers ACC-VERIFY-04 ACC-VERIFY-05 ACC-VERIFY-11 ACC-VERIFY-12
test('a URL without a token sends no request and leads back', async ({ page }) => {
  let calls = 0
  await page.route(verifyCall, (route) => {
    calls += 1
    return route.abort()
  })
  for (const address of ['/verify-email', '/verify-email?token=']) {
    await page.goto(address)
    await expect(page.getByText('Invalid verification link', { exact: true })).toBeVisible()
  }
  expect(calls).toBe(0)
  await expect(resend(page)).toHaveCount(0)
  await takeScreenshots(page, 'verify-failed')
  await expect(page.getByRole('link', { name: 'Sign in to get a new link' })).toHaveAttribute(
    'href',
    '/login',
  )
  await back(page).click()
  await expect(page).toHaveURL('/login')
})

// covers ACC-VERIFY-13 ACC-VERIFY-16 ACC-VERIFY-17
test('an expired link says so, and a signed-in member can request a new one', async ({ page, app }) => {
  const maya = await app.member(uniqueName('late'))
  const link = await mailedLink(app, maya)
  await app.pool`update email_links set expires_at = now() - interval '1 minute' where user_id = ${maya.user_id}`
  await signIn(page, maya)
  await page.goto(link)
  await expect(page.getByText('This verification link has expired. Please request a new one.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Email not verified' })).toBeFocused()
  await expect(page.getByText('One more step')).toBeVisible()
  await takeScreenshots(page, 'verify-expired')

  // The page only logs that the request failed.
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  const response = Promise.withResolvers<void>()
  await page.route(resendCall, async (route) => {
    await response.promise
    await route.fulfill({ status: 500, json: { success: false, error: 'The mail room is shut' } })
  })
  await resend(page).click()
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled()
  response.resolve()
  await expect(resend(page)).toBeEnabled()
  expect(logged.join()).toContain('The mail room is shut')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByText('The mail room is shut')).toHaveCount(0)

  await page.unroute(resendCall)
  await resend(page).click()
  await expect(page.getByRole('alert')).toHaveText('Verification email sent! Please check your inbox.')
  const mails = await app.pool`select 1 from emails where to_address = ${maya.email}`
  expect(mails.length).toBe(2)
})

// covers ACC-VERIFY-14 ACC-VERIFY-15
test('a timeout and a network failure have their own messages, and the link can be retried', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('again'))
  const link = await mailedLink(app, maya)
  await signIn(page, maya)
  await page.route(verifyCall, (route) => route.fulfill({ status: 500, json: { success: false } }))
  await page.goto(link)
  await expect(page.getByText('Verification failed', { exact: true })).toBeVisible()

  await page.unroute(verifyCall)
  await page.route(verifyCall, (route) => route.abort())
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Verification failed. Please try again.', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Verification failed. Please try again.', { exact: true })).toBeVisible()

  await page.unroute(verifyCall)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeFocused()
})

test('an unknown link is reported, and the page works by keyboard alone', async ({ page, app }) => {
  const maya = await app.member(uniqueName('keys'))
  await signIn(page, maya)
  await page.goto(`/verify-email?token=${anyToken}`)
  await expect(page.getByText('Invalid verification link', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/verify-email')
  await page.keyboard.press('Tab')
  await expect(resend(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(back(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
})

test('the link "This was not me" in the email to the old address cancels the change only after a press', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('notme'), { email_verified_at: '2026-01-01T00:00:00Z' })
  const newEmail = `${uniqueName('thief')}@example.org`
  await maya.call(updateProfile, { email: newEmail })
  const [mail] = await app.pool<{ text: string }[]>`
    select text from emails where to_address = ${maya.email} order by created_at desc limit 1`
  const [link = ''] = /\/not-me\?token=[0-9a-f]{64}/.exec(mail!.text) ?? []
  await signIn(page, maya)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Was this not you?' })).toBeVisible()
  await takeScreenshots(page, 'not-me')
  const readPendingEmail = () =>
    app.pool<{ pending_email: string | null }[]>`
      select pending_email from users where user_id = ${maya.user_id}`
  expect((await readPendingEmail())[0]!.pending_email).toBe(newEmail)

  await page.route('**/api/auth/undo-email-change', (route) => route.abort())
  await page.getByRole('button', { name: 'Cancel the change' }).click()
  await expect(page.getByText("We couldn't cancel the change. Please try again.")).toBeVisible()
  await page.unroute('**/api/auth/undo-email-change')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'The change is canceled' })).toBeFocused()
  await expect(page).toHaveURL('/not-me')
  expect((await readPendingEmail())[0]!.pending_email).toBeNull()
  // The member who pressed the button stays signed in.
  await toDashboard(page).click()
  await expect(page).toHaveURL('/dashboard')

  await page.goto('/not-me')
  await page.getByRole('button', { name: 'Cancel the change' }).click()
  await expect(page.getByText('Invalid verification link', { exact: true })).toBeVisible()
})
