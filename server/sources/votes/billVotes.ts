import { billOfXml } from '#server/sources/bills/billstatus.ts'
import { billIn, listOf } from '#server/sources/bills/congress.ts'
import type { BillFormat } from '#server/sources/bills/formats.ts'
import { isJsonObject, listIn, objectIn, type JsonObject } from '#server/sources/externalJson.ts'
import type { ImportedVote, VoteReading } from './importedVote.ts'
import { LegiScanDataSet, readLegiScanVote } from './legiscanVotes.ts'
import { recordedVotes } from './recordedVotes.ts'
import { detectVoteFormat, voteReaders } from './voteFormats.ts'
import { voteReadings } from './voteReadings.ts'

/**
 * Returns the votes in the record of a bill, or the reason why one of them cannot be used. Open States and New York
 * City list the voters, LegiScan only the counts, and Congress.gov a URL and the sentence of the action.
 */
export function billVotes(format: BillFormat, value: unknown, file: string, record: string): VoteReading[] {
  return voteReadings(file, record, () => readersOf(format, value, file))
}

function readersOf(format: BillFormat, value: unknown, file: string): (() => ImportedVote)[] {
  if (typeof value === 'string') {
    if (format !== 'billstatus' || !value.includes('<recordedVote')) return []
    const bill = billOfXml(value)
    return recordedVotes(bill, listIn(objectIn(bill['actions'])['item']))
  }
  if (!isJsonObject(value)) return []
  switch (format) {
    case 'openstates':
    case 'nyc':
      // A record without votes is a bill all the same.
      return detectVoteFormat(value) === format && !('motion_text' in value)
        ? voteReaders(format, value, file, new LegiScanDataSet())
        : []
    case 'legiscan':
      return legiScanReaders(value)
    case 'congress':
    case 'billstatus':
      return recordedVotes(billIn(value), listIn(listOf(value, 'actions')))
    default:
      return []
  }
}

function legiScanReaders(record: JsonObject): (() => ImportedVote)[] {
  const data = new LegiScanDataSet()
  data.collect(record, '')
  const bill = objectIn(record['bill'])
  return listIn(bill['votes']).map(
    (vote) => () => readLegiScanVote({ ...vote, bill_id: bill['bill_id'] }, data),
  )
}
