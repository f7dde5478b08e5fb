import { followTarget } from '#contract/alerts.ts'
import type { ImportedBill } from '#server/sources/bills/importedBill.ts'
import type { Person, TestServer } from '#server/testing/testServer.ts'
import { dayOfCongress, importedBill, importRecords } from './records/importedBills.ts'

/** Imports a bill for the first time and returns its id. */
export async function newBill(
  app: TestServer,
  number: number,
  more: Partial<ImportedBill> = {},
): Promise<string> {
  await importRecords(app.pool, [importedBill(number, more)])
  const [bill] = await app.pool<{ bill_id: string }[]>`
    select bill_id from bills where source_id = ${`us/119/hr/${number}`}`
  return bill!.bill_id
}

/** Returns the bill after it passed one chamber today. */
export function engrossed(number: number, more: Partial<ImportedBill> = {}): ImportedBill {
  const before = importedBill(number)
  const passage = { date: dayOfCongress(), text: 'Passed House by voice vote', chamber: 'House' }
  return { ...before, status: 'engrossed', actions: [...before.actions, passage], ...more }
}

export async function engross(app: TestServer, ...numbers: number[]): Promise<void> {
  await importRecords(
    app.pool,
    numbers.map((number) => engrossed(number)),
  )
}

export function followBill(person: Person, bill_id: string) {
  return person.call(followTarget, { target_type: 'bill', target_id: bill_id })
}

/** Makes the member's next digest due now. */
export function makeDigestDue(app: TestServer, person: Person & { user_id: string }) {
  return app.pool`update alert_settings set next_digest_at = now() where user_id = ${person.user_id}`
}

export type StoredEmail = {
  purpose: string
  to_address: string
  subject: string
  text: string
  html: string
  unsubscribe_url: string
}

export function alertEmails(app: TestServer) {
  return app.pool<StoredEmail[]>`
    select purpose, to_address, subject, text, html, unsubscribe_url from emails
     where purpose like 'alert%' order by created_at, email_id`
}
