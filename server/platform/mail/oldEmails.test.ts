import { afterAll, beforeAll, expect, test } from 'vitest'
import { contactRepresentative, listContacts } from '#contract/representatives/representatives.ts'
import { startTestServer } from '#server/testing/testServer.ts'
import { claimEmail, dropOldEmails } from './deliverQueue.ts'

let app: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  app = await startTestServer({ smtpUrl: 'smtp://127.0.0.1:1' })
})
afterAll(() => app.close())

/** Selects the Monday of the week five weeks ago, and the time at which the week after it is old enough to be dropped. */
async function selectTimes() {
  const [times] = await app.pool<{ monday: string; week: string; next_week_ends: string }[]>`
    select monday::text as monday, to_char(monday, 'YYYY_MM_DD') as week,
           (monday + interval '2 weeks' + interval '22 days')::text as next_week_ends
      from (select date_trunc('week', now()) - interval '5 weeks' as monday) first`
  return times!
}

async function selectWeeks(): Promise<string[]> {
  const rows = await app.pool<{ name: string }[]>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'emails'::regclass order by 1`
  return rows.map(({ name }) => name)
}

// covers HURD-PARTITION-03
test('a week of emails is dropped when it is old enough, except pending emails and unsent messages', async () => {
  const { monday, week, next_week_ends } = await selectTimes()
  await app.pool`select create_partitions('emails', 'week', ${monday}, now())`
  await app.representative('R1', { email: 'office@example.org' })
  const resident = await app.resident('ned', 'ocd-division/country:us/state:wa', {
    email_verified_at: '2026-01-01T00:00:00.000Z',
  })
  await resident.call(contactRepresentative, { rep_id: 'R1', subject: 'Roads', message: 'Please fix them.' })
  await app.pool`update emails set state = 'dead' where purpose = 'representative_message'`
  await app.pool`
    insert into emails (purpose, to_address, subject, text, expires_at, state)
    values ('verify_email', 'sent@example.org', 'Hello', 'Text', now() + interval '1 day', 'sent'),
           ('reset_password', 'dead@example.org', 'Hello', 'Text', now() + interval '1 day', 'dead'),
           ('deletion_notice', 'pending@example.org', 'Hello', 'Text', now() + interval '1 day', 'pending')`
  // The second day of the first week and of the one after it.
  await app.pool`update emails set created_at = ${monday}::timestamptz + interval '1 day'`
  await app.pool`
    insert into emails (purpose, to_address, subject, text, expires_at, state, created_at)
    values ('verify_email', 'later@example.org', 'Hello', 'Text', now(), 'sent', ${monday}::timestamptz + interval '8 days')`
  // Registering queued other emails.
  await app.pool`delete from emails where to_address = ${resident.email}`
  const [first, second] = await selectWeeks()
  expect(first).toBe(`emails_${week}`)

  expect(await dropOldEmails(app.pool)).toBe(true)
  expect(await selectWeeks()).not.toContain(first)
  expect(await selectWeeks()).toContain(second)
  const left = async () =>
    (await app.pool<{ to: string }[]>`select to_address as to from emails order by 1`).map(({ to }) => to)
  expect(await left()).toEqual(['later@example.org', 'office@example.org', 'pending@example.org'])
  expect((await resident.call(listContacts, {})).contacts).toMatchObject([{ mail_state: 'dead' }])
  expect(await claimEmail(app.pool)).toMatchObject({ to_address: 'pending@example.org' })

  // The second week is not dropped a second too early, and then it is.
  expect(await dropOldEmails(app.pool, new Date(Date.parse(next_week_ends) - 1000).toISOString())).toBe(false)
  expect(await dropOldEmails(app.pool, next_week_ends)).toBe(true)
  expect(await selectWeeks()).not.toContain(second)
  expect(await left()).toEqual(['office@example.org', 'pending@example.org'])
})
