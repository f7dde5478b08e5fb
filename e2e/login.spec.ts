import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { dist, expect, goodPassword, setPassword, storedIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const email = (page: Page) => page.getByLabel('Email')
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in' })

async function fill(page: Page, address: string, text: string) {
  await email(page).fill(address)
  await password(page).fill(text)
}

// covers ACC-ROUTES-01 ACC-LOGIN-01 ACC-LOGIN-02 ACC-LOGIN-03 ACC-LOGIN-12 ACC-LOGIN-13 ACC-LOGIN-14
test('a visitor sees the welcome, the tagline and the sign-in form, accessible to everyone', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Welcome to Hurd' })).toBeVisible()
  await expect(page.getByText('Your platform for civic engagement')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Watch Demo' })).toBeVisible()
  await expect(email(page)).toHaveAttribute('type', 'email')
  await expect(password(page)).toHaveAttribute('type', 'password')
  await expect(signInButton(page)).toBeEnabled()
  await takeScreenshots(page, 'login')
})

test('the sign-in page does not load the code of the pages behind it', async ({ page }) => {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(paths.some((path) => path.startsWith('/assets/SignIn-'))).toBe(true)
  expect(paths.filter((path) => /^\/assets\/member-.*js$/.test(path))).toEqual([])
  expect(readdirSync(join(dist, 'assets')).some((name) => /^member-.*js$/.test(name))).toBe(true)
})

// covers ACC-LOGIN-21 ACC-LOGIN-22 ACC-LOGIN-23 ACC-LOGIN-24 ACC-LOGIN-25 ACC-LOGIN-26
test('an invalid field shows its message, nothing is sent, and an edit removes the message', async ({
  page,
}) => {
  let calls = 0
  await page.route('**/api/auth/login', (route) => {
    calls += 1
    return route.abort()
  })
  await page.goto('/login')
  await signInButton(page).click()
  await expect(email(page)).toHaveAccessibleDescription('Email is required')
  await expect(password(page)).toHaveAccessibleDescription('Password is required')
  await expect(email(page)).toBeFocused()

  await fill(page, 'abc', '1234567')
  await expect(page.getByText('is required')).toHaveCount(0)
  await password(page).press('Enter')
  await expect(email(page)).toHaveAccessibleDescription('Please enter a valid email address')
  await expect(password(page)).toHaveAccessibleDescription('Password must be at least 8 characters')

  await email(page).fill('abc@example.org')
  await expect(email(page)).toHaveAccessibleDescription('')
  await expect(password(page)).toHaveAccessibleDescription('Password must be at least 8 characters')
  expect(calls).toBe(0)
})

// covers ACC-LOGIN-18 ACC-LOGIN-19 ACC-LOGIN-27 ACC-SESSION-37 ACC-ERRORS-05
test("a wrong password shows the server's message, keeps the page and the fields, and disappears on edit", async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('loginwrong'))
  await setPassword(app, maya)
  await page.goto('/login')
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
  await fill(page, maya.email, 'not the password')
  await signInButton(page).click()

  const box = page.getByRole('alert').filter({ hasText: 'Login Failed' })
  await expect(box).toContainText('Invalid email or password')
  await expect(page).toHaveURL('/login')
  await expect(page.locator('body[data-same-page]')).toHaveCount(1)
  await expect(email(page)).toHaveValue(maya.email)
  await expect(password(page)).toHaveValue('not the password')
  await takeScreenshots(page, 'login-failed')

  await password(page).press('End')
  await password(page).pressSequentially('!')
  await expect(box).toHaveCount(0)
})

// covers ACC-LOGIN-20
test("a failure without a message from the server shows the page's own message", async ({ page }) => {
  await page.goto('/login')
  await fill(page, 'maya@example.org', 'long enough')
  const box = page.getByRole('alert').filter({ hasText: 'Login Failed' })

  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 500, json: { success: false } }))
  await signInButton(page).click()
  await expect(box.getByText('Login failed', { exact: true })).toBeVisible()

  const lost = [
    (route: { abort: () => Promise<void> }) => route.abort(),
    (route: { fulfill: (response: { status: number; body: string }) => Promise<void> }) =>
      route.fulfill({ status: 502, body: '<html>Bad gateway</html>' }),
  ]
  for (const response of lost) {
    await page.route('**/api/auth/login', response)
    await signInButton(page).click()
    await expect(box.getByText('Login failed. Please try again.', { exact: true })).toBeVisible()
    await email(page).fill('maya@example.org')
    await email(page).fill('maya@example.com')
    await expect(box).toHaveCount(0)
  }
})

// covers ACC-API-04
test('a request without a response ends after 10 seconds', async ({ page }) => {
  await page.clock.install()
  await page.route('**/api/auth/login', () => undefined)
  await page.goto('/login')
  await fill(page, 'maya@example.org', 'long enough')
  // From now on the clock of the page advances only when the test says so.
  await page.clock.pauseAt(Date.now() + 60_000)
  const loginRequest = page.waitForRequest('**/api/auth/login')
  await signInButton(page).click()
  await loginRequest
  await page.clock.runFor(9_900)
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible()
  await page.clock.runFor(200)
  await expect(page.getByText('Login failed. Please try again.')).toBeVisible()
})

// covers ACC-LOGIN-15 ACC-LOGIN-28 ACC-LOGIN-29 ACC-ROUTES-08 ACC-SESSION-01 ACC-SESSION-02 ACC-SESSION-03
// covers ACC-SESSION-07 ACC-SESSION-08
test('signing in shows that it is busy, stores token and user without the address, and leads to /dashboard', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('login'), { address: '418 Prospect Place, Brooklyn, NY 11238' })
  await setPassword(app, maya)
  const response = Promise.withResolvers<void>()
  await page.route('**/api/auth/login', async (route) => {
    await response.promise
    await route.continue()
  })

  await page.goto('/login')
  await fill(page, ` ${maya.email.toUpperCase()} `, goodPassword)
  await password(page).press('Enter')
  const busy = page.getByRole('button', { name: 'Signing in...' })
  await expect(busy).toBeDisabled()
  response.resolve()
  await expect(page).toHaveURL('/dashboard')

  const stored = await storedIn(page)
  expect(stored.token).toMatch(/^[\w-]{40,}$/)
  expect(stored.emailJustVerified).toBeUndefined()
  expect(JSON.stringify(stored)).not.toContain('Prospect')
  const user = JSON.parse(stored.user ?? '{}')
  expect(user).toMatchObject({
    userId: maya.user_id,
    email: maya.email,
    username: maya.username,
    emailVerified: false,
    ocd_city_id: null,
    engagement_level: 'new',
    accountStatus: 'active',
    profilePictureUrl: null,
    totalStances: 0,
    totalComments: 0,
    totalActivityPoints: 0,
    followerCount: 0,
    bio: null,
    address: null,
  })
  expect(user.fullName).toContain(maya.username)
})

// covers ACC-LOGIN-17 ACC-ROUTES-02
test('"Create account" switches to the registration form on /login and back, and typed text survives', async ({
  page,
}) => {
  await page.goto('/login')
  await fill(page, 'maya@example.org', 'typed words')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL('/login?view=register')
  await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible()
  await page.getByLabel('Username').fill('maya')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/login')
  await expect(email(page)).toHaveValue('maya@example.org')
  await expect(password(page)).toHaveValue('typed words')

  await page.reload()
  await expect(email(page)).toHaveValue('maya@example.org')
  await expect(password(page)).toHaveValue('')
  await page.goBack()
  await expect(page.getByLabel('Username')).toHaveValue('maya')
})

test('after signing in on a phone, the feed is at its top', async ({ page, app }) => {
  const maya = await app.member(uniqueName('loginphone'))
  await setPassword(app, maya)
  for (let number = 0; number < 4; number += 1) await app.bill(uniqueName('Tall '))
  await page.setViewportSize({ width: 390, height: 600 })
  await page.goto('/login')
  await page.getByLabel('Email').fill(maya.email)
  await password(page).fill(goodPassword)
  await signInButton(page).evaluate((button) => button.scrollIntoView({ block: 'start' }))
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  await signInButton(page).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('a visitor signs in with the keyboard alone', async ({ page, app }) => {
  const maya = await app.member(uniqueName('loginkeys'))
  await setPassword(app, maya)
  await page.goto('/login')
  await expect(signInButton(page)).toBeVisible()
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement
      return element?.getAttribute('aria-label') ?? element?.getAttribute('name') ?? element?.textContent
    })
  const seen: unknown[] = []
  for (let step = 0; step < 9; step++) {
    await page.keyboard.press('Tab')
    const name = await focused()
    seen.push(name)
    if (name === 'email') await page.keyboard.type(maya.email)
    if (name === 'password') await page.keyboard.type(goodPassword)
    if (name === 'Show password') {
      await page.keyboard.press('Space')
      await expect(password(page)).toHaveAttribute('type', 'text')
      await page.keyboard.press('Space')
      await expect(password(page)).toHaveAttribute('type', 'password')
    }
  }
  expect(seen).toEqual([
    'Watch Demo',
    'Read today’s bills',
    'How do I get a code?',
    'email',
    'password',
    'Show password',
    'Forgot your password?',
    'Sign in',
    'Create account',
  ])
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
})
