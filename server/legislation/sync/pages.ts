import { UnusableRecord, type Reading } from '#server/sources/bills/importedBill.ts'
import type { JsonObject } from '#server/sources/externalJson.ts'
import type { ImportedPerson, PersonReading } from '#server/sources/people/importedPerson.ts'
import type { VoteReading } from '#server/sources/votes/importedVote.ts'
import { LegiScanDataSet } from '#server/sources/votes/legiscanVotes.ts'
import { voteReaders, type VoteFormat } from '#server/sources/votes/voteFormats.ts'
import { voteReadings } from '#server/sources/votes/voteReadings.ts'

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
export type VotePage = Page<VoteReading>
/** A page always contains whole rosters, because people who are no longer in a roster are retired. */
export type PeoplePage = Page<PersonReading>

/**
 * How many of the last entries of a page the next one repeats, because an entry that changes during the run
 * moves to the end of the list and the others move up.
 */
export const overlap = 5

/** Remembers the last entries of a page. Their keys change with the entries. */
export const lastOf = (keys: readonly string[]): string => keys.slice(-overlap).join('\n')

/** Returns true if a page contains none of the last entries that were read, so unread entries may have moved to before it. */
export function hasGap(last: string | undefined, keys: readonly string[]): boolean {
  const lastKeys = last?.split('\n')
  return lastKeys !== undefined && !keys.some((key) => lastKeys.includes(key))
}

export function personReading(file: string, record: string, read: () => ImportedPerson): PersonReading {
  try {
    return { file, record, imported: { ...read(), source_checked_at: new Date().toISOString() } }
  } catch (error) {
    if (error instanceof UnusableRecord) return { file, record, reason: error.message }
    throw error
  }
}

/** Returns the votes with the current time as the time at which the source was checked. */
export function checkedNow(readings: readonly VoteReading[]): VoteReading[] {
  const source_checked_at = new Date().toISOString()
  return readings.map((reading) =>
    'imported' in reading ? { ...reading, imported: { ...reading.imported, source_checked_at } } : reading,
  )
}

/** Reads the votes of a record. The path names the city of a Legistar record. */
export function votesOfRecord(
  { source, record, format, path }: { source: string; record: string; format: VoteFormat; path: string },
  value: JsonObject,
): VoteReading[] {
  const readings = voteReadings(source, record, () => voteReaders(format, value, path, new LegiScanDataSet()))
  return checkedNow(readings)
}
