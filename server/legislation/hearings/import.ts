import { isTimeZone } from '#contract/hearings.ts'
import {
  emptyReport,
  importInBatches,
  secondsSince,
  type ImportReport,
} from '#server/platform/cli/importReport.ts'
import type { Pool, Transaction } from '#server/platform/postgres/db.ts'
import type { EventReading, ImportedEvent } from '#server/sources/events/importedEvent.ts'
import { impossibleDateReason } from '#server/sources/parts/possibleDates.ts'
import { recordHearings } from './hearingUpdates.ts'
import { linkAgendas } from './linkAgendas.ts'
import { linkReplacements } from './linkReplacements.ts'
import { saveEvents } from './saveEvents.ts'

/** How many of the bills on the agendas Hurd has, and how many it does not. */
export type EventImportReport = ImportReport & { linked: number; unlinked: number }

const batchSize = 100

type ImportOptions = {
  /** False for a repair, whose changes are recorded without alerting anybody. */
  notify?: boolean
}

/**
 * Imports events by their id. Importing the same record again changes nothing. When an event is moved or canceled, its
 * `sequence` is incremented.
 */
export async function importEvents(
  db: Pool,
  records: AsyncIterable<EventReading>,
  onProgress: (report: EventImportReport) => void = () => {},
  { notify = true }: ImportOptions = {},
): Promise<EventImportReport> {
  const started = performance.now()
  const report: EventImportReport = { ...emptyReport(), linked: 0, unlinked: 0 }
  await importInBatches(records, report, {
    batchSize,
    async save(readings) {
      const events = readings.map(({ imported }) => imported)
      const batchOutcomes = await db.begin((transaction) => saveImportedEvents(transaction, events, notify))
      for (const name of outcomes) report[name] += batchOutcomes[name]
    },
    reasonOf: ({ imported }) => unusableReason(imported),
    onProgress,
  })
  report.seconds = secondsSince(started)
  return report
}

/** Returns why an event cannot be saved, or null. Calendars and screens depend on its date and its time zone. */
function unusableReason({ starts_at, starts_local, starts_on, time_zone }: ImportedEvent): string | null {
  if (time_zone !== null && !isTimeZone(time_zone)) return `"${time_zone}" is not a time zone.`
  return impossibleDateReason(starts_at ?? starts_local ?? starts_on ?? '')
}

const outcomes = ['inserted', 'updated', 'unchanged', 'linked', 'unlinked'] as const

/** Saves events in the caller's transaction. If several records have the same id, the last one is saved. */
async function saveImportedEvents(
  db: Transaction,
  imported: readonly ImportedEvent[],
  notify: boolean,
): Promise<Pick<EventImportReport, (typeof outcomes)[number]>> {
  // Only one import decides and writes at a time. The lock ends with the transaction.
  await db`select pg_advisory_xact_lock(hashtext('import events'))`
  const events = [...new Map(imported.map((event) => [event.event_id, event])).values()]
  const savedEvents = await saveEvents(db, events)
  const agendas = await linkAgendas(db, events)
  const replaced = await linkReplacements(
    db,
    events.map(({ event_id }) => event_id),
  )
  await recordHearings(db, { saved: savedEvents, agendas, replaced, notify })
  const relinked = new Set([...agendas.added, ...agendas.removed].map(({ event_id }) => event_id))
  const outcomeOf = savedEvents.map(({ event_id, outcome }) =>
    outcome === 'unchanged' && relinked.has(event_id) ? 'updated' : outcome,
  )
  const count = (name: string) => outcomeOf.filter((outcome) => outcome === name).length
  return {
    inserted: count('inserted'),
    updated: count('updated'),
    unchanged: count('unchanged') + imported.length - events.length,
    linked: agendas.linked,
    unlinked: agendas.unlinked,
  }
}
