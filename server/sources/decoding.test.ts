import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { collect } from '#server/testing/setups/records/sourceRecords.ts'
import { clean, soil, soiled, textFaults } from '#server/testing/sourceText.ts'
import { decodeEntities, normalizeCharacters } from './characters.ts'
import { committeeRecords } from './committees/committeeFiles.ts'
import { eventRecords } from './events/eventFiles.ts'
import { billRecords, sourceFiles } from './files.ts'
import { peopleRecords } from './people/peopleFiles.ts'
import { sessionRecords } from './sessions/sessionFiles.ts'
import { voteRecords } from './votes/voteFiles.ts'

const fixtures = new URL('fixtures/', import.meta.url).pathname
const bounds = { markup: /formatted_text$/, literal: /sections|full_text/ }

type Reader = typeof readBills
const readBills = async (file: string): Promise<object[]> =>
  collect(billRecords(await sourceFiles([file]), null))
const readers: Record<string, Reader> = {
  bills: readBills,
  votes: async (file) => collect(voteRecords(await sourceFiles([file]), null)),
  events: async (file) => collect(eventRecords(await sourceFiles([file]), null)),
  committees: async (file) => collect(committeeRecords(await sourceFiles([file], /./), null)),
  people: async (file) => collect(peopleRecords(await sourceFiles([file], /./), null)),
  sessions: async (file) => collect(sessionRecords(await sourceFiles([file]), null)),
}

/** Writes a file of a source and reads it. */
async function readFileAs(read: Reader, name: string, content: string | Buffer): Promise<object[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hurd-edge-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, name)
  await writeFile(file, content)
  return read(file)
}

const state = 'ocd-jurisdiction/country:us/state:mi/government'
const own: [kind: string, file: string, record: object][] = [
  [
    'votes',
    'openstates.json',
    {
      motion_text: 'On passage of the bill',
      start_date: '2026-03-05',
      result: 'pass',
      organization: '~{"classification": "upper"}',
      legislative_session: '2025-2026',
      bill_identifier: 'SB 8825',
      votes: [{ option: 'yes', voter_name: 'Robin Wick' }],
      counts: [
        { option: 'yes', value: 1 },
        { option: 'no', value: 0 },
      ],
      jurisdiction: { id: state },
    },
  ],
  [
    'votes',
    'hurd.json',
    {
      vote_key: 'mi/upper/2025-2026/sb1/2026-03-05/roll-1',
      organization: 'mi/upper',
      session: '2025-2026',
      date: '2026-03-05',
      motion: 'On passage of the bill',
      source_name: 'Invented source',
      votes: { yes: ['ocd-person/1|Robin Wick'] },
    },
  ],
  [
    'events',
    'openstates.json',
    {
      name: 'Lantern Budget Hearing',
      start_date: '2026-12-10T15:00:00+00:00',
      status: 'confirmed',
      location: { name: 'Room 9' },
      participants: [{ name: 'Lantern Committee', entity_type: 'committee' }],
      agenda: [
        {
          description: 'Lantern bills of the year',
          related_entities: [{ name: 'HB 1', entity_type: 'bill' }],
        },
      ],
      jurisdiction: { id: state },
      dedupe_key: 'edge-1',
    },
  ],
  [
    'events',
    'boston_events.json',
    {
      EventId: 5,
      EventDate: '2026-12-10T00:00:00',
      EventTime: '1:30 PM',
      EventBodyName: 'Committee on Lanterns',
      EventLocation: 'Curley Room',
      EventAgendaStatusName: 'Final',
      EventItems: [{ EventItemMatterFile: '2026-1', EventItemTitle: 'Lantern order of the day' }],
    },
  ],
  [
    'events',
    'congress.json',
    {
      committeeMeeting: {
        eventId: '118242',
        congress: 119,
        chamber: 'House',
        type: 'Hearing',
        title: 'Lantern oversight in the states',
        date: '2026-12-10T15:00:00Z',
        meetingStatus: 'Scheduled',
        committees: [{ name: 'House Committee on Lanterns', systemCode: 'hsxx00' }],
      },
    },
  ],
  [
    'committees',
    'committee.json',
    {
      id: 'ocd-organization/00000000-0000-4000-8000-000000000001',
      name: 'Lantern Committee',
      chamber: 'upper',
      jurisdiction: state,
      members: [{ name: 'Robin Wick', role: 'chair', person_id: 'ocd-person/1' }],
    },
  ],
  [
    'committees',
    'congress.json',
    { thomas_id: 'HSXX', type: 'house', name: 'House Committee on Lanterns', subcommittees: [] },
  ],
  [
    'people',
    'openstates.json',
    {
      id: 'ocd-person/00000000-0000-4000-8000-000000002501',
      name: 'Robin Wick',
      party: [{ name: 'Independent' }],
      roles: [{ type: 'upper', jurisdiction: state, district: '1', start_date: '2023-01-03' }],
    },
  ],
  [
    'people',
    'hurd.json',
    {
      rep_id: 'edge-1',
      rep_name: 'Robin Wick',
      title: 'State Senator',
      government_level: 'state',
      division: 'ocd-division/country:us/state:mi/sldu:1',
      source_name: 'Invented source',
    },
  ],
  [
    'sessions',
    'sessions.json',
    {
      jurisdiction: 'mi',
      identifier: '2027-2028',
      name: 'Legislature of 2027',
      classification: 'regular',
      start_date: '2027-01-13',
      end_date: '2027-12-31',
    },
  ],
]

// covers HURD-EDGE-01
test('every free text of every source is decoded once and in normal form', async () => {
  const bills = [
    'congress.jsonl',
    'congress-list.json',
    'openstates.jsonl',
    'openstates-v3.json',
    'legiscan.json',
    'boston_matters.json',
    'nyc.jsonl',
    'hurd.jsonl',
  ]
  const records = await Promise.all(
    bills.map(async (name) => {
      const lines = (await readFile(join(fixtures, name), 'utf8')).trim()
      const values: unknown[] = name.endsWith('.jsonl')
        ? lines.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
        : [JSON.parse(lines)]
      return { kind: 'bills', name, content: values.map((value) => JSON.stringify(soil(value))).join('\n') }
    }),
  )
  const others = own.map(([kind, name, value]) => ({ kind, name, content: JSON.stringify(soil(value)) }))
  for (const { kind, name, content } of [...records, ...others]) {
    const before = await readFileAs(
      readers[kind]!,
      name,
      content.replaceAll(JSON.stringify(soiled).slice(1, -1), ''),
    )
    const readings = await readFileAs(readers[kind]!, name, content)
    expect.soft(textFaults(readings, bounds), `${kind} ${name}`).toEqual([])
    const used = readings.filter((reading) => 'imported' in reading)
    expect.soft(JSON.stringify(used), `${kind} ${name}`).toContain(JSON.stringify(clean).slice(2, -1))
    expect.soft(used.length, `${kind} ${name}`).toBe(before.filter((reading) => 'imported' in reading).length)
  }
})

// covers HURD-EDGE-01
test('a title is shown with its signs whether the source wrote it as XML, JSON or CSV', async () => {
  const status = await readFile(join(fixtures, 'billstatus-new.xml'), 'utf8')
  const written = 'Parks &amp;amp; recreation: veterans&amp;#39; &amp;quot;AT&amp;T&amp;quot; lanterns'
  const [bill] = await readFileAs(
    readBills,
    'bill.xml',
    status.replace(/<title>[^<]*<\/title>/g, `<title>${written}</title>`),
  )
  expect(bill).toMatchObject({ imported: { title: 'Parks & recreation: veterans\' "AT&T" lanterns' } })
})

// covers HURD-EDGE-02
test('the text of a bill keeps an entity that it shows, and its title in the record does not', async () => {
  const text = await readFile(join(fixtures, 'bill-ih.xml'), 'utf8')
  const shown = text.replace(
    /<text([^>]*)>/,
    '<text$1>Write &amp;amp; for &amp;, as AT&amp;T does. Hawai&#8216;i. ',
  )
  const [reading] = await readFileAs(readBills, 'text.xml', shown)
  expect(JSON.stringify(reading)).toContain('Write &amp; for &, as AT&T does. Hawaiʻi.')
  expect(JSON.stringify(reading)).toContain('Write &amp;amp; for &amp;, as AT&amp;T does. Hawaiʻi.')
})

// covers HURD-EDGE-01
test.each([
  ['Hawai`i', 'Hawaiʻi'],
  ['Hawai‘i', 'Hawaiʻi'],
  ['Hawaiʻi', 'Hawaiʻi'],
  ['‘Iolani Palace', 'ʻIolani Palace'],
  ['the ‘lantern’ act', 'the ‘lantern’ act'],
  ['veterans’ and O’Brien', 'veterans’ and O’Brien'],
  ['O´Brien', 'O’Brien'],
  ['caf\u0065\u0301', 'café'],
  ['HB\u20111', 'HB-1'],
  ['e\ufb00ort', 'effort'],
  ['one\u2028two', 'one\ntwo'],
  ['A\u034fda\u061c\u{e0041} Ash', 'Ada Ash'],
  ['Ada\u3164Ash\u2800', 'Ada Ash '],
  ['a \ud83d\ude00 \ud83d b', 'a \ud83d\ude00  b'],
])('"%s" has one normal form', (written, expected) => {
  expect(normalizeCharacters(written)).toBe(expected)
  expect(normalizeCharacters(expected)).toBe(expected)
})

// covers HURD-EDGE-01
test('only what is an entity is decoded', () => {
  expect(decodeEntities('AT&T, R&D; &ampersand; a & b; &lantern;')).toBe(
    'AT&T, R&D; &ampersand; a & b; &lantern;',
  )
  expect(decodeEntities('&#8212;&#x2bb;&amp;amp;lt;&#0;&#xD800;.')).toBe('—ʻ<.')
})
