import type { VoteOption } from '#contract/votes/votes.ts'

export type VoteCounts = Record<VoteOption, number | null>

type Tally = {
  counts: VoteCounts | null
  is_complete: boolean
  /** True if the result contradicts the counts, so only the counts are shown. */
  result_is_unclear: boolean
}

type SourceTally = {
  /** The counts that the source states. Null if the source states none. */
  counts: VoteCounts | null
  roll: readonly VoteOption[]
  motion_text: string
  passed: boolean | null
  majority_required: string | null
  /** The seats of the body that voted. Missing or null if they are not known. */
  seats?: number | null
}

/**
 * Decides which counts are shown, from the counts in the motion's text, the counts that the source states, and the roll
 * call. Numbers in the text are used if they are labeled, as in "Yeas 31 Nays 5", because some sources state only the part of
 * the roll that they could read. Unlabeled numbers may be a date or a section of the law, so they never replace stated counts.
 * Stated counts and counts in the text are ignored if they have more yes and no votes than the body has seats and one more, because
 * a presiding officer may break a tie. A roll call is complete if its numbers of yes and no votes equal the counts shown.
 */
export function reconcileTally(stated: SourceTally): Tally {
  const { roll, motion_text, passed, majority_required, seats = null } = stated
  const rollCounts = roll.length > 0 ? countOptions(roll) : null
  const isUsable = hasVotes(stated.counts) && votesIn(stated.counts) <= maxVotes(seats)
  const basis = isUsable ? stated.counts : rollCounts
  const fromText = countsInText(motion_text, basis, seats)
  const counts = fromText ? { ...(basis ?? noCounts), ...fromText } : basis
  if (!counts) return { counts: null, is_complete: false, result_is_unclear: false }
  const is_complete = rollCounts !== null && rollCounts.yes === counts.yes && rollCounts.no === counts.no
  const expected = expectedOutcome(counts, motion_text, majority_required)
  return {
    counts,
    is_complete,
    result_is_unclear: passed !== null && expected !== null && passed !== expected,
  }
}

const noCounts: VoteCounts = {
  yes: null,
  no: null,
  abstain: null,
  not_voting: null,
  absent: null,
  other: null,
}

export function countOptions(options: readonly VoteOption[]): Record<VoteOption, number> {
  const counts = { yes: 0, no: 0, abstain: 0, not_voting: 0, absent: 0, other: 0 }
  for (const option of options) counts[option] += 1
  return counts
}

function hasVotes(counts: VoteCounts | null): boolean {
  return counts !== null && Object.values(counts).some((count) => (count ?? 0) > 0)
}

function maxVotes(seats: number | null): number {
  return seats === null ? Infinity : seats + 1
}

function votesIn(counts: Pick<VoteCounts, 'yes' | 'no'> | null): number {
  return (counts?.yes ?? 0) + (counts?.no ?? 0)
}

/**
 * Finds labeled counts, such as "YEAS 31 NAYS 5" or "Yeas = 83, Nays = 52". If there are no other counts, it also finds "Passed
 * 27-4-0-0-0" and "33-13-3". Returns null if the numbers are fewer than the other counts or more than the seats, because they
 * then count something else.
 */
function countsInText(
  motion: string,
  knownCounts: VoteCounts | null,
  seats: number | null,
): Pick<VoteCounts, 'yes' | 'no'> | null {
  const labeled = /\b(?:yeas?|ayes?)\W{0,4}(\d{1,3})\W+(?:nays?|noes|no)\W{0,4}(\d{1,3})\b/i.exec(motion)
  const numbers = knownCounts
    ? null
    : /(?:^|\s)(\d{1,3})-(\d{1,3})-\d{1,3}(-\d{1,3}-\d{1,3})?\s*$/.exec(motion)
  const match = labeled ?? (numbers && !isDateOrSection(numbers) ? numbers : null)
  if (!match) return null
  const counts = { yes: Number(match[1]), no: Number(match[2]) }
  return votesIn(counts) >= votesIn(knownCounts) && votesIn(counts) <= maxVotes(seats) ? counts : null
}

/**
 * Returns true for three numbers that may be a date, such as 3-14-26, or that follow a word for a part of the law, such as
 * "chapter 21-5-104".
 */
function isDateOrSection({ 1: month, 2: day, 3: more, index, input }: RegExpExecArray): boolean {
  if (more !== undefined) return false
  const year = /(\d{1,3})\s*$/.exec(input)?.[1] ?? ''
  const isDate = Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31 && year.length === 2
  const before = input.slice(0, index).trim()
  const isSection =
    /(?:\b(?:chapter|sections?|title|article|part|rule|code|statutes?|sec\.?|ch\.?|by|of|on|dated?|no\.?)|§+)$/i.test(
      before,
    ) && !/\b(vote|count) of$/i.test(before)
  return isDate || isSection
}

/** True if the motion carried according to the counts. Null if the counts do not decide it. */
function expectedOutcome({ yes, no }: VoteCounts, motion: string, majority: string | null): boolean | null {
  if (yes === null || no === null || yes + no === 0) return null
  // "Needed 21 of 31" states how many yes votes are required. If there are also that many no votes, the number must
  // mean something else and is ignored.
  const needed = /needed (\d+) of \d+/i.exec(motion)?.[1]
  if (needed && Number(needed) > no) return yes >= Number(needed)
  const [part = 1, whole = 2] = (majority ?? '1/2').split('/').map(Number)
  // The presiding officer decides a tie, and the counts may leave this vote out.
  if (part * 2 === whole) return yes === no ? null : yes > no
  return yes * whole >= part * (yes + no)
}
