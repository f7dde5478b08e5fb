import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBill } from '#contract/bills/bills.ts'
import { getCommittee, calendarPath, eventDay, eventTime } from '#contract/hearings.ts'
import type { ImportedEvent } from '#server/sources/events/importedEvent.ts'
import { newBill } from '#server/testing/setups/alerts.ts'
import { agenda, hearing, saveHearings, timeFromNow } from '#server/testing/setups/records/events.ts'
import { dayFromNow } from '#server/testing/setups/records/importedBills.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { markPassedEvents } from './reminders.ts'

let app: TestServer
let reader: Person
beforeAll(async () => {
  app = await startTestServer()
  reader = await app.member('reader')
})
afterAll(() => app.close())

// The zone has the days of UTC, in which the test computes them.
const zone = { time_zone: 'Africa/Abidjan' }
const ofDays = (from: number, to: number): Partial<ImportedEvent> => ({
  ...zone,
  starts_at: null,
  starts_on: dayFromNow(from),
  ends_on: dayFromNow(to),
})
const ofTimes = (from: number, to: number): Partial<ImportedEvent> => ({
  ...zone,
  starts_at: timeFromNow(from),
  ends_at: timeFromNow(to),
})

async function save(number: number, more: Partial<ImportedEvent>) {
  const bill_id = await newBill(app, number)
  const committee = { committee_id: `us/hs${number}`, name: `Committee ${number}` }
  const bills = agenda(`us/119/hr/${number}`)
  const saved = hearing(`us/119/house/${number}`, { committee, bills, ...more })
  await saveHearings(app, saved)
  return { bill_id, saved, committee_id: committee.committee_id }
}

const words = async (path: string) => (await fetch(app.origin + path)).text()
const written = (day: number) => dayFromNow(day).replaceAll('-', '')

/** Returns the names of the screens and feeds that show the hearing, each with the time that it shows. */
async function shownTimes({ bill_id, saved, committee_id }: Awaited<ReturnType<typeof save>>) {
  const { bill } = await reader.call(getBill, { id: bill_id })
  const { upcoming_events } = await reader.call(getCommittee, { id: committee_id })
  const number = saved.event_id.split('/').at(-1)
  const embed = (await words(`/embed/bills/us/119/hr/${number}`)).replaceAll(/<[^>]*>/g, ' ')
  const open: { events: { event_id: string }[] } = JSON.parse(
    await words(`/api/public/v1/events?from=${dayFromNow(0)}&limit=100`),
  )
  return {
    bill: bill.next_event && eventTime(bill.next_event),
    committee: upcoming_events[0] ? eventTime(upcoming_events[0]) : null,
    embed: / (\w+day, .+?), Hearing: Lanterns/.exec(embed.replaceAll(/\s+/g, ' '))?.[1] ?? null,
    api: open.events.some(({ event_id }) => event_id === saved.event_id),
  }
}

const on = (days: number) => eventDay({ starts_on: dayFromNow(days) })

// covers HURD-ENDS-02
test('a hearing of several days stays in every list until its last day, with both days', async () => {
  for (const [number, days] of [
    [701, ofDays(-2, 0)],
    [702, { ...ofTimes(-2, 0), ends_at: `${dayFromNow(0)}T23:59:59.000Z` }],
  ] as const) {
    const event = await save(number, days)
    await markPassedEvents(app.pool)
    // Sources list the hearing again while it lasts.
    await saveHearings(app, event.saved)
    const shown = await shownTimes(event)
    const both = expect.stringMatching(new RegExp(`^${on(-2)}.*, to ${on(0)}`))
    expect([number, shown]).toEqual([number, { bill: both, committee: both, embed: both, api: true }])
    const [row] = await app.pool<{ status: string }[]>`
      select status from events where event_id = ${event.saved.event_id}`
    expect(row).toEqual({ status: 'scheduled' })
  }
})

// covers HURD-ENDS-02
test('after its last day it is over everywhere', async () => {
  for (const [number, days] of [
    [703, ofDays(-4, -1)],
    [704, ofTimes(-2, -0.01)],
  ] as const) {
    const event = await save(number, days)
    await markPassedEvents(app.pool)
    // The API selects by day, so it still has a hearing that ended today.
    const listed = number === 703 ? { api: false } : {}
    expect(await shownTimes(event)).toMatchObject({ bill: null, committee: null, embed: null, ...listed })
    const [row] = await app.pool<{ status: string }[]>`
      select status from events where event_id = ${event.saved.event_id}`
    expect(row).toEqual({ status: 'passed' })
  }
})

// covers HURD-ENDS-02
test('a hearing that began months ago and still lasts is in the calendar', async () => {
  const { committee_id } = await save(705, ofDays(-100, 1))
  const calendar = await (await fetch(app.origin + calendarPath('committee', committee_id))).text()
  expect(calendar).toContain(`DTSTART;VALUE=DATE:${written(-100)}`)
  expect(calendar).toContain(`DTEND;VALUE=DATE:${written(2)}`)
})

// covers HURD-ENDS-02
test('a change on the second day of a hearing is an update of its bills, which names both days', async () => {
  const { bill_id, saved } = await save(706, ofDays(-1, 1))
  await saveHearings(app, { ...saved, ends_on: dayFromNow(2) })
  await saveHearings(app, { ...saved, ends_on: dayFromNow(2), status: 'cancelled' })
  const updates = await app.pool<{ update_type: string; summary: string }[]>`
    select update_type, summary from bill_updates where bill_id = ${bill_id} and update_type like 'hearing%' order by first_seen_at, update_key`
  expect(updates.map(({ update_type }) => update_type)).toEqual([
    'hearing',
    'hearing_changed',
    'hearing_cancelled',
  ])
  expect(updates[1]!.summary).toContain(`now ${on(-1)}, to ${on(2)}, Hearing: Lanterns`)
})
