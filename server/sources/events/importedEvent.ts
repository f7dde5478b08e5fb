import type { RecordReading } from '../recordFiles.ts'

/** An event's own word on whether it takes place. That it was moved or has passed is found by the import. */
export type EventStatus = 'scheduled' | 'changed' | 'deferred' | 'cancelled'

/** A bill on the agenda. A source may name it so that several sessions can be meant: then the first known id counts. */
export type AgendaBill = { source_ids: string[]; agenda_item: string | null }

/** A hearing or meeting, normalized from any public record. */
export type ImportedEvent = {
  /** The same for every record of the event, also after it is moved: "nyc/22526", "us/119/house/118242". */
  event_id: string
  /** Who holds it: "us/house", "ny/place:new_york/council". */
  organization: string
  /** `committee_id` is null if the source gives only a name, which is then looked up among the committees of the place. */
  committee: { committee_id: string | null; name: string } | null
  /** The OCD division of the place. */
  jurisdiction: string
  name: string
  /** ISO 8601 with an offset. Null for an event of a whole day, and for a time without an offset. */
  starts_at: string | null
  /** "2026-06-03T10:00" in the time zone of the place, if the source gives no offset. */
  starts_local: string | null
  /** YYYY-MM-DD of an event without a time. */
  starts_on: string | null
  /** Null for that of the state's capital. */
  time_zone: string | null
  location: string | null
  url: string | null
  status: EventStatus
  bills: AgendaBill[]
  source_name: string
  source_checked_at: string | null
}

export type EventReading = RecordReading<ImportedEvent>
