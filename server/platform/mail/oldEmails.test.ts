import { afterAll, beforeAll, expect, test } from 'vitest'
import { contactRepresentative, listContacts } from '#contract/representatives.ts'
import { runMaintenance } from '#server/testing/runMaintenance.ts'
import { startTestServer } from '#server/testing/testServer.ts'
import { claimEmail } from './deliverQueue.ts'

let app: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  app = await startTestServer({ smtpUrl: 'smtp://127.0.0.1:1' })
})
afterAll(() => app.close())

test('an email is deleted after 30 days, except messages to representatives that were not sent', async () => {
  await app.representative('R1', { email: 'office@example.org' })
  const resident = await app.resident('ned', 'ocd-division/country:us/state:wa', {
    email_verified_at: '2026-01-01T00:00:00.000Z',
  })
  await resident.call(contactRepresentative, { rep_id: 'R1', subject: 'Roads', message: 'Please fix them.' })
  // Registering queued other emails.
  await app.pool`delete from emails where to_address = ${resident.email}`
  await app.pool`update emails set state = 'dead', created_at = now() - interval '31 days'`
  await app.pool`
    insert into emails (purpose, to_address, subject, text, expires_at, state, created_at)
    values ('verify_email', 'sent@example.org', 'Hello', 'Text', now(), 'sent', now() - interval '30 days 1 minute'),
           ('reset_password', 'dead@example.org', 'Hello', 'Text', now(), 'dead', now() - interval '31 days'),
           ('verify_email', 'later@example.org', 'Hello', 'Text', now(), 'sent', now() - interval '29 days'),
           ('deletion_notice', 'pending@example.org', 'Hello', 'Text', now() + interval '1 day', 'pending', now())`

  await runMaintenance(app.pool)
  const left = await app.pool<{ to: string }[]>`select to_address as to from emails order by 1`
  expect(left.map(({ to }) => to)).toEqual(['later@example.org', 'office@example.org', 'pending@example.org'])
  expect((await resident.call(listContacts, {})).contacts).toMatchObject([{ mail_state: 'dead' }])
  expect(await claimEmail(app.pool)).toMatchObject({ to_address: 'pending@example.org' })
})
