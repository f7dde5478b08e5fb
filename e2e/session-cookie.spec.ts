import type { Page } from '@playwright/test'
import { expect, goodPassword, setPassword, test, uniqueName, type TestServer } from './support/product.ts'

async function signInByForm(page: Page, app: TestServer, name: string) {
  const member = await app.member(uniqueName(name))
  await setPassword(app, member)
  await page.goto('/login')
  await fillForm(page, member.email)
  return member
}

async function fillForm(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).not.toHaveURL(/login/)
}

const sessionCookies = async (page: Page) =>
  (await page.context().cookies()).filter(({ name }) => name.includes('hurd_session'))

// covers HURD-COOKIE-01 HURD-COOKIE-02
test('a token that was copied from the browser opens nothing elsewhere, and a reload stays signed in', async ({
  page,
  app,
  browser,
}) => {
  await signInByForm(page, app, 'cookie')
  const [cookie] = await sessionCookies(page)
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
  expect(await page.evaluate(() => document.cookie)).toBe('')
  await page.goto('/feed')
  await expect(page.getByRole('heading', { level: 1, name: 'Bills' })).toBeVisible()

  const copied = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
  expect(copied['token']).toMatch(/^[\w-]{43}$/)
  const elsewhere = await browser.newContext({ baseURL: app.origin })
  const thief = await elsewhere.newPage()
  await thief.goto('/robots.txt')
  await thief.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, String(value))
  }, copied)
  await thief.goto('/feed')
  await expect(thief).toHaveURL(/\/login/)
  await elsewhere.close()

  await page.goto('/feed')
  await expect(page.getByRole('heading', { level: 1, name: 'Bills' })).toBeVisible()
})

// covers HURD-COOKIE-02 HURD-COOKIE-04
test('without its cookie a browser is signed out and can sign in again; signing out removes the cookie', async ({
  page,
  app,
}) => {
  const member = await signInByForm(page, app, 'cleared')
  await page.context().clearCookies()
  await page.reload()
  await expect(page).toHaveURL(/\/login/)
  await fillForm(page, member.email)
  expect(await sessionCookies(page)).toHaveLength(1)

  const signedOut = page.waitForResponse('**/api/auth/logout')
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await signedOut
  await expect(page).toHaveURL(/\/login/)
  expect(await sessionCookies(page)).toEqual([])
})
