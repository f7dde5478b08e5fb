import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sourceFiles } from '#server/sources/files.ts'
import { readWithLeftOut } from '#server/sources/leftOut.ts'
import { realRecords } from '#server/testing/realRecords.ts'
import { collect } from '#server/testing/setups/records/sourceRecords.ts'
import { eventRecords } from './eventFiles.ts'
import { endOf, startOf, startOfFields } from './eventTimes.ts'
import type { ImportedEvent } from './importedEvent.ts'

const records = realRecords()
const isMissing = !existsSync(`${records}/events`)

/** Reads one record from a file with this name. */
async function read(record: object, name = 'events.json') {
  const folder = await mkdtemp(join(tmpdir(), 'hurd-events-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, name)
  await writeFile(file, JSON.stringify(record))
  return collect(eventRecords(await sourceFiles([file]), null))
}

async function eventOf(record: object, name?: string): Promise<ImportedEvent> {
  const [reading] = await read(record, name)
  if (!reading || !('imported' in reading)) throw new Error(reading?.reason ?? 'Nothing was read.')
  return reading.imported
}

test('an Open States event names its committee and its bills, which may be of any session near its day', async () => {
  const event = {
    jurisdiction: { id: 'ocd-jurisdiction/country:us/state:mi/government' },
    dedupe_key: 'lantern-7',
    name: 'House Lantern Safety',
    start_date: '2026-03-03T15:00:00+00:00',
    all_day: false,
    status: 'confirmed',
    location: { name: 'Room 5' },
    participants: [{ name: 'Lantern Safety', entity_type: 'committee', note: 'host' }],
    agenda: [
      {
        description: 'Hearing',
        related_entities: [
          { name: 'HB 04001', entity_type: 'bill' },
          { name: 'X', entity_type: 'person' },
        ],
      },
    ],
    sources: [{ url: 'https://lanterns.example.gov/7' }],
  }
  const first = await eventOf(event)
  expect(first).toMatchObject({
    organization: 'mi/lower',
    committee: { committee_id: null, name: 'Lantern Safety' },
    jurisdiction: 'ocd-division/country:us/state:mi',
    starts_at: '2026-03-03T15:00:00.000Z',
    status: 'scheduled',
  })
  expect(first.bills[0]).toMatchObject({ agenda_item: 'Hearing' })
  expect(first.bills[0]?.source_ids[0]).toBe('mi/2025-2026/hb4001')
  const moved = await eventOf({ ...event, start_date: '2026-04-01', all_day: true, status: 'cancelled' })
  expect(moved).toMatchObject({ event_id: first.event_id, starts_on: '2026-04-01', status: 'cancelled' })
})

function meetingOfCongress(meetingStatus: string) {
  return {
    committeeMeeting: {
      eventId: '118242',
      congress: 119,
      chamber: 'House',
      type: 'Markup',
      title: 'The Lantern Act',
      date: '2026-06-03T14:00:00Z',
      meetingStatus,
      location: { room: '2141', building: 'Rayburn House Office Building' },
      committees: [{ systemCode: 'hsju00', name: 'Judiciary Committee' }],
      relatedItems: {
        bills: [
          { congress: 119, type: 'HR', number: '22' },
          { congress: 119, type: 'HAMDT', number: '3' },
          { type: 'HR', number: '23' },
        ],
      },
    },
  }
}

// covers HURD-ENDS-01
test.each([
  ['2026-06-03T14:00:00Z', '2026-06-03', 0],
  ['2026-06-03T14:00:00Z', '2026-06-03T10:30', 0],
  ['2026-06-03T14:00', '2026-06-03T13:00:00Z', 0],
  ['2026-06-03T14:00:00Z', '2026-06-03T13:00:00Z', 1],
])(
  'an event from %s until %s has no end, and the report names only an end that is earlier',
  (from, until, notes) => {
    const { result, leftOut } = readWithLeftOut(() => endOf(until, startOf(from)))
    expect([result, leftOut.size]).toEqual([{}, notes])
  },
)

test('a committee meeting of Congress has its time in UTC, and the words for its status are recognized', async () => {
  expect(await eventOf(meetingOfCongress('Scheduled'))).toMatchObject({
    event_id: 'us/119/house/118242',
    organization: 'us/house',
    committee: { committee_id: 'us/hsju00' },
    name: 'Markup: The Lantern Act',
    starts_at: '2026-06-03T14:00:00.000Z',
    location: 'Room 2141, Rayburn House Office Building',
    bills: [{ source_ids: ['us/119/hr/22'] }, { source_ids: ['us/119/hr/23'] }],
    url: 'https://www.congress.gov/event/119th-congress/house-event/118242',
  })
  const words = ['Scheduled', 'Postponed', 'Canceled', 'Rescheduled']
  const statuses = await Promise.all(
    words.map(async (word) => (await eventOf(meetingOfCongress(word))).status),
  )
  expect(statuses).toEqual(['scheduled', 'deferred', 'cancelled', 'changed'])
})

test('a city’s meeting is read from separate date and time fields, and lists each matter once', async () => {
  const meeting = {
    EventId: 9,
    EventBodyName: 'Lamps Committee',
    EventDate: '2026-09-12T00:00:00',
    EventTime: '1:30 PM',
    EventLocation: 'Council Chamber\r\n1 Main Street',
    EventAgendaStatusName: 'Cancelled',
    EventItems: [
      { EventItemMatterFile: 'CB 120', EventItemTitle: 'Lamps' },
      { EventItemMatterFile: 'CB 120' },
      {},
    ],
  }
  expect(await eventOf(meeting, 'seattle_events.json')).toMatchObject({
    event_id: 'seattle/9',
    organization: 'wa/place:seattle/council',
    committee: { committee_id: 'seattle/lamps-committee' },
    starts_local: '2026-09-12T13:30',
    location: 'Council Chamber 1 Main Street',
    status: 'cancelled',
    bills: [{ source_ids: ['seattle/cb-120'], agenda_item: 'Lamps' }],
  })
  const [reading] = await read(meeting, 'events.json')
  expect(reading).toMatchObject({ reason: expect.stringContaining('does not name its city') })
  expect(startOfFields('2026-09-12', null)).toMatchObject({ starts_local: null, starts_on: '2026-09-12' })
  expect(startOf('20260912T000000')).toMatchObject({ starts_local: null, starts_on: '2026-09-12' })
  const written = {
    '12:05 a.m.': '00:05',
    '10 AM': '10:00',
    '6:30PM': '18:30',
    '10.30 am': '10:30',
    '1 p. m.': '13:00',
    '9:00:00 AM': '09:00',
    '13:30': '13:30',
    Noon: '12:00',
    '12 noon': '12:00',
    '12:00 Noon': '12:00',
    '8:00 AM - 5:00 PM': '08:00',
    '9:00 PM - midnight': '21:00',
    '1:30-3:00 PM': '13:30',
    '11:00 - 1:00 p.m.': '11:00',
    '2:00p': '14:00',
    '9:00 a': '09:00',
    '9:30': '09:30',
    '08:30': '08:30',
  }
  for (const [time, local] of Object.entries(written)) {
    expect.soft(startOfFields('2026-09-12', time).starts_local, time).toBe(`2026-09-12T${local}`)
  }
  // Sources without a time write midnight, and nobody can say which half of the day "2:00" is in.
  for (const time of ['12:00 AM', '00:00', '00:00:00', '2:00', '5:30 or later', '9:00 - midnight']) {
    expect
      .soft(startOfFields('2026-09-12', time), time)
      .toMatchObject({ starts_local: null, starts_on: '2026-09-12' })
  }
  for (const time of ['TBD', '12:00 midnight', '25:00', '10', '10 minutes after the vote', '5 amendments']) {
    expect.soft(startOfFields('2026-09-12', time), time).toMatchObject({ starts_on: '2026-09-12' })
  }
})

// covers BEY-ALERTS-15
test('a meeting is off if its status, its name or its place says so, in any source', async () => {
  const state = {
    name: 'Lamps',
    start_date: '2026-09-12T13:30:00Z',
    jurisdiction: { id: 'ocd-jurisdiction/country:us/state:mi/government' },
    status: 'confirmed',
    agenda: [],
    participants: [],
    dedupe_key: 'lamps',
  }
  const meeting = {
    EventId: 9,
    EventBodyName: 'Lamps Committee',
    EventDate: '2026-09-12T00:00:00',
    EventTime: '1:30 PM',
    EventAgendaStatusName: 'Final',
  }
  const names = {
    'CANCELLED - Lamps': 'cancelled',
    'Lamps (CANCELED)': 'cancelled',
    '*** Postponed *** Lamps': 'deferred',
    'Notice of Cancellation: Lamps': 'cancelled',
    'Lamps - Meeting Cancelled': 'cancelled',
    'POSTPONED: Lamps': 'deferred',
    'CANCELLED House Lamps': 'cancelled',
    'Lamps - Postponed': 'deferred',
    'The hearing was postponed.': 'deferred',
    'Canceled Debts': 'scheduled',
    'Hearing: Canceled Debts': 'scheduled',
    'Hearing on Postponed Elections': 'scheduled',
    'Rescheduling of Lamps': 'scheduled',
  }
  for (const [name, status] of Object.entries(names)) {
    expect.soft((await eventOf({ ...state, name })).status, name).toBe(status)
    const body = { ...meeting, EventBodyName: name }
    expect.soft((await eventOf(body, 'seattle_events.json')).status, name).toBe(status)
  }
  const words = { Deferred: 'deferred', postponed: 'deferred', Canceled: 'cancelled', rescheduled: 'changed' }
  for (const [word, status] of Object.entries(words)) {
    expect.soft((await eventOf({ ...state, status: word })).status, word).toBe(status)
    expect.soft((await eventOf(meetingOfCongress(word))).status, word).toBe(status)
  }
  for (const more of [{ EventComment: 'Meeting canceled' }, { EventLocation: 'CANCELLED' }]) {
    expect((await eventOf({ ...meeting, ...more }, 'seattle_events.json')).status).toBe('cancelled')
  }
})

// covers BEY-ALERTS-15
test.each([
  ['2026-09-12T13:30:00Z', { starts_at: '2026-09-12T13:30:00.000Z' }],
  ['2026-09-12t13:30z', { starts_at: '2026-09-12T13:30:00.000Z' }],
  ['2026-09-12 13:30:00+00', { starts_at: '2026-09-12T13:30:00.000Z' }],
  ['2026-09-12 13:30:00 -0500', { starts_at: '2026-09-12T18:30:00.000Z' }],
  ['2026-09-12T13:30:00.25-05:00', { starts_at: '2026-09-12T18:30:00.000Z' }],
  ['2026-09-12 13:30:00', { starts_local: '2026-09-12T13:30' }],
  ['2026-09-12 10:00 PM', { starts_local: '2026-09-12T22:00' }],
  ['2026-09-12 2:00 PM', { starts_local: '2026-09-12T14:00' }],
  ['2026-09-12T00:00:00', { starts_on: '2026-09-12' }],
  ['2026-09-12T00:00:00-04:00', { starts_on: '2026-09-12' }],
  ['2026-09-12T00:00:00Z', { starts_at: '2026-09-12T00:00:00.000Z' }],
  ['20260912T133000Z', { starts_at: '2026-09-12T13:30:00.000Z' }],
  ['2026-09-12T99:99:00', { starts_on: '2026-09-12' }],
  ['2026-09-12T13:30+99:99', { starts_on: '2026-09-12' }],
  ['20260912', { starts_on: '2026-09-12' }],
] as const)('the start of a meeting at "%s" is read', (text, expected) => {
  expect(startOf(text)).toEqual(
    Object.assign({ starts_at: null, starts_local: null, starts_on: null }, expected),
  )
})

test('the calendar of a bill in LegiScan becomes one event per entry, identified by its type and position', async () => {
  const bill = {
    bill_id: 77,
    state: 'AK',
    bill_number: 'HB1',
    session: { year_start: 2025, year_end: 2026, special: 0 },
    calendar: [
      {
        type: 'Hearing',
        date: '2026-02-01',
        time: '08:00',
        location: 'Barnes 124',
        description: 'House Lamps',
      },
      { type: 'Hearing', date: '2026-02-09', time: '', location: '', description: 'CANCELLED House Lamps' },
    ],
  }
  const readings = await read({ bill })
  const events = readings.flatMap((reading) => ('imported' in reading ? [reading.imported] : []))
  expect(
    events.map(({ event_id, starts_local, starts_on, status }) => [
      event_id,
      starts_local ?? starts_on,
      status,
    ]),
  ).toEqual([
    ['legiscan/77/hearing-1', '2026-02-01T08:00', 'scheduled'],
    ['legiscan/77/hearing-2', '2026-02-09', 'cancelled'],
  ])
  expect(events[0]?.bills).toEqual([{ source_ids: ['ak/34/hb1'], agenda_item: null }])
})

test.skipIf(isMissing)('every real meeting is read', async () => {
  const files = ['events/nyc_events.jsonl.gz', 'local_bills/nyc/events_sample.jsonl.gz']
  const paths = [
    ...files,
    'local_bills/legistar_webapi/seattle_events_sample.json.gz',
    'local_bills/legistar_webapi/sanjose_event_with_items.json',
  ]
  const readings = await collect(
    eventRecords(await sourceFiles(paths.map((path) => `${records}/${path}`)), null),
  )
  expect(readings).toHaveLength(31 + 12 + 1000 + 1)
  expect(readings.filter((reading) => 'reason' in reading)).toEqual([])
  const events = readings.flatMap((reading) => ('imported' in reading ? [reading.imported] : []))
  const count = (status: string) => events.filter((event) => event.status === status).length
  expect(count('cancelled')).toBe(205)
  expect(count('deferred')).toBeGreaterThan(5)
})
