import type { Page } from '@playwright/test'
import { expect, freshName } from './support/product.ts'

export const names = [
  'fullName',
  'username',
  'email',
  'accessCode',
  'address',
  'password',
  'confirm',
] as const
export type Name = (typeof names)[number]
export type Words = { [N in Name]?: string }

export const labels: Record<Name, string> = {
  fullName: 'Full name',
  username: 'Username',
  email: 'Email',
  accessCode: 'Access code',
  address: 'Address',
  password: 'Password',
  confirm: 'Confirm password',
}

export const field = (page: Page, name: Name) => page.getByLabel(labels[name], { exact: true })
export const submit = (page: Page) => page.getByRole('button', { name: 'Create account' })
export const skip = (page: Page) => page.getByRole('checkbox', { name: 'Skip for now' })
export const failureTitle = (page: Page) => page.getByRole('heading', { name: 'Registration Failed' })
/** Not an alert, because taking the focus already announces it. */
export const failure = (page: Page) =>
  page.locator('form [tabindex="-1"]:not([role])').filter({ has: failureTitle(page) })

/** Invalid, described by the message, focused, and linked from the summary. */
export async function expectRefusedAt(page: Page, name: Name, words: string) {
  await expectDescriptions(page, { [name]: words })
  await expect(field(page, name)).toBeFocused()
  await skip(page).focus()
  await failure(page).getByRole('link', { name: words }).click()
  await expect(field(page, name)).toBeFocused()
}

export const right: Words = {
  fullName: 'Ann Archer',
  accessCode: 'NO-SUCH-CODE',
  address: '418 Prospect Place, Brooklyn, NY 11238',
  password: 'correct horse battery',
  confirm: 'correct horse battery',
}

export async function fillRight(page: Page, more: Words = {}) {
  const username = freshName('ann')
  const words = { ...right, username, email: `${username}@example.org`, ...more }
  for (const name of names) await field(page, name).fill(words[name] ?? '')
  return words
}

/** Each field is described by exactly these words. */
export async function expectDescriptions(page: Page, expected: Words) {
  for (const name of names) {
    const words = expected[name]
    if (!words) continue
    await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true')
    const description = (await field(page, name).getAttribute('aria-describedby'))?.split(' ') ?? []
    await expect(page.locator(`#${description.at(-1)}`)).toHaveText(words)
  }
}
