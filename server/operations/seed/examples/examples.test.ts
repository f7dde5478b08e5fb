import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBill } from '#contract/bills/bills.ts'
import { compareVersions } from '#contract/bills/versions.ts'
import { seedSessions } from '#server/legislation/sessions/importSessions.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { readExamples } from './exampleTable.ts'
import { seedExamples } from './seedExamples.ts'

let app: TestServer
let member: Person
beforeAll(async () => {
  app = await startTestServer()
  member = await app.member('ada')
  await seedSessions(app.pool)
  await seedExamples(app.pool)
})
afterAll(() => app.close())

type Stored = {
  source_id: string
  government_level: string
  jurisdiction: string
  status: string
  versions: number
  votes: number
  hearings: number
}

const selectExamples = () => app.pool<Stored[]>`
  select b.source_id, b.government_level, b.jurisdiction, b.status,
         (select count(*)::int from bill_versions v where v.bill_id = b.bill_id) as versions,
         (select count(*)::int from vote_events e where e.bill_id = b.bill_id) as votes,
         (select count(*)::int from event_bills e where e.bill_id = b.bill_id) as hearings
    from bills b order by b.source_id`

test('twelve invented bills of every level have 2 to 4 versions, and each level has votes and hearings', async () => {
  const examples = await selectExamples()
  expect(examples).toHaveLength(12)
  expect(new Set(examples.map(({ jurisdiction }) => jurisdiction)).size).toBe(6)
  for (const { source_id, versions } of examples) {
    expect([2, 3, 4], source_id).toContain(versions)
  }
  for (const level of ['federal', 'state', 'local']) {
    const ofLevel = examples.filter(({ government_level }) => government_level === level)
    expect(ofLevel.length, level).toBeGreaterThanOrEqual(3)
    expect(ofLevel.filter(({ votes }) => votes > 0).length, level).toBeGreaterThanOrEqual(2)
    expect(ofLevel.filter(({ hearings }) => hearings > 0).length, level).toBeGreaterThanOrEqual(1)
  }
  expect(await findProblems(app.pool)).toEqual([])
})

test('each title, summary, text, vote and hearing says that it is invented', async () => {
  const unmarked = await app.pool`
    select source_id from bills where title not like '%(invented example)' or summary not like '%was invented%'
    union all
    select source_id from bill_versions join bills using (bill_id) join bill_version_texts t using (bill_id, version_no)
     where t.sections::text not like '%This text was invented%' or t.sections::text like '%|%'
    union all select voter_name from person_votes where voter_name not like 'Invented member %'
    union all select name from events where name not like '%(invented)%'`
  expect([...unmarked]).toEqual([])
})

test('the first and the last version can be compared, and sections have changed', async () => {
  for (const { bill: source_id, printings } of await readExamples()) {
    const [row] = await app.pool<{ bill_id: string }[]>`
      select bill_id from bills where source_id = ${source_id}`
    const id = row?.bill_id ?? ''
    const { summary } = await member.call(compareVersions, { id, from: 1, to: printings.length })
    expect(summary.sections_changed, source_id).toBeGreaterThan(0)
  }
})

test('a bill that ended with its session names the bill that reintroduced it in the next one', async () => {
  const [row] = await app.pool<{ bill_id: string }[]>`
    select bill_id from bills where source_id = 'vt/2023-2024/h99901'`
  const { bill } = await member.call(getBill, { id: row?.bill_id ?? '' })
  expect(bill.reintroduced_as.map(({ bill_code }) => bill_code)).toEqual(['H 99902'])
})

test('the progress of a bill agrees with its status, at every level', async () => {
  const stages = await app.pool<{ source_id: string; line: string }[]>`
    select source_id, bill_line(b) as line from bills b order by source_id`
  expect(Object.fromEntries(stages.map(({ source_id, line }) => [source_id, line]))).toMatchObject({
    'az/57th-2nd-regular/hb99903': 'Vetoed by the Governor',
    'boston/2026-99901': 'Passed the Council',
    'mi/2025-2026/hb99901': 'Passed the House · Next: the Senate',
    'mi/2025-2026/sb99902': 'Became law',
    'nyc/2026/int99901': "Sent to the Mayor · Next: the Mayor's decision",
    'us/119/s/99904': 'Became law',
    'us/119/s/99906': 'Failed in the Senate',
    'vt/2025-2026/h99902': 'Approved in committee · Next: a vote in the House',
  })
})
