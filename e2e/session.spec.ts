import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { listOwnStances } from '#contract/people.ts'
import { card, nextDate, openBill, stance } from './billSteps.ts'
import {
  expect,
  goodPassword,
  setPassword,
  signIn,
  test,
  uniqueName,
  type Person,
} from './support/product.ts'

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

async function signOut(page: Page) {
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/login')
}

async function fillSignInForm(page: Page, person: Person) {
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const draftKey = 'draft:u1:comment:b1'

/** Stores a draft in the tab as the app does. */
const saveDraft = (page: Page) =>
  page.evaluate((key) => sessionStorage.setItem(key, 'half a thought'), draftKey)
const readDraft = (page: Page) => page.evaluate((key) => sessionStorage.getItem(key), draftKey)

// covers ACC-SESSION-28 ACC-SESSION-29 ACC-ROUTES-26 ACC-API-03
test('opening a page restores the session, shows a spinner until the profile has been read again, and does not store the address', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('reload'))
  await signIn(page, maya)
  await app.pool`update users set full_name = 'Maya Renamed', address = '1 Long Street, Albany, NY' where user_id = ${maya.user_id}`
  const response = Promise.withResolvers<void>()
  await page.route(`**/api/users/${maya.user_id}`, async (route) => {
    await response.promise
    await route.continue()
  })

  const profileRequest = page.waitForRequest(`**/api/users/${maya.user_id}`)
  await page.goto('/settings')
  expect((await profileRequest).headers().authorization).toBe(`Bearer ${maya.token}`)
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
  response.resolve()
  await expect(page.getByRole('button', { name: /Maya Renamed/ })).toBeVisible()
  expect(await stored(page, 'user')).toContain('Maya Renamed')
  expect(await stored(page, 'user')).not.toContain('Long Street')
})

// covers ACC-SESSION-30
test('the session of a deactivated account is restored without reading the profile', async ({
  page,
  app,
}) => {
  const ines = await app.member(uniqueName('inactive'), { account_status: 'inactive' })
  await signIn(page, ines)
  let profileReads = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/users/')) profileReads += 1
  })
  await page.goto('/settings')
  await expect(page.getByRole('dialog', { name: 'Reactivating? Welcome Back!' })).toBeVisible()
  expect(profileReads).toBe(0)
})

test('a profile that cannot be refreshed does not prevent using the product', async ({ page, app }) => {
  const maya = await app.member(uniqueName('offline'))
  await signIn(page, maya)
  await page.route('**/api/users/**', (route) => route.abort())
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

// covers ACC-SESSION-31
test.describe('a visitor whose stored session is missing, incomplete or unreadable lands on /login, and nothing stays stored', () => {
  const storages: Record<string, string>[] = [
    {},
    { token: 'abc' },
    { user: '{"userId":"u1"}' },
    { token: 'abc', user: '{not json' },
  ]
  for (const storage of storages) {
    test(`if the browser has stored ${JSON.stringify(storage)}`, async ({ page }) => {
      // This page has the same storage but does not start the app.
      await page.goto('/robots.txt')
      await page.evaluate((entries) => {
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
      }, storage)
      await page.goto('/feed')
      await expect(page).toHaveURL('/login')
      expect(await page.evaluate(() => localStorage.length)).toBe(0)
    })
  }
})

// covers ACC-SESSION-34 ACC-SESSION-35 ACC-SESSION-36
test('a revoked session leads to /login, and signing in leads to the page that the member was opening', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('revoked'))
  await setPassword(app, maya)
  await signIn(page, maya)
  await page.goto('/elections')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  const hash = createHash('sha256')
    .update(maya.token ?? '')
    .digest()
  await app.pool`delete from sessions where token_hash = ${hash}`
  // The server may accept a token for another second after its session has ended.
  await expect.poll(() => maya.refusal(listOwnStances, {})).toBe('session_expired')
  await page.getByRole('link', { name: 'FEED', exact: true }).click()
  await expect(page).toHaveURL('/login')
  expect([await stored(page, 'token'), await stored(page, 'user')]).toEqual([null, null])

  await fillSignInForm(page, maya)
  await expect(page).toHaveURL('/feed')
})

test('signing out in one tab signs out the other tab, and signing in again signs in the other tab', async ({
  page,
  context,
  app,
}) => {
  const maya = await app.member(uniqueName('twotabs'))
  await setPassword(app, maya)
  await signIn(page, maya)
  await page.goto('/settings')
  const other = await context.newPage()
  await other.goto('/news')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()

  await signOut(page)
  await expect(other).toHaveURL('/login')

  await fillSignInForm(page, maya)
  await expect(page).toHaveURL('/dashboard')
  await expect(other).not.toHaveURL('/login')
})

// covers HURD-TABS-01
test('a tab that receives a sign-out after a newer sign-in deletes its drafts and stays signed in', async ({
  page,
  context,
  app,
}) => {
  const maya = await app.member(uniqueName('latetab'))
  await setPassword(app, maya)
  await signIn(page, maya)
  await page.goto('/settings')
  const other = await context.newPage()
  await other.goto('/news')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await signOut(page)
  await expect(other).toHaveURL('/login')
  await fillSignInForm(page, maya)
  await expect(page).toHaveURL('/dashboard')
  await expect(other).not.toHaveURL('/login')
  const newerToken = await stored(page, 'token')
  expect(newerToken).not.toBeNull()

  await saveDraft(other)
  // The browser delivers messages late to a suspended tab. Here, the message about the first session arrives again instead.
  await page.evaluate(
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
    (endedToken) => new BroadcastChannel('hurd-session').postMessage(endedToken),
    maya.token,
  )
  await expect.poll(() => readDraft(other)).toBeNull()
  expect(await stored(other, 'token')).toBe(newerToken)
  await expect(other.getByRole('button', { name: /Account menu/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /Account menu/ })).toBeVisible()
})

test('text being written is gone after signing out', async ({ page, app }) => {
  const maya = await app.member(uniqueName('drafts'))
  await signIn(page, maya)
  await page.goto('/settings')
  await saveDraft(page)
  await signOut(page)
  expect(await readDraft(page)).toBeNull()
})

// covers ACC-SESSION-32 ACC-SESSION-33
test('a stance and a comment raise the counts of the stored user at once', async ({ page, app }) => {
  const maya = await app.member(uniqueName('counts'))
  const title = uniqueName('Counted Bill ')
  await app.bill(title, { created_at: nextDate() })
  await signIn(page, maya)
  await page.goto('/feed')
  const counts = async () => {
    const user = JSON.parse((await stored(page, 'user')) ?? '{}')
    return [user.totalStances, user.totalComments]
  }
  expect(await counts()).toEqual([0, 0])
  await stance(card(page, title), 'SUPPORT').click()
  await expect.poll(counts).toEqual([1, 0])
  await openBill(page).getByRole('textbox', { name: 'Add to the discussion' }).fill('I have read it.')
  await openBill(page).getByRole('button', { name: 'Post comment' }).click()
  await expect.poll(counts).toEqual([1, 1])
})
