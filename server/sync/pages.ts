import { UnusableRecord, type Reading } from '../sources/bills/importedBill.ts'
import type { ImportedPerson, PersonReading } from '../sources/people/importedPerson.ts'

/** Where a run resumes, in fields that each source defines. */
export type Position = Readonly<Record<string, string>>

type Page<Record> = {
  readings: Record[]
  /** Where to resume after this page; null after the last one. */
  next: Position | null
  done: number
  /** Null when the source does not report a total. */
  total: number | null
}
export type BillPage = Page<Reading>
/** Always whole rosters: people that a roster no longer names are retired. */
export type PeoplePage = Page<PersonReading>

export function personReading(file: string, record: string, read: () => ImportedPerson): PersonReading {
  try {
    return { file, record, imported: { ...read(), source_checked_at: new Date().toISOString() } }
  } catch (error) {
    if (error instanceof UnusableRecord) return { file, record, reason: error.message }
    throw error
  }
}
