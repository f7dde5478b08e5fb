import type { RecordReading } from '#server/sources/recordFiles.ts'

/** The status of an event according to its source. Whether it was moved or has passed is determined by the import. */
export type EventStatus = 'scheduled' | 'changed' | 'deferred' | 'cancelled'

/** A bill on the agenda. If the source's name for it can mean bills of several sessions, the first known id is used. */
export type AgendaBill = { source_ids: string[]; agenda_item: string | null }

/** A hearing or meeting, normalized from any public record. */
export type ImportedEvent = {
  /**
   * The id is the same for every record of the event, even after it was moved, such as "nyc/22526" or
   * "us/119/house/118242".
   */
  event_id: string
  /** True if the source has no id for its events, so another event of the day may have the same one. */
  shares_id?: boolean
  /** The body that holds the event, such as "us/house" or "ny/place:new_york/council". */
  organization: string
  /**
   * `committee_id` is null if the source states only a name. The name is then looked up among the committees of the
   * place.
   */
  committee: { committee_id: string | null; name: string } | null
  /** The OCD division of the place. */
  jurisdiction: string
  name: string
  /** The time in ISO 8601 with an offset, or null for an event of a whole day, and for a time without an offset. */
  starts_at: string | null
  /**
   * A time such as "2026-06-03T10:00" in the time zone of the place. Null unless the source states a time without an
   * offset.
   */
  starts_local: string | null
  /** The day of an event without a time, as YYYY-MM-DD. */
  starts_on: string | null
  /** The end, in the same three forms. Missing if the source states none, or one that is not after the start. */
  ends_at?: string | null
  ends_local?: string | null
  ends_on?: string | null
  /** Null means the time zone of the state's capital. */
  time_zone: string | null
  location: string | null
  url: string | null
  status: EventStatus
  bills: AgendaBill[]
  source_name: string
  source_checked_at: string | null
}

export type EventReading = RecordReading<ImportedEvent>
