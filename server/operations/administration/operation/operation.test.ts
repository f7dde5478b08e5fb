import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  getAdministration,
  getOperation,
  retryFailedEmail,
  sendTestEmail,
  setWeeklyEmail,
} from '#contract/administration/administration.ts'
import { runDueTasks } from '#server/platform/jobs/recurringTask.ts'
import { startDelivery } from '#server/platform/mail/deliver.ts'
import { openLog } from '#server/platform/observability/log.ts'
import { openSink } from '#server/testing/external/smtp.ts'
import { runHurd } from '#server/testing/operator.ts'
import { operator, recordsBy } from '#server/testing/setups/operators.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let ada: Person
beforeAll(async () => {
  app = await startTestServer({ smtpUrl: 'smtp://127.0.0.1:1' })
  ada = await operator(app, 'ada', 'administrator')
})
afterAll(() => app.close())

const log = openLog('silent')
const never = () => false
const mailFrom = 'Hurd <no-reply@hurd.example>'

async function readOperation() {
  return (await ada.call(getOperation, {})).operation
}

// covers HURD-OPERATION-01
test('only administrators with two-step sign-in see the state of the instance', async () => {
  const maya = await app.member('maya')
  const mod = await operator(app, 'mod', 'moderator')
  const eve = await operator(app, 'eve', 'administrator')
  await app.pool`delete from second_factors where user_id = ${eve.user_id}`
  for (const [person, refusal] of [
    [maya, 'not_found'],
    [mod, 'not_found'],
    [eve, 'operator_needs_second_factor'],
  ] as const) {
    expect(await person.refusal(getOperation, {})).toBe(refusal)
    expect(await person.refusal(sendTestEmail, {})).toBe(refusal)
    expect(await person.refusal(retryFailedEmail, { email_id: maya.user_id })).toBe(refusal)
    expect(await person.refusal(setWeeklyEmail, { gets_weekly_email: false })).toBe(refusal)
  }
  const { version, database_bytes, delivers_mail } = await readOperation()
  expect(version).toMatch(/^\d+\.\d+\.\d+/)
  expect(database_bytes).toBeGreaterThan(1e6)
  expect(delivers_mail).toBe(true)
})

async function openSteps() {
  return (await ada.call(getAdministration, {})).open_steps
}

// covers HURD-OPERATION-08
test('the first steps are listed until they are done, and again when a backup or a source is too old', async () => {
  expect(await openSteps()).toEqual(['backup', 'sources', 'terms', 'privacy', 'administrators'])
  await app.pool`insert into backups (taken_at, bytes, table_rows) values (now(), 1, 1)`
  await app.pool`insert into instance_branding (version, name, terms, privacy) values (1, 'Hurd', 'Be kind.', 'We sell nothing.')`
  await app.bill('Checked today')
  await app.pool`update bills set source_checked_at = now()`
  expect(await openSteps()).toEqual(['administrators'])
  const second = await operator(app, 'second', 'administrator')
  expect(await openSteps()).toEqual([])
  await app.pool`update bills set source_checked_at = now() - interval '20 days'`
  await app.pool`update backups set finished_at = now() - interval '3 days'`
  await app.pool`delete from second_factors where user_id = ${second.user_id}`
  expect(await openSteps()).toEqual(['backup', 'sources', 'administrators'])
  await app.pool`delete from backups`
  await app.pool`delete from bills`
  await app.pool`delete from operator_roles where user_id = ${second.user_id}`
})

// covers HURD-OPERATION-02
test('a test email goes to the administrator, and its outcome is shown', async () => {
  const { test_email } = await ada.call(sendTestEmail, {})
  expect(test_email).toMatchObject({ state: 'pending', last_error: null })
  const sink = await openSink()
  const delivery = await startDelivery(app.pool, { smtpUrl: sink.url, mailFrom }, log)
  await sink.whenHas(1)
  await delivery?.stop()
  await sink.close()
  expect(sink.mails[0]).toMatchObject({ to: ['ada@example.org'] })
  expect((await readOperation()).test_email).toMatchObject({ state: 'sent', last_error: null })
  expect(await recordsBy(app, ada)).toMatchObject([{ action: 'test_email_sent', user_id: ada.user_id }])
})

// covers HURD-OPERATION-02 HURD-OPERATION-03
test('an email that the mail server refuses is listed with the reason and without its address', async () => {
  const sink = await openSink({ toRecipient: () => ({ code: 451, words: 'later' }) })
  await ada.call(sendTestEmail, {})
  const delivery = await startDelivery(app.pool, { smtpUrl: sink.url, mailFrom }, log)
  await expect.poll(async () => (await readOperation()).failed_emails.length).toBe(1)
  await delivery?.stop()
  await sink.close()

  const { test_email, failed_emails } = await readOperation()
  expect(test_email).toMatchObject({ state: 'pending', last_error: expect.stringMatching(/\w/) })
  const [failed] = failed_emails
  expect(failed).toMatchObject({ purpose: 'test_email', state: 'pending', attempts: 1, can_retry: true })
  expect(JSON.stringify(await readOperation())).not.toContain('@example.org')

  const again = await ada.call(retryFailedEmail, { email_id: failed!.email_id })
  expect(again.failed_emails).toEqual([])
  const [email] = await app.pool`
    select attempts, next_attempt_at <= now() as is_due from emails where email_id = ${failed!.email_id}`
  expect(email).toEqual({ attempts: 0, is_due: true })
  expect((await recordsBy(app, ada)).at(-1)).toMatchObject({
    action: 'email_retried',
    detail: { email_id: failed!.email_id },
  })
  await app.pool`update emails set state = 'sent' where email_id = ${failed!.email_id}`
  expect(await ada.refusal(retryFailedEmail, { email_id: failed!.email_id })).toBe('nothing_to_change')
  expect(await ada.refusal(retryFailedEmail, { email_id: ada.user_id })).toBe('not_found')
})

// covers HURD-OPERATION-04
test('a task that fails is listed first with its reason until it succeeds', async () => {
  let isBroken = true
  const tasks = [
    { name: 'a_healthy_task', everySeconds: 600, slice: async () => null },
    {
      name: 'broken_task',
      everySeconds: 600,
      async slice() {
        if (isBroken) throw new Error(`The geocoder did not answer${'.'.repeat(300)}`)
        return null
      },
    },
  ]
  await expect(runDueTasks(app.pool, tasks, log, never)).rejects.toThrow('did not answer')
  const [first, second] = (await readOperation()).tasks
  expect(first).toMatchObject({ name: 'broken_task', failures: 1, finished_at: null })
  expect(first?.last_error).toMatch(/^The geocoder did not answer/)
  expect(second).toMatchObject({ name: 'a_healthy_task', failures: 0, last_error: null })

  isBroken = false
  await app.pool`update recurring_tasks set next_attempt_at = now()`
  await runDueTasks(app.pool, tasks, log, never)
  expect((await readOperation()).tasks.map(({ last_error }) => last_error)).toEqual([null, null])
})

// covers HURD-OPERATION-05
test('the newest backup is shown with its time and size', async () => {
  expect((await readOperation()).backup).toBeNull()
  const folder = await mkdtemp(join(tmpdir(), 'hurd-backup-'))
  const { json } = await runHurd(app, ['backup', join(folder, 'today.tar.gz'), '--json'])
  await rm(folder, { recursive: true })
  const { backup } = await readOperation()
  expect(backup).toMatchObject({ bytes: json['bytes'], rows: json['rows'] })
})

const checked = async (title: string, source_name: string, at: string) => {
  const { bill_id } = await app.bill(title)
  await app.pool`update bills set source_name = ${source_name}, source_checked_at = ${at} where bill_id = ${bill_id}`
}

// covers HURD-OPERATION-07
test('every source is listed with its last check, old ones first with the command that checks them again', async () => {
  await checked('Fresh Lantern Act', 'Open States', new Date().toISOString())
  await checked('Old Lantern Act', 'Congress.gov', '2026-01-05T00:00:00.000Z')
  await app.representative('OLD1', {})
  await app.pool`
    update representatives set source_name = 'Open States', source_checked_at = '2026-01-05' where rep_id = 'OLD1'`
  const { sources } = await readOperation()
  expect(sources.find(({ name }) => name === 'Open States (people)')).toMatchObject({
    command: 'hurd sync people --source openstates',
    timer: null,
  })
  const old = sources.find(({ name }) => name === 'Congress.gov (bills)')
  expect(old).toMatchObject({
    name: 'Congress.gov (bills)',
    last_checked_at: '2026-01-05T00:00:00.000Z',
    is_stale: true,
    command: 'hurd sync bills --source congress',
    timer: 'hurd-sync@congress.timer',
  })
  expect(sources.find(({ name }) => name === 'Open States (bills)')).toMatchObject({ is_stale: false })
})

// covers HURD-OPERATION-03
test('a message to a representative can be sent again after its week, but not an email whose link has expired', async () => {
  await app.pool`delete from emails`
  await app.pool`
    insert into emails (purpose, to_address, subject, text, state, attempts, last_error, expires_at)
    select purpose, 'a@example.org', 'A', 'Hello', 'dead', 8, 'refused', now() - interval '1 day'
      from unnest(array['representative_message', 'password_reset']) as purpose`
  const { failed_emails } = await readOperation()
  expect(Object.fromEntries(failed_emails.map(({ purpose, can_retry }) => [purpose, can_retry]))).toEqual({
    representative_message: true,
    password_reset: false,
  })
})
