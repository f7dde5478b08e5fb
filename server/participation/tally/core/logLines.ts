import { lines } from './leaf.ts'
import type { Sums } from './sumTree.ts'

/** What the tally of one day says about one bill. */
export type Entry = {
  day: string
  bill_id: string
  /** The current version of the bill's text. */
  version_no: number
  counts: Sums
  /** The stances that apply to the current version. */
  current: Sums
  /** How many stances belong to members whose stances are public. */
  public_stances: number
  root: string
}

export function entryLine(entry: Entry): string {
  const { day, bill_id, version_no, counts, current, public_stances, root } = entry
  return lines(
    'hurd-tally-1',
    day,
    bill_id,
    version_no,
    counts.join(' '),
    current.join(' '),
    public_stances,
    root,
  )
}

/** Reads a line that `entryLine` has written. */
export function readEntryLine(line: string): Entry {
  const [, day = '', bill_id = '', version = '', counts = '', current = '', public_stances = '', root = ''] =
    line.split('\n')
  return {
    day,
    bill_id,
    version_no: Number(version),
    counts: readSums(counts),
    current: readSums(current),
    public_stances: Number(public_stances),
    root,
  }
}

function readSums(text: string): Sums {
  const [support = 0, oppose = 0, neutral = 0, learning = 0] = text.split(' ').map(Number)
  return [support, oppose, neutral, learning]
}

/** Who the members of the instance were at the end of a day, as totals. */
export type Roll = {
  day: string
  members: number
  verified: number
  with_district: number
  joined: number
  left: number
  codes_issued: number
  codes_used: number
}

export function rollLine(roll: Roll): string {
  const { day, members, verified, with_district, joined, left, codes_issued, codes_used } = roll
  return lines('hurd-roll-1', day, members, verified, with_district, joined, left, codes_issued, codes_used)
}

/** Reads a line that `rollLine` has written. */
export function readRollLine(line: string): Roll {
  const [, day = '', ...numbers] = line.split('\n')
  const [
    members = 0,
    verified = 0,
    with_district = 0,
    joined = 0,
    left = 0,
    codes_issued = 0,
    codes_used = 0,
  ] = numbers.map(Number)
  return { day, members, verified, with_district, joined, left, codes_issued, codes_used }
}

/** The text that the key before the new one signs so that the log itself says which key is valid. */
export function newKeyText(day: string, publicKey: Buffer): string {
  return lines('hurd-key-1', day, publicKey.toString('base64'))
}

/** The text that an operator signs after a restore from a backup that is older than the last checkpoint. */
export function restoredText(day: string, lostSize: number, lostRoot: string): string {
  return lines('hurd-restored-1', day, lostSize, lostRoot)
}

/** The text that the acknowledgment of a stance or of a confirmation signs. */
export function ackText(ack: {
  bill_id: string
  user_id: string
  stance: string
  version_no: number
  /** The time in the response: `created_at` of a stance or `confirmed_at` of a confirmation. */
  at: string
}): string {
  return lines('hurd-ack-1', ack.bill_id, ack.user_id, ack.stance, ack.version_no, ack.at)
}
