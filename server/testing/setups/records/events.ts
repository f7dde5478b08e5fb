import { importEvents } from '#server/legislation/hearings/import.ts'
import type { EventReading, ImportedEvent } from '#server/sources/events/importedEvent.ts'
import type { TestServer } from '#server/testing/testServer.ts'

/** Returns a time `days` from now, to the minute so that a database and a record agree on it. */
export function timeFromNow(days: number): string {
  const minute = 60_000
  return new Date(Math.floor((Date.now() + days * 24 * 60 * minute) / minute) * minute).toISOString()
}

/** Returns a hearing of a committee of the House in five days. */
export function hearing(event_id: string, more: Partial<ImportedEvent> = {}): ImportedEvent {
  return {
    event_id,
    organization: 'us/house',
    committee: { committee_id: 'us/hsxx00', name: 'Lanterns Committee' },
    jurisdiction: 'ocd-division/country:us',
    name: 'Hearing: Lanterns',
    starts_at: timeFromNow(5),
    starts_local: null,
    starts_on: null,
    time_zone: 'America/New_York',
    location: 'Room 5',
    url: null,
    status: 'scheduled',
    bills: [],
    source_name: 'Congress.gov',
    source_checked_at: null,
    ...more,
  }
}

export function agenda(...source_ids: string[]): ImportedEvent['bills'] {
  return source_ids.map((id) => ({ source_ids: [id], agenda_item: null }))
}

/** Imports these events as one run. */
export function saveHearings(app: TestServer, ...events: ImportedEvent[]) {
  return importEvents(app.pool, readings(events))
}

// oxlint-disable-next-line require-await -- the import reads an async iterable
async function* readings(events: readonly ImportedEvent[]): AsyncGenerator<EventReading> {
  for (const [index, imported] of events.entries()) {
    yield { file: 'test', record: `record ${index + 1}`, imported }
  }
}
