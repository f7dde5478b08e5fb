import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importBills } from '#server/legislation/bills/import/import.ts'
import { importCommittees } from '#server/legislation/committees/import.ts'
import { importEvents } from '#server/legislation/hearings/import.ts'
import { importPeople } from '#server/legislation/representatives/import.ts'
import { importSessions } from '#server/legislation/sessions/importSessions.ts'
import { importVotes } from '#server/legislation/votes/import.ts'
import type { ImportReport } from '#server/platform/cli/importReport.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { committeeRecords } from '#server/sources/committees/committeeFiles.ts'
import { eventRecords } from '#server/sources/events/eventFiles.ts'
import { billRecords, sourceFiles, type SourceFile } from '#server/sources/files.ts'
import { peopleFilePattern, peopleRecords } from '#server/sources/people/peopleFiles.ts'
import { sessionRecords } from '#server/sources/sessions/sessionFiles.ts'
import { voteFilePattern, voteRecords } from '#server/sources/votes/voteFiles.ts'
import { realRecords } from '#server/testing/realRecords.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

type Report = ImportReport & { votes?: ImportReport }
type Import = (db: Pool) => Promise<Report>

/** Reads records once for all imports, because reading them takes as long as an import of them. */
async function imported<Item>(
  records: AsyncIterable<Item>,
  importAll: (db: Pool, records: AsyncIterable<Item>) => Promise<Report>,
): Promise<Import> {
  const items: Item[] = []
  for await (const item of records) items.push(item)
  return (db) => importAll(db, eachOf(items))
}

// oxlint-disable-next-line require-await -- the imports expect asynchronous records, as files yield them
async function* eachOf<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}

const importers = {
  sessions: (files: SourceFile[]) => imported(sessionRecords(files, null), importSessions),
  people: (files: SourceFile[]) => imported(peopleRecords(files, null), importPeople),
  committees: (files: SourceFile[]) => imported(committeeRecords(files, null), importCommittees),
  bills: (files: SourceFile[]) => imported(billRecords(files, null), importBills),
  votes: (files: SourceFile[]) => imported(voteRecords(files, null), importVotes),
  events: (files: SourceFile[]) => imported(eventRecords(files, null), importEvents),
}
type Kind = keyof typeof importers
type Step = readonly [kind: Kind, ...paths: string[]]

const patterns: Partial<Record<Kind, RegExp>> = {
  people: peopleFilePattern,
  committees: peopleFilePattern,
  votes: voteFilePattern,
}

type ReadStep = { kind: Kind; path: string; run: Import }

async function readStep(root: string, [kind, ...paths]: Step): Promise<ReadStep> {
  const files = await sourceFiles(
    paths.map((path) => join(root, path)),
    patterns[kind],
  )
  return { kind, path: paths[0] ?? '', run: await importers[kind](files) }
}

/** Imports the records of each step, and returns the steps that inserted or updated something, with these numbers. */
async function changesOf(db: Pool, steps: readonly ReadStep[]): Promise<string[]> {
  const changes: string[] = []
  for (const { kind, path, run } of steps) {
    const report = await run(db)
    for (const [name, { inserted, updated }] of [
      [kind, report],
      ['votes of bills', report.votes ?? { inserted: 0, updated: 0 }],
    ] as const) {
      if (inserted + updated > 0) changes.push(`${name} ${path}: ${inserted} inserted, ${updated} updated`)
    }
  }
  return changes
}

/** Returns what readers see of the imported records, without ids that each instance assigns itself. */
async function rowsOf(db: Pool) {
  return {
    sessions: await db`
      select jurisdiction, identifier, name, start_date, end_date from legislative_sessions order by 1, 2`,
    people: await db`select rep_id, rep_name from representatives order by 1`,
    committees: await db`select organization, name_keys[1] as name from committees order by 1, 2`,
    members: await db`
      select c.organization, c.name_keys[1] as committee, m.name, m.role
        from committee_memberships m join committees c using (committee_id) order by 1, 2, 3, 4`,
    bills: await db`select source_id, bill_code, title, status, path from bills order by 1`,
    versions: await db`
      select b.source_id, v.label, v.printed_on from bill_versions v join bills b using (bill_id) order by 1, 2, 3`,
    votes: await db`
      select vote_key, bill_source_id, yes_count, no_count, listed_count, is_complete, source_name from vote_events order by 1`,
    voters: await db`
      select e.vote_key, v.position, v.voter_name, v.option from person_votes v join vote_events e using (vote_event_id)
       order by 1, 2`,
    events: await db`select event_id, name, starts_at, status from events order by 1`,
  }
}

async function expectSameRows(root: string, steps: readonly Step[], apps: readonly TestServer[]) {
  const [first, second] = apps
  const read: ReadStep[] = []
  for (const step of steps) read.push(await readStep(root, step))
  const backward = read.toReversed()
  const importThrice = async ({ pool }: TestServer, order: readonly ReadStep[]) => {
    await changesOf(pool, order)
    await changesOf(pool, order.toReversed())
    expect(await changesOf(pool, order)).toEqual([])
  }
  await Promise.all([importThrice(first!, read), importThrice(second!, backward)])
  const [rows, others] = await Promise.all([rowsOf(first!.pool), rowsOf(second!.pool)])
  for (const [table, list] of Object.entries(rows)) {
    expect(list.length, table).toBeGreaterThan(0)
    expect(others, table).toMatchObject({ [table]: [...list] })
  }
}

let apps: TestServer[]
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hurd-repeated-'))
  apps = [await startTestServer(), await startTestServer(), await startTestServer(), await startTestServer()]
})
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()))
  await rm(folder, { recursive: true })
})

// covers HURD-IDENTITY-13
test('records of every kind lead to the same rows in either order, and a third import changes nothing', async () => {
  const house = '~{"classification": "lower"}'
  const jurisdiction = { id: 'ocd-jurisdiction/country:us/state:tx/government' }
  const bill = (legislative_session: string, identifier: string) => ({
    legislative_session,
    identifier,
    title: 'Relating to lanterns.',
    from_organization: house,
    actions: [
      { description: 'Filed', date: '2025-03-01', organization_id: house, classification: ['filing'] },
    ],
    versions: [{ note: 'Introduced', date: '2025-03-01', links: [] }],
    jurisdiction,
  })
  const vote = (yes: number, no: number) => ({
    motion_text: 'Third reading',
    start_date: '2025-04-01',
    result: 'pass',
    organization: house,
    legislative_session: '89',
    bill_identifier: 'HB 9901',
    votes: [{ option: 'yes', voter_name: 'Ash' }],
    counts: [
      { option: 'yes', value: yes },
      { option: 'no', value: no },
    ],
    jurisdiction,
  })
  const committee = (id: string, name: string) => ({
    id: `ocd-organization/${id}`,
    jurisdiction: jurisdiction.id,
    name,
    chamber: 'lower',
    members: [{ name: 'Ada Ash', role: 'chair', person_id: 'ocd-person/9901' }],
  })
  const records: Record<string, object[]> = {
    sessions: [
      {
        jurisdiction: 'tx',
        identifier: '89R',
        name: '89th Legislature (2025)',
        start_date: '2025-01-10',
        end_date: '2025-06-02',
      },
    ],
    people: [
      {
        id: 'ocd-person/9901',
        name: 'Ada Ash',
        roles: [{ type: 'lower', district: '1', jurisdiction: jurisdiction.id, start_date: '2025-01-10' }],
      },
    ],
    committees: [committee('a', 'Rules'), committee('b', 'Committee on Rules')],
    bills: [bill('89', 'HB 9901'), bill('89R', 'HB 9902'), bill('891', 'HB 9901')],
    same: [bill('89R', 'HB9901'), bill('89th Legislature', 'HB 9902')],
    votes: [vote(10, 0), vote(80, 40), vote(10, 0)],
    events: [
      {
        name: 'Session',
        start_date: '2025-04-01T09:00:00-05:00',
        jurisdiction: jurisdiction.id,
        agenda: [],
        participants: [],
      },
      {
        name: 'Session',
        start_date: '2025-04-01T14:00:00-05:00',
        jurisdiction: jurisdiction.id,
        agenda: [],
        participants: [],
      },
    ],
  }
  await Promise.all(
    Object.entries(records).map(([name, list]) =>
      writeFile(join(folder, `${name}.jsonl`), list.map((record) => JSON.stringify(record)).join('\n')),
    ),
  )
  const steps: Step[] = [
    ['sessions', 'sessions.jsonl'],
    ['people', 'people.jsonl'],
    ['committees', 'committees.jsonl'],
    ['bills', 'bills.jsonl'],
    ['bills', 'same.jsonl'],
    ['votes', 'votes.jsonl'],
    ['events', 'events.jsonl'],
  ]
  await expectSameRows(folder, steps, apps.slice(0, 2))
})

describe.skipIf(!existsSync(realRecords()))('real records (skipped without their folder)', () => {
  // covers HURD-IDENTITY-13
  test(
    'lead to the same rows in either order, and a third import changes nothing',
    { timeout: 600_000 },
    async () => {
      const steps: Step[] = [
        ['sessions', 'sessions/sessions.jsonl.gz'],
        ['people', 'federal_legislators/legislators-current.yaml'],
        ['people', 'local_bills/nyc/people_active.jsonl.gz'],
        ['committees', 'committees/committees.jsonl.gz'],
        [
          'committees',
          'federal_legislators/committees-current.yaml',
          'federal_legislators/committee-membership-current.yaml',
        ],
        ['bills', 'anatomy/congress119_full.jsonl.gz'],
        ['bills', 'anatomy/billstatus'],
        ['bills', ...['ca', 'mi', 'ne', 'oh', 'tx', 'wy'].map((state) => `state_bills/${state}.jsonl.gz`)],
        ['bills', 'local_bills/nyc/matters.jsonl.gz'],
        ['bills', 'legiscan/bill'],
        ['votes', 'votes/federal/votes.jsonl.gz'],
        ['votes', 'votes/federal/official_xml_constructed'],
        ['votes', 'votes/state/vote_events.jsonl.gz'],
        ['votes', 'votes/legiscan_mi_2025-2026'],
        ['votes', 'votes/local'],
        ['events', 'events/nyc_events.jsonl.gz'],
      ]
      await expectSameRows(realRecords(), steps, apps.slice(2))
    },
  )
})
