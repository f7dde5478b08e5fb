import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { followTarget, updateAlertSettings, type AlertSettings } from '#contract/alerts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import { notifyBillFollowers } from '#server/participation/alerts/fanout.ts'
import type { MemberDetails } from '#server/testing/details.ts'
import { alertEmails, engross, followBill, makeDigestDue, newBill } from '#server/testing/setups/alerts.ts'
import { dayOfCongress, importedBill, importRecords } from '#server/testing/setups/records/importedBills.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { sendDueDigests } from './digest.ts'
import { sendImmediateAlerts } from './immediate.ts'

const origin = 'http://localhost:3000'
const weekly: AlertSettings = {
  frequency: 'weekly',
  delivery_hour: 7,
  delivery_weekday: 1,
  time_zone: 'America/New_York',
}

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

describe('immediate alerts', () => {
  // covers BEY-ALERTS-13
  test('report nothing that is older than two weeks', async () => {
    const ned = await member('ned')
    const bill_id = await newBill(app, 30)
    await ned.call(followTarget, { target_type: 'bill', target_id: bill_id, update_types: ['action'] })
    await ned.call(updateAlertSettings, { ...weekly, frequency: 'immediate' })
    const [first] = importedBill(30).actions
    const actions = [first!, { date: dayOfCongress(), text: 'Old amendment agreed to', chamber: 'House' }]
    await importRecords(app.pool, [importedBill(30, { actions })])
    await app.pool`update bill_updates set first_seen_at = now() - interval '30 days' where bill_id = ${bill_id}`
    await app.pool`update alert_follows set created_at = now() - interval '90 days'`
    actions.push({ date: dayOfCongress(), text: 'New amendment agreed to', chamber: 'House' })
    await importRecords(app.pool, [importedBill(30, { actions })])
    await immediate()
    const [email] = await alertEmails(app)
    expect(email!.text).toContain('New amendment')
    expect(email!.text).not.toContain('Old amendment')
  })

  // covers BEY-ALERTS-13
  test('about one bill within an hour become two emails: the first at once, and the rest at the end of the hour', async () => {
    const lea = await member('lea')
    const bill_id = await newBill(app, 20)
    await followBill(lea, bill_id)
    await lea.call(followTarget, {
      target_type: 'bill',
      target_id: bill_id,
      update_types: ['status', 'action'],
    })
    await lea.call(updateAlertSettings, { ...weekly, frequency: 'immediate' })
    const first = importedBill(20).actions[0]!
    const actions = [first]
    for (let at = 1; at <= 50; at += 1) {
      actions.push({ date: dayOfCongress(), text: `Amendment ${at} agreed to`, chamber: 'House' })
      await importRecords(app.pool, [importedBill(20, { actions: [...actions] })])
      if (at <= 3 || at === 50) await immediate()
    }
    expect(await subjects()).toEqual(['The Lantern Act 20: Amendment 1 agreed to.'])
    await app.pool`update immediate_alerts set next_attempt_at = now() where next_attempt_at is not null`
    await immediate()
    const emails = await alertEmails(app)
    expect(emails).toHaveLength(2)
    expect(emails[1]!.text).toContain('- and 46 more steps')
    // The daily digest of the same member has nothing left to report.
    await makeDigestDue(app, lea)
    await digests()
    expect(await subjects()).toHaveLength(2)
  }, 60_000)

  // covers BEY-ALERTS-13
  test('that are due when the digest is written are in the digest, and in no other email', async () => {
    const noa = await member('noa')
    const target = { target_type: 'bill' as const, target_id: await newBill(app, 21) }
    await noa.call(followTarget, { ...target, update_types: ['action'] })
    await noa.call(updateAlertSettings, { ...weekly, frequency: 'immediate' })
    const actions = [importedBill(21).actions[0]!]
    for (const text of ['Amendment 1 agreed to', 'Amendment 2 agreed to']) {
      actions.push({ date: dayOfCongress(), text, chamber: 'House' })
      await importRecords(app.pool, [importedBill(21, { actions: [...actions] })])
      await immediate()
    }
    expect(await subjects()).toHaveLength(1)
    await app.pool`
      insert into alert_deliveries (user_id, delivery_type, bill_count, last_update_id)
      select ${noa.user_id}, 'immediate', 1, 0 from generate_series(1, 20)`
    await makeDigestDue(app, noa)
    await digests()
    expect((await alertEmails(app)).map(({ text }) => text.includes('Amendment 2'))).toEqual([false, true])
    await app.pool`update immediate_alerts set next_attempt_at = now() where next_attempt_at is not null`
    await immediate()
    expect(await subjects()).toHaveLength(2)
  })

  // covers BEY-ALERTS-01 BEY-ALERTS-13
  test('of a bill that is followed for its status leave its votes, which a stance reports, to the digest', async () => {
    const ori = await member('ori')
    const bill_id = await newBill(app, 22)
    await ori.call(followTarget, { target_type: 'bill', target_id: bill_id, update_types: ['status'] })
    await ori.call(takeStance, { id: bill_id, stance: 'support' })
    await ori.call(updateAlertSettings, { ...weekly, frequency: 'immediate' })
    await app.pool`
      insert into bill_updates (bill_id, update_type, update_key, summary, source_name, is_alertable)
      values (${bill_id}, 'vote', 'vote:test', 'Vote: On passage. Passed, 20 to 10.', 'Test', true)`
    await engross(app, 22)
    await immediate()
    expect((await alertEmails(app)).at(-1)?.text).not.toContain('20 to 10')
    await makeDigestDue(app, ori)
    await digests()
    expect((await alertEmails(app)).at(-1)?.text).toContain('20 to 10')
  })

  test('beyond twenty a day wait for the digest', async () => {
    const mia = await member('mia')
    const numbers = Array.from({ length: 25 }, (_, at) => 100 + at)
    for (const number of numbers) await followBill(mia, await newBill(app, number))
    await mia.call(updateAlertSettings, { ...weekly, frequency: 'immediate' })
    await engross(app, ...numbers)
    await immediate()
    expect(await subjects()).toHaveLength(20)
    await makeDigestDue(app, mia)
    await digests()
    const all = await subjects()
    expect(all).toHaveLength(21)
    expect(all.at(-1)).toMatch(/ \(and 4 more\)$/)
  }, 60_000)
})
