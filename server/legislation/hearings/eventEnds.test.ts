import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { getCommittee, calendarPath, eventTime } from '#contract/hearings.ts'
import { eventRecords } from '#server/sources/events/eventFiles.ts'
import { sourceFiles } from '#server/sources/files.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { importEvents } from './import.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

const committee = 'ocd-organization/00000000-0000-4000-8000-000000000021'
const nextYear = new Date().getUTCFullYear() + 1

function record(key: string, start_date: string, end_date: string, more: object = {}) {
  return {
    name: `Hearing ${key}`,
    start_date,
    end_date,
    all_day: false,
    status: 'confirmed',
    location: { name: 'Hall of Lamps' },
    participants: [{ name: 'Lanterns', entity_type: 'committee', organization_id: committee }],
    agenda: [],
    jurisdiction: { id: 'ocd-jurisdiction/country:us/state:ne/government' },
    dedupe_key: key,
    ...more,
  }
}

async function importRecords(...records: object[]) {
  const folder = await mkdtemp(join(tmpdir(), 'hurd-ends-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'events.jsonl')
  await writeFile(file, records.map((entry) => JSON.stringify(entry)).join('\n'))
  return importEvents(app.pool, eventRecords(await sourceFiles([file]), null))
}

/** Returns the time of each hearing as screens show it, by the name of the hearing. */
async function timesShown() {
  const reader = await app.member(`reader${Math.random().toString(36).slice(2, 8)}`)
  const { upcoming_events } = await reader.call(getCommittee, { id: committee })
  return Object.fromEntries(upcoming_events.map((event) => [event.name.slice(8), eventTime(event)]))
}

// covers HURD-ENDS-01
test('the end of an event is shown and is in calendars, in the zone of its place', async () => {
  const day = (text: string) => `${nextYear}-${text}`
  const days = { all_day: true }
  const report = await importRecords(
    record('days', day('12-07'), day('12-09'), days),
    record('hours', day('12-10T15:00:00+00:00'), day('12-10T23:30:00+00:00')),
    record('local', day('12-11T10:00'), day('12-11T11:15')),
    record('night', day('12-12T22:00:00-06:00'), day('12-13T01:00:00-06:00')),
    record('none', day('12-14T15:00:00+00:00'), ''),
    record('same', day('12-15T15:00:00+00:00'), day('12-15T15:00:00+00:00')),
    record('reversed', day('12-16T15:00:00+00:00'), day('12-10T15:00:00+00:00')),
    record('one', day('12-17'), day('12-17'), days),
  )
  expect(report).toMatchObject({
    inserted: 8,
    refused: 0,
    dates_left_out: { 'before the start of its event': 1 },
  })
  const weekday = (date: string) =>
    new Date(`${day(date)}T12:00Z`).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })
  const on = (date: number) =>
    `${weekday(`12-${String(date).padStart(2, '0')}`)}, December ${date}, ${nextYear}`
  expect(await timesShown()).toEqual({
    days: `${on(7)}, to ${on(9)}`,
    hours: `${on(10)}, 9:00 a.m. to 5:30 p.m. CST`,
    local: `${on(11)}, 10:00 a.m. to 11:15 a.m. CST`,
    night: `${on(12)}, 10:00 p.m. CST, to ${on(13)}, 1:00 a.m. CST`,
    none: `${on(14)}, 9:00 a.m. CST`,
    same: `${on(15)}, 9:00 a.m. CST`,
    reversed: `${on(16)}, 9:00 a.m. CST`,
    one: on(17),
  })
  const calendar = await (await fetch(app.origin + calendarPath('committee', committee))).text()
  expect(calendar.match(/^DT(START|END);.*$/gm)).toEqual([
    `DTSTART;VALUE=DATE:${nextYear}1207`,
    `DTEND;VALUE=DATE:${nextYear}1210`,
    `DTSTART;TZID=America/Chicago:${nextYear}1210T090000`,
    `DTEND;TZID=America/Chicago:${nextYear}1210T173000`,
    `DTSTART;TZID=America/Chicago:${nextYear}1211T100000`,
    `DTEND;TZID=America/Chicago:${nextYear}1211T111500`,
    `DTSTART;TZID=America/Chicago:${nextYear}1212T220000`,
    `DTEND;TZID=America/Chicago:${nextYear}1213T010000`,
    `DTSTART;TZID=America/Chicago:${nextYear}1214T090000`,
    `DTSTART;TZID=America/Chicago:${nextYear}1215T090000`,
    `DTSTART;TZID=America/Chicago:${nextYear}1216T090000`,
    `DTSTART;VALUE=DATE:${nextYear}1217`,
  ])
})

// covers HURD-ENDS-01
test('a later end updates the event and its entry in calendars, and a second import changes nothing', async () => {
  const start = `${nextYear}-11-10T15:00:00+00:00`
  await importRecords(record('later', start, `${nextYear}-11-10T16:00:00+00:00`))
  const longer = record('later', start, `${nextYear}-11-10T18:00:00+00:00`)
  expect(await importRecords(longer)).toMatchObject({ updated: 1 })
  expect(await importRecords(longer)).toMatchObject({ unchanged: 1 })
  expect((await timesShown())['later']).toContain('9:00 a.m. to 12:00 p.m. CST')
  const [row] = await app.pool<
    { sequence: number }[]
  >`select sequence from events where name = 'Hearing later'`
  expect(row).toEqual({ sequence: 1 })
})
