import type { GovernmentLevel } from '#contract/bills/billContent.ts'
import type { EndReason, StartReason } from '#contract/representatives.ts'
import type { LeftOut } from '#server/sources/leftOut.ts'

/** A term of office, from its first day up to but not including `valid_to`. */
export type ImportedTerm = {
  /**
   * The chamber or council, such as "us/house" or "tx/lower". A single office such as "tx/governor" is an organization
   * too. If a roster names most of an organization's members, those that it no longer names are retired. Null if the
   * record names none.
   */
  organization: string | null
  /** The title, such as "U.S. Senator", "State Representative" or "Governor". */
  title: string
  government_level: GovernmentLevel
  /** The OCD division whose residents they represent. */
  division: string
  /** The district's display name, such as "Texas district 37", "Wyoming at large" or "Austin, TX". */
  district: string | null
  /**
   * Distinguishes the seats of one district, such as the class of a senator. Missing if the source does not number
   * them.
   */
  seat?: number
  party: string | null
  office_phone: string | null
  email: string | null
  contact_form_url: string | null
  /** The first day as YYYY-MM-DD, or null if the term began before the record's first date. */
  valid_from: string | null
  /** The first day out of office as YYYY-MM-DD, or null if no end is known. */
  valid_to: string | null
  /** The way in which the term began. Missing if the source does not say. */
  start_reason?: StartReason
  /** The way in which the term ended. Missing or null if the term has not ended or the source does not say. */
  end_reason?: EndReason | null
}

/** One official, normalized from any public record. */
export type ImportedPerson = {
  /** The source's id, such as a Bioguide id, "ocd-person/…" or "nyc-7825". */
  rep_id: string
  rep_name: string
  /** Former and longer names and other spellings. Missing if this kind of record lists none. The stored names then stay. */
  other_names?: string[]
  photo_url: string | null
  /** The name of the source, such as "The @unitedstates project", "Open States" or "New York City Council". */
  source_name: string
  /** The time of the download in ISO 8601. Null means the date of the file. */
  source_checked_at: string | null
  terms: ImportedTerm[]
  /** The fields that this kind of record leaves out. The stored values stay. */
  omitted?: OmittedPersonField[]
}

export type OmittedPersonField =
  | 'rep_name'
  | 'source_name'
  | 'photo_url'
  | 'district'
  | 'party'
  | 'office_phone'
  | 'email'
  | 'contact_form_url'
  | 'valid_from'
  | 'valid_to'

/** The result of reading one record of a person and its position, or why it cannot be used. */
export type PersonReading = { file: string; record: string } & (
  | { imported: ImportedPerson; leftOut?: LeftOut }
  | { reason: string }
)
