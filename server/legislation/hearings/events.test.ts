import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { followTarget, listUpdates } from '#contract/alerts.ts'
import { getBill } from '#contract/bills/bills.ts'
import { summaryInWords } from '#contract/bills/summaryWords.ts'
import { sendImmediateAlerts } from '#server/participation/alerts/digests/immediate.ts'
import { notifyBillFollowers } from '#server/participation/alerts/fanout.ts'
import { inLanguage } from '#server/platform/language/current.ts'
import type { ImportedEvent } from '#server/sources/events/importedEvent.ts'
import { runHurd } from '#server/testing/operator.ts'
import { alertEmails, followBill, newBill } from '#server/testing/setups/alerts.ts'
import {
  agenda,
  hearing as hearingAt,
  saveHearings,
  timeFromNow,
} from '#server/testing/setups/records/events.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { markPassedEvents, remindOfHearings } from './reminders.ts'

let app: TestServer
let ana: Awaited<ReturnType<TestServer['member']>>
beforeAll(async () => {
  app = await startTestServer()
  ana = await app.member('ana')
})
afterAll(() => app.close())

// A hearing at another minute has moved, so the tests do not compute a time for each record of a hearing.
const [past, inThreeDays, inFiveDays] = [timeFromNow(-3), timeFromNow(3), timeFromNow(5)]
const hearing = (event_id: string, more: Partial<ImportedEvent> = {}) =>
  hearingAt(event_id, { starts_at: inFiveDays, ...more })

async function updatesOf(bill_id: string) {
  return app.pool<{ update_type: string; summary: string; is_alertable: boolean }[]>`
    select update_type, summary, is_alertable from bill_updates
     where bill_id = ${bill_id} and update_type like 'hearing%' order by update_id`
}

async function nextEventOf(bill_id: string) {
  return (await ana.call(getBill, { id: bill_id })).bill.next_event
}

describe('an event', () => {
  // covers BEY-ANATOMY-17
  test('is the next event of the bills on its agenda, keeps its row when it moves, and is skipped when canceled', async () => {
    const bill_id = await newBill(app, 801)
    const bills = agenda('us/119/hr/801', 'us/119/hr/99999')
    expect(await saveHearings(app, hearing('us/119/house/1', { bills }))).toMatchObject({
      inserted: 1,
      linked: 1,
      unlinked: 1,
    })
    expect(await nextEventOf(bill_id)).toMatchObject({ event_id: 'us/119/house/1', names_bill: true })
    expect(await saveHearings(app, hearing('us/119/house/1', { bills }))).toMatchObject({ unchanged: 1 })
    const starts_at = timeFromNow(9)
    expect(await saveHearings(app, hearing('us/119/house/1', { bills, starts_at }))).toMatchObject({
      updated: 1,
    })
    expect((await nextEventOf(bill_id))?.starts_at).toBe(starts_at)
    const stored = await app.pool`select status, sequence from events where event_id = 'us/119/house/1'`
    expect(stored).toEqual([{ status: 'changed', sequence: 1 }])
    await saveHearings(app, hearing('us/119/house/1', { bills, starts_at, status: 'cancelled' }))
    expect(await nextEventOf(bill_id)).toBe(null)
  })

  test('has its time in the zone of its place, even if the source gives local time or only a day', async () => {
    const place = {
      organization: 'mi/lower',
      committee: null,
      jurisdiction: 'ocd-division/country:us/state:ne',
    }
    const local = { ...place, starts_at: null, starts_on: null, time_zone: null }
    await saveHearings(
      app,
      hearing('zone/local', { ...local, starts_local: '2027-07-01T09:30' }),
      hearing('zone/day', { ...local, starts_on: '2027-07-01' }),
      hearing('zone/offset', { ...local, starts_at: '2027-07-02T03:00:00.000Z' }),
    )
    const rows = await app.pool`
      select event_id, iso_time(starts_at) as starts_at, starts_on::text, is_all_day, time_zone from events
       where event_id like 'zone/%' order by event_id`
    const time_zone = 'America/Chicago'
    expect(rows).toEqual([
      { event_id: 'zone/day', starts_at: null, starts_on: '2027-07-01', is_all_day: true, time_zone },
      {
        event_id: 'zone/local',
        starts_at: '2027-07-01T14:30:00.000Z',
        starts_on: '2027-07-01',
        is_all_day: false,
        time_zone,
      },
      {
        event_id: 'zone/offset',
        starts_at: '2027-07-02T03:00:00.000Z',
        starts_on: '2027-07-01',
        is_all_day: false,
        time_zone,
      },
    ])
  })

  // covers HURD-LINKS-07
  test('has the committee, body and place of the last record, which alert nobody', async () => {
    const state = { organization: 'mi/legislature', jurisdiction: 'ocd-division/country:us/state:mi' }
    const named = (name: string) => ({ ...state, committee: { committee_id: null, name } })
    const event = hearing('mi/corrected', named('Lanters'))
    await saveHearings(app, event)
    const stored = () => app.pool`
      select committee_name, organization, jurisdiction, status, sequence from events where event_id = 'mi/corrected'`
    const corrections = [
      named('Lanterns'),
      { ...named('Lanterns'), organization: 'mi/lower' },
      { ...named('Lanterns'), organization: 'mi/lower', jurisdiction: 'ocd-division/country:us/state:wi' },
    ]
    for (const correction of corrections) {
      // oxlint-disable-next-line no-await-in-loop -- one correction after the other
      expect(await saveHearings(app, { ...event, ...correction })).toMatchObject({ updated: 1 })
      const { organization, jurisdiction } = correction
      // oxlint-disable-next-line no-await-in-loop -- one correction after the other
      expect(await stored()).toEqual([
        { committee_name: 'Lanterns', organization, jurisdiction, status: 'scheduled', sequence: 0 },
      ])
      // oxlint-disable-next-line no-await-in-loop -- one correction after the other
      expect(await saveHearings(app, { ...event, ...correction })).toMatchObject({ unchanged: 1 })
    }
  })

  test('that a council deferred is replaced by the next meeting with the same matters, under one entry in calendars', async () => {
    await newBill(app, 802)
    const meeting = {
      organization: 'ny/place:new_york/council',
      committee: { committee_id: 'nyc/committee-on-lamps', name: 'Committee on Lamps' },
      bills: agenda('us/119/hr/802'),
    }
    await saveHearings(app, hearing('nyc/1', { ...meeting, starts_at: inThreeDays }))
    await saveHearings(app, hearing('nyc/1', { ...meeting, starts_at: inThreeDays, status: 'deferred' }))
    await saveHearings(
      app,
      hearing('nyc/2', { ...meeting, starts_at: timeFromNow(20) }),
      hearing('nyc/3', { ...meeting, starts_at: timeFromNow(30) }),
    )
    const rows = await app.pool`
      select event_id, status, replaces_event_id, calendar_uid, sequence from events where event_id like 'nyc/%' order by 1`
    expect(rows).toEqual([
      { event_id: 'nyc/1', status: 'deferred', replaces_event_id: null, calendar_uid: null, sequence: 1 },
      {
        event_id: 'nyc/2',
        status: 'scheduled',
        replaces_event_id: 'nyc/1',
        calendar_uid: 'nyc/1',
        sequence: 2,
      },
      { event_id: 'nyc/3', status: 'scheduled', replaces_event_id: null, calendar_uid: null, sequence: 0 },
    ])
  })

  // covers BEY-ALERTS-19
  test('that replaces a deferred one is new for the bills that were not on the deferred agenda', async () => {
    await newBill(app, 803)
    const [both, added] = [await newBill(app, 804), await newBill(app, 805)]
    const meeting = {
      organization: 'ny/place:new_york/council',
      committee: { committee_id: 'nyc/committee-on-wicks', name: 'Committee on Wicks' },
      bills: agenda('us/119/hr/803', 'us/119/hr/804'),
    }
    await saveHearings(app, hearing('nyc/4', { ...meeting, status: 'deferred' }))
    const bills = agenda('us/119/hr/804', 'us/119/hr/805')
    await saveHearings(app, hearing('nyc/5', { ...meeting, bills, starts_at: timeFromNow(20) }))
    expect((await updatesOf(both)).at(-1)?.summary).toMatch(/^Hearing changed, now /)
    expect(await updatesOf(added)).toMatchObject([
      { update_type: 'hearing', summary: expect.stringMatching(/^Hearing scheduled: /) },
    ])
  })

  test('that is over is marked as passed, which changes nothing else', async () => {
    await saveHearings(app, hearing('over', { starts_at: past }), hearing('begun'))
    await app.pool`update events set starts_at = now() - interval '5 hours', starts_on = current_date - 1 where event_id = 'begun'`
    await markPassedEvents(app.pool)
    const rows = await app.pool`select status, sequence from events where event_id in ('over', 'begun')`
    expect(rows).toEqual([
      { status: 'passed', sequence: 0 },
      { status: 'passed', sequence: 0 },
    ])
    expect(await saveHearings(app, hearing('over', { starts_at: past }))).toMatchObject({ unchanged: 1 })
  })
})

describe('a hearing alert', () => {
  // covers BEY-ALERTS-19 BEY-ALERTS-01 HURD-LANGUAGE-31
  test('is sent when the hearing is scheduled, moved and canceled, once each, to followers of the bill and the committee', async () => {
    const bill_id = await newBill(app, 811)
    const bills = agenda('us/119/hr/811')
    await saveHearings(app, hearing('us/119/house/11'))
    const ben = await app.member('ben')
    await followBill(ben, bill_id)
    const cleo = await app.member('cleo')
    await cleo.call(followTarget, { target_type: 'committee', target_id: 'us/hsxx00' })
    await saveHearings(app, hearing('us/119/house/11', { bills }))
    await saveHearings(app, hearing('us/119/house/11', { bills }))
    const moved = { bills, starts_at: timeFromNow(8), location: 'Room 6' }
    await saveHearings(app, hearing('us/119/house/11', moved))
    await saveHearings(app, hearing('us/119/house/11', moved))
    await saveHearings(app, hearing('us/119/house/11', { ...moved, status: 'cancelled' }))
    const updates = await updatesOf(bill_id)
    expect(updates.map(({ update_type, is_alertable }) => [update_type, is_alertable])).toEqual([
      ['hearing', true],
      ['hearing_changed', true],
      ['hearing_cancelled', true],
    ])
    expect(updates[0]?.summary).toMatch(
      /^Hearing scheduled: \w+day, \w+ \d+, \d{4}, \d+:\d\d [ap]\.m\. E[DS]T, Hearing: Lanterns, Room 5\.$/,
    )
    expect(updates[1]?.summary).toMatch(/^Hearing changed, now .*Room 6\.$/)
    expect(updates[2]?.summary).toMatch(/^Hearing canceled\. It was .*Room 6\.$/)
    for (const { summary } of updates) {
      expect(inLanguage('es', () => summaryInWords(summary))).toMatch(
        /^[^:]*udiencia[^:]*: \p{Ll}+, \d+ de \p{Ll}+ de \d{4}, \d+:\d\d [ap]\.m\. E[DS]T, Hearing: Lanterns, Room [56]\.$/u,
      )
    }
    for (const person of [ben, cleo]) {
      const listed = await person.call(listUpdates, {})
      expect(listed.updates.map(({ update_type }) => update_type)).toEqual([
        'hearing_cancelled',
        'hearing_changed',
        'hearing',
      ])
    }
  })

  test('reports a bill that joins the agenda later, and a bill that is removed from it', async () => {
    const [first, second] = [await newBill(app, 812), await newBill(app, 813)]
    await saveHearings(app, hearing('us/119/house/12', { bills: agenda('us/119/hr/812') }))
    await saveHearings(app, hearing('us/119/house/12', { bills: agenda('us/119/hr/813') }))
    expect((await updatesOf(first)).map(({ summary }) => summary.split(':')[0]?.slice(0, 26))).toEqual([
      'Hearing scheduled',
      'No longer on the agenda of',
    ])
    expect(await updatesOf(second)).toHaveLength(1)
  })

  test('comes by email for those who want it immediately, and never for an event that is over', async () => {
    const bill_id = await newBill(app, 814)
    const dan = await app.member('dan', { email_verified_at: '2026-01-01T00:00:00Z' })
    await followBill(dan, bill_id)
    await app.pool`update alert_settings set frequency = 'immediate' where user_id = ${dan.user_id}`
    const bills = agenda('us/119/hr/814')
    await saveHearings(app, hearing('us/119/house/14', { bills, starts_at: timeFromNow(-2) }))
    expect(await updatesOf(bill_id)).toEqual([])
    await saveHearings(app, hearing('us/119/house/15', { bills }))
    await notifyBillFollowers(app.pool)
    await sendImmediateAlerts(app.pool, 'https://hurd.example')
    const emails = (await alertEmails(app)).filter(({ to_address }) => to_address.startsWith('dan'))
    expect(emails).toHaveLength(1)
    expect(emails[0]?.text).toContain('Hearing scheduled: ')
  })

  // covers BEY-ALERTS-19
  test('reminds once, on the day before by the calendar of the place, and never of a canceled hearing', async () => {
    const bill_id = await newBill(app, 815)
    const bills = agenda('us/119/hr/815')
    await saveHearings(app, hearing('us/119/house/16', { bills }))
    await remindOfHearings(app.pool)
    expect(await updatesOf(bill_id)).toHaveLength(1)
    // The hearing was announced days ago and is tomorrow in a time zone where it is noon now.
    const zone = await noonZone()
    const tomorrow = app.pool`(now() at time zone ${zone})::date + 1`
    await app.pool`
      update events set time_zone = ${zone}, starts_on = ${tomorrow},
             starts_at = ((${tomorrow})::timestamp + interval '10 hours') at time zone ${zone}
       where event_id = 'us/119/house/16'`
    expect(await remindOfHearings(app.pool), 'it was announced today').toBe(0)
    await app.pool`
      update bill_updates set first_seen_at = now() - interval '3 days' where bill_id = ${bill_id}`
    expect(await remindOfHearings(app.pool)).toBe(1)
    expect(await remindOfHearings(app.pool)).toBe(0)
    expect((await updatesOf(bill_id)).at(-1)).toMatchObject({
      update_type: 'hearing',
      summary: expect.stringMatching(/^Hearing tomorrow at 10:00 a\.m\. .*, Hearing: Lanterns, Room 5\.$/),
      is_alertable: true,
    })
    await app.pool`update events set status = 'cancelled' where event_id = 'us/119/house/16'`
    expect(await remindOfHearings(app.pool)).toBe(0)
  })

  // covers BEY-ALERTS-19
  test('reminds again of a hearing that moved to another day, but not of one that moved to another hour', async () => {
    const bill_id = await newBill(app, 817)
    const zone = await noonZone()
    const saveAt = async (hour: number) => {
      const [row] = await app.pool<{ starts_at: string }[]>`
        select iso_time(((now() at time zone ${zone})::date + 1 + make_interval(hours => ${hour}::int))
                        at time zone ${zone}) as starts_at`
      const more = { bills: agenda('us/119/hr/817'), time_zone: zone, starts_at: row!.starts_at }
      return saveHearings(app, hearing('us/119/house/17', more))
    }
    const passDays = () => app.pool`
      update bill_updates set first_seen_at = first_seen_at - interval '3 days' where bill_id = ${bill_id}`
    await saveAt(10)
    await passDays()
    expect(await remindOfHearings(app.pool)).toBe(1)
    expect(await saveAt(14)).toMatchObject({ updated: 1 })
    await passDays()
    expect(await remindOfHearings(app.pool), 'it moved to another hour').toBe(0)
    // The reminder now looks as if it had been sent yesterday, for a hearing today.
    await app.pool`
      update bill_updates set update_key = replace(update_key, (today + 1)::text, today::text)
        from (select (now() at time zone ${zone})::date as today) d
       where bill_id = ${bill_id} and update_key like '%:reminder:%'`
    expect(await saveAt(16)).toMatchObject({ updated: 1 })
    expect(await remindOfHearings(app.pool), 'the move was announced today').toBe(0)
    await passDays()
    expect(await remindOfHearings(app.pool)).toBe(1)
    expect((await updatesOf(bill_id)).at(-1)?.summary).toMatch(/^Hearing tomorrow at 4:00 p\.m\. /)
  })

  // covers BEY-ALERTS-19
  test('does not remind on the day of the announcement if another bill left the agenda since then', async () => {
    await newBill(app, 819)
    await newBill(app, 820)
    const time_zone = await noonZone()
    const [row] = await app.pool<{ starts_at: string }[]>`
      select iso_time(((now() at time zone ${time_zone})::date + 1 + interval '10 hours') at time zone ${time_zone}) as starts_at`
    const more = { time_zone, starts_at: row!.starts_at }
    const both = agenda('us/119/hr/819', 'us/119/hr/820')
    await saveHearings(app, hearing('us/119/house/19', { ...more, bills: both }))
    await saveHearings(app, hearing('us/119/house/19', { ...more, bills: agenda('us/119/hr/819') }))
    expect(await remindOfHearings(app.pool)).toBe(0)
  })

  test('lists a bill twice, which is one bill, and only a bill that is not stored counts as not imported', async () => {
    await newBill(app, 818)
    const bills = agenda('us/119/hr/818', 'us/119/hr/99998', 'us/119/hr/818')
    expect(await saveHearings(app, hearing('us/119/house/18', { bills }))).toMatchObject({
      linked: 1,
      unlinked: 1,
    })
  })

  test('can be left out of an import, and the command reports what it cannot use', async () => {
    const bill_id = await newBill(app, 816)
    const folder = await mkdtemp(join(tmpdir(), 'hurd-events-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'events.jsonl')
    const record = {
      event_id: 'hurd/1',
      organization: 'us/house',
      jurisdiction: 'ocd-division/country:us',
      name: 'Hearing',
      starts: timeFromNow(4),
      bills: ['us/119/hr/816'],
      source_name: 'Invented source',
    }
    await writeFile(
      file,
      `${JSON.stringify(record)}\n{"a":1}\n${JSON.stringify({ ...record, starts: '' })}\nno json\n`,
    )
    const ran = await runHurd(app, ['import', 'events', file, '--no-notify', '--json'])
    expect(ran.json).toMatchObject({ inserted: 1, refused: 3, linked: 1 })
    expect(await updatesOf(bill_id)).toMatchObject([{ update_type: 'hearing', is_alertable: false }])
  })
})

/** Returns a time zone in which the day began long enough ago for reminders. */
async function noonZone(): Promise<string> {
  const [row] = await app.pool<{ zone: string }[]>`
    select zone from unnest(array['Pacific/Kiritimati', 'Asia/Tokyo', 'Europe/Berlin', 'America/New_York',
                                  'America/Los_Angeles', 'Pacific/Honolulu']) zone
     where extract(hour from now() at time zone zone) between 9 and 20 limit 1`
  return row!.zone
}
