import type { GovernmentLevel } from '../../../contract/billContent.ts'

/** What somebody holds or held, from its first day to the day before the last. */
export type ImportedTerm = {
  /**
   * The body of the office, "us/house" or "tx/lower"; an office of one, "tx/governor", is a body too. A roster that
   * names most of a body's members retires those whom it no longer names. Null: the record tells of none.
   */
  body: string | null
  /** "U.S. Senator", "State Representative", "Governor". */
  title: string
  government_level: GovernmentLevel
  /** OCD division whose people they represent. */
  division: string
  /** The district in words: "Texas district 37", "Wyoming at large", "Austin, TX". */
  district: string | null
  party: string | null
  office_phone: string | null
  email: string | null
  contact_form_url: string | null
  /** YYYY-MM-DD; null: earlier than the record says. */
  valid_from: string | null
  /** The first day out of office, YYYY-MM-DD; null: until further notice. */
  valid_to: string | null
}

/** One person in Hurd's own words, whatever public record they came from. */
export type ImportedPerson = {
  /** The source's own id: a Bioguide id, "ocd-person/…", "nyc-7825". */
  rep_id: string
  rep_name: string
  photo_url: string | null
  /** "The @unitedstates project", "Open States", "New York City Council". */
  source_name: string
  /** The day the record was fetched, ISO 8601; null: the day of the file it stands in. */
  source_checked_at: string | null
  terms: ImportedTerm[]
  /** What this kind of record leaves out: what is held of it stays. */
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

/** A person as one record tells of them, with where it stood; or why it cannot be used. */
export type PersonReading = { file: string; record: string } & (
  | { imported: ImportedPerson }
  | { reason: string }
)
