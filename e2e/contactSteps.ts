import type { Page } from '@playwright/test'
import type { TestServer } from '#server/testing/testServer.ts'
import { openBill } from './billSteps.ts'

export const washington = 'ocd-division/country:us/state:wa'
export const verified = {
  email_verified_at: '2026-01-01T00:00:00.000Z',
  full_name: 'Ann Archer',
}

/**
 * Creates two senators of the resident's state, one with a contact form and one with only a phone number. The tests of
 * a worker share them.
 */
export async function createSenators(app: TestServer) {
  const [existing] = await app.pool`select from representatives where rep_id = 'W1'`
  if (existing) return
  const office = { party: 'Independent', office_phone: '202-555-0147' }
  await app.representative('W1', {
    rep_name: 'Wanda West',
    contact_form_url: 'https://west.example.org/contact',
    ...office,
  })
  await app.representative('W2', { rep_name: 'Nora North', ...office })
}

export const open = (page: Page) => openBill(page).getByRole('button', { name: 'Contact My Representative' })
export const form = (page: Page) => openBill(page).getByRole('region', { name: 'Contact my representative' })
export const send = (page: Page) =>
  form(page).getByRole('button', { name: /^(?:Send message|Save message|Copy and open their form)$/ })
