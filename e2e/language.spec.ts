import type { Page } from '@playwright/test'
import { getUser } from '#contract/accounts/accounts.ts'
import { expect, goodPassword, setPassword, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const pageLanguage = (page: Page) => page.locator('html').getAttribute('lang')

// covers HURD-LANGUAGE-04
test('a visitor chooses Spanish in the footer and keeps the code of the invitation, also after a reload', async ({
  page,
}) => {
  await page.goto('/login?view=register&code=OPEN-HOUSE')
  expect(await pageLanguage(page)).toBe('en')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Español' }).click()
  await expect(page).toHaveURL('/login?view=register&code=OPEN-HOUSE')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Accesibilidad' })).toBeVisible()
  await expect(page.locator('[name=accessCode]')).toHaveValue('OPEN-HOUSE')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await takeScreenshots(page, 'register-spanish')
})

// covers HURD-LANGUAGE-11
test('a visitor who changes the language of the embed page keeps its search', async ({ page }) => {
  await page.goto('/embed?q=libraries&theme=dark')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Español' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page).toHaveURL('/embed?q=libraries&theme=dark')
})

// covers HURD-LANGUAGE-05
test('a language that a member chooses follows them to another browser', async ({ page, app, browser }) => {
  const luz = await app.member(uniqueName('luz'))
  await setPassword(app, luz)
  await signIn(page, luz)
  await page.goto('/settings')
  await page.getByRole('region', { name: 'Language' }).getByRole('link', { name: 'Español' }).click()
  await expect(page.getByRole('region', { name: 'Idioma' })).toBeVisible()
  await expect(async () => {
    expect((await luz.call(getUser, { id: luz.user_id })).user?.language).toBe('es')
  }).toPass()

  const other = await browser.newContext({ baseURL: app.origin })
  const phone = await other.newPage()
  await phone.goto('/login')
  await phone.getByLabel('Email').fill(luz.email)
  await phone.getByLabel('Password', { exact: true }).fill(goodPassword)
  await phone.getByRole('button', { name: 'Sign in' }).click()
  await expect(phone.locator('html')).toHaveAttribute('lang', 'es')
  await expect(phone).toHaveURL('/dashboard')

  await phone.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
  await expect(phone.locator('html')).toHaveAttribute('lang', 'en')
  await expect(async () => {
    expect((await luz.call(getUser, { id: luz.user_id })).user?.language).toBe('en')
  }).toPass()
  await page.goto('/feed')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await other.close()
})
