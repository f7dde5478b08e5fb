import { UnusableRecord, type Reading } from '../sources/bills/importedBill.ts'
import type { ImportedPerson, PersonReading } from '../sources/people/importedPerson.ts'

/** Where a run goes on: small facts in the words of each source. */
export type Place = Readonly<Record<string, string>>

type Page<Record> = {
  readings: Record[]
  /** Where to go on once these are taken in; null: that was all. */
  next: Place | null
  done: number
  /** As far as the source tells. */
  total: number | null
}
export type BillPage = Page<Reading>
/** Always whole rosters: whom one no longer names is retired. */
export type PeoplePage = Page<PersonReading>

export function personReading(file: string, record: string, read: () => ImportedPerson): PersonReading {
  try {
    return { file, record, imported: { ...read(), source_checked_at: new Date().toISOString() } }
  } catch (error) {
    if (error instanceof UnusableRecord) return { file, record, reason: error.message }
    throw error
  }
}
