import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BillStatus } from '#contract/bills/billContent.ts'
import { addBookmark, listBills } from '#contract/bills/bills.ts'
import type { InputOf } from '#contract/kit/endpoint.ts'
import { closeSessions } from '#server/legislation/sessions/closeSessions.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const michigan = 'ocd-division/country:us/state:mi'
const topics = ['energy' as const]

let app: TestServer
let ana: Person
let number = 0
beforeAll(async () => {
  app = await startTestServer()
  ana = await app.resident('ana', michigan)
  await app.pool`
    insert into legislative_sessions (jurisdiction, identifier, name, classification, start_date, end_date,
           last_day_for_bills, last_day_rule, carry_over, is_confirmed, source_name, source_checked_at, keys)
    values (${michigan}, '1999-2000', '1999-2000 Regular Session', 'regular', '1999-01-13', '2000-12-31', '2000-12-31',
            'term', 'no', true, 'Test records', now(), '{1999-2000}'),
           (${michigan}, '2095-2096', '2095-2096 Regular Session', 'regular', '2095-01-13', '2096-12-31', '2096-12-31',
            'term', 'no', true, 'Test records', now(), '{2095-2096}')`
  await stateBill('Lanterns that passed long ago', '1999-2000', 'passed')
  await stateBill('Lanterns that failed long ago', '1999-2000', 'rejected')
  await stateBill('Lanterns that the governor still has', '1999-2000', 'pending', { awaits_executive: true })
  await stateBill('Lanterns that passed this year', '2095-2096', 'passed')
  await app.bill('Lanterns of the city', { status: 'passed', government_level: 'local', topics })
  await closeSessions(app.pool)
})
afterAll(() => app.close())

function stateBill(title: string, session: string, status: BillStatus, more = {}) {
  number += 1
  return app.bill(title, {
    source_id: `mi/${session}/hb${number}`,
    jurisdiction: michigan,
    government_level: 'state',
    status,
    topics,
    ...more,
  })
}

async function titles(input: InputOf<typeof listBills> = {}) {
  const { bills, pagination } = await ana.call(listBills, input)
  expect(pagination.total).toBe(bills.length)
  return bills.map(({ title }) => title).toSorted()
}

const current = [
  'Lanterns of the city',
  'Lanterns that passed this year',
  'Lanterns that the governor still has',
]
const past = ['Lanterns that failed long ago', 'Lanterns that passed long ago']
const without = { past_sessions: 'exclude' } as const

describe('a feed without bills of past sessions', () => {
  test('leaves out bills that are over, and has bills that still wait for the governor', async () => {
    expect(await titles()).toEqual([...current, ...past].toSorted())
    expect(await titles({ past_sessions: 'include' })).toEqual([...current, ...past].toSorted())
    expect(await titles(without)).toEqual(current)
    const unknown = await app.send('GET', '/api/bills?past_sessions=yes', { token: ana.token })
    expect([unknown.status, unknown.body['error']]).toEqual([400, 'Invalid past_sessions'])
  })

  test.each([
    { order: 'relevance' },
    { sort: 'created_at', order: 'desc' },
    { sort: 'created_at', order: 'asc' },
    { sort: 'activity_score', order: 'desc' },
    { sort: 'activity_score', order: 'asc' },
  ] as const)('does so in the order %j with every filter, and its totals agree', async (order) => {
    const state = current.filter((title) => title !== 'Lanterns of the city')
    const filters = [
      [{}, current],
      [{ topics }, current],
      [{ topics: ['energy', 'taxation'] }, current],
      [{ government_level: 'state' }, state],
      [{ status: 'passed' }, ['Lanterns of the city', 'Lanterns that passed this year']],
      [{ government_level: 'state', status: 'passed' }, ['Lanterns that passed this year']],
      [{ scope: 'state' }, state],
      [{ scope: 'state', status: 'rejected' }, []],
    ] as const
    for (const [filter, expected] of filters) {
      const input = { ...order, ...without, ...filter, topics: 'topics' in filter ? [...filter.topics] : [] }
      expect([filter, await titles(input)]).toEqual([filter, expected])
    }
  })

  test('has the same bills page by page', async () => {
    for (const order of ['relevance', 'desc', 'asc'] as const) {
      const seen: string[] = []
      let after: string | undefined
      do {
        const page = await ana.call(listBills, { ...without, order, limit: 1, ...(after && { after }) })
        seen.push(...page.bills.map(({ title }) => title))
        after = page.next ?? undefined
      } while (after)
      expect(seen.toSorted()).toEqual(current)
    }
  })

  test('never leaves them out of bookmarks and searches', async () => {
    const { bills } = await ana.call(listBills, {})
    const old = bills.find(({ title }) => title === past[1])!
    await ana.call(addBookmark, { id: old.bill_id })
    for (const order of ['relevance', 'desc'] as const) {
      expect(await titles({ ...without, order, bookmarked: 'true' })).toEqual([past[1]])
    }
    expect(await titles({ ...without, q: 'long ago' })).toEqual(past)
  })

  test('follows a session whose last day was corrected', async () => {
    await app.pool`update legislative_sessions set last_day_for_bills = '2099-12-31' where identifier = '1999-2000'`
    await closeSessions(app.pool)
    expect(await titles(without)).toEqual([...current, ...past].toSorted())
    await app.pool`update legislative_sessions set last_day_for_bills = '2000-12-31' where identifier = '1999-2000'`
    await closeSessions(app.pool)
    expect(await titles(without)).toEqual(current)
    expect(await findProblems(app.pool)).toEqual([])
  })
})
