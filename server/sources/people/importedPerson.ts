import type { EndReason, StartReason } from '../../../contract/representatives/representatives.ts'
import type { GovernmentLevel } from '../../../contract/rules/bills/billContent.ts'

/** A term of office, from its first day up to but not including `valid_to`. */
export type ImportedTerm = {
  /**
   * The chamber or council, "us/house" or "tx/lower". A single office such as "tx/governor" is an organization too. A
   * roster that names most of an organization's members retires those that it no longer names. Null when the record
   * names none.
   */
  organization: string | null
  /** "U.S. Senator", "State Representative", "Governor". */
  title: string
  government_level: GovernmentLevel
  /** OCD division whose residents they represent. */
  division: string
  /** The district's display name: "Texas district 37", "Wyoming at large", "Austin, TX". */
  district: string | null
  /** Distinguishes the seats of one district: the class of a senator. Absent where the source does not number them. */
  seat?: number
  party: string | null
  office_phone: string | null
  email: string | null
  contact_form_url: string | null
  /** YYYY-MM-DD; null when the term began before the record's first date. */
  valid_from: string | null
  /** The first day out of office, YYYY-MM-DD; null while no end is known. */
  valid_to: string | null
  /** How the term began; absent when the source does not say. */
  start_reason?: StartReason
  /** How the term ended; absent or null while it lasts, or when the source does not say. */
  end_reason?: EndReason | null
}

/** One official, normalized from any public record. */
export type ImportedPerson = {
  /** The source's id: a Bioguide id, "ocd-person/…", "nyc-7825". */
  rep_id: string
  rep_name: string
  photo_url: string | null
  /** "The @unitedstates project", "Open States", "New York City Council". */
  source_name: string
  /** When the record was downloaded, ISO 8601; null means the date of its file. */
  source_checked_at: string | null
  terms: ImportedTerm[]
  /** Fields that this kind of record leaves out. The stored values stay. */
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
  | { imported: ImportedPerson }
  | { reason: string }
)
