import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { collect } from '#server/testing/setups/records/sourceRecords.ts'
import { dateIn, timestampIn } from './externalJson.ts'
import { reading, billRecords, sourceFiles } from './files.ts'
import { states } from './jurisdictions.ts'
import { LegiScanDataSet } from './votes/legiscanVotes.ts'
import { voteReaders } from './votes/voteFormats.ts'
import { voteReadings } from './votes/voteReadings.ts'
import { zoneOfDivision, zoneOfState } from './zones.ts'

/** The hours by which the capital of each place is behind UTC in winter and in summer. */
const offsets: [winter: number, summer: number, places: string][] = [
  [5, 4, 'ct de dc fl ga in ky me md ma mi nh nj ny nc oh pa ri sc vt va wv'],
  [6, 5, 'al ar il ia ks la mn ms mo ne nd ok sd tn tx wi'],
  [7, 6, 'co id mt nm ut wy'],
  [7, 7, 'az'],
  [8, 7, 'ca nv or wa'],
  [9, 8, 'ak'],
  [10, 10, 'hi'],
  [4, 4, 'pr vi'],
  [-10, -10, 'gu mp'],
  [11, 11, 'as'],
]
const cases = offsets.flatMap(([winter, summer, places]) =>
  places.split(' ').map((place) => ({ place, winter, summer })),
)

/** Returns the moment at which a clock that is `behind` hours behind UTC shows a local time. */
function momentAt(local: string, behind: number): string {
  const moment = new Date(`${local}Z`)
  moment.setUTCHours(moment.getUTCHours() + behind)
  return moment.toISOString().replace('.000Z', '+00:00')
}

// covers HURD-DAYS-01
test.each([
  ['2026-02-04 03:17:04 UTC', '2026-02-03', '2026-02-04T03:17:04.000Z'],
  ['2026-02-04 03:17:04 GMT', '2026-02-03', '2026-02-04T03:17:04.000Z'],
  ['20260204T031704Z', '2026-02-03', '2026-02-04T03:17:04.000Z'],
  ['2026-02-04T03:17:04,5Z', '2026-02-03', '2026-02-04T03:17:04.500Z'],
  ['2026–02—04', '2026-02-04', '2026-02-04T00:00:00.000Z'],
  ['2026-02-04T01:17:04\u221202:00', '2026-02-03', '2026-02-04T03:17:04.000Z'],
  ['2026-02-04 00:00:00 UTC', '2026-02-04', '2026-02-04T00:00:00.000Z'],
  ['20260204', '2026-02-04', '2026-02-04T00:00:00.000Z'],
])('the moment %s is a day in Michigan', (written, day, moment) => {
  expect(dateIn(written, { zone: zoneOfState('mi') })).toBe(day)
  expect(timestampIn(written)).toBe(moment)
})

function stateBill(state: string, date: string) {
  const kind = state === 'dc' ? 'district' : /^(pr|gu|vi|as|mp)$/.test(state) ? 'territory' : 'state'
  return {
    identifier: 'HB 1',
    legislative_session: 'A session of its own',
    title: 'Lantern amendments',
    from_organization: '~{"classification": "lower"}',
    actions: [{ description: 'Introduced', date, classification: ['introduction'] }],
    sponsorships: [],
    versions: [{ note: 'Introduced', date, links: [] }],
    votes: [
      {
        motion_text: 'On passage',
        start_date: date,
        result: 'pass',
        organization: '~{"classification": "lower"}',
        counts: [{ option: 'yes', value: 1 }],
        votes: [],
      },
    ],
    jurisdiction: { id: `ocd-jurisdiction/country:us/${kind}:${state}/government` },
  }
}

function daysOf(state: string, date: string): string[] {
  const read = reading('bills.jsonl', 'line 1', stateBill(state, date), 'openstates')
  if (!('imported' in read) || !('bill_code' in read.imported)) throw new Error(JSON.stringify(read))
  const { created_at, actions, parts, versions } = read.imported
  const [vote] = read.votes ?? []
  return [
    created_at.slice(0, 10),
    actions[0]!.date,
    parts!.actions![0]!.acted_on!,
    versions![0]!.printed_on!,
    vote && 'imported' in vote ? vote.imported.voted_on : 'no vote',
  ]
}

function matterOn(MatterHistoryActionDate: string) {
  return reading(
    'seattle_matters.json',
    'document',
    {
      MatterFile: 'CB 1',
      MatterId: 1,
      MatterTitle: 'Lanterns',
      MatterTypeName: 'Council Bill (CB)',
      MatterHistories: [{ MatterHistoryActionName: 'Referred', MatterHistoryActionDate }],
    },
    'legistar',
  )
}

describe('a moment is a day in the zone of the capital', () => {
  // covers HURD-DAYS-01
  test('every state and territory has a case', () => {
    expect(cases.map(({ place }) => place).toSorted()).toEqual(Object.keys(states).toSorted())
  })

  // covers HURD-DAYS-01
  test.each(cases)(
    'in $place, for introductions, actions, versions and votes',
    ({ place, winter, summer }) => {
      for (const [day, behind] of [
        ['2026-02-04', winter],
        ['2026-07-08', summer],
        // The days before and on which daylight saving time begins and ends.
        ['2026-03-07', winter],
        ['2026-03-09', summer],
        ['2026-10-31', summer],
        ['2026-11-02', winter],
      ] as const) {
        for (const clock of ['00:00:30', '17:17:04', '23:59:59']) {
          const days = daysOf(place, momentAt(`${day}T${clock}`, behind))
          expect.soft(days, `${day} ${clock}`).toEqual(days.map(() => day))
        }
      }
    },
  )

  // covers HURD-DAYS-01
  test('a city has the zone of its place', () => {
    expect(zoneOfDivision('ocd-division/country:us/state:az/place:phoenix')).toBe('America/Phoenix')
    for (const [date, day] of [
      ['2026-02-05T00:17:04Z', '2026-02-04'],
      ['2026-02-05T07:59:59Z', '2026-02-04'],
      ['2026-02-05T08:00:00Z', '2026-02-05'],
      ['2026-02-05T23:30:00', '2026-02-05'],
    ]) {
      expect(matterOn(date!)).toMatchObject({
        imported: { actions: [{ date: day }], created_at: `${day}T00:00:00.000Z` },
      })
    }
  })
})

// covers HURD-DAYS-02
test.each(Object.keys(states))('a day without a time is never shifted in %s', (place) => {
  for (const date of [
    '2026-02-05',
    '2026-02-05T00:00:00',
    '2026-02-05T00:00:00Z',
    '2026-02-05T00:00:00+00:00',
    '20260205',
  ]) {
    const days = daysOf(place, date)
    expect.soft(days, date).toEqual(days.map(() => '2026-02-05'))
  }
  expect(zoneOfState(place)).toMatch(/^(America|Pacific)\//)
})

async function orderOf(...dates: string[]): Promise<string> {
  const actions = dates.map((date, index) => ({ description: `Step ${index}`, date }))
  const [read] = await readFixture('bills.jsonl', [{ ...stateBill('wy', '2026-02-05'), actions }])
  if (!read || !('imported' in read) || !('bill_code' in read.imported)) throw new Error('not read')
  return read.imported.actions.map(({ text }) => text.slice(5)).join(' ')
}

// covers HURD-DAYS-03
test('actions of one day are in the order of their times, or of the source if it does not state all of them', async () => {
  const [morning, noon, evening] = ['15:10:00', '19:00:00', '23:30:00'].map(
    (time) => `2026-02-05T${time}+00:00`,
  )
  expect(await orderOf(noon!, evening!, morning!)).toBe('2 0 1')
  expect(await orderOf(evening!, noon!, '2026-02-04T15:00:00+00:00')).toBe('2 1 0')
  expect(await orderOf(noon!, '2026-02-05', morning!)).toBe('0 1 2')
  // Midnight in Wyoming is a day.
  expect(await orderOf(noon!, '2026-02-05T07:00:00+00:00', morning!)).toBe('0 1 2')
})

async function readFixture(name: string, records: object[]) {
  const folder = await mkdtemp(join(tmpdir(), 'hurd-days-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, name)
  await writeFile(file, records.map((record) => JSON.stringify(record)).join('\n'))
  return collect(billRecords(await sourceFiles([file]), null))
}

// covers HURD-DATES-03
test('an impossible date is left out with its reason, and the bill stays with its other dates', async () => {
  const bill = {
    ...stateBill('mi', '2205-02-10'),
    votes: [],
    legislative_session: '2025-2026',
    actions: [
      { description: 'Introduced', date: '2205-02-10' },
      { description: 'Referred to the committee on lanterns', date: '2025-02-11' },
      { description: 'Read twice', date: '1625-02-12' },
      { description: 'Printed', date: '2025-02-30' },
      { description: 'Tabled', date: 'yesterday' },
    ],
  }
  const [read] = await readFixture('bills.jsonl', [bill])
  expect(read).toMatchObject({
    imported: {
      created_at: '2025-02-11T00:00:00.000Z',
      actions: [{ date: '2025-02-11' }],
      versions: [{ printed_on: null }],
    },
  })
  const leftOut = read && 'imported' in read ? Object.fromEntries(read.leftOut ?? []) : {}
  expect(leftOut).toEqual({
    '2205-02-10': 'more than 2 years ahead',
    '1625-02-12': 'before 1789-03-04',
    '2025-02-30': 'not in the calendar',
    yesterday: 'not YYYY-MM-DD',
  })
})

function billOf(...dates: string[]) {
  return {
    ...stateBill('mi', '2019-02-10'),
    votes: [],
    legislative_session: '2019-2020',
    actions: dates.map((date) => ({ description: `Step of ${date}`, date })),
  }
}

// covers HURD-DATES-03
test('an action long after the end of its session is left out, and a signature after its last day stays', async () => {
  const [read] = await readFixture('bills.jsonl', [billOf('2019-02-10', '2021-01-14', '2025-02-11')])
  expect(read).toMatchObject({ imported: { actions: [{ date: '2019-02-10' }, { date: '2021-01-14' }] } })
  const federal = {
    congress: 116,
    type: 'HR',
    number: '9977',
    title: 'Lanterns',
    introducedDate: '2019-01-05',
    actions: [
      { actionDate: '2024-02-01', text: 'Became Public Law No: 116-999.' },
      { actionDate: '2021-01-13', text: 'Signed by President.' },
      { actionDate: '2019-01-05', text: 'Introduced in House' },
    ],
  }
  const [law] = await readFixture('congress.jsonl', [federal])
  expect(law).toMatchObject({ imported: { actions: [{ date: '2019-01-05' }, { date: '2021-01-13' }] } })
})

// covers HURD-DATES-03
test('a city’s matter without a possible day of introduction has the day of its first action', async () => {
  const matter = {
    MatterFile: 'O2026-9910',
    MatterId: 1,
    MatterTitle: 'Lantern ordinance',
    MatterTypeName: 'Ordinance',
    MatterIntroDate: '3013-01-15T00:00:00',
    MatterLastModifiedUtc: '3013-02-01T00:00:00',
    MatterHistories: [
      { MatterHistoryActionDate: '2026-01-21T00:00:00', MatterHistoryActionName: 'Referred' },
      { MatterHistoryActionDate: '3013-02-11T00:00:00', MatterHistoryActionName: 'Recommended to Pass' },
    ],
  }
  expect(await readFixture('chicago_matters.jsonl', [matter])).toMatchObject([
    {
      imported: {
        created_at: '2026-01-21T00:00:00.000Z',
        source_updated_at: null,
        actions: [{ date: '2026-01-21' }],
      },
    },
  ])
})

// The seats of this legislature are not in Hurd's table, so nothing else bounds the counts.
const hurdVote = {
  vote_key: 'gu/lower/2025-2026/hb1/2026-03-05/roll-1',
  organization: 'gu/lower',
  session: '2025-2026',
  motion: 'On passage',
  date: '2026-03-05',
  counts: { yes: 2, no: 1 },
  votes: {},
}

function readVote(record: object) {
  return voteReadings('votes.json', 'document', () =>
    voteReaders('hurd', { ...record }, '', new LegiScanDataSet()),
  )
}

// covers HURD-DATES-04
test.each([
  [{ date: '3013-03-05' }, 'The date 3013-03-05 is more than 2 years ahead.'],
  [{ date: 'yesterday' }, 'The date "yesterday" is not a date (YYYY-MM-DD).'],
  [{ date: '2026-02-30' }, 'The date 2026-02-30 is not in the calendar.'],
  [{ date: undefined }, 'The record has no date.'],
  [
    { number: 4_294_967_296 },
    'The number of the roll call, 4294967296, is not a whole number from 0 to 999999.',
  ],
  [{ number: 1.5 }, 'The number of the roll call, 1.5, is not a whole number from 0 to 999999.'],
  [
    { counts: { yes: 99_999_999_999, no: 1 } },
    'The count of "yes", 99999999999, is not a whole number from 0 to 9999.',
  ],
  [{ counts: { yes: 2, no: -1 } }, 'The count of "no", -1, is not a whole number from 0 to 9999.'],
])('a vote with an impossible number is refused with a reason: %j', (change, reason) => {
  expect(readVote(hurdVote)).toMatchObject([{ imported: { voted_on: '2026-03-05' } }])
  expect(readVote({ ...hurdVote, ...change })).toEqual([{ file: 'votes.json', record: 'document', reason }])
})
