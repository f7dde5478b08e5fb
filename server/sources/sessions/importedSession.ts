import type { LeftOut } from '#server/sources/leftOut.ts'

/** A legislative session as a source describes it. */
export type ImportedSession = {
  /** "us" or the postal code of a state. */
  place: string
  identifier: string
  name: string
  classification: 'regular' | 'special'
  /** The day as YYYY-MM-DD. */
  start_date: string
  /**
   * The end according to the source. It may be planned, the final adjournment, or the end of the first year. Null if
   * unknown.
   */
  end_date: string | null
  /** True if the source calls the session active, or null if it does not say. */
  active_at_source: boolean | null
  source_name: string
  /** The time at which the record was fetched, in ISO 8601. Null means the date of its file. */
  source_checked_at: string | null
}

/** The result of reading one record of a session and its position, or why it cannot be used. */
export type SessionReading = { file: string; record: string } & (
  | { imported: ImportedSession; leftOut?: LeftOut }
  | { reason: string }
)
