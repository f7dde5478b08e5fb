import { afterAll, expect, test } from 'vitest'
import { listActions, listAmendments, listSponsorships } from '#contract/bills/billParts.ts'
import { getBill } from '#contract/bills/bills.ts'
import { getCommittee } from '#contract/hearings.ts'
import { getRepresentative, getVoteEvent, listBillVotes } from '#contract/votes/votes.ts'
import { importBills } from '#server/legislation/bills/import/import.ts'
import { importCommittees } from '#server/legislation/committees/import.ts'
import { importEvents } from '#server/legislation/hearings/import.ts'
import { importPeople } from '#server/legislation/representatives/import.ts'
import { closeSessions } from '#server/legislation/sessions/closeSessions.ts'
import { importSessions } from '#server/legislation/sessions/importSessions.ts'
import { importVotes } from '#server/legislation/votes/import.ts'
import { readOpenStates } from '#server/sources/bills/openstates.ts'
import { readHurdCommittee } from '#server/sources/committees/hurdCommittees.ts'
import { readOpenStatesPerson } from '#server/sources/people/openstatesPeople.ts'
import type { ImportedSession } from '#server/sources/sessions/importedSession.ts'
import { readOpenStatesVote } from '#server/sources/votes/openstatesVotes.ts'
import { agenda, hearing } from '#server/testing/setups/records/events.ts'
import { readings } from '#server/testing/setups/records/readings.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const jurisdiction = { id: 'ocd-jurisdiction/country:us/state:mi/government' }
const chamber = (name: string) => `~{"classification": "${name}"}`
const personId = (number: number) => `ocd-person/00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const people = [
  [1, 'Robin Lanternby', 'lower', []],
  [2, 'Dana Quillow', 'lower', ['Oldwick, Dana']],
  [3, 'Sasha Quillow', 'upper', []],
] as const
const persons = people.map(([number, name, type, others]) =>
  readOpenStatesPerson({
    id: personId(number),
    name,
    other_names: others.map((other) => ({ name: other })),
    party: [{ name: 'Democratic' }],
    roles: [{ type, jurisdiction: jurisdiction.id, district: String(number), start_date: '2023-01-01' }],
  }),
)

const bills = ['HB 9301', 'HB 9302'].map((identifier, index) =>
  readOpenStates({
    identifier,
    legislative_session: '2023-2024',
    title: `A bill about lanterns, ${identifier}`,
    classification: ['bill'],
    jurisdiction,
    sponsorships: ['Robin Lanternby', 'Quillow', 'Sasha Quillow'].map((name) => ({
      name,
      entity_type: 'person',
    })),
    related_bills: [
      {
        identifier: identifier === 'HB 9301' ? 'HB 9302' : 'HB 9301',
        legislative_session: '2023-2024',
        relation_type: 'companion',
      },
    ],
    actions: [
      {
        description: 'Introduced',
        date: '2023-02-01',
        organization_id: chamber('lower'),
        classification: ['introduction'],
      },
      {
        description: 'Referred to Committee on Lanterns',
        date: `2023-02-0${index + 2}`,
        organization_id: chamber('lower'),
        classification: ['referral-committee'],
        related_entities: [{ entity_type: 'organization', name: 'Lanterns' }],
      },
      {
        description: 'passed Roll Call #201 Yeas 2 Nays 1',
        date: '2023-03-05',
        organization_id: chamber('lower'),
        classification: ['passage'],
      },
    ],
  }),
)

const texts = ['HB 9301', 'HB 9302'].map((identifier) =>
  readOpenStates({
    identifier,
    session: '2023-2024',
    state: 'mi',
    extracted_text: `Title: \nSource: versions - As Passed by the House\nMedia Type: text/plain\n\n${'='.repeat(80)}\n\nSection 1. A lamp shall burn.`,
  }),
)

const votes = bills.map((_, index) =>
  readOpenStatesVote({
    motion_text: 'passed Roll Call #201 Yeas 2 Nays 1',
    start_date: '2023-03-05',
    result: 'pass',
    organization: chamber('lower'),
    legislative_session: '2023-2024',
    bill_identifier: `HB 930${index + 1}`,
    votes: [
      { option: 'yes', voter_name: 'Lanternby' },
      { option: 'yes', voter_name: 'Oldwick' },
      { option: 'no', voter_name: 'Nobody' },
    ],
    counts: [
      { option: 'yes', value: 2 },
      { option: 'no', value: 1 },
    ],
    jurisdiction,
  }),
)

const committee = readHurdCommittee(
  {
    committee_id: 'ocd-organization/lanterns',
    organization: 'mi/lower',
    name: 'Committee on Lanterns',
    other_names: ['Lanterns'],
    source_name: 'Test',
    source_checked_at: '2023-01-01T00:00:00.000Z',
    members: [{ name: 'Lanternby', role: 'chair' }, { name: 'Quillow' }],
  },
  null,
)
const event = hearing('mi/1', {
  organization: 'mi/lower',
  committee: { committee_id: null, name: 'Lanterns' },
  jurisdiction: 'ocd-division/country:us/state:mi',
  bills: agenda('mi/2023-2024/hb9301', 'mi/2023-2024/hb9302'),
  source_checked_at: '2023-01-01T00:00:00.000Z',
})

// The session is over, so its bills end, whenever the import learns about it.
const session: ImportedSession = {
  place: 'mi',
  identifier: '2023-2024',
  name: '2023-2024 Regular Session',
  classification: 'regular',
  start_date: '2023-01-08',
  end_date: '2024-12-31',
  active_at_source: false,
  source_name: 'Test',
  source_checked_at: '2025-01-05T00:00:00.000Z',
}

/** Imports each kind of record. Each pair of kinds is imported in one order by one instance and in the other by the other. */
const imports: ((app: TestServer) => Promise<unknown>)[] = [
  (app) => importPeople(app.pool, readings(persons)),
  (app) => importCommittees(app.pool, readings([committee])),
  // A text is refused until its bill is imported.
  async (app) => {
    const report = await importBills(app.pool, readings(bills))
    await importBills(app.pool, readings(texts))
    return report
  },
  (app) => importVotes(app.pool, readings(votes)),
  (app) => importEvents(app.pool, readings([event])),
  (app) => importSessions(app.pool, readings([session])),
]

const started: TestServer[] = []
afterAll(() => Promise.all(started.map((app) => app.close())))

type Instance = { app: TestServer; member: Person }

async function instance(ordered: typeof imports): Promise<Instance> {
  const app = await startTestServer()
  started.push(app)
  // oxlint-disable-next-line no-await-in-loop -- the order is what is tested
  for (const run of ordered) await run(app)
  return { app, member: await app.resident('ada', 'ocd-division/country:us/state:mi/sldl:1') }
}

/** Returns the responses about all records. Ids that the database invents and times of the import are replaced. */
async function responsesOf({ app, member }: Instance): Promise<unknown> {
  const stored = await app.pool<{ bill_id: string }[]>`select bill_id from bills order by source_id`
  const responses = []
  for (const { bill_id: id } of stored) {
    // oxlint-disable no-await-in-loop -- few calls
    responses.push(await member.call(getBill, { id }), await member.call(listSponsorships, { id }))
    responses.push(await member.call(listActions, { id }), await member.call(listAmendments, { id }))
    const { vote_events } = await member.call(listBillVotes, { id })
    responses.push(vote_events)
    for (const { vote_event_id } of vote_events) {
      responses.push(await member.call(getVoteEvent, { id: vote_event_id }))
    }
  }
  for (const { rep_id } of persons) responses.push(await member.call(getRepresentative, { id: rep_id }))
  responses.push(await app.visitor.call(getCommittee, { id: committee.committee_id }))
  // oxlint-enable no-await-in-loop
  const names = new Map<string, string>()
  const text = JSON.stringify(responses, (key, value: unknown) =>
    /^(first_seen_at|source_checked_at|as_of|created_at)$/.test(key) ? null : value,
  ).replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[1-9a-f][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
    if (id.startsWith('00000000')) return id
    names.set(id, names.get(id) ?? `id ${names.size + 1}`)
    return names.get(id) ?? id
  })
  return JSON.parse(text)
}

/** Returns what the responses say about the end of each bill. */
async function endsOf({ app, member }: Instance) {
  const stored = await app.pool<{ bill_id: string }[]>`select bill_id from bills order by source_id`
  return Promise.all(
    stored.map(async ({ bill_id: id }) => {
      const { bill } = await member.call(getBill, { id })
      const { status, ended_by, legislative_session, progress } = bill
      return { status, ended_by, state: legislative_session?.state, next: progress?.next }
    }),
  )
}

// covers HURD-LINKS-07
test('the responses do not depend on the order in which the kinds of records are imported, and a second import changes nothing', async () => {
  const forward = await instance(imports)
  const backward = await instance(imports.toReversed())
  const responses = await responsesOf(forward)
  expect(JSON.stringify(responses)).toContain(personId(2))
  const over = { status: 'engrossed', ended_by: null, state: 'ended', next: null }
  expect(await endsOf(forward)).toEqual([over, over])
  expect(await responsesOf(backward)).toEqual(responses)
  await expectNoChange(backward)

  for (const { app } of [forward, backward]) {
    // oxlint-disable-next-line no-await-in-loop -- one instance after the other
    expect(await closeSessions(app.pool)).toEqual({ sessions: 1, ended: 2, revived: 0 })
  }
  const closed = await responsesOf(forward)
  const ended = { ...over, status: 'rejected', ended_by: 'session' }
  expect(await endsOf(forward)).toEqual([ended, ended])
  expect(await responsesOf(backward)).toEqual(closed)
  await expectNoChange(forward)
}, 60_000)

async function expectNoChange({ app }: Instance): Promise<void> {
  for (const run of imports) {
    // oxlint-disable-next-line no-await-in-loop -- one kind after the other
    expect(await run(app)).toMatchObject({ inserted: 0, updated: 0, refused: 0 })
  }
}
