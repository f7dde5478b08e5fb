import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getVoteEvent } from '#contract/votes/votes.ts'
import { importBills } from '#server/legislation/bills/import/import.ts'
import { importCommittees } from '#server/legislation/committees/import.ts'
import { committeeRecords } from '#server/sources/committees/committeeFiles.ts'
import { readHurdCommittee } from '#server/sources/committees/hurdCommittees.ts'
import { billRecords, sourceFiles } from '#server/sources/files.ts'
import { nycVoteReaders } from '#server/sources/votes/councilVotes.ts'
import type { ImportedVote } from '#server/sources/votes/importedVote.ts'
import { readOpenStatesVote } from '#server/sources/votes/openstatesVotes.ts'
import { voteFilePattern, voteRecords } from '#server/sources/votes/voteFiles.ts'
import { realRecords } from '#server/testing/realRecords.ts'
import { readings } from '#server/testing/setups/records/readings.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { importVotes } from './import.ts'

let apps: TestServer[]
let members = 0
beforeAll(async () => {
  apps = [await startTestServer(), await startTestServer(), await startTestServer()]
})
afterAll(() => Promise.all(apps.map((app) => app.close())))

const chamber = (name: string) => `~{"classification": "${name}"}`

function stateVote(
  state: string,
  motion_text: string,
  organization: unknown,
  url = 'https://example.org/vote',
) {
  return readOpenStatesVote({
    motion_text,
    organization,
    start_date: '2025-03-05',
    result: 'pass',
    legislative_session: '2025',
    bill_identifier: 'HB 9501',
    votes: [],
    counts: [
      { option: 'yes', value: 5 },
      { option: 'no', value: 2 },
    ],
    sources: [{ url }],
    jurisdiction: { id: `ocd-jurisdiction/country:us/state:${state}/government` },
  })
}

function councilVote(body: string): ImportedVote {
  const [read] = nycVoteReaders({
    File: 'Int 9501-2025',
    History: [
      {
        ID: 9501,
        Action: 'Approved by Committee',
        BodyName: body,
        Date: '2025-03-05T10:00:00Z',
        PassedFlagName: 'Pass',
        Votes: [{ ID: 1, FullName: 'Robin Lanternby', Vote: 'Affirmative', Result: 1 }],
      },
    ],
  })
  return read!()
}

const committeePage = 'https://example.org/committeevotes/9501.pdf'
const votes: readonly (readonly [vote: ImportedVote, committee_id: string | null])[] = [
  [stateVote('il', 'Lamps & Oil, Amendment 2', chamber('lower'), committeePage), 'il/lamps'],
  [stateVote('wy', 'S08 - Lanterns:Recommend Do Pass 5-2-0-0-0', chamber('lower')), 'wy/lanterns'],
  [stateVote('mi', 'Reported', { classification: 'committee', name: 'Wicks' }), 'mi/wicks'],
  [stateVote('oh', 'Reported', '~{"classification": "committee", "name": "Wicks"}'), 'oh/wicks'],
  [councilVote('Committee on Lanterns'), 'nyc/lanterns'],
  // Both chambers of Texas have a committee of this name, and the record does not say which one voted.
  [stateVote('tx', 'Reported', { classification: 'committee', name: 'Wicks' }), null],
]

const committees = [
  ['il/lamps', 'il/lower', 'House Lamps and Oil Committee'],
  ['il/lamps-of-senate', 'il/upper', 'Lamps and Oil'],
  ['wy/lanterns', 'wy/upper', 'Lanterns'],
  ['mi/wicks', 'mi/lower', 'Committee on Wicks'],
  ['oh/wicks', 'oh/upper', 'Wicks'],
  ['nyc/lanterns', 'ny/place:new_york/council', 'Committee on Lanterns'],
  ['ny/lanterns', 'ny/upper', 'Lanterns'],
  ['tx/wicks-of-house', 'tx/lower', 'Wicks'],
  ['tx/wicks-of-senate', 'tx/upper', 'Wicks'],
].map(([committee_id, organization, name]) =>
  readHurdCommittee(
    { committee_id, organization, name, source_name: 'Test', source_checked_at: '2025-01-01T00:00:00.000Z' },
    null,
  ),
)

async function committeesOf(app: TestServer) {
  const ada = await app.member(`ada${(members += 1)}`)
  const stored = await app.pool<{ vote_key: string; vote_event_id: string }[]>`
    select vote_key, vote_event_id from vote_events`
  const responses = await Promise.all(
    stored.map(async ({ vote_key, vote_event_id }) => {
      const { vote_event } = await ada.call(getVoteEvent, { id: vote_event_id })
      return [vote_key, vote_event.committee] as const
    }),
  )
  return Object.fromEntries(responses)
}

// covers HURD-LINKS-05
test('a committee vote leads to its committee, whichever of both is imported first', async () => {
  const records = votes.map(([vote]) => vote)
  const [first, second] = apps
  await importCommittees(first!.pool, readings(committees))
  expect(await importVotes(first!.pool, readings(records))).toMatchObject({
    inserted: votes.length,
    refused: 0,
  })
  await importVotes(second!.pool, readings(records))
  await importCommittees(second!.pool, readings(committees))
  const responses = await committeesOf(first!)
  expect(responses).toEqual(
    Object.fromEntries(
      votes.map(([{ vote_key, committee_name: name }, committee_id]) => [vote_key, { committee_id, name }]),
    ),
  )
  expect(await committeesOf(second!)).toEqual(responses)
  expect(await importVotes(second!.pool, readings(records))).toMatchObject({ inserted: 0, updated: 0 })
  expect(await committeesOf(second!)).toEqual(responses)
})

function correctedVote(committee: string): ImportedVote {
  return {
    ...stateVote('mi', 'Reported favorably', { classification: 'committee', name: committee }),
    source_id: 'corrected committee',
    vote_key: 'mi/corrected committee',
  }
}

// covers HURD-LINKS-05
test('a vote whose source corrects its committee to one that is not stored leads to none', async () => {
  const app = apps[0]!
  await importVotes(app.pool, readings([correctedVote('Wicks')]))
  expect((await committeesOf(app))['mi/corrected committee']).toEqual({
    committee_id: 'mi/wicks',
    name: 'Wicks',
  })
  await importVotes(app.pool, readings([correctedVote('Chimneys')]))
  expect((await committeesOf(app))['mi/corrected committee']).toEqual({
    committee_id: null,
    name: 'Chimneys',
  })
})

// covers HURD-LINKS-05
test('a vote of the whole body names no committee', () => {
  expect(stateVote('il', 'Third Reading', chamber('upper')).committee_name).toBeNull()
  expect(
    stateVote('wy', 'S Introduced and Referred to S06 - Travel 27-4', chamber('lower')).committee_name,
  ).toBeNull()
  expect(stateVote('wy', 'H 3rd Reading:Passed 55-4-3-0-0', chamber('lower')).committee_name).toBeNull()
  expect(councilVote('City Council').committee_name).toBeNull()
  expect(councilVote('Administration').committee_name).toBeNull()
})

describe.skipIf(!existsSync(realRecords('votes')))(
  'real committee votes (skipped without the folder)',
  () => {
    // covers HURD-LINKS-05
    test('the committee votes of states and New York City name their committee, and are linked if it is known', async () => {
      const app = apps[2]!
      const paths = ['votes/local', 'votes/state/vote_events.jsonl.gz'].map((path) => realRecords(path))
      await importVotes(app.pool, voteRecords(await sourceFiles(paths, voteFilePattern), null))
      const committeeFiles = await sourceFiles([realRecords('committees')], /\.jsonl\.gz$/)
      await importCommittees(app.pool, committeeRecords(committeeFiles, null))
      // The committees of the council are in the records of its bills.
      const billFiles = await sourceFiles([realRecords('local_bills/nyc/matters.jsonl.gz')])
      await importBills(app.pool, billRecords(billFiles, null))
      const counts = await app.pool<{ place: string; named: number; linked: number }[]>`
      select split_part(organization, '/', 1) as place, count(committee_name)::int as named, count(committee_id)::int as linked
        from vote_events where committee_name is not null group by 1 order by 1`
      const countsOf = (wanted: string) => counts.find(({ place }) => place === wanted)
      expect(countsOf('il')).toMatchObject({ named: 6, linked: 6 })
      expect(countsOf('ny')!.named).toBeGreaterThan(20)
      expect(countsOf('ny')!.linked / countsOf('ny')!.named).toBeGreaterThan(0.9)
      // The records have no committees of Wyoming.
      expect(countsOf('wy')).toMatchObject({ named: 2, linked: 0 })
    })
  },
)
