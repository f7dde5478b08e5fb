import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importBills } from '#server/legislation/bills/import/import.ts'
import { importEvents } from '#server/legislation/hearings/import.ts'
import { committeeRecords } from '#server/sources/committees/committeeFiles.ts'
import { eventRecords } from '#server/sources/events/eventFiles.ts'
import { reading, sourceFiles } from '#server/sources/files.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { importCommittees } from './import.ts'

let app: TestServer
let folder: string
beforeAll(async () => {
  app = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'hurd-committees-'))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

async function fileOf(records: readonly object[]) {
  const file = join(folder, 'records.jsonl')
  await writeFile(file, records.map((record) => JSON.stringify(record)).join('\n'))
  return sourceFiles([file])
}
const committees = async (...records: object[]) =>
  importCommittees(app.pool, committeeRecords(await fileOf(records), null))
const events = async (...records: object[]) =>
  importEvents(app.pool, eventRecords(await fileOf(records), null))

const nextYear = new Date().getFullYear() + 1
const jurisdiction = 'ocd-jurisdiction/country:us/state:oh/government'
const committee = (id: string, name: string, more: object = {}) => ({
  id: `ocd-organization/${id}`,
  jurisdiction,
  name,
  chamber: 'lower',
  members: [{ name: 'Ada Ash', role: 'chair' }],
  other_names: [],
  ...more,
})
const hearing = (name: string, start_date: string, more: object = {}) => ({
  name,
  start_date,
  jurisdiction,
  agenda: [],
  participants: [],
  ...more,
})

async function idsNamed(pattern: string): Promise<string[]> {
  const rows = await app.pool<{ committee_id: string }[]>`
    select committee_id from committees where organization like 'oh/%' and name ~* ${pattern} order by 1`
  return rows.map(({ committee_id }) => committee_id.replace('ocd-organization/', ''))
}

// covers HURD-IDENTITY-11
test('a committee that a source lists twice, under two spellings, is one committee', async () => {
  const both = [committee('rules-a', 'Rules'), committee('rules-b', 'Committee on Rules', { members: [] })]
  const more = [
    committee('rules-c', 'RULES COMMITTEE'),
    committee('rules-senate', 'Senate Rules Committee', { chamber: 'upper' }),
    committee('select', 'Select Committee on Rules'),
    committee('sub', 'Rules Subcommittee', { parent: 'ocd-organization/rules-b' }),
  ]
  expect(await committees(...both, ...more)).toMatchObject({ inserted: 4, unchanged: 2, refused: 0 })
  expect(await idsNamed('rules')).toEqual(['rules-a', 'rules-senate', 'select', 'sub'])
  for (const records of [[...both, ...more], [...more, ...both].toReversed()]) {
    // oxlint-disable-next-line no-await-in-loop -- each import sees what the earlier ones stored
    expect(await committees(...records)).toMatchObject({ inserted: 0, updated: 0, unchanged: 6 })
  }
  const [sub] = await app.pool`
    select parent_id, (select count(*)::int from committee_memberships m where m.committee_id = parent_id) as members
      from committees where committee_id = 'ocd-organization/sub'`
  expect(sub).toEqual({ parent_id: 'ocd-organization/rules-a', members: 1 })
})

const bill = (identifier: string, name: string) => ({
  identifier,
  legislative_session: '136',
  title: 'Lanterns',
  jurisdiction: { id: jurisdiction },
  from_organization: '~{"classification": "lower"}',
  actions: [
    {
      description: 'Referred',
      date: '2025-03-04',
      organization_id: '~{"classification": "lower"}',
      classification: ['referral-committee'],
      related_entities: [{ name, entity_type: 'organization' }],
    },
  ],
})
async function* bills(...records: object[]) {
  for (const record of records) yield reading('bills.jsonl', 'line', record, 'openstates')
}

// covers HURD-IDENTITY-11
test('bills and hearings name a committee in any spelling, before and after it is imported', async () => {
  await importBills(app.pool, bills(bill('HB 9801', 'WATER & LIGHT')))
  await committees(committee('water', 'House Water and Light Committee'))
  await importBills(app.pool, bills(bill('HB 9802', 'Committee on Water and Light')))
  await events(
    hearing('Hearing', `${nextYear}-03-04T10:00:00-05:00`, {
      id: 'ocd-event/water',
      participants: [{ name: 'House Committee on Water & Light', entity_type: 'committee' }],
    }),
  )
  const [row] = await app.pool`
    select (select array_agg(distinct committee_id) from bill_committees join bills using (bill_id)
             where source_id like 'oh/136/hb980%') as bills,
           (select committee_id from events where event_id = 'ocd-event/water') as event`
  expect(row).toEqual({ bills: ['ocd-organization/water'], event: 'ocd-organization/water' })
})

// covers HURD-IDENTITY-12
test('a moved meeting keeps its identity, and two meetings of a day without ids are two', async () => {
  const moved = (start: string) => hearing('Budget hearing', start, { dedupe_key: 'budget' })
  expect(await events(moved(`${nextYear}-05-04T10:00:00-04:00`))).toMatchObject({ inserted: 1 })
  expect(await events(moved(`${nextYear}-05-11T14:00:00-04:00`))).toMatchObject({ inserted: 0, updated: 1 })
  const day = [
    hearing('Session', `${nextYear}-06-01T09:00:00-04:00`),
    hearing('Session', `${nextYear}-06-01T14:00:00-04:00`),
  ]
  expect(await events(...day)).toMatchObject({ inserted: 2, updated: 0 })
  expect(await events(...day)).toMatchObject({ inserted: 0, updated: 0, unchanged: 2 })
  expect(await events(...day, ...day)).toMatchObject({ inserted: 0, updated: 0, unchanged: 4 })
})
