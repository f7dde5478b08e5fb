import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { importBills } from '#server/legislation/bills/import/import.ts'
import { importCommittees } from '#server/legislation/committees/import.ts'
import { importEvents } from '#server/legislation/hearings/import.ts'
import { importPeople } from '#server/legislation/representatives/import.ts'
import { importVotes } from '#server/legislation/votes/import.ts'
import { committeeRecords } from '#server/sources/committees/committeeFiles.ts'
import { eventRecords } from '#server/sources/events/eventFiles.ts'
import { billRecords, sourceFiles } from '#server/sources/files.ts'
import { peopleFilePattern, peopleRecords } from '#server/sources/people/peopleFiles.ts'
import { voteFilePattern, voteRecords } from '#server/sources/votes/voteFiles.ts'
import { realRecords } from '#server/testing/realRecords.ts'
import { soil, textFaults } from '#server/testing/sourceText.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

/** The columns with HTML, and the tables and columns with texts of bills, which may name an entity. */
const bounds = { markup: /formatted_text/, literal: /sections|blocks|full_text|version_texts/ }
// These are derived from the other tables, or are not records.
const derived =
  /^(bill_search|bill_terms|schema_migrations|schema_functions|settings|legislative_sessions|metrics_.*)$/

type Column = { table_name: string; column_name: string; data_type: string }

/** Returns what is wrong with the texts and dates in all tables. */
async function faultsInDatabase({ pool }: TestServer): Promise<string[]> {
  const columns = await pool<Column[]>`
    select c.table_name, c.column_name, c.data_type
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and c.data_type in ('text', 'ARRAY', 'jsonb', 'json', 'date', 'timestamp with time zone')
     order by 1, 2`
  const faults: string[] = []
  for (const { table_name, column_name, data_type } of columns) {
    if (derived.test(table_name)) continue
    const name = `${table_name}/${column_name}`
    const column = pool.unsafe(`"${column_name}"::text`)
    // Only texts that could have a fault are read: with a letter beyond ASCII, an ampersand, or a date.
    const rows = await pool<{ value: string }[]>`
      select distinct ${column} as value from ${pool.unsafe(`"${table_name}"`)}
       where ${column} ~ '[^\n\t -%''-_a-~]|^[0-9]{4}-'`
    for (const { value } of rows) {
      const isJson = data_type.startsWith('json')
      const text = data_type.startsWith('timestamp') ? value.slice(0, 10) : value
      faults.push(...textFaults(isJson ? JSON.parse(text) : text, bounds, name))
    }
  }
  return faults
}

async function importAll(app: TestServer, kind: Kind, paths: string[]): Promise<number> {
  const { inserted, updated } = await imports[kind](app, paths)
  return inserted + updated
}

type Kind = 'bills' | 'votes' | 'events' | 'committees' | 'people'
const imports = {
  bills: async ({ pool }: TestServer, paths: string[]) =>
    importBills(pool, billRecords(await sourceFiles(paths), null)),
  votes: async ({ pool }: TestServer, paths: string[]) =>
    importVotes(pool, voteRecords(await sourceFiles(paths, voteFilePattern), null)),
  events: async ({ pool }: TestServer, paths: string[]) =>
    importEvents(pool, eventRecords(await sourceFiles(paths), null)),
  committees: async ({ pool }: TestServer, paths: string[]) =>
    importCommittees(pool, committeeRecords(await sourceFiles(paths, /\.(ya?ml|jsonl?)(\.gz)?$/), null)),
  people: async ({ pool }: TestServer, paths: string[]) =>
    importPeople(pool, peopleRecords(await sourceFiles(paths, peopleFilePattern), null)),
}

// covers HURD-EDGE-04
test('no text of an imported record is stored encoded, invisible or in another form, and no date is impossible', async () => {
  const app = await startTestServer()
  onTestFinished(() => app.close())
  const folder = await mkdtemp(join(tmpdir(), 'hurd-texts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const fixtures = new URL('../sources/fixtures/', import.meta.url).pathname
  const names = [
    'congress.jsonl',
    'openstates.jsonl',
    'legiscan.json',
    'boston_matters.json',
    'nyc.jsonl',
    'hurd.jsonl',
  ]
  for (const name of names) {
    const content = await readFile(join(fixtures, name), 'utf8')
    const lines = name.endsWith('.jsonl') ? content.trim().split('\n') : [content]
    const soiledLines = lines.flatMap((line) =>
      line.startsWith('{') || line.startsWith('[') ? [JSON.stringify(soil(JSON.parse(line)))] : [],
    )
    await writeFile(join(folder, name), soiledLines.join('\n'))
  }
  expect(await importAll(app, 'bills', [folder])).toBeGreaterThan(5)
  expect(
    await importAll(app, 'bills', [join(fixtures, 'bill-ih.xml'), join(fixtures, 'billstatus-new.xml')]),
  ).toBeGreaterThan(0)
  const file = async (name: string, record: object) => {
    await writeFile(join(folder, name), JSON.stringify(soil(record)))
    return [join(folder, name)]
  }
  const place = { id: 'ocd-jurisdiction/country:us/state:mi/government' }
  const event = {
    name: 'Lantern Budget Hearing',
    start_date: '2026-12-10T15:00:00+00:00',
    location: { name: 'Room of lamps' },
    participants: [{ name: 'Lantern Committee', entity_type: 'committee' }],
    agenda: [
      {
        description: 'Lantern bills of the year',
        related_entities: [{ name: 'HB 4001', entity_type: 'bill' }],
      },
    ],
    jurisdiction: place,
    dedupe_key: 'texts-1',
  }
  expect(await importAll(app, 'events', await file('event.json', event))).toBe(1)
  const vote = {
    motion_text: 'On passage of the bill',
    start_date: '2026-03-05T00:17:04+00:00',
    result: 'pass',
    organization: '~{"classification": "upper"}',
    legislative_session: '2025-2026',
    bill_identifier: 'HB 4001',
    votes: [{ option: 'yes', voter_name: 'Robin Wick' }],
    counts: [{ option: 'yes', value: 1 }],
    jurisdiction: place,
  }
  expect(await importAll(app, 'votes', await file('vote.json', vote))).toBe(1)
  const person = {
    id: 'ocd-person/00000000-0000-4000-8000-000000002501',
    name: 'Robin Wick',
    party: [{ name: 'Independent' }],
    roles: [{ type: 'upper', jurisdiction: place.id, district: '1', start_date: '2023-01-03' }],
  }
  expect(await importAll(app, 'people', await file('person.json', person))).toBe(1)
  const committee = {
    id: 'ocd-organization/00000000-0000-4000-8000-000000000001',
    name: 'Lantern Committee',
    chamber: 'upper',
    jurisdiction: place.id,
    members: [{ name: 'Robin Wick', role: 'chair' }],
  }
  expect(await importAll(app, 'committees', await file('committee.json', committee))).toBe(1)
  expect(await faultsInDatabase(app)).toEqual([])
}, 60_000)

const folders: readonly [kind: Kind, folder: string][] = [
  ['bills', 'federal_bills/congress119_bulk'],
  ['bills', 'federal_bills/billstatus_xml'],
  ['bills', 'federal_bills/openstates_scrape_usa'],
  ['bills', 'state_bills'],
  ['bills', 'local_bills'],
  ['bills', 'legiscan'],
  ['bills', 'openstates_api_v3'],
  ['bills', 'anatomy'],
  ['events', 'events'],
  ['committees', 'committees'],
  ['people', 'state_people'],
  ['people', 'federal_legislators'],
]

// covers HURD-EDGE-04
test.skipIf(!existsSync(realRecords('state_bills')))(
  'no text of the real records is stored encoded, invisible or in another form (skipped without them)',
  async () => {
    const app = await startTestServer()
    onTestFinished(() => app.close())
    for (const [kind, folder] of folders) await importAll(app, kind, [realRecords(folder)])
    const [bills] = await app.pool<{ count: number }[]>`select count(*)::int from bills`
    expect(bills!.count).toBeGreaterThan(1000)
    // New York City's own files have replacement characters in place of section signs and dashes.
    const faults = await faultsInDatabase(app)
    expect(faults.filter((fault) => !fault.includes(': replacement character: '))).toEqual([])
  },
  600_000,
)
