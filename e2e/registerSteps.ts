import type { Page } from '@playwright/test'
import { expect, uniqueName } from './support/product.ts'

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
/** A text for some of the fields, such as what a member fills in or the message beside a field. */
export type FieldTexts = { [N in Name]?: string }

const labels: Record<Name, string> = {
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
const failureTitle = (page: Page) => page.getByRole('heading', { name: 'Registration Failed' })
/** Finds the summary of the failure. It is not an alert, because it takes the focus, which already announces it. */
export const failure = (page: Page) =>
  page.locator('form [tabindex="-1"][role=group]').filter({ has: failureTitle(page) })

/**
 * Expects that the field is invalid, has the focus and this message, and that the message in the summary links to it.
 */
export async function expectRefusedAt(page: Page, name: Name, message: string) {
  await expectDescriptions(page, { [name]: message })
  await expect(field(page, name)).toBeFocused()
  await skip(page).focus()
  await failure(page).getByRole('link', { name: message }).click()
  await expect(field(page, name)).toBeFocused()
}

const validTexts: FieldTexts = {
  fullName: 'Ann Archer',
  accessCode: 'NO-SUCH-CODE',
  address: '418 Prospect Place, Brooklyn, NY 11238',
  password: 'correct horse battery',
  confirm: 'correct horse battery',
}

/** Fills every field with a valid text, except where `replacements` has another text. */
export async function fillForm(page: Page, replacements: FieldTexts = {}) {
  const username = uniqueName('ann')
  const texts = { ...validTexts, username, email: `${username}@example.org`, ...replacements }
  for (const name of names) await field(page, name).fill(texts[name] ?? '')
  return texts
}

/** Expects that each field of `expected` is invalid and described by exactly this message. */
export async function expectDescriptions(page: Page, expected: FieldTexts) {
  for (const name of names) {
    const message = expected[name]
    if (!message) continue
    await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true')
    const description = (await field(page, name).getAttribute('aria-describedby'))?.split(' ') ?? []
    await expect(page.locator(`#${description.at(-1)}`)).toHaveText(message)
  }
}

/**
 * Answers "I don't know" to the questions for districts that follow the one of Congress in the welcome card. Whether there are any
 * depends on the representatives in the database.
 */
export async function passOtherDistricts(page: Page): Promise<void> {
  const question = page.getByRole('heading', { name: /^Who is your / })
  const next = page.getByRole('heading', { name: 'Where do you stand?' })
  await expect(question.or(next)).toBeVisible()
  while (await question.isVisible()) {
    const shownQuestion = (await question.textContent()) ?? ''
    await page.getByRole('button', { name: "I don't know" }).click()
    await expect(page.getByRole('heading', { name: shownQuestion })).toHaveCount(0)
    await expect(question.or(next)).toBeVisible()
  }
}
