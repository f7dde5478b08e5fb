import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listTopics, takeStance, listMovedBills, markMovedSeen } from '#contract/bills/bills.ts'
import { importBills } from '#server/legislation/bills/import/import.ts'
import type { ImportedBill, Reading } from '#server/sources/bills/importedBill.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

const introduced = { date: '2026-03-01', text: 'Introduced', chamber: 'House' }
const passed = { date: '2026-04-01', text: 'Passed the House', chamber: 'House' }

function record(number: number, more: Partial<ImportedBill> = {}): ImportedBill {
  return {
    source_id: `us/119/hr/${number}`,
    source_name: 'Congress.gov',
    source_updated_at: '2026-03-02T00:00:00.000Z',
    source_checked_at: null,
    bill_code: `H.R. ${number}`,
    title: `Bill ${number}`,
    summary: '',
    topics: [],
    government_level: 'federal',
    jurisdiction: 'ocd-division/country:us',
    status: 'introduced',
    created_at: '2026-03-01T00:00:00.000Z',
    source_url: null,
    sponsors: [],
    actions: [introduced],
    ...more,
  }
}

async function importRecords(...bills: ImportedBill[]): Promise<void> {
  async function* readings(): AsyncGenerator<Reading> {
    for (const imported of bills) yield { file: 'test', record: imported.source_id, imported }
  }
  await importBills(app.pool, readings())
}

const later = { source_updated_at: '2026-04-02T00:00:00.000Z' }

/** Imports a bill for the first time and makes the member take a stance on it. */
async function importWithStance(
  member: Person,
  number: number,
  more: Partial<ImportedBill> = {},
): Promise<string> {
  await importRecords(record(number, more))
  const [bill] = await app.pool<{ bill_id: string }[]>`
    select bill_id from bills where source_id = ${`us/119/hr/${number}`}`
  await member.call(takeStance, { id: bill!.bill_id, stance: 'support' })
  return bill!.bill_id
}

/** Moves the member's last activity, and everything before it, this many minutes into the past. */
async function stayAway(member: Person, minutes: number): Promise<void> {
  await app.pool`
    update users set active_at = active_at - make_interval(mins => ${minutes}),
           last_visit_at = last_visit_at - make_interval(mins => ${minutes}),
           moved_seen_at = moved_seen_at - make_interval(mins => ${minutes})
     where user_id = ${member.user_id}`
  await app.pool`
    update stances set first_taken_at = first_taken_at - make_interval(mins => ${minutes})
     where user_id = ${member.user_id}`
  // The server caches a session for one second, so a new sign-in reads the changed times.
  Object.assign(member, await app.signInAgain(member))
}

const moved = async (member: Person) =>
  (await member.call(listMovedBills, {})).bills.map(({ bill_id, moved_by, is_new }) => ({
    bill_id,
    moved_by,
    is_new,
  }))

const since = async (person: Person) => (await person.call(listMovedBills, {})).since

describe('listMovedBills', () => {
  // covers HURD-MOVED-01 HURD-MOVED-02
  test('lists the bills with a stance of the member whose status or newest action has changed since the last visit', async () => {
    const ana = await app.member('ana')
    const [status, action] = [await importWithStance(ana, 1), await importWithStance(ana, 2)]
    await importWithStance(ana, 3)
    expect(await ana.call(listMovedBills, {})).toMatchObject({ since: null, bills: [] })
    await stayAway(ana, 60)

    await importRecords(record(1, { ...later, status: 'passed', actions: [introduced, passed] }))
    await importRecords(record(2, { ...later, actions: [passed, introduced] }))
    // Another title and other words for the same action do not count as a move.
    await importRecords(
      record(3, { ...later, title: 'New', actions: [{ ...introduced, text: 'Introduced in House' }] }),
    )
    // A bill without a stance of the member is not listed either.
    await importRecords(record(4))
    await importRecords(record(4, { ...later, status: 'passed' }))

    expect(await moved(ana)).toEqual([
      { bill_id: action, moved_by: 'action', is_new: true },
      { bill_id: status, moved_by: 'status', is_new: true },
    ])
    const { bills, since, has_more } = await ana.call(listMovedBills, {})
    expect(bills[1]).toMatchObject({
      bill_code: 'H.R. 1',
      title: 'Bill 1',
      status: 'passed',
      action_on: null,
    })
    // The action itself is older than the day on which it was learned.
    expect(bills[0]).toMatchObject({ action_on: '2026-04-01' })
    expect([typeof since, has_more]).toEqual(['string', false])
  })

  // covers HURD-MOVED-01
  test('neither a first import nor the first record of a bill that was known only from its text counts as a move', async () => {
    const ben = await app.member('ben')
    await importWithStance(ben, 10)
    await app.pool`update bills set content_hash = ${Buffer.alloc(33)} where source_id = 'us/119/hr/10'`
    await importWithStance(ben, 11, { actions: [] })
    await stayAway(ben, 60)
    await importRecords(record(10, { ...later, status: 'passed' }))
    await importRecords(record(11, { ...later, actions: [introduced] }))
    expect(await moved(ben)).toEqual([])
    const rows = await app.pool`
      select from bills where source_id in ('us/119/hr/10', 'us/119/hr/11') and moved_at is not null`
    expect(rows).toHaveLength(0)
  })

  // covers HURD-MOVED-02
  test('a bill that moved before the member took a stance on it is not listed', async () => {
    const cleo = await app.member('cleo')
    await stayAway(cleo, 60)
    await importRecords(record(20))
    await importRecords(record(20, { ...later, status: 'passed' }))
    await cleo.call(listTopics, {})
    const [bill] = await app.pool<{ bill_id: string }[]>`
      select bill_id from bills where source_id = 'us/119/hr/20'`
    await cleo.call(takeStance, { id: bill!.bill_id, stance: 'support' })
    expect(await moved(cleo)).toEqual([])
  })

  // covers HURD-MOVED-03
  test('a visit begins after half an hour of silence on every device', async () => {
    const dan = await app.member('dan')
    await stayAway(dan, 25)
    expect(await since(dan)).toBeNull()
    await stayAway(dan, 35)
    const [before] = await app.pool<{ active_at: string }[]>`
      select active_at from users where user_id = ${dan.user_id}`
    // Requests from two devices at the same time begin one visit.
    const phone = await app.signInAgain(dan)
    await Promise.all([since(dan), since(phone)])
    expect(await since(dan)).toBe(before!.active_at)
    expect(await since(phone)).toBe(before!.active_at)
  })

  // covers HURD-MOVED-03
  test('requests within ten minutes write nothing', async () => {
    const eve = await app.member('eve')
    const version = async () =>
      (await app.pool`select xmin, active_at from users where user_id = ${eve.user_id}`)[0]
    await stayAway(eve, 9)
    const before = await version()
    await eve.call(listTopics, {})
    expect(await version()).toEqual(before)
  })

  // covers HURD-MOVED-03
  test("a read does not wait for a write to the member's row", async () => {
    const kit = await app.member('kit')
    await app.pool`update users set active_at = now() - interval '1 hour' where user_id = ${kit.user_id}`
    await app.pool.begin(async (db) => {
      await db`select from users where user_id = ${kit.user_id} for update`
      expect((await kit.request(listTopics, {})).status).toBe(200)
    })
  })

  test('a move without a new status has the words of the last official action of its day', async () => {
    const gus = await app.member('gus')
    await importWithStance(gus, 31)
    await importWithStance(gus, 32)
    await stayAway(gus, 60)
    const moves = [
      { date: '2026-04-01', text: 'Hearing of witnesses', chamber: 'House' },
      { date: '2026-04-01', text: 'Reported by the committee', chamber: 'House' },
    ]
    await importRecords(
      record(31, { ...later, actions: [introduced, ...moves] }),
      record(32, { ...later, status: 'active', actions: [introduced, ...moves] }),
    )
    const { bills } = await gus.call(listMovedBills, {})
    expect(Object.fromEntries(bills.map(({ title, action }) => [title, action]))).toEqual({
      'Bill 31': 'Reported by the committee',
      'Bill 32': null,
    })
  })

  // covers HURD-MOVED-04
  test('what the member has seen is no longer new on any device, and a later move is new', async () => {
    const fay = await app.member('fay')
    const bill_id = await importWithStance(fay, 30)
    await stayAway(fay, 60)
    await importRecords(record(30, { ...later, status: 'active' }))
    const { as_of } = await fay.call(listMovedBills, {})
    const phone = await app.signInAgain(fay)
    await phone.call(markMovedSeen, { as_of })
    expect(await moved(fay)).toEqual([{ bill_id, moved_by: 'status', is_new: false }])
    await fay.call(markMovedSeen, { as_of: '2026-01-01T00:00:00.000Z' })
    expect(await moved(fay)).toMatchObject([{ is_new: false }])
    expect(await fay.refusal(markMovedSeen, { as_of: 'yesterday' })).toBe('invalid_request')

    await importRecords(
      record(30, { ...later, status: 'passed', source_updated_at: '2026-05-02T00:00:00.000Z' }),
    )
    expect(await moved(fay)).toEqual([{ bill_id, moved_by: 'status', is_new: true }])
    await stayAway(fay, 60)
    await fay.call(listTopics, {})
  })
})
