import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Page, Request, Response } from '@playwright/test'
import * as z from 'zod/mini'
import { billPageSize } from '#contract/bills/bills.ts'
import {
  expect,
  goodPassword,
  holdScripts,
  setPassword,
  signIn,
  signInAsNewcomer,
  test,
  uniqueName,
} from './support/product.ts'

const BundledText = z.object({ title: z.string(), summary: z.string() })

/**
 * Returns the size of the gzipped scripts that the page requests and of everything as received with its headers, both in units of
 * 1,024 bytes, and the numbers of stylesheets and of all requests.
 */
async function loadedBy(page: Page, address: string) {
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  let total = 0
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    total += encodedDataLength
  })
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.waitForLoadState('load')
  const received = total
  const requested = (type: string) =>
    responses.filter((response) => response.request().resourceType() === type)
  const bodies = await Promise.all(requested('script').map((response) => response.body()))
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
  return {
    scripts: bytes / 1024,
    total: received / 1024,
    stylesheets: requested('stylesheet').length,
    requests: responses.length,
  }
}

test('the sign-in page loads at most 100 KB of script and no stylesheet', async ({ page }) => {
  const { scripts, stylesheets } = await loadedBy(page, '/login')
  expect(scripts).toBeLessThanOrEqual(100)
  expect(stylesheets).toBe(0)
})

// A wide window shows the filters, the notifications and the representatives from the start, with their styles.
for (const { window, limit, viewport, styles } of [
  { window: 'on a phone', limit: 125, viewport: { width: 412, height: 823 }, styles: 0 },
  { window: 'in a wide window', limit: 138, viewport: { width: 1440, height: 900 }, styles: 5 },
]) {
  test.describe(window, () => {
    test.use({ viewport })
    test(`the feed loads at most ${limit} KB of script and at most ${styles} stylesheets`, async ({
      page,
      app,
    }) => {
      await signIn(page, await app.member(uniqueName('light')))
      const { scripts, stylesheets } = await loadedBy(page, '/feed')
      expect(scripts).toBeLessThanOrEqual(limit)
      expect(stylesheets).toBeLessThanOrEqual(styles)
    })
  })
}

const bundledTexts = readFileSync(new URL('../db/seed/local.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => BundledText.parse(JSON.parse(line)))

// Both kinds of member: the bench measures the same two (bench/rows/pages/phoneLoad.ts).
// covers HURD-SPEED-07
test('the first feed of a newcomer loads at most 128 KB of script, and 170 KB in 16 requests, with the welcome card', async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 412, height: 823 })
  const jurisdiction = 'ocd-division/country:us/state:tx/place:austin'
  // A full page of bills with texts as they really are, because texts are most of what a page of bills weighs.
  for (const { title, summary } of bundledTexts.slice(0, billPageSize)) {
    await app.bill(uniqueName(title), { summary, jurisdiction, government_level: 'local' })
  }
  const newcomer = await app.resident(uniqueName('newcomer'), jurisdiction)
  await app.pool`update users set email_verified_at = null where user_id = ${newcomer.user_id}`
  await signInAsNewcomer(page, newcomer)
  const { scripts, total, stylesheets, requests } = await loadedBy(page, '/feed')
  await expect(page.getByRole('heading', { name: 'What do you care about?' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(billPageSize)
  expect(scripts).toBeLessThanOrEqual(128)
  expect(total).toBeLessThanOrEqual(170)
  expect(stylesheets).toBe(0)
  expect(requests).toBeLessThanOrEqual(16)
})

// covers HURD-SPEED-11
test('while the code of a screen is on its way, the page says so in the language of its reader', async ({
  page,
  app,
}) => {
  await signIn(page, await app.member(uniqueName('waiting')))
  const release = await holdScripts(page)
  for (const [address, words] of [
    ['/groups', 'Loading...'],
    ['/settings?lang=es', 'Cargando...'],
  ] as const) {
    await page.goto(address, { waitUntil: 'commit' })
    await expect(page.getByRole('status')).toHaveText(words)
  }
  release()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Cargando...')).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  // covers HURD-SPEED-11
  test('a screen says what is missing, and not that it is loading', async ({ page }) => {
    await page.goto('/groups')
    // Searches by text leave out what is in <noscript>.
    await expect(page.locator('noscript > p')).toBeVisible()
    await expect(page.getByText('Loading...')).toBeHidden()
  })
})

// covers HURD-HEADERS-01
test('scripts and fonts carry no headers that only concern pages, and are still never taken for another type', async ({
  page,
}) => {
  const files = [page.waitForResponse(/\/assets\/.*\.js$/), page.waitForResponse(/\.woff2$/)]
  const document = await page.goto('/login')
  expect(document?.headers()).toMatchObject({
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
  })
  for (const file of await Promise.all(files)) {
    const headers = file.headers()
    expect(Object.keys(headers)).not.toContain('content-security-policy')
    expect(Object.keys(headers)).not.toContain('permissions-policy')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
  }
})

// covers HURD-SPEED-09
test('before its stance works, a link to a bill loads at most 80 KB in 6 requests', async ({ page, app }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { bill_id } = await app.bill(uniqueName('Light '))
  await signIn(page, await app.member(uniqueName('light')))
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  const stanceRead = page.waitForResponse(`**/api/bills/${bill_id}/stance`)
  await page.goto(`/feed?highlight=${bill_id}`, { waitUntil: 'commit' })
  await stanceRead
  // Everything that was requested until now shares the network with what the stance needs.
  const earlier = [...requests]
  await expect(page.getByRole('radio', { name: 'SUPPORT' }).first()).toBeEnabled()
  const sizes = await Promise.all(earlier.map((request) => request.sizes()))
  const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
  expect(earlier.filter((request) => request.resourceType() === 'script')).toEqual([])
  expect(earlier.length).toBeLessThanOrEqual(6)
  expect(bytes / 1024).toBeLessThanOrEqual(80)
})

test('a link to a bill requests the code of the bill before the code of the feed has run', async ({
  page,
  app,
}) => {
  const { bill_id } = await app.bill(uniqueName('Linked '))
  await signIn(page, await app.member(uniqueName('linked')))
  const feed = Promise.withResolvers<void>()
  await page.route(/\/assets\/member-.*\.js$/, async (route) => {
    await feed.promise
    await route.continue()
  })
  const billCode = page.waitForRequest(/\/assets\/bill-.*\.js$/)
  await page.goto(`/feed?highlight=${bill_id}`, { waitUntil: 'commit' })
  await billCode
  feed.resolve()
  await expect(page.getByRole('dialog').getByRole('heading', { level: 1 })).toBeVisible()
})

test('a visitor can fill in and send the sign-in form before its code is loaded, and is signed in', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('early'))
  await setPassword(app, ann)
  const scripts = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByRole('textbox', { name: 'Email' }).fill(ann.email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/login$/)

  scripts.resolve()
  await expect(page).toHaveURL(/\/dashboard$/)
})

// covers ACC-LOGIN-03 ACC-LOGIN-04
test('a button of the sign-in page that is pressed before its code is loaded works when it is', async ({
  page,
}) => {
  for (const [name, opened] of [
    ['Watch Demo', page.getByRole('dialog', { name: 'Hurd in 2 minutes' })],
    ['Create account', page.getByLabel('Full name')],
  ] as const) {
    const release = await holdScripts(page)
    await page.goto('/login', { waitUntil: 'commit' })
    await page.getByRole('button', { name }).click()
    release()
    await expect(opened).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
    await page.goto('/robots.txt')
  }
})

test('the code takes over the form of the page without drawing it again', async ({ page }) => {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', ({ message }) => errors.push(message))
  const scripts = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  const email = page.getByRole('textbox', { name: 'Email' })
  await email.fill('ann@example.org')
  const field = await email.elementHandle()
  scripts.resolve()
  await expect(page).toHaveTitle('Sign in · Hurd')
  expect(await field?.evaluate((node) => node.isConnected && document.activeElement === node)).toBe(true)
  await expect(email).toHaveValue('ann@example.org')
  expect(errors).toEqual([])
})

test('a signed-in member who opens the sign-in page never sees its form', async ({ page, app }) => {
  await signIn(page, await app.member(uniqueName('inside')))
  await page.route(/\/assets\/.*\.js$/, () => undefined)
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('hidden')
  await expect(page.getByRole('heading', { name: 'Welcome to Hurd' })).toBeHidden()
  await page.unroute(/\/assets\/.*\.js$/)
  await page.goto('/login')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Bills' })).toBeVisible()
})
