import { existsSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { importBills } from '#server/legislation/bills/import/import.ts'
import { importCommittees } from '#server/legislation/committees/import.ts'
import { importEvents } from '#server/legislation/hearings/import.ts'
import { importPeople } from '#server/legislation/representatives/import.ts'
import { closeSessions } from '#server/legislation/sessions/closeSessions.ts'
import { importVotes } from '#server/legislation/votes/import.ts'
import { retainedTables } from '#server/operations/maintenance/retainedTables.ts'
import { seedIfEmpty } from '#server/operations/seed/seed.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { committeeRecords } from '#server/sources/committees/committeeFiles.ts'
import { eventRecords } from '#server/sources/events/eventFiles.ts'
import { billRecords, sourceFiles } from '#server/sources/files.ts'
import { peopleFilePattern, peopleRecords } from '#server/sources/people/peopleFiles.ts'
import { voteFilePattern, voteRecords } from '#server/sources/votes/voteFiles.ts'
import { realRecords } from '#server/testing/realRecords.ts'
import { importEveryField } from '#server/testing/setups/records/everyRecord.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

/** The tables of public records. */
const recordTables = retainedTables.find(({ tables }) => tables.includes('vote_events'))?.tables ?? []

/** The columns that no import writes, each with the reason. */
const notImported: Readonly<Record<string, string>> = {
  'bill_updates.corrects_update_id':
    'Written when a source takes back a step of which members were notified.',
  'bill_versions.withdrawn_at': 'Written by `hurd versions retract`.',
  'representatives.portrait_hash': 'Written by `hurd import portraits`.',
  'representatives.portrait_url': 'Written by `hurd import portraits`.',
}

/** The columns that no real record at hand fills, each with the reason. */
const notInRealRecords: Readonly<Record<string, string>> = {
  ...notImported,
  'bill_amendments.amends_amendment_id': 'The few bills with amendments have none to an amendment.',
  'bill_amendments.vote_event_id': 'The roll calls at hand decide on no amendment of these bills.',
  'bill_versions.source_document_id': 'Only the bulk files and the format of Hurd name it.',
  'committee_memberships.valid_from': 'Known if a later record adds a member.',
  'committee_memberships.valid_to': 'Known if a later record omits a member.',
  'event_bills.agenda_item': 'Few agendas at hand describe their items.',
  'events.calendar_uid': 'Written for a meeting that replaces a deferred one.',
  'events.ends_at': 'The meetings at hand state no end.',
  'events.ends_on': 'The meetings at hand state no end.',
  'events.replaces_event_id': 'Written for a meeting that replaces a deferred one.',
  'seat_vacancies.note': 'Vacancies come from a file of the operator.',
  'seat_vacancies.source_url': 'Vacancies come from a file of the operator.',
  'seat_vacancies.special_election_on': 'Vacancies come from a file of the operator.',
  'seat_vacancies.vacant_from': 'Vacancies come from a file of the operator.',
  'voter_aliases.valid_from': 'Aliases come from a file of the operator.',
  'voter_aliases.valid_to': 'Aliases come from a file of the operator.',
}

/** Returns the columns of public records that may be null and are null in every row. */
async function emptyColumns(db: Pool): Promise<string[]> {
  const columns = await db<{ table_name: string; column_name: string }[]>`
    select table_name, column_name from information_schema.columns
     where table_schema = 'public' and is_nullable = 'YES' and table_name = any(${[...recordTables]}::text[])`
  expect(columns.length).toBeGreaterThan(80)
  const empty: string[] = []
  for (const { table_name, column_name } of columns) {
    const [row] = await db`select from ${db(table_name)} where ${db(column_name)} is not null limit 1`
    if (!row) empty.push(`${table_name}.${column_name}`)
  }
  return empty.toSorted()
}

async function openInstance(demo: boolean): Promise<TestServer> {
  const app = await startTestServer()
  onTestFinished(() => app.close())
  await seedIfEmpty(app.pool, demo, () => {})
  const fixtures = new URL('../sources/fixtures/', import.meta.url).pathname
  await importBills(app.pool, billRecords(await sourceFiles([fixtures]), null))
  return app
}

function files(paths: readonly string[], pattern?: RegExp) {
  return sourceFiles(paths.map(realRecords), pattern)
}

// covers HURD-EDGE-05
test('after the import of records with every field, every column of public records has a value somewhere', async () => {
  const { pool } = await openInstance(true)
  await importEveryField(pool)
  expect(await emptyColumns(pool)).toEqual(Object.keys(notImported).toSorted())
}, 300_000)

// covers HURD-EDGE-05
test.skipIf(!existsSync(realRecords()))(
  'after the import of the real records, every column of public records has a value somewhere (skipped without them)',
  async () => {
    const { pool } = await openInstance(false)
    const people = ['federal_legislators/legislators-current.yaml', 'state_people/people.jsonl.gz']
    await importPeople(
      pool,
      peopleRecords(await files([...people, 'representation'], peopleFilePattern), null),
    )
    const committees = ['committees', 'federal_legislators/committees-current.yaml']
    await importCommittees(pool, committeeRecords(await files(committees, peopleFilePattern), null))
    const city = 'local_bills/legistar_webapi'
    const bills = ['anatomy', 'state_bills/mi.jsonl.gz', 'state_bills/ca.jsonl.gz', 'legiscan', 'versions']
    await importBills(
      pool,
      billRecords(await files([...bills, 'votes/local', 'openstates_api_v3', city]), null),
    )
    await importVotes(pool, voteRecords(await files(['votes'], voteFilePattern), null))
    await importEvents(pool, eventRecords(await files(['events', 'legiscan', city]), null))
    await closeSessions(pool)
    const empty = await emptyColumns(pool)
    expect(empty.filter((column) => !(column in notInRealRecords))).toEqual([])
  },
  600_000,
)
