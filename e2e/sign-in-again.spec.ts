import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { listOwnStances } from '#contract/people.ts'
import { addComment, openBill, openBillByLink } from './billSteps.ts'
import {
  expect,
  goodPassword,
  setPassword,
  test,
  uniqueName,
  type Person,
  type TestServer,
} from './support/product.ts'

/** Ends the session on the server while the page is open. */
async function endSession(app: TestServer, person: Person) {
  const hash = createHash('sha256')
    .update(person.token ?? '')
    .digest()
  await app.pool`delete from sessions where token_hash = ${hash}`
  // The server may accept a token for another second after its session has ended.
  await expect.poll(() => person.refusal(listOwnStances, {})).toBe('session_expired')
}

/** Presses a button of the bill, unless the page has already noticed that the session is over. */
async function press(page: Page, name: string) {
  const button = openBill(page).getByRole('button', { name })
  await Promise.any([page.waitForURL('/login'), button.click({ timeout: 10_000 })])
}

async function signInAgain(page: Page, person: Person) {
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function openLinkedBill(page: Page, app: TestServer) {
  const ann = await app.member(uniqueName('ann'))
  const bob = await app.member(uniqueName('bob'))
  await setPassword(app, ann)
  const title = uniqueName('Come Back To ')
  const { bill_id, path } = await app.bill(title)
  await addComment(bob, bill_id, 'Reply to me', null, 'economic-impact')
  await openBillByLink(page, ann, bill_id)
  // The parameter leaves the URL after a moment, and the address is the one of the bill.
  await expect(page).toHaveURL(`/${path}`)
  return { ann, title }
}

const heading = (page: Page, name: string) => openBill(page).getByRole('heading', { level: 1, name })

test('a member whose session ends on a linked bill signs in and returns to the bill and the half-written comment', async ({
  page,
  app,
}) => {
  const { ann, title } = await openLinkedBill(page, app)
  await openBill(page)
    .getByRole('tab', { name: /^Economic Impact/ })
    .click()
  const field = openBill(page).getByRole('textbox', { name: 'Add to Economic Impact' })
  await field.fill('Half a thought')
  await endSession(app, ann)
  await press(page, 'Post comment')
  await signInAgain(page, ann)
  await expect(heading(page, title)).toBeVisible()
  await expect(field).toHaveValue('Half a thought')
  await expect(field).toBeInViewport()
})

test('a half-written reply is kept too, in its category', async ({ page, app }) => {
  const { ann, title } = await openLinkedBill(page, app)
  await openBill(page)
    .getByRole('tab', { name: /^Economic Impact/ })
    .click()
  await openBill(page).getByRole('button', { name: 'Reply' }).click()
  const reply = openBill(page).getByRole('textbox', { name: /^Reply to/ })
  await reply.fill('Half an answer')
  await endSession(app, ann)
  await press(page, 'Post reply')
  await signInAgain(page, ann)
  await expect(heading(page, title)).toBeVisible()
  await expect(reply).toHaveValue('Half an answer')
  await expect(reply).toBeInViewport()
})
