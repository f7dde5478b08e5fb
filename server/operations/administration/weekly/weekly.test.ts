import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getOperation, setWeeklyEmail } from '#contract/administration/administration.ts'
import { runHurd } from '#server/testing/operator.ts'
import { operator } from '#server/testing/setups/operators.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { sendWeeklyEmail } from './sendWeekly.ts'

const origin = 'https://hurd.example'

let app: TestServer
let ada: Person
beforeAll(async () => {
  app = await startTestServer()
  ada = await operator(app, 'ada', 'administrator')
  await app.pool`insert into backups (taken_at, bytes, table_rows) values (now(), 1, 1)`
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.pool`delete from emails`
  await app.pool`update users set email_verified_at = now()`
  await app.pool`update operator_roles set gets_weekly_email = true, weekly_email_on = '2026-01-05'`
})

/** Writes all emails that are due, as the recurring task does. */
async function sendAll() {
  while (await sendWeeklyEmail(app.pool, origin));
  return app.pool<
    { to_address: string; subject: string; text: string; html: string; unsubscribe_url: string }[]
  >`
    select to_address, subject, text, html, unsubscribe_url from emails where purpose = 'operator_week' order by to_address`
}

/** Counts a day of the week that the next email reports, or of the week before. */
async function countDay(weeksAgo: number, registrations: number, stances: number) {
  await app.pool`
    insert into daily_statistics (day, registrations, active_members, stances, minds_changed, comments, votes, messages,
                                  reports_opened, reports_decided, emails_delivered, emails_failed)
    values (date_trunc('week', now() at time zone 'UTC' - interval '12 hours')::date - ${7 * weeksAgo - 2}::int,
            ${registrations}, ${registrations + 40}, ${stances}, 3, 1200, 0, 0, 0, 0, null, null)`
}

// covers HURD-OPERATION-09
test('an administrator reads once what happened in the last week beside the week before, and that nothing waits', async () => {
  await countDay(2, 8, 50)
  await countDay(1, 12, 70)
  const [email, ...others] = await sendAll()
  expect(others).toEqual([])
  expect(email?.to_address).toBe('ada@example.org')
  expect(email?.subject).toMatch(/^Hurd: the week of \w+ \d+$/)
  expect(email?.text).toContain(
    [
      'New members: 12 (8)',
      'Members who came back, a day on average: 40 (40)',
      'Stances taken or changed: 70 (50)',
      'Minds changed by a comment: 3 (3)',
      'Comments and posts: 1,200 (1,200)',
      'Messages to representatives: 0 (0)',
      'New reports: 0 (0)',
      'Bills that moved: 0 (0)',
    ].join('\n'),
  )
  expect(email?.text).toContain('Nothing is waiting for you.')
  expect(email?.text).toContain(email?.unsubscribe_url ?? 'a link')
  expect(await sendAll(), 'the same week again').toHaveLength(1)
})

// covers HURD-OPERATION-09
test('a week without counts is not recorded instead of zero', async () => {
  await app.pool`delete from daily_statistics`
  const [email] = await sendAll()
  expect(email?.text).toContain('New members: not recorded (not recorded)')
})

// covers HURD-OPERATION-09
test('what waits is named with links: cases, appeals, failed emails, old sources, failed tasks and a missing backup', async () => {
  const { bill_id } = await app.bill('Old Lantern Act')
  await app.pool`
    update bills set source_name = 'Congress.gov', source_checked_at = '2026-01-05' where bill_id = ${bill_id}`
  const [reporter, author] = [await app.member('reporter'), await app.member('author')]
  await app.pool`
    insert into reports (reporter_id, target_type, target_id, reason)
    values (${reporter.user_id}, 'user', ${author.user_id}, 'spam')`
  const closed = await app.member('closed-appellant')
  await app.pool`
    insert into appeals (token_hash, user_id, target_type, target_id, decision, reason, decided_by, content, appealed_at)
    select sha256(user_id::text::bytea), user_id, 'user', user_id, 'suspend', 'Spam', 'Ana Lima', 'It was not me', now()
      from users where user_id in (${author.user_id}, ${closed.user_id})`
  await app.pool`update users set account_status = 'closed' where user_id = ${closed.user_id}`
  await app.pool`
    insert into emails (purpose, to_address, subject, text, expires_at, attempts, last_error) values
      ('test_email', 'a@example.org', 'A', '', now() + interval '1 day', 1, 'refused'),
      ('test_email', 'b@example.org', 'B', '', now() + interval '1 day', 2, 'refused')`
  await app.pool`insert into recurring_tasks (name, every_seconds, last_error) values ('broken', 600, 'no answer')`
  await app.pool`delete from backups`
  const [email] = await sendAll()
  const text = email?.text ?? ''
  expect(text).toContain(
    `- 1 case that members reported\n- 1 appeal against a decision\n\n${origin}/moderation`,
  )
  expect(text).toContain(
    [
      '- 2 emails that failed',
      '- Sources whose last check is too old: Congress.gov (bills)',
      '- 1 recurring task that fails',
      '- No backup in the last two days',
      '',
      `${origin}/administration/operation`,
    ].join('\n'),
  )
  expect(text).not.toContain('Nothing is waiting')
  expect(`${text}${email?.html}`, 'no member is named').not.toMatch(/reporter|author/)
})

// covers HURD-OPERATION-09
test('moderators, and administrators without two-step sign-in, a verified address or an active account, get none', async () => {
  await operator(app, 'mod', 'moderator')
  const [eve, fay, gus] = [
    await operator(app, 'eve', 'administrator'),
    await operator(app, 'fay', 'administrator'),
    await operator(app, 'gus', 'administrator'),
  ]
  await app.pool`update operator_roles set weekly_email_on = '2026-01-05'`
  await app.pool`update users set email_verified_at = now()`
  await app.pool`delete from second_factors where user_id = ${eve.user_id}`
  await app.pool`update users set email_verified_at = null where user_id = ${fay.user_id}`
  await app.pool`update users set account_status = 'suspended' where user_id = ${gus.user_id}`
  expect((await sendAll()).map(({ to_address }) => to_address)).toEqual(['ada@example.org'])
})

// covers HURD-OPERATION-09
test('whoever becomes administrator gets the first email after the current week', async () => {
  await app.pool`update operator_roles set gets_weekly_email = false`
  await operator(app, 'new', 'administrator')
  await app.pool`update users set email_verified_at = now()`
  expect(await sendAll()).toEqual([])
})

// covers HURD-OPERATION-09
test('a moderator who becomes administrator gets the first email after the current week', async () => {
  await app.pool`update operator_roles set gets_weekly_email = false`
  await operator(app, 'promoted', 'moderator')
  await app.pool`update users set email_verified_at = now()`
  await app.pool`update operator_roles set weekly_email_on = '2026-01-05'`
  expect(await runHurd(app, ['roles', 'grant', 'promoted', 'administrator'])).toMatchObject({ code: 0 })
  expect(await sendAll()).toEqual([])
})

// covers HURD-OPERATION-09
test('an administrator who reads Hurd in Spanish gets the email in Spanish', async () => {
  await app.pool`update operator_roles set gets_weekly_email = user_id = ${ada.user_id}`
  await app.pool`update users set language = 'es' where user_id = ${ada.user_id}`
  const [email] = await sendAll()
  expect(email?.subject).toMatch(/^Hurd: semana del \d+ de \w+$/)
  expect(email?.text).toContain('Personas nuevas: ')
  expect(email?.text).not.toMatch(/waiting|New members|the week/)
  await app.pool`update users set language = 'en' where user_id = ${ada.user_id}`
})

// covers HURD-OPERATION-10
test('an administrator turns the email off on the screen and on again', async () => {
  await app.pool`update operator_roles set gets_weekly_email = user_id = ${ada.user_id}`
  await ada.call(setWeeklyEmail, { gets_weekly_email: false })
  expect((await ada.call(getOperation, {})).operation.gets_weekly_email).toBe(false)
  expect(await sendAll()).toEqual([])
  await ada.call(setWeeklyEmail, { gets_weekly_email: true })
  expect(await sendAll()).toHaveLength(1)
})

// covers HURD-OPERATION-10
test('the link in the email first asks, then ends the weekly email and no alerts', async () => {
  await app.pool`update operator_roles set gets_weekly_email = user_id = ${ada.user_id}`
  await app.pool`
    insert into alert_settings (user_id, frequency) values (${ada.user_id}, 'daily') on conflict do nothing`
  const [email] = await sendAll()
  const path = new URL(email?.unsubscribe_url ?? '').pathname
  const settings = async () => app.pool`
    select r.gets_weekly_email, s.frequency from operator_roles r left join alert_settings s using (user_id)
     where r.user_id = ${ada.user_id}`
  const [before] = await settings()
  expect(before).toEqual({ gets_weekly_email: true, frequency: 'daily' })
  const page = await fetch(app.origin + path)
  expect(page.status).toBe(200)
  expect(await settings()).toEqual([before])
  await fetch(app.origin + path, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect(await settings()).toEqual([{ ...before, gets_weekly_email: false }])
})
