import type { Page } from '@playwright/test'
import { siteOrigin } from '#server/testing/setups/passkeys.ts'
import { codeOf } from '#server/testing/setups/secondFactors.ts'
import {
  expect,
  goodPassword,
  setPassword,
  signIn,
  test,
  uniqueName,
  type TestServer,
} from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Two-Step Sign-In' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const passkeys = (page: Page) => page.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem')

// The stream of events never ends, so its route is removed without waiting for it.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

/** Serves the product at its public origin, because browsers offer no passkeys to an IP address. */
async function servePublicOrigin(page: Page, app: TestServer) {
  await page.route(`${siteOrigin}/**`, async (route) => {
    const url = route.request().url().replace(siteOrigin, app.origin)
    await route.fulfill({ response: await route.fetch({ url, maxRedirects: 0 }) })
  })
}

/** Adds a simulated passkey provider, which confirms every request at once without asking the member. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { devtools, authenticatorId }
}

/** Lets the next request for a passkey fail as it does when the member closes the dialog of the browser. */
async function cancelNext(page: Page, call: 'create' | 'get') {
  await page.evaluate((name) => {
    const original = navigator.credentials[name].bind(navigator.credentials)
    const cancel = () => {
      Object.assign(navigator.credentials, { [name]: original })
      return Promise.reject(new DOMException('The request was canceled', 'NotAllowedError'))
    }
    Object.assign(navigator.credentials, { [name]: cancel })
  }, call)
}

/** Adds the first passkey and returns the recovery codes. */
async function addPasskey(page: Page) {
  await page.goto(`${siteOrigin}/settings`)
  await card(page).getByRole('button', { name: 'Add a passkey' }).click()
  await card(page).getByLabel('Name of the passkey').fill('Phone')
  await card(page).getByLabel('Your password').fill(goodPassword)
  await button(page, 'Add passkey').click()
  const codes = page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  return codes.allInnerTexts()
}

async function enterPassword(page: Page, email: string) {
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${siteOrigin}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await button(page, 'Sign in').click()
  await expect(page.getByRole('heading', { name: 'Use your passkey' })).toBeVisible()
}

// covers HURD-PASSKEY-08
test('a member adds a passkey in Settings, signs out, signs in with it, renames it and removes it', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('passkey'), { email_verified_at: '2026-01-01T00:00:00Z' })
  await setPassword(app, maya)
  await servePublicOrigin(page, app)
  const { devtools, authenticatorId } = await addAuthenticator(page)
  await signIn(page, maya, siteOrigin)
  await page.goto(`${siteOrigin}/settings`)
  await expect(card(page).getByRole('heading', { name: 'Off' })).toBeVisible()
  await takeScreenshots(page, 'passkeys-off')
  await card(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expect(card(page).getByRole('heading', { name: 'Add a passkey' })).toBeFocused()
  await button(page, 'Add passkey').click()
  const name = card(page).getByLabel('Name of the passkey')
  await expect(name).toHaveAccessibleDescription(/Please enter a name/)
  await name.fill('My laptop')
  await card(page).getByLabel('Your password').fill('not my password')
  await button(page, 'Add passkey').click()
  await expect(card(page).getByLabel('Your password')).toHaveAccessibleDescription(
    'Current password is incorrect',
  )
  await expect(name).toHaveValue('My laptop')
  await takeScreenshots(page, 'passkeys-add')
  await card(page).getByLabel('Your password').fill(goodPassword)
  await cancelNext(page, 'create')
  await button(page, 'Add passkey').click()
  await expect(page.getByRole('alert')).toContainText('No passkey was created. You can try again.')
  await expect(name).toHaveValue('My laptop')
  await button(page, 'Add passkey').click()
  const codes = page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await button(page, 'I saved them').click()
  await expect(passkeys(page)).toHaveCount(1)
  await expect(passkeys(page)).toContainText('My laptop')
  await expect(passkeys(page)).toContainText('Not used yet.')
  await takeScreenshots(page, 'passkeys-on')
  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
  expect(credentials.map(({ rpId }) => rpId)).toEqual(['localhost'])

  await enterPassword(page, maya.email)
  await expect(button(page, 'Use a passkey')).toBeFocused()
  await takeScreenshots(page, 'passkey-step')
  await cancelNext(page, 'get')
  await button(page, 'Use a passkey').click()
  await expect(page.getByRole('alert')).toContainText('No passkey was used. You can try again.')
  await takeScreenshots(page, 'passkey-step-canceled')
  await button(page, 'Use a passkey').click()
  await expect(page).toHaveURL(/\/dashboard/)

  await page.goto(`${siteOrigin}/settings`)
  await expect(passkeys(page)).toContainText('Last used: Just now.')
  await button(page, 'Rename My laptop').click()
  await expect(card(page).getByLabel('Name of the passkey')).toBeFocused()
  await card(page).getByLabel('Name of the passkey').fill('Work laptop')
  await page.keyboard.press('Enter')
  await expect(passkeys(page)).toContainText('Work laptop')
  await button(page, 'Remove Work laptop').click()
  await card(page).getByLabel('Your password').fill(goodPassword)
  await takeScreenshots(page, 'passkeys-remove')
  await button(page, 'Remove passkey').click()
  await expect(card(page).getByRole('heading', { name: 'Off' })).toBeVisible()
  await expect(button(page, 'Turn on')).toBeFocused()
})

// covers HURD-PASSKEY-08
test('a copied or removed passkey is refused with a sentence, and a recovery code still signs in', async ({
  page,
  app,
}) => {
  const noah = await app.member(uniqueName('passkey'), { email_verified_at: '2026-01-01T00:00:00Z' })
  await setPassword(app, noah)
  await servePublicOrigin(page, app)
  const { devtools, authenticatorId } = await addAuthenticator(page)
  await signIn(page, noah, siteOrigin)
  const [code = ''] = await addPasskey(page)

  // The stored counter is now higher than the counter of the passkey, as if a copy of the passkey had been used.
  await app.pool`update passkeys set sign_count = 1000 where user_id = ${noah.user_id}`
  await enterPassword(page, noah.email)
  await button(page, 'Use a passkey').click()
  await expect(page.getByRole('alert')).toContainText('This passkey may have been copied')

  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
  expect(credentials).toHaveLength(1)
  // The server no longer knows the passkey when the response of the browser arrives.
  await page.route('**/api/auth/login', async (route) => {
    await app.pool`update passkeys set credential_id = '\\x00' where user_id = ${noah.user_id}`
    await route.fallback()
  })
  await button(page, 'Use a passkey').click()
  await expect(page.getByRole('alert')).toContainText("This passkey isn't one of your account's")
  await page.unroute('**/api/auth/login')

  await button(page, 'Use a recovery code').click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByLabel('Recovery code')).toBeFocused()
  await button(page, 'Sign in').click()
  await expect(page.getByLabel('Recovery code')).toHaveAccessibleDescription(
    'Enter a recovery code like K7QM-2XWD-9PTA',
  )
  await page.getByLabel('Recovery code').fill(code)
  await button(page, 'Sign in').click()
  await expect(page).toHaveURL(/\/dashboard/)
})

// covers HURD-PASSKEY-08
test('a member with a passkey adds an authenticator app, signs in with it, and removes it', async ({
  page,
  app,
}) => {
  const olga = await app.member(uniqueName('passkey'), { email_verified_at: '2026-01-01T00:00:00Z' })
  await setPassword(app, olga)
  await servePublicOrigin(page, app)
  await addAuthenticator(page)
  await signIn(page, olga, siteOrigin)
  await addPasskey(page)
  await button(page, 'I saved them').click()
  await button(page, 'Add an app').click()
  const secret = (await card(page).locator('code').innerText()).replaceAll(' ', '')
  await card(page).getByLabel('6-digit code from the app').fill(codeOf(secret))
  await card(page).getByLabel('Your password').fill(goodPassword)
  await button(page, 'Add app').click()
  await expect(card(page).getByText('a passkey or a code from your app.')).toBeVisible()
  await button(page, 'Get new codes').click()
  await button(page, 'Use a code instead').click()
  await expect(card(page).getByLabel('Code from your app')).toBeVisible()
  await takeScreenshots(page, 'passkeys-code-instead')

  // The server accepts each code once, so the code of the same half minute is allowed again.
  await app.pool`update second_factors set last_step = 0 where user_id = ${olga.user_id}`
  await enterPassword(page, olga.email)
  await button(page, 'Use your app').click()
  await page.getByLabel('6-digit code').fill(codeOf(secret))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard/)

  await page.goto(`${siteOrigin}/settings`)
  await button(page, 'Remove app').click()
  await expect(card(page).getByRole('heading', { name: 'Remove your authenticator app?' })).toBeFocused()
  await card(page).getByLabel('Your password').fill(goodPassword)
  await button(page, 'Remove app').click()
  await expect(button(page, 'Add an app')).toBeVisible()
  await expect(passkeys(page)).toHaveCount(1)
})
