import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { followTarget, sendDigest, updateAlertSettings } from '#contract/alerts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import { defaultBranding } from '#contract/branding/branding.ts'
import { checkpointWords } from '#contract/tally.ts'
import { notifyBillFollowers } from '#server/participation/alerts/fanout.ts'
import type { FollowedUpdate } from '#server/participation/alerts/updatesList.ts'
import type { MemberDetails } from '#server/testing/details.ts'
import { alertEmails, engross, followBill, makeDigestDue, newBill } from '#server/testing/setups/alerts.ts'
import { notificationsOf } from '#server/testing/setups/notified.ts'
import { importedBill, importRecords } from '#server/testing/setups/records/importedBills.ts'
import { runTally } from '#server/testing/setups/tally.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { alertEmail } from './alertEmail.ts'
import { sendDueDigests } from './digest.ts'
import { sendImmediateAlerts } from './immediate.ts'

const origin = 'http://localhost:3000'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())
// A worker of the server may use two of these tables in another order, which the database ends as a deadlock.
afterEach(() =>
  vi.waitFor(
    () => app.pool`truncate emails, bills, alert_settings, alert_follows, alert_deliveries cascade`,
    { timeout: 30_000 },
  ),
)

const member = (name: string, more: MemberDetails = {}) =>
  app.member(name, { email_verified_at: '2026-01-01T00:00:00Z', ...more })
const digests = () => sendDueDigests(app.pool, origin)
const immediate = async () => {
  await notifyBillFollowers(app.pool)
  await sendImmediateAlerts(app.pool, origin)
}
const subjects = async () => (await alertEmails(app)).map(({ subject }) => subject)

describe('a follower', () => {
  test('gets one notification per bill, which the newest update replaces until it is read', async () => {
    const ana = await member('ana')
    const bill_id = await newBill(app, 1)
    await followBill(ana, bill_id)
    await engross(app, 1)
    await notifyBillFollowers(app.pool)
    await notifyBillFollowers(app.pool)
    expect(await notificationsOf(ana)).toMatchObject({
      unread_count: 1,
      messages: ['The Lantern Act 1: Passed one chamber. Passed House by voice vote.'],
    })
    // The House withdraws the bill. The notification then contains a correction.
    await importRecords(app.pool, [importedBill(1)])
    await notifyBillFollowers(app.pool)
    const { messages, unread_count } = await notificationsOf(ana)
    expect(unread_count).toBe(1)
    expect(messages[0]).toContain(
      'The Lantern Act 1: Correction: the source now lists the bill as introduced.',
    )
  })

  test('who is suspended, or follows other kinds of updates, gets no notification', async () => {
    const [ben, cleo] = [await member('ben'), await member('cleo')]
    const bill_id = await newBill(app, 2)
    await followBill(ben, bill_id)
    await cleo.call(followTarget, { target_type: 'bill', target_id: bill_id, update_types: ['vote'] })
    await app.pool`update users set account_status = 'suspended' where user_id = ${ben.user_id}`
    await engross(app, 2)
    await notifyBillFollowers(app.pool)
    const rows = await app.pool`select user_id from notifications where type = 'bill_update'`
    expect(rows).toEqual([])
  })
})

describe('a digest', () => {
  // covers BEY-ALERTS-08
  test('is sent once when something happened, and not otherwise', async () => {
    const dan = await member('dan')
    const bill_id = await newBill(app, 3)
    await followBill(dan, bill_id)
    await makeDigestDue(app, dan)
    await digests()
    expect(await subjects(), 'a week without updates').toEqual([])
    await engross(app, 3)
    await digests()
    expect(await subjects(), 'not due').toEqual([])
    await makeDigestDue(app, dan)
    await digests()
    const [email] = await alertEmails(app)
    expect(email).toMatchObject({
      purpose: 'alert_digest',
      to_address: 'dan@example.org',
      subject: 'The Lantern Act 3: Passed one chamber. Passed House by voice vote.',
    })
    expect(email!.text).toContain('You follow this bill.')
    expect(email!.text).toMatch(/Congress\.gov, happened \w+ \d+, \d{4}, seen \w+ \d+, \d+:\d\d [ap]\.m\./)
    await makeDigestDue(app, dan)
    await digests()
    expect(await subjects(), 'the same news again').toHaveLength(1)
    const [row] = await app.pool<{ is_ahead: boolean }[]>`
      select next_digest_at > now() as is_ahead from alert_settings`
    expect(row).toEqual({ is_ahead: true })
  })

  test('includes bills with a stance and names each bill once', async () => {
    const eva = await member('eva')
    const [both, stance] = [await newBill(app, 4), await newBill(app, 5)]
    await followBill(eva, both)
    for (const id of [both, stance]) await eva.call(takeStance, { id, stance: 'oppose' })
    await engross(app, 4, 5)
    await makeDigestDue(app, eva)
    await digests()
    const [email] = await alertEmails(app)
    expect(email!.subject).toMatch(/: .+ \(and 1 more\)$/)
    expect(email!.text.match(/^H\.R\. \d/gm)).toHaveLength(2)
    expect(email!.text).toContain('You took a stance on this bill.')
  })

  // covers BEY-ALERTS-11
  test('is not sent to an unverified address, an inactive or suspended account, or a member with paused alerts', async () => {
    const people = [
      await member('fay', { email_verified_at: null }),
      await member('gus'),
      await member('hal'),
      await member('ivy'),
    ]
    const bill_id = await newBill(app, 6)
    for (const person of people) await followBill(person, bill_id)
    await engross(app, 6)
    await app.pool`update users set account_status = 'inactive' where user_id = ${people[1]!.user_id}`
    await app.pool`update users set account_status = 'suspended' where user_id = ${people[2]!.user_id}`
    await app.pool`update alert_settings set paused_at = now() where user_id = ${people[3]!.user_id}`
    await app.pool`update alert_settings set next_digest_at = now()`
    await digests()
    expect(await alertEmails(app)).toEqual([])
    expect(await people[0]!.refusal(sendDigest, {})).toBe('alerts_need_verified_email')
  })

  test('on request is sent at once', async () => {
    const jan = await member('jan')
    const bill_id = await newBill(app, 7)
    await followBill(jan, bill_id)
    expect(await jan.call(sendDigest, {})).toMatchObject({ sent: false, bill_count: 0 })
    await engross(app, 7)
    expect(await jan.call(sendDigest, {})).toMatchObject({ sent: true, bill_count: 1 })
    expect(await jan.call(sendDigest, {})).toMatchObject({ sent: false, bill_count: 0 })
    expect(await subjects()).toHaveLength(1)
  })

  // covers HURD-TALLY-02
  test('ends with the newest checkpoint of the public tally, which an immediate alert leaves out', async () => {
    const [ana, bo] = [await member('tallied-reader'), await member('instant-reader')]
    const bill_id = await newBill(app, 1)
    for (const reader of [ana, bo]) await followBill(reader, bill_id)
    await bo.call(updateAlertSettings, {
      frequency: 'immediate',
      delivery_hour: 7,
      delivery_weekday: 1,
      time_zone: 'America/New_York',
    })
    await runTally(app, '2029-12-31')
    const [{ note } = { note: '' }] = await app.pool<{ note: string }[]>`
      select note from tally_checkpoints order by size desc limit 1`
    const words = checkpointWords(note)
    expect(words).toMatch(/^Public tally: \d+ lines?, fingerprint \S+$/)
    await engross(app, 1)
    await immediate()
    await makeDigestDue(app, ana)
    await digests()
    const emails = await alertEmails(app)
    const digest = emails.find(({ purpose }) => purpose === 'alert_digest')
    expect(digest!.text).toContain(`${words}\n${origin}/transparency\n`)
    expect(digest!.html).toContain(`<a href="${origin}/transparency">${words}</a>`)
    const [alert, ...more] = emails.filter(({ purpose }) => purpose === 'alert_immediate')
    expect(more).toEqual([])
    expect(alert!.text + alert!.html).not.toContain('fingerprint')
  })

  test('of a member who was away for months starts two weeks ago', async () => {
    const kim = await member('kim')
    const [old, fresh] = [await newBill(app, 8), await newBill(app, 9)]
    for (const id of [old, fresh]) await followBill(kim, id)
    await engross(app, 8)
    await app.pool`update bill_updates set first_seen_at = now() - interval '20 days' where bill_id = ${old}`
    await app.pool`update alert_follows set created_at = now() - interval '90 days'`
    await engross(app, 9)
    await makeDigestDue(app, kim)
    await digests()
    expect(await subjects()).toEqual(['The Lantern Act 9: Passed one chamber. Passed House by voice vote.'])
  })

  // covers BEY-ALERTS-12
  test('is written once by any number of workers, and completely or not at all', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, async (_, at) => member(`reader-${at}`)))
    const bill_id = await newBill(app, 10)
    for (const person of people) await followBill(person, bill_id)
    await engross(app, 10)
    await app.pool`update alert_settings set next_digest_at = now()`
    // Every other email fails as it would after a crash: its transaction is rolled back.
    await app.pool.unsafe(`
      create sequence crashes;
      create function crash() returns trigger language plpgsql as $$
      begin if nextval('crashes') % 2 = 1 then raise 'crash'; end if; return new; end $$;
      create trigger crash after insert on alert_deliveries for each row execute function crash()`)
    const runs = [digests(), digests(), digests()].map(async (run) => run.catch(() => undefined))
    await Promise.all(runs)
    await app.pool.unsafe(
      'drop trigger crash on alert_deliveries; drop function crash; drop sequence crashes',
    )
    const before = await alertEmails(app)
    expect(before.length).toBeGreaterThan(0)
    expect(before.length).toBeLessThan(12)
    await app.pool`update alert_settings set next_digest_at = now()`
    await Promise.all([digests(), digests(), digests()])
    const recipients = (await alertEmails(app)).map(({ to_address }) => to_address)
    expect(recipients).toHaveLength(12)
    expect(new Set(recipients).size).toBe(12)
  })

  // covers BEY-ALERTS-07
  test('about 80 bills lists three, followed ones first, says how many more there are, and stays small', () => {
    const updates = Array.from({ length: 320 }, (_, at): FollowedUpdate => {
      const number = Math.floor(at / 4)
      const isFollowed = number >= 60
      return {
        update_id: 1000 - at,
        update_type: at % 4 === 0 ? 'action' : 'vote',
        summary: `Vote ${at}: ${'On the motion to suspend the rules and pass the bill, as amended. '.repeat(6)}`,
        occurred_on: '2026-05-22',
        first_seen_at: '2026-05-23T08:10:00.000Z',
        source_name: 'Congress.gov',
        bill: {
          bill_id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
          bill_code: `H.R. ${number}`,
          title: `A bill to ${'amend the Lantern Act of 1999 '.repeat(20)}`,
          status: 'active',
          jurisdiction: 'ocd-division/country:us',
        },
        reason: { target_type: isFollowed ? 'bill' : 'topic', target_id: 'health', name: 'Health' },
        priority: isFollowed ? 1 : 5,
      }
    })
    const sources = [
      {
        source_name: 'Open States',
        read_at: new Date(Date.now() - 3.5 * 86_400_000).toISOString(),
        is_late: true,
      },
    ]
    const email = alertEmail({
      branding: defaultBranding,
      updates,
      news: [],
      sources,
      time_zone: 'America/New_York',
      origin,
      unsubscribeUrl: `${origin}/u`,
      checkpoint: null,
    })
    expect(email.subject).toMatch(/^A bill to amend the Lantern Act.{1,30}: Vote 241: .* \(and 79 more\)$/)
    expect(email.subject.length).toBeLessThanOrEqual(101)
    const codes = [...email.text.matchAll(/^H\.R\. (\d+)/gm)].map(([, number]) => Number(number))
    expect(codes).toEqual([60, 61, 62])
    expect(email.text).toContain('And 77 more: ')
    expect(email.text).toContain('Congress.gov, happened May 22, 2026, seen May 23, 4:10 a.m.')
    expect(email.text).toContain('Open States was last checked 3 days ago, so updates may be missing.')
    expect(email.text).toContain('- and 1 more step')
    expect(email.html.match(/class="bill"/g)).toHaveLength(3)
    expect(Buffer.byteLength(email.html)).toBeLessThan(60_000)
  })
})

const voteOf = (number: number, update_id: number, target_type: 'bill' | 'topic'): FollowedUpdate => ({
  update_id,
  update_type: 'vote',
  summary: 'Passed House by voice vote.',
  occurred_on: '2026-05-22',
  first_seen_at: '2026-05-23T08:10:00.000Z',
  source_name: 'Congress.gov',
  bill: {
    bill_id: `00000000-0000-4000-8000-00000000000${number}`,
    bill_code: `H.R. ${number}`,
    title: 'A bill',
    status: 'active',
    jurisdiction: 'ocd-division/country:us',
  },
  reason: { target_type, target_id: 'health', name: 'Health' },
  priority: target_type === 'bill' ? 1 : 5,
})

// covers BEY-ALERTS-07
test('a bill that the member follows is named before bills of a topic, even if its newest update concerns a topic', () => {
  const others = [1, 2, 3].map((number) => voteOf(number, 20 - number, 'topic'))
  const { text } = alertEmail({
    branding: defaultBranding,
    updates: [...others, voteOf(4, 11, 'topic'), voteOf(4, 10, 'bill')],
    news: [],
    sources: [],
    time_zone: 'America/New_York',
    origin,
    unsubscribeUrl: `${origin}/u`,
    checkpoint: null,
  })
  expect(text).toContain('H.R. 4 ')
  expect(text).toContain('You follow this bill.')
})
