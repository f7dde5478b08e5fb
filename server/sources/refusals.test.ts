import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { BillFormat } from './bills/formats.ts'
import { committeeFormats, committeeRecords } from './committees/committeeFiles.ts'
import { eventFormats, eventRecords } from './events/eventFiles.ts'
import { billRecords, sourceFiles } from './files.ts'
import { peopleRecords } from './people/peopleFiles.ts'
import { peopleFormats } from './people/peopleFormats.ts'
import type { RecordReading } from './recordFiles.ts'
import { sessionFormats, sessionRecords } from './sessions/sessionFiles.ts'
import { voteRecords } from './votes/voteFiles.ts'
import { voteFormats } from './votes/voteFormats.ts'

const readers = {
  votes: { records: voteRecords, formats: voteFormats },
  events: { records: eventRecords, formats: eventFormats },
  people: { records: peopleRecords, formats: peopleFormats },
  committees: { records: committeeRecords, formats: committeeFormats },
  sessions: { records: sessionRecords, formats: sessionFormats },
} as const

/** Returns the reasons for which the records of a file are refused, without their positions. */
async function reasonsFor(kind: keyof typeof readers, content: string, name: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hurd-refusals-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, name)
  await writeFile(file, content)
  const reasons: string[] = []
  const readings: AsyncIterable<RecordReading<unknown>> = readers[kind].records(
    await sourceFiles([file], /./),
    null,
  )
  for await (const reading of readings) reasons.push('reason' in reading ? reading.reason : 'read')
  return reasons
}

const state = { id: 'ocd-jurisdiction/country:us/state:mi/government' }
const hurdBill = {
  source_id: 'mi/2025-2026/hb9901',
  source_name: 'Test',
  bill_code: 'HB 9901',
  title: 'Lanterns',
  government_level: 'state',
  jurisdiction: 'ocd-division/country:us/state:mi',
  status: 'introduced',
  created_at: '2025-05-22',
}
const stateVote = {
  motion_text: 'On passage',
  start_date: '2025-05-22',
  bill_identifier: 'HB 1',
  legislative_session: '2025-2026',
  jurisdiction: state,
  organization: { classification: 'lower' },
  counts: [],
  votes: [],
}
const hurdVote = {
  vote_key: 'us/119/h/1/2025',
  organization: 'us/house',
  session: '119',
  number: 1,
  date: '2025-05-22',
  motion: 'On Passage',
  votes: { yes: ['|Ash|D|NY'] },
}
const congressVote = {
  vote_id: 'h1-119.2025',
  congress: 119,
  chamber: 'h',
  number: 1,
  date: '2025-05-22T10:00:00-04:00',
  session: '2025',
  votes: {},
}
const houseVote = {
  rollCallNumber: 1,
  congress: 119,
  sessionNumber: 1,
  startDate: '2025-05-22T10:00:00-04:00',
}
const hurdEvent = {
  event_id: 'us/119/house/1',
  organization: 'us/house',
  jurisdiction: 'ocd-division/country:us',
  name: 'Hearing',
  starts: '2027-05-22T14:00:00Z',
  source_name: 'Test',
  time_zone: 'America/New_York',
  status: 'scheduled',
}
const stateEvent = {
  name: 'Hearing',
  start_date: '2027-05-22T14:00:00+00:00',
  jurisdiction: state,
  status: 'confirmed',
  agenda: [],
  participants: [],
  dedupe_key: 'one',
}
const hurdPerson = {
  rep_id: 'P1',
  rep_name: 'Ada Ash',
  title: 'Mayor',
  government_level: 'local',
  division: 'ocd-division/country:us/state:nv/place:reno',
  source_name: 'Test',
}
const legislator = {
  id: { bioguide: 'A000001' },
  name: { first: 'Ada', last: 'Ash', official_full: 'Ada Ash' },
  terms: [{ type: 'sen', start: '2025-01-03', end: '2031-01-03', state: 'NV', party: 'Democrat' }],
}
const meeting = {
  eventId: '1',
  congress: '119',
  chamber: 'House',
  meetingStatus: 'Scheduled',
  date: '2027-05-22T14:00:00Z',
}
const hurdCommittee = {
  committee_id: 'us/hsla00',
  organization: 'us/house',
  name: 'Lanterns',
  source_name: 'Test',
}
const stateCommittee = {
  id: 'ocd-organization/00000000-0000-4000-8000-000000000001',
  jurisdiction: 'ocd-jurisdiction/country:us/state:mi/government',
  chamber: 'lower',
  name: 'Lanterns',
  members: [],
}
const session = {
  jurisdiction: state.id,
  identifier: '2025-2026',
  name: '2025-2026',
  start_date: '2025-01-08',
  end_date: '2026-12-31',
}

type Case = [
  kind: keyof typeof readers,
  format: string,
  good: Record<string, unknown>,
  change: Record<string, unknown>,
  reason: string,
]
/** Each change makes one field of a record wrong, or removes it. */
const cases: Case[] = [
  ['votes', 'hurd', hurdVote, { motion: ' ' }, 'The record has no motion.'],
  ['votes', 'hurd', hurdVote, { date: 'May 2' }, 'The date "May 2" is not a date (YYYY-MM-DD).'],
  ['votes', 'hurd', hurdVote, { date: '2023-05-22' }, 'The date 2023-05-22 is not in Congress 119.'],
  ['votes', 'openstates', stateVote, { jurisdiction: {} }, 'The record does not name its state.'],
  ['votes', 'openstates', stateVote, { start_date: '' }, 'The record has no date.'],
  ['votes', 'congress-votes', congressVote, { date: '' }, 'The record has no date.'],
  ['votes', 'congress-votes', congressVote, { congress: 0 }, 'The record does not name its Congress.'],
  ['votes', 'house-vote', houseVote, { startDate: 'soon' }, 'The date "soon" is not a date (YYYY-MM-DD).'],
  ['votes', 'house-vote', houseVote, { rollCallNumber: 0 }, 'The record has no roll call number.'],
  [
    'votes',
    'legiscan',
    { roll_call: { roll_call_id: 1, bill_id: 2 } },
    {},
    'The record names its bill only by a number. Import it together with the bills of its data set.',
  ],
  [
    'votes',
    'legistar',
    { EventItemId: 1 },
    {},
    'The record does not name its city. Put the file into a folder with the name of its Legistar client.',
  ],
  [
    'votes',
    'nyc',
    { File: '', ID: '', History: [{ Date: '2025-05-22T00:00:00Z', Votes: [{}] }] },
    {},
    'The record does not name its matter.',
  ],
  ['events', 'hurd', hurdEvent, { status: 'soon' }, '"soon" is not a status of an event.'],
  ['events', 'hurd', hurdEvent, { jurisdiction: 'Reno' }, '"Reno" is not an OCD division.'],
  ['events', 'hurd', hurdEvent, { starts: 'June' }, 'The date "June" is not a date (YYYY-MM-DD).'],
  ['events', 'openstates', stateEvent, { jurisdiction: {} }, 'The record does not name its state.'],
  ['events', 'openstates', stateEvent, { start_date: '' }, 'The record has no date.'],
  ['events', 'congress', meeting, { chamber: 'Crown' }, 'The record does not name its chamber.'],
  ['events', 'congress', meeting, { congress: 'next' }, '"next" is not the number of a Congress.'],
  [
    'events',
    'legiscan',
    {
      bill: {
        bill_id: 1,
        state: 'XX',
        bill_number: 'HB1',
        calendar: [{ type: 'Hearing', date: '2027-05-22' }],
      },
    },
    {},
    '"xx" is not a state.',
  ],
  [
    'events',
    'legistar',
    { EventId: 1, EventDate: '2027-05-22', EventBodyName: 'Council' },
    {},
    'The record does not name its city. Put the file into a folder with the name of its Legistar client.',
  ],
  [
    'events',
    'nyc',
    { ID: 1, BodyName: 'City Council', AgendaStatusName: 'Final', Date: 'soon' },
    {},
    'The date "soon" is not a date (YYYY-MM-DD).',
  ],
  [
    'people',
    'openstates-people',
    { id: 'ocd-person/1', name: 'Ada Ash', jurisdiction: state },
    { current_role: null },
    'The record names no office.',
  ],
  [
    'people',
    'openstates-people',
    { id: 'ocd-person/1', current_role: {} },
    { name: '' },
    'The record has no name.',
  ],
  [
    'people',
    'nyc',
    { ID: 1, FullName: 'Ada Ash', OfficeRecords: [] },
    {},
    'The record names no seat in the City Council.',
  ],
  ['people', 'hurd', hurdPerson, { title: '' }, 'The record has no title.'],
  ['people', 'hurd', hurdPerson, { division: 'Reno' }, '"Reno" is not an OCD division of the United States.'],
  [
    'people',
    'hurd',
    hurdPerson,
    { valid_from: '2026-01-01', valid_to: '2025-01-01' },
    'valid_to is not after valid_from.',
  ],
  [
    'people',
    'hurd',
    hurdPerson,
    { rep_name: 'Ada Ash '.repeat(50) },
    'The rep_name is longer than 300 characters.',
  ],
  ['people', 'hurd', hurdPerson, { rep_name: '\u3164\u2800\u0301' }, 'The record has no rep_name.'],
  ['people', 'congress-legislators', legislator, { name: {} }, 'The record has no name.'],
  ['people', 'congress-legislators', legislator, { terms: [] }, 'The record has no term.'],
  [
    'committees',
    'hurd',
    hurdCommittee,
    { organization: 'House' },
    '"House" is not an organization such as "us/house".',
  ],
  ['committees', 'hurd', hurdCommittee, { name: '' }, 'The record has no name.'],
  ['committees', 'hurd', hurdCommittee, { name: '\u115f\u3164' }, 'The record has no name.'],
  [
    'committees',
    'openstates',
    stateCommittee,
    { name: 'Lanterns '.repeat(40) },
    'The name is longer than 300 characters.',
  ],
  ['committees', 'openstates', stateCommittee, { chamber: 'crown' }, '"crown" is not a chamber.'],
  ['committees', 'openstates', stateCommittee, { jurisdiction: '' }, 'The record does not name its state.'],
  [
    'committees',
    'congress-legislators',
    { type: 'house', name: 'Lanterns', thomas_id: 'HSLA' },
    { type: 'crown' },
    '"crown" is not a type of committee.',
  ],
  ['sessions', 'openstates', session, { start_date: '' }, 'The session has no first day.'],
  [
    'sessions',
    'openstates',
    session,
    { jurisdiction: 'Narnia' },
    '"Narnia" is not Congress, a state or a territory.',
  ],
  [
    'sessions',
    'hurd',
    { ...session, source_name: 'Test' },
    { identifier: '' },
    'The record has no identifier.',
  ],
]

// covers HURD-REASON-03
test.each(cases)(
  'a record of %s in the format %s is refused with its reason: %#',
  async (kind, _format, good, change, reason) => {
    const record = JSON.stringify({ ...good, ...change })
    expect(await reasonsFor(kind, `${record}\n`, 'records.jsonl')).toEqual([reason])
  },
)

// covers HURD-REASON-03
test('every format of every kind has a case, except those in XML', () => {
  const covered = new Set(cases.map(([kind, format]) => `${kind} ${format}`))
  const formats = Object.entries(readers).flatMap(([kind, { formats }]) =>
    formats.map((format) => `${kind} ${format}`),
  )
  const xml = new Set(['votes clerk', 'votes lis'])
  expect(formats.filter((format) => !covered.has(format) && !xml.has(format))).toEqual([])
})

// covers HURD-REASON-03
test('a record of a bill that is only text is refused as what it is, after other records and with a named format', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hurd-refusals-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  async function read(name: string, content: string, format: BillFormat | null = null): Promise<string[]> {
    const file = join(folder, name)
    await writeFile(file, content)
    const reasons: string[] = []
    for await (const reading of billRecords(await sourceFiles([file]), format)) {
      reasons.push('reason' in reading ? reading.reason : 'read')
    }
    return reasons
  }
  const onlyText = 'The record is only text. It is neither a JSON object nor an XML document.'
  const lines = [hurdBill, 'no bill', '', 'Act <b>1</b>'].map((record) => JSON.stringify(record))
  expect(await read('bills.jsonl', lines.join('\n'))).toEqual(['read', onlyText, onlyText, onlyText])
  expect(await read('bills.json', '["no bill", 7]', 'hurd')).toEqual([
    onlyText,
    'The record is not a JSON object.',
  ])
  expect(await read('one.jsonl', '"no bill"')).toEqual([onlyText])
  expect(await read('one.jsonl', '"no bill"', 'openstates')).toEqual([onlyText])
  expect(await read('one.jsonl', '"no bill"', 'billstatus')).toEqual([onlyText])
  expect(await read('one.jsonl', '" <bill/>"', 'openstates')).toEqual([
    'An XML document cannot be read as openstates.',
  ])
})

// covers HURD-REASON-03
test.each([
  ['of the House Clerk', '<rollcall-vote><vote-metadata/></rollcall-vote>', 'The record has no date.'],
  ['of the Senate', '<roll_call_vote/>', 'The record has no date.'],
  [
    'with numbers only',
    '<roll/>',
    'The file lists voters by number only. Import the JSON record of this roll call.',
  ],
  ['of another kind', '<poem/>', 'Its format is not recognized.'],
  ['with entities', '<!DOCTYPE a [<!ENTITY b "c">]><a/>', 'The XML defines entities, which are not read.'],
])('a roll call in XML %s is refused with its reason', async (_kind, xml, reason) => {
  expect(await reasonsFor('votes', xml, 'roll.xml')).toEqual([reason])
})
