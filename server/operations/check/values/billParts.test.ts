import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seedSessions } from '#server/legislation/sessions/importSessions.ts'
import { findProblems, type Problem, repairDerivedCounts } from '#server/operations/check/derivedCounts.ts'
import { checkInSlices } from '#server/operations/check/slices.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { setParts } from '#server/testing/billParts.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { billPartValues } from './billParts.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
  await seedSessions(app.pool)
  const { bill_id } = await app.bill('Bill with parts', {
    source_id: 'us/119/hr/9901',
    topics: ['health', 'law'],
  })
  await setParts(app.pool, bill_id, {
    sponsors: [{ name: 'Ada Lark', party: 'Democratic', role: 'Sponsor', district: 'OR-3' }],
    actions: [{ date: '2026-01-05', text: 'Introduced in House', chamber: 'House' }],
  })
  await app.pool`
    insert into bill_updates (bill_id, update_type, update_key, summary, source_name, is_alertable, first_seen_at)
    values (${bill_id}, 'status', 'status:checked', 'Passed.', 'Test records', true, now() + interval '1 minute')`
})
afterAll(() => app.close())
beforeEach(() => app.pool.begin(repairDerivedCounts))

const faults: { plant: (db: Db) => PromiseLike<unknown>; what: string }[] = [
  {
    plant: (db) => db`update bills set progress_reached = 'Became law', progress_dots = '{completed}'`,
    what: 'how far a bill has come',
  },
  {
    plant: (db) => db`update bill_parts set detail = replace(detail, 'Ada', 'Eve')`,
    what: "the parts of a bill's page",
  },
  {
    plant: (db) => db`delete from bill_update_targets where target_id = 'health'`,
    what: 'the place and the topics of an update',
  },
  {
    plant: (db) => db`update bill_update_targets set target_id = 'animals' where target_id = 'law'`,
    what: 'the place and the topics of an update',
  },
  {
    plant: (db) => db`
      update legislative_sessions set last_day_for_bills = '2031-01-01', last_day_rule = 'term'
       where identifier = '119' and jurisdiction = 'ocd-division/country:us'`,
    what: 'the last day for the bills of a session',
  },
]

test.each(faults)('hurd check finds and repairs $what', async ({ plant, what }) => {
  expect(await findProblems(app.pool)).toEqual([])
  await app.pool.begin(plant)
  const found: Problem[] = []
  const { problems: left } = await checkInSlices(app.pool, {
    repair: true,
    onProblem: (problem) => found.push(problem),
  })
  expect(left).toEqual([])
  expect(found.map((problem) => problem.what)).toContain(what)
  expect(await findProblems(app.pool)).toEqual([])
})

test('every value derived from parts has a planted fault', () => {
  expect([...new Set(faults.map(({ what }) => what))]).toEqual(billPartValues.map(({ what }) => what))
})
