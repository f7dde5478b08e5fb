import type { Locator, Page } from '@playwright/test'
import { operator } from '#server/testing/setups/operators.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

/** Sends the form with empty fields and expects that it refuses exactly those whose label says "required". */
async function expectRequired(form: Locator, ids: string[], send: string) {
  const fields = form.locator('input.input, textarea.input')
  await expect(fields.first()).toBeVisible()
  const marked = await fields.evaluateAll((all) =>
    all.filter((one) => one.matches(':required')).map(({ id }) => id),
  )
  expect(marked).toEqual(ids)
  for (const id of ids) {
    const head = form.locator(`label[for="${id}"]`).locator('..')
    await expect(head.getByText('required', { exact: true })).toBeVisible()
  }
  await expect(form.getByText('required', { exact: true })).toHaveCount(ids.length)
  for (const field of await fields.all()) await field.fill('')
  await form.getByRole('button', { name: send }).click()
  await expect(form.locator('.input[aria-invalid="true"]')).toHaveCount(ids.length)
  expect(
    await form.locator('.input[aria-invalid="true"]').evaluateAll((all) => all.map(({ id }) => id)),
  ).toEqual(ids)
}

const formWith = (page: Page, send: string) =>
  page.locator('form').filter({ has: page.getByRole('button', { name: send }) })

// covers HURD-ACCESS-11
test('account forms say before they are sent which fields they refuse empty', async ({ page }) => {
  test.slow()
  await page.goto('/login?view=register')
  const register = formWith(page, 'Create account')
  const person = ['register-fullName', 'register-username', 'register-email', 'register-accessCode']
  const passwords = ['register-password', 'register-confirmPassword']
  await takeScreenshots(page, 'required-register')
  await expectRequired(register, [...person, 'register-address', ...passwords], 'Create account')
  await page.getByRole('checkbox', { name: 'Skip for now' }).check()
  await expect(register.locator('.input:required')).toHaveCount(6)
  for (const [address, id, send] of [
    ['/login', ['login-email', 'login-password'], 'Sign in'],
    ['/login?view=forgot', ['forgot-email'], 'Send reset link'],
    [
      `/reset-password?token=${'a'.repeat(64)}`,
      ['reset-password', 'reset-confirmPassword'],
      'Reset password',
    ],
  ] as const) {
    await page.goto(address)
    await expectRequired(formWith(page, send), [...id], send)
  }
})

// covers HURD-ACCESS-11
test('forms of members and administrators mark required fields, and no others', async ({ page, app }) => {
  const ada = await operator(app, uniqueName('ada'), 'administrator')
  await signIn(page, ada)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const profile = formWith(page, 'Save').filter({ has: page.getByLabel('Bio') })
  await expect(profile.locator('.input:required')).toHaveCount(1)
  await expect(profile.getByLabel('Full name')).toHaveAttribute('required')
  await page.goto('/settings')
  const account = formWith(page, 'Save changes')
  await expect(account.locator('.input:required')).toHaveCount(3)
  await expect(formWith(page, 'Change password').locator('.input:required')).toHaveCount(3)
  await page.goto('/administration/branding')
  const branding = page.getByRole('form', { name: 'Branding' })
  await expect(branding.getByRole('textbox', { name: 'Name', exact: true })).toHaveAttribute('required')
  await expect(branding.locator('.input:required')).toHaveCount(1)
})
