import type {
  BillAction,
  BillSections,
  BillStatus,
  GovernmentLevel,
  Sponsor,
} from '../../../contract/billContent.ts'
import type { PolicyArea } from '../../../contract/rules/topics.ts'

/** The text of a bill as a source gives it; `version` names the printing ("ih", "Enrolled", "Filed"). */
export type ImportedText = {
  version: string | null
  /** HTML, already sanitised by the allow-list of contract/rules/billHtml.ts. */
  formatted_text: string | null
  bill_sections: BillSections | null
  full_text: string | null
}

/**
 * One bill in Hurd's own words, whatever public record it came from. A source turns a foreign record into this and
 * knows nothing of the database; the import knows nothing of foreign formats.
 */
export type ImportedBill = {
  /** The public record it comes from: "Congress.gov", "Open States", "LegiScan", "Legistar", "New York City Council". */
  source_name: string
  /** The bill itself, the same whichever source tells of it: "us/119/hr/22", "mi/2025-2026/hb4001", "nyc/2025/int1138". */
  source_id: string
  /** When the source last changed its record, ISO 8601; null when it does not say. An older record never replaces a newer. */
  source_updated_at: string | null
  /** The day the record was fetched from the source, ISO 8601; null when unknown. */
  source_checked_at: string | null
  bill_code: string
  title: string
  summary: string
  /** 'hurd' when the summary was written for Hurd, so that no record's own summary takes its place. */
  summary_by?: 'hurd'
  topics: PolicyArea[]
  government_level: GovernmentLevel
  /** OCD division of the body that decides: "ocd-division/country:us", ".../state:mi", ".../state:ny/place:new_york". */
  jurisdiction: string
  status: BillStatus
  /** Introduction (else the earliest action), ISO 8601 UTC. */
  created_at: string
  source_url: string | null
  /** Where the source publishes the text itself as a web page; absent when the record names no such address. */
  text_url?: string
  sponsors: Sponsor[]
  /** Oldest first. */
  actions: BillAction[]
  /** Absent when the record carries no text: what is held stays. */
  text?: ImportedText
  /** What this kind of record leaves out (a line of a list has no actions): what is held of it stays. */
  omitted?: OmittedField[]
}

export const omittableFields = ['summary', 'topics', 'sponsors', 'actions', 'status', 'created_at'] as const
export type OmittedField = (typeof omittableFields)[number]

/** A record that is only text: it is laid onto the bill of the same `source_id`. */
export type ImportedTextOnly = {
  source_id: string
  source_name: string
  text: ImportedText
  /** The bill as far as the text itself tells of it; without this the bill must be held already. */
  bill?: ImportedBill
}

/** What a source makes of one foreign record, and where the record stood; or why it cannot be used. */
export type Reading = { file: string; record: string } & (
  | { imported: ImportedBill | ImportedTextOnly }
  | { reason: string }
)

/** Why a record cannot be used, in words for the person who runs the import. */
export class UnusableRecord extends Error {
  override readonly name = 'UnusableRecord'
}

const families: Readonly<Record<string, string>> = { 'New York City Council': 'Legistar' }

/** Sources that tell of the same bills from one well may replace each other's records; others may not. */
export function sourceFamily(source_name: string): string {
  return families[source_name] ?? source_name
}
