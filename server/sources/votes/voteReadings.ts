import { reasonOf } from '#server/sources/bills/importedBill.ts'
import { readWithLeftOut } from '#server/sources/leftOut.ts'
import { impossibleDateReason } from '#server/sources/parts/possibleDates.ts'
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
        const { result: imported, leftOut } = readWithLeftOut(read)
        const fault = voteFault(imported)
        if (fault !== null) return { file, record: position, reason: fault }
        return { file, record: position, imported, leftOut }
      } catch (error) {
        return { file, record: position, reason: reasonOf(error) }
      }
    })
  } catch (error) {
    return [{ file, record, reason: reasonOf(error) }]
  }
}

/** No legislature has more members or more roll calls in a session. The database stores both as smaller integers. */
const most = { count: 9999, number: 999_999 }

/** Says why a vote cannot be one: its day or a number is impossible. Null if nothing is wrong. */
function voteFault({ voted_on, number, counts }: ImportedVote): string | null {
  const dateReason = impossibleDateReason(voted_on)
  if (dateReason !== null) return dateReason
  if (number !== null && !isWholeNumber(number, most.number)) {
    return `The number of the roll call, ${number}, is not a whole number from 0 to ${most.number}.`
  }
  for (const [option, count] of Object.entries(counts ?? {})) {
    if (count !== null && !isWholeNumber(count, most.count)) {
      return `The count of "${option}", ${count}, is not a whole number from 0 to ${most.count}.`
    }
  }
  return null
}

function isWholeNumber(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= max
}
