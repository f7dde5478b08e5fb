import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seedSessions } from '#server/legislation/sessions/importSessions.ts'
import { findProblems, type Problem, repairDerivedCounts } from '#server/operations/check/derivedCounts.ts'
import { checkInSlices } from '#server/operations/check/slices.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { readPlainSections } from '#server/sources/text/plainSections.ts'
import { importedBill, importRecords } from '#server/testing/setups/records/importedBills.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { reintroductionValues } from './reintroductions.ts'

const tides = 'Sec. 1. Each harbor keeps a table of its tides and shows it to every boat at the pier.'
const lamps = 'Sec. 1. Each bridge keeps nine lamps, lights them at dusk and puts them out at dawn.'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
  await seedSessions(app.pool)
  await importRecords(app.pool, [
    vermontBill('2023-2024/h1', 'Tide tables', tides),
    vermontBill('2025-2026/h7', 'Tide tables', tides),
    vermontBill('2025-2026/h8', 'Tide tables', lamps),
    vermontBill('2021-2022/h2', 'Bridge lamps', lamps),
    vermontBill('2025-2026/h9', 'Bridge lamps', lamps),
  ])
})
afterAll(() => app.close())
beforeEach(() => app.pool.begin(repairDerivedCounts))

function vermontBill(id: string, title: string, full_text: string) {
  const text = { format: 'plain' as const, sections: readPlainSections(full_text), struck_sections: [] }
  return importedBill(1, {
    source_id: `vt/${id}`,
    bill_code: id,
    title,
    government_level: 'state',
    jurisdiction: 'ocd-division/country:us/state:vt',
    versions: [
      {
        code: null,
        label: 'As introduced',
        printed_on: null,
        text: { ...text, formatted_text: null, full_text },
      },
    ],
  })
}

const stored = () => app.pool<{ pair: string }[]>`
  select o.bill_code || ' ' || n.bill_code as pair
    from bill_reintroductions r join bills o using (bill_id) join bills n on n.bill_id = r.new_bill_id order by 1`

const plantPair = (db: Db, earlier: string, later: string) => db`
  insert into bill_reintroductions (bill_id, new_bill_id)
  select o.bill_id, n.bill_id from bills o, bills n where o.bill_code = ${earlier} and n.bill_code = ${later}`

const faults: { name: string; plant: (db: Db) => PromiseLike<unknown>; found: string }[] = [
  { name: 'a missing pair', plant: (db) => db`delete from bill_reintroductions`, found: 'missing' },
  {
    name: 'a pair with other words',
    plant: (db) => plantPair(db, '2023-2024/h1', '2025-2026/h8'),
    found: 'introduced again',
  },
  {
    name: 'a pair with a session in between',
    plant: (db) => plantPair(db, '2021-2022/h2', '2025-2026/h9'),
    found: 'introduced again',
  },
  {
    name: 'a pair the wrong way round',
    plant: (db) => plantPair(db, '2025-2026/h7', '2023-2024/h1'),
    found: 'introduced again',
  },
]

test.each(faults)(
  'hurd check finds and repairs $name of bills introduced again',
  async ({ plant, found }) => {
    const right = [{ pair: '2023-2024/h1 2025-2026/h7' }]
    expect(await stored()).toEqual(right)
    expect(await findProblems(app.pool)).toEqual([])
    await plant(app.pool)
    const problems: Problem[] = []
    const { problems: left } = await checkInSlices(app.pool, {
      repair: true,
      onProblem: (problem) => problems.push(problem),
    })
    expect(left).toEqual([])
    expect(problems).toMatchObject([{ what: reintroductionValues[0]?.what, stored: found }])
    expect(await stored()).toEqual(right)
    expect(await findProblems(app.pool)).toEqual([])
  },
)

test('a bill that gets another title later still counts as introduced again', async () => {
  await app.pool`update bills set title = 'Tides of the bay' where bill_code = '2025-2026/h7'`
  const problems = await findProblems(app.pool)
  expect(problems.map(({ what }) => what)).not.toContain(reintroductionValues[0]?.what)
})
