import { UnusableRecord, type Reading } from '../sources/bills/importedBill.ts'
import type { ImportedPerson, PersonReading } from '../sources/people/importedPerson.ts'

/** The position at which a run resumes, in fields that each source defines. */
export type Position = Readonly<Record<string, string>>

type Page<Record> = {
  readings: Record[]
  /** The position after this page. Null after the last page. */
  next: Position | null
  done: number
  /** Null if the source does not report a total. */
  total: number | null
}
export type BillPage = Page<Reading>
/** A page always contains whole rosters, because people who are no longer in a roster are retired. */
export type PeoplePage = Page<PersonReading>

export function personReading(file: string, record: string, read: () => ImportedPerson): PersonReading {
  try {
    return { file, record, imported: { ...read(), source_checked_at: new Date().toISOString() } }
  } catch (error) {
    if (error instanceof UnusableRecord) return { file, record, reason: error.message }
    throw error
  }
}
