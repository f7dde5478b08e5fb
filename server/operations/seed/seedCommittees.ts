import { fileURLToPath } from 'node:url'
import { importCommittees } from '#server/legislation/committees/import.ts'
import { importEvents } from '#server/legislation/hearings/import.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { committeeRecords } from '#server/sources/committees/committeeFiles.ts'
import type { EventReading } from '#server/sources/events/importedEvent.ts'
import { sourceFiles } from '#server/sources/files.ts'

/** Imports the bundled committees after the representatives who are their members. Returns their number. */
export async function seedCommittees(db: Pool): Promise<number> {
  const file = fileURLToPath(new URL('../../../db/seed/committees.jsonl', import.meta.url))
  const { inserted, updated, unchanged, refusals } = await importCommittees(
    db,
    committeeRecords(await sourceFiles([file]), 'hurd'),
  )
  const [first] = refusals
  if (first) throw new Error(`The bundled committee ${first.record} was rejected: ${first.reason}`)
  return inserted + updated + unchanged
}

const committee_id = 'us/hsju00'
const demoBills = 2
const daysAhead = 12

/** Schedules an invented hearing on bills before a bundled committee so that the demo shows what a hearing looks like. */
export async function seedDemoHearing(db: Pool): Promise<void> {
  const bills = await db<{ source_id: string }[]>`
    select b.source_id from bill_committees c join bills b using (bill_id)
     where c.committee_id = ${committee_id} order by c.occurred_on desc, b.source_id limit ${demoBills}`
  await importEvents(db, demoHearing(bills.map(({ source_id }) => source_id)), undefined, { notify: false })
}

// oxlint-disable-next-line require-await -- the import reads an async iterable
async function* demoHearing(source_ids: readonly string[]): AsyncGenerator<EventReading> {
  const day = new Date(Date.now() + daysAhead * 86_400_000).toISOString().slice(0, 10)
  yield {
    file: 'demo',
    record: 'hearing',
    imported: {
      event_id: 'demo/hearing',
      organization: 'us/house',
      committee: { committee_id, name: 'House Committee on the Judiciary' },
      jurisdiction: 'ocd-division/country:us',
      name: 'Demonstration hearing (invented)',
      starts_at: null,
      starts_local: `${day}T10:00`,
      starts_on: null,
      time_zone: 'America/New_York',
      location: 'Room 2141, Rayburn House Office Building',
      url: null,
      status: 'scheduled',
      bills: source_ids.map((source_id) => ({ source_ids: [source_id], agenda_item: null })),
      source_name: 'Demonstration',
      source_checked_at: null,
    },
  }
}
