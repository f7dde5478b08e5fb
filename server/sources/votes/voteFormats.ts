import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import { isJsonObject, objectIn, textIn, type JsonObject } from '#server/sources/externalJson.ts'
import { notInFormat } from '#server/sources/recordFiles.ts'
import { parseXml } from '#server/sources/xmlTree.ts'
import { nycVoteReaders, readLegistarVote } from './councilVotes.ts'
import { isClerkVote, readClerkVote } from './federal/clerkVotes.ts'
import { readCongressVote, readHouseVote } from './federal/congressVotes.ts'
import { readSenateVote } from './federal/senateVotes.ts'
import { readHurdVote } from './hurdVotes.ts'
import type { ImportedVote } from './importedVote.ts'
import { type LegiScanDataSet, readLegiScanVote } from './legiscanVotes.ts'
import { readOpenStatesVote } from './openstatesVotes.ts'

export const voteFormats = [
  'clerk',
  'lis',
  'congress-votes',
  'house-vote',
  'openstates',
  'legiscan',
  'legistar',
  'nyc',
  'hurd',
] as const
export type VoteFormat = (typeof voteFormats)[number]

/** The largest XML file in characters. The longest roll call has 435 voters and is a tenth of this size. */
const largestXml = 5 * 1024 * 1024

/**
 * Parses a roll call in XML. Its DOCTYPE names an external DTD, which is never fetched. A document that defines its own
 * entities is refused, because entities can expand without limit.
 */
function parseVoteXml(xml: string) {
  if (xml.length > largestXml) throw new UnusableRecord('The XML is larger than 5 MB.')
  if (/<!ENTITY/i.test(xml)) throw new UnusableRecord('The XML defines entities, which are not read.')
  return parseXml(xml)
}

/** Reads the vote of an XML document of the House Clerk or of the Senate. */
export function readXmlVote(xml: string, format: VoteFormat | null): ImportedVote {
  const root = parseVoteXml(xml)
  const detected = isClerkVote(root) ? 'clerk' : root.name === 'roll_call_vote' ? 'lis' : null
  if (format !== null && format !== detected) throw new UnusableRecord(notInFormat(format))
  if (detected === 'clerk') return readClerkVote(root)
  if (detected === 'lis') return readSenateVote(root)
  if (root.name === 'roll') {
    throw new UnusableRecord(
      'The file lists voters by number only. Import the JSON record of this roll call.',
    )
  }
  throw new UnusableRecord('Its format is not recognized.')
}

/** Returns the format of a JSON record, or null if it is unknown. */
export function detectVoteFormat(record: JsonObject): VoteFormat | null {
  // The bulk files have this key beside the names of the contract, such as motion_text.
  if ('vote_key' in record) return 'hurd'
  if ('motion_text' in record) return 'openstates'
  if (listOfVotes(record['votes']) && 'identifier' in record) return 'openstates'
  if ('vote_id' in record && 'congress' in record) return 'congress-votes'
  if (
    'houseRollCallVote' in record ||
    'houseRollCallVoteMemberVotes' in record ||
    'rollCallNumber' in record
  ) {
    return 'house-vote'
  }
  if ('roll_call' in record || ('roll_call_id' in record && 'yea' in record)) return 'legiscan'
  if ('EventItemId' in record) return 'legistar'
  return 'File' in record && 'History' in record ? 'nyc' : null
}

/**
 * Returns readers of the votes of a JSON record. A bill of Open States or of New York City contains several votes or
 * none, and each of them is read and refused separately.
 */
export function voteReaders(
  format: VoteFormat,
  record: JsonObject,
  file: string,
  data: LegiScanDataSet,
): (() => ImportedVote)[] {
  if (detectVoteFormat(record) !== format) throw new UnusableRecord(notInFormat(format))
  switch (format) {
    case 'openstates':
      return 'motion_text' in record
        ? [() => readOpenStatesVote(record)]
        : (listOfVotes(record['votes']) ?? []).map((vote) => () => readOpenStatesVote(vote, record))
    case 'congress-votes':
      return [() => readCongressVote(record)]
    case 'house-vote':
      return [() => readHouseVote(record)]
    case 'legiscan':
      return [() => readLegiScanVote(record, data)]
    case 'legistar':
      return [() => readLegistarVote(record, file)]
    case 'nyc':
      return nycVoteReaders(record)
    case 'hurd':
      return [() => readHurdVote(record)]
    default:
      throw new UnusableRecord('The record is not XML.')
  }
}

/** Returns the votes in a bill of Open States, or null if it has none. */
function listOfVotes(value: unknown): JsonObject[] | null {
  return Array.isArray(value) && value.some((vote) => isJsonObject(vote) && 'motion_text' in vote)
    ? value.filter(isJsonObject)
    : null
}

/** Returns the name of a record for reports: the roll call, the bill, or the file number. */
export function nameOfVote(record: JsonObject): string {
  const names = [
    'vote_id',
    'vote_key',
    'bill_identifier',
    'EventItemMatterFile',
    'File',
    'identifier',
    'roll_call_id',
  ]
  return (
    names.map((name) => textIn(record[name])).find((name) => name !== '') ??
    textIn(objectIn(record['roll_call'])['roll_call_id'])
  )
}
