import { reasonOf } from '../bills/importedBill.ts'
import type { ImportedVote, VoteReading } from './importedVote.ts'

/** Reads the votes of one record. A vote that cannot be used is refused with its reason, and the others are read. */
export function voteReadings(
  file: string,
  record: string,
  readersOf: () => (() => ImportedVote)[],
): VoteReading[] {
  try {
    const readers = readersOf()
    return readers.map((read, index) => {
      const position = readers.length > 1 ? `${record}, vote ${index + 1}` : record
      try {
        return { file, record: position, imported: read() }
      } catch (error) {
        return { file, record: position, reason: reasonOf(error) }
      }
    })
  } catch (error) {
    return [{ file, record, reason: reasonOf(error) }]
  }
}
