/** A legislative session as a source describes it. */
export type ImportedSession = {
  /** "us" or the postal code of a state. */
  place: string
  identifier: string
  name: string
  classification: 'regular' | 'special'
  /** YYYY-MM-DD. */
  start_date: string
  /** The end in the source: a plan, the final adjournment, or the end of the first year. Null if unknown. */
  end_date: string | null
  /** Whether the source calls the session active; null if it does not say. */
  active_at_source: boolean | null
  source_name: string
  /** When the record was fetched, ISO 8601; null means the date of its file. */
  source_checked_at: string | null
}

/** The result of reading one record of a session and its position, or why it cannot be used. */
export type SessionReading = { file: string; record: string } & (
  | { imported: ImportedSession }
  | { reason: string }
)
