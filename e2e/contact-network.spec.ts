import type { Page } from '@playwright/test'
import { openBill, openBillByLink } from './billSteps.ts'
import { holdPosts, loseResponses } from './support/lostResponses.ts'
import { expect, test, uniqueName, type TestServer } from './support/product.ts'

const state = 'ocd-division/country:us/state:nm'
const contact = '**/api/representatives/contact'

const form = (page: Page) => openBill(page).getByRole('region', { name: 'Contact my representative' })
const sendButton = (page: Page) =>
  form(page).getByRole('button', { name: /Send message|Save message|Copy and open their form|Sending/ })
const message = (page: Page) => form(page).getByLabel('Message')

/** Signs a resident in and writes a message to the only senator of the state, without sending it. */
async function writeMessage(page: Page, app: TestServer) {
  const [existing] = await app.pool`select from representatives where rep_id = 'N1'`
  if (!existing) await app.representative('N1', { rep_name: 'Nina Norte', division: state })
  const ann = await app.resident(uniqueName('ann'), state, { email_verified_at: '2026-01-01T00:00:00.000Z' })
  const { bill_id } = await app.bill(uniqueName('Lost messages '))
  await openBillByLink(page, ann, bill_id)
  await openForm(page)
  await form(page).getByRole('radio', { name: 'Nina Norte' }).check()
  await message(page).fill('Please vote for it')
  return {
    readMessages: () => app.pool`select from messages where user_id = ${ann.user_id}`,
  }
}

async function openForm(page: Page) {
  await openBill(page)
    .getByRole('button', { name: /Contact My Representative|Contact Again/ })
    .click()
}

async function closeAndReopen(page: Page) {
  await form(page).getByRole('button', { name: 'Close the form' }).click()
  await expect(message(page)).toHaveCount(0)
  await openForm(page)
  await expect(message(page)).toHaveValue('Please vote for it')
}

test('a message whose response was lost is sent once, even by a form that was closed and reopened', async ({
  page,
  app,
}) => {
  const { readMessages } = await writeMessage(page, app)
  const keys = await loseResponses(page, contact, 2)
  await sendButton(page).click()
  await expect(form(page).getByRole('alert')).toHaveText('Failed to prepare contact: Network error')
  await closeAndReopen(page)
  await sendButton(page).click()
  await expect(form(page).getByRole('heading', { name: 'Saved, not sent' })).toBeVisible()
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size, 'the three requests have the same idempotency key').toBe(1)
  expect(await readMessages()).toHaveLength(1)
})

test('a message that is being sent cannot be sent again by a form that was closed and reopened', async ({
  page,
  app,
}) => {
  const { readMessages } = await writeMessage(page, app)
  const { keys, release } = await holdPosts(page, contact)
  await sendButton(page).click()
  await expect(sendButton(page)).toHaveAttribute('aria-disabled', 'true')
  await closeAndReopen(page)
  await expect(sendButton(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(message(page)).toHaveAttribute('readonly', '')
  await form(page).getByLabel('Subject').press('Enter')
  release()
  await expect(form(page).getByRole('heading', { name: 'Saved, not sent' })).toBeVisible()
  expect(keys).toHaveLength(1)
  expect(await readMessages()).toHaveLength(1)
  await openForm(page)
  await expect(message(page), 'a message that was sent is not offered again').toHaveValue(/^Dear /)
})
