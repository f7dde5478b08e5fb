import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getFeedAddress, resetFeedAddress } from '#contract/alerts.ts'
import { calendarPath, type CalendarTargetType } from '#contract/hearings.ts'
import { readCalendar, valueOf, zoneOf } from '#server/testing/icalendar.ts'
import { followBill, newBill } from '#server/testing/setups/alerts.ts'
import { agenda, hearing, saveHearings, timeFromNow } from '#server/testing/setups/records/events.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { timeInZone, timeZoneLines } from './timeZone.ts'

/** The year of the events, because a calendar leaves out those of more than 60 days ago. */
const year = new Date().getUTCFullYear() + 1

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

async function read(path: string, etag?: string) {
  const response = await fetch(app.origin + path, { headers: etag ? { 'if-none-match': etag } : {} })
  const text = await response.text()
  const etagNow = response.headers.get('etag') ?? ''
  return { status: response.status, etag: etagNow, text, type: response.headers.get('content-type') }
}

async function eventsIn(path: string) {
  const { status, text } = await read(path)
  expect(status, path).toBe(200)
  return readCalendar(text)
    .getAllSubcomponents('vevent')
    .map((event) => ({
      uid: valueOf(event, 'uid'),
      sequence: valueOf(event, 'sequence'),
      start: valueOf(event, 'dtstart'),
      zone: zoneOf(event.getFirstProperty('dtstart')),
      status: valueOf(event, 'status'),
      summary: valueOf(event, 'summary'),
      location: valueOf(event, 'location'),
    }))
}

// covers BEY-ALERTS-15
describe('a calendar', () => {
  test('of a bill, topic, committee and place has one entry per event, which changes when the event is moved or canceled', async () => {
    const bill_id = await newBill(app, 901, { topics: ['health'] })
    const bills = agenda('us/119/hr/901')
    const starts_at = `${year}-06-03T14:00:00.000Z`
    await saveHearings(app, hearing('us/119/house/901', { bills, starts_at }))
    const targets: [CalendarTargetType, string][] = [
      ['bill', bill_id],
      ['topic', 'health'],
      ['committee', 'us/hsxx00'],
      ['jurisdiction', 'ocd-division/country:us'],
    ]
    const paths = targets.map(([type, id]) => calendarPath(type, id))
    const first = {
      uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      sequence: '0',
      start: `${year}0603T100000`,
      zone: 'America/New_York',
      status: 'CONFIRMED',
      summary: 'Hearing: Lanterns',
      location: 'Room 5',
    }
    for (const path of paths) expect(await eventsIn(path), path).toEqual([first])
    const before = await read(paths[0]!)
    expect(before.type).toBe('text/calendar; charset=utf-8')
    expect((await read(paths[0]!, before.etag)).status).toBe(304)
    const moved = { bills, starts_at: `${year}-12-03T15:30:00.000Z`, location: 'Room 6; north, "annex"' }
    await saveHearings(app, hearing('us/119/house/901', moved))
    const second = {
      ...first,
      sequence: '1',
      start: `${year}1203T103000`,
      location: 'Room 6; north, "annex"',
    }
    for (const path of paths) expect(await eventsIn(path), path).toEqual([second])
    expect((await read(paths[0]!, before.etag)).status).toBe(200)
    for (const tags of ['*', `"other", ${(await read(paths[0]!)).etag}`]) {
      expect((await read(paths[0]!, tags)).status, tags).toBe(304)
    }
    await saveHearings(app, hearing('us/119/house/901', { ...moved, status: 'cancelled' }))
    const third = { ...second, sequence: '2', status: 'CANCELLED', summary: 'Canceled: Hearing: Lanterns' }
    for (const path of paths) expect(await eventsIn(path), path).toEqual([third])
  })

  test('moves the entry of a deferred meeting to the one that replaces it', async () => {
    const bill_id = await newBill(app, 902)
    const meeting = {
      committee: { committee_id: 'nyc/lamps', name: 'Lamps' },
      bills: agenda('us/119/hr/902'),
    }
    await saveHearings(app, hearing('nyc/901', { ...meeting, starts_at: timeFromNow(3) }))
    await saveHearings(app, hearing('nyc/901', { ...meeting, starts_at: timeFromNow(3), status: 'deferred' }))
    const path = calendarPath('bill', bill_id)
    const [deferred] = await eventsIn(path)
    expect(deferred).toMatchObject({ sequence: '1', status: 'CANCELLED' })
    await saveHearings(app, hearing('nyc/902', { ...meeting, starts_at: timeFromNow(20) }))
    expect(await eventsIn(path)).toMatchObject([{ uid: deferred!.uid, sequence: '2', status: 'CONFIRMED' }])
  })

  test('has whole days for events without a time, long names in one piece, and the zone of each place', async () => {
    const name = `Anhörung über ${'Laternen und Öl, '.repeat(12)}Ende`
    const place = {
      organization: 'ne/legislature',
      committee: null,
      jurisdiction: 'ocd-division/country:us/state:ne',
      time_zone: null,
    }
    await saveHearings(
      app,
      hearing('ne/1', { ...place, name, starts_at: null, starts_on: `${year}-07-01` }),
      hearing('ne/2', { ...place, starts_at: `${year}-07-02T15:00:00.000Z` }),
    )
    const path = calendarPath('jurisdiction', place.jurisdiction)
    const events = await eventsIn(path)
    expect(events.map(({ start, zone }) => [start, zone])).toEqual([
      [`${year}0701`, undefined],
      [`${year}0702T100000`, 'America/Chicago'],
    ])
    expect(events[0]?.summary).toBe(name)
    const [zone] = readCalendar((await read(path)).text).getAllSubcomponents('vtimezone')
    expect(valueOf(zone!, 'tzid')).toBe('America/Chicago')
    expect(zone!.getFirstSubcomponent('daylight')).not.toBeNull()
  })

  test('of a place with too many events keeps the upcoming ones', async () => {
    const place = {
      organization: 'de/lower',
      committee: null,
      jurisdiction: 'ocd-division/country:us/state:de',
      time_zone: null,
    }
    const past = Array.from({ length: 220 }, (_, number) =>
      hearing(`de/past/${number}`, { ...place, starts_at: timeFromNow(-10) }),
    )
    await saveHearings(
      app,
      ...past,
      hearing('de/next', { ...place, name: 'Next', starts_at: timeFromNow(2) }),
    )
    const events = await eventsIn(calendarPath('jurisdiction', place.jurisdiction))
    expect(events).toHaveLength(200)
    expect(events.at(-1)).toMatchObject({ summary: 'Next' })
  })

  // covers HURD-DATES-02
  test('describes a few years of a few time zones, whatever dates and zones are stored', async () => {
    const place = {
      organization: 'ri/lower',
      committee: null,
      jurisdiction: 'ocd-division/country:us/state:ri',
      time_zone: 'America/New_York',
    }
    const names = Intl.supportedValuesOf('timeZone').filter((zone) => /^(Africa|Asia)/.test(zone))
    const stored = Array.from({ length: 60 }, (_, number) =>
      hearing(`ri/${number}`, { ...place, starts_at: timeFromNow(5) }),
    )
    await saveHearings(app, ...stored)
    // Rows as an import without checks could have left them behind.
    await app.pool`update events set time_zone = 'posix/Japan' where event_id = 'ri/1'`
    await app.pool`
      update events set starts_on = '9998-05-05', starts_at = '9998-05-05T15:00Z' where event_id in ('ri/2', 'ri/3')`
    await app.pool`
      update events e set time_zone = z.zone
        from unnest(${names}::text[]) with ordinality as z (zone, number)
       where e.event_id = 'ri/' || (z.number + 3)`
    const { status, text } = await read(calendarPath('jurisdiction', place.jurisdiction))
    expect(status).toBe(200)
    const calendar = readCalendar(text)
    const zones = calendar.getAllSubcomponents('vtimezone')
    expect(zones).toHaveLength(16)
    for (const zone of zones) expect(zone.getAllSubcomponents().length).toBeLessThanOrEqual(6)
    const events = calendar.getAllSubcomponents('vevent')
    expect(events).toHaveLength(58)
    const described = new Set(zones.map((zone) => valueOf(zone, 'tzid')))
    for (const event of events) {
      const start = valueOf(event, 'dtstart')
      const zone = zoneOf(event.getFirstProperty('dtstart'))
      expect(described.has(zone) || start?.endsWith('Z'), start).toBe(true)
    }
  })

  test('that does not exist is not found, and one without events is empty', async () => {
    const bill_id = await newBill(app, 903)
    expect(await eventsIn(calendarPath('bill', bill_id))).toEqual([])
    for (const path of [
      '/calendars/bill/x.ics',
      '/calendars/search/water.ics',
      '/calendars/representative/x.ics',
      `/calendars/bill/${bill_id}`,
      '/calendars/mine/unknown.ics',
    ]) {
      expect((await read(path)).status, path).toBe(404)
    }
  })

  test('of everything that a member follows has a secret address that can be reset', async () => {
    const ana = await app.member('ana')
    const bill_id = await newBill(app, 904)
    await followBill(ana, bill_id)
    await saveHearings(app, hearing('us/119/house/904', { committee: null, bills: agenda('us/119/hr/904') }))
    const secretPath = async () => new URL((await ana.call(getFeedAddress, {})).calendar_url).pathname
    const former = await secretPath()
    expect(await eventsIn(former)).toMatchObject([{ summary: 'Hearing: Lanterns' }])
    expect((await read(former)).text).not.toContain('ana')
    const next = new URL((await ana.call(resetFeedAddress, {})).calendar_url).pathname
    expect((await read(former)).status).toBe(404)
    expect((await read(next)).status).toBe(200)
  })
})

test('a time zone has every change of its clock, at the local time of the change', () => {
  const lines = timeZoneLines('America/New_York', 2027, 2027)
  expect(lines).toContain('DTSTART:20270314T020000')
  expect(lines).toContain('DTSTART:20271107T020000')
  expect(
    timeZoneLines('America/Phoenix', 2027, 2027).filter((line) => line.startsWith('TZOFFSETTO')),
  ).toEqual(['TZOFFSETTO:-0700'])
  expect(timeInZone('America/New_York', Date.parse('2027-03-14T06:59:00Z'))).toBe('20270314T015900')
  expect(timeInZone('America/New_York', Date.parse('2027-03-14T07:00:00Z'))).toBe('20270314T030000')
})
