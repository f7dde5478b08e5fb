import type { BillAction, BillStatus, GovernmentLevel, Sponsor } from '#contract/bills/billContent.ts'
import type { DocumentType, TextFormat, VersionSection } from '#contract/bills/versions.ts'
import type { PolicyArea } from '#contract/topics.ts'
import type { LeftOut } from '#server/sources/leftOut.ts'
import type { ImportedParts } from '#server/sources/parts/importedParts.ts'
import type { VoteReading } from '#server/sources/votes/importedVote.ts'

/** The text of one version of a bill. */
export type ImportedText = {
  format: TextFormat
  /** Null for an amendment that changes only parts of the bill, because it cannot be compared. */
  sections: VersionSection[] | null
  /** The sections that the version itself marks as deleted. They are not part of its text. */
  struck_sections: VersionSection[]
  /** HTML that was already sanitized by the allow-list of contract/bills/versions.ts. */
  formatted_text: string | null
  full_text: string | null
}

/** A version of a bill that a source publishes, with or without its text. */
export type ImportedVersion = {
  /** The source's own name of the version, such as "ih", "plaw" or "A". */
  code: string | null
  label: string
  /** Missing if the document is the bill itself. A document of type `summary` is shown until there is a text. */
  document_type?: DocumentType
  /** The date as YYYY-MM-DD. */
  printed_on: string | null
  source_url?: string | null
  /** The source's id of the document, such as LegiScan's doc_id. */
  source_document_id?: string | null
  text: ImportedText | null
}

/** A sponsor with the source's id of the person, if the record has it. */
export type ImportedSponsor = Sponsor & { source_person_id?: string | null | undefined }

/**
 * One bill, normalized from any public record. A source converts its record to this type and knows nothing about the
 * database; the import knows nothing about source formats.
 */
export type ImportedBill = {
  /** The name of the source, such as "Congress.gov" or "Open States". A record in Hurd's own format may name any source. */
  source_name: string
  /**
   * The bill's own id, which is the same in every source, such as "us/119/hr/22", "mi/2025-2026/hb4001" or
   * "nyc/2025/int1138".
   */
  source_id: string
  /**
   * The source's own permanent id of its record, such as Legistar's MatterId. It identifies the bill even if the number under
   * which the source files it is typed differently. Missing if the source has none, or numbers its bills only once.
   */
  source_record_id?: string | null
  /**
   * The time (ISO 8601) at which the source last changed its record, or null if it is unknown. An older record never
   * replaces a newer one.
   */
  source_updated_at: string | null
  /** The time (ISO 8601) at which the record was downloaded from the source, or null if it is unknown. */
  source_checked_at: string | null
  bill_code: string
  title: string
  summary: string
  /** 'hurd' if the summary was written for Hurd. A summary from a source never replaces such a summary. */
  summary_by?: 'hurd'
  topics: PolicyArea[]
  government_level: GovernmentLevel
  /**
   * The OCD division of the legislature, such as "ocd-division/country:us", ".../state:mi" or
   * ".../state:ny/place:new_york".
   */
  jurisdiction: string
  status: BillStatus
  /** The date of introduction, or else of the earliest action, in ISO 8601 UTC. */
  created_at: string
  source_url: string | null
  /** The URL at which the source publishes the text as a web page. Missing if the record has none. */
  text_url?: string
  sponsors: ImportedSponsor[]
  /** The actions, oldest first. */
  actions: BillAction[]
  /** The information in the record beyond the lists above. */
  parts?: ImportedParts
  /** The versions that the record names. Stored versions that the record does not name stay. */
  versions?: ImportedVersion[]
  /**
   * The fields that this kind of record leaves out. For example, an entry of a list has no actions. The stored values
   * stay.
   */
  omitted?: OmittedField[]
}

export const omittableFields = ['summary', 'topics', 'sponsors', 'actions', 'status', 'created_at'] as const
export type OmittedField = (typeof omittableFields)[number]

/** A record with only one version, which is added to the bill with the same `source_id`. */
export type ImportedTextOnly = {
  /** Empty if the record names its bill only by `source_record_id`. The import then finds the bill. */
  source_id: string
  /** The source's own permanent id of the bill's record. */
  source_record_id?: string
  source_name: string
  version: ImportedVersion
  /** The bill as far as the text describes it. Without this, the bill must already be stored. */
  bill?: ImportedBill
}

/**
 * The position of one source record, and either the bill and the votes read from it or the reason why it cannot be
 * used.
 */
export type Reading = { file: string; record: string } & (
  | { imported: ImportedBill | ImportedTextOnly; votes?: VoteReading[]; leftOut?: LeftOut }
  | { reason: string }
)

/** Reports that a record cannot be used. The message is for the operator who runs the import. */
export class UnusableRecord extends Error {
  override readonly name = 'UnusableRecord'
}

/** Returns the reason why a record is refused. An unexpected error does not stop the import of the other records. */
export function reasonOf(error: unknown): string {
  if (error instanceof UnusableRecord) return error.message
  return `The record could not be understood (${error instanceof Error ? error.message : String(error)}).`
}

const families: Readonly<Record<string, string>> = { 'New York City Council': 'Legistar' }

/**
 * Returns the family of a source. Sources of the same family describe the same bills and may replace each other's
 * records.
 */
export function sourceFamily(source_name: string): string {
  return families[source_name] ?? source_name
}
