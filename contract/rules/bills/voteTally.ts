/**
 * The ways in which a person can vote. "not_voting" is used if the source says so. "absent" is separate, because some
 * sources distinguish it.
 */
export const voteOptions = ['yes', 'no', 'abstain', 'not_voting', 'absent', 'other'] as const
export type VoteOption = (typeof voteOptions)[number]

export type VoteCounts = Record<VoteOption, number | null>

export type Tally = {
  counts: VoteCounts | null
  is_complete: boolean
  /** True if the result contradicts the counts, so that only the counts are shown. */
  result_is_unclear: boolean
}

type SourceTally = {
  /** The counts that the source states. Null if the source states none or only zeros. */
  counts: VoteCounts | null
  roll: readonly VoteOption[]
  motion_text: string
  passed: boolean | null
  majority_required: string | null
  /** The presiding officer's vote, which breaks a tie and is not in `counts`. */
  tie_breaker?: 'yes' | 'no' | null
}

/**
 * Decides which counts are shown, from the counts in the motion's text, the counts that the source states, and the roll
 * call. The motion's text takes priority over the stated counts, and these take priority over the roll call. A roll
 * call is complete if its numbers of yes and no votes equal the counts shown.
 */
export function reconcileTally(stated: SourceTally): Tally {
  const { roll, motion_text, passed, majority_required } = stated
  const rollCounts = roll.length > 0 ? countOptions(roll) : null
  const known = hasVotes(stated.counts) ? stated.counts : rollCounts
  const fromText = countsInText(motion_text)
  const counts = fromText ? { ...(known ?? noCounts), ...fromText } : known
  if (!counts) return { counts: null, is_complete: false, result_is_unclear: false }
  const is_complete = rollCounts !== null && rollCounts.yes === counts.yes && rollCounts.no === counts.no
  const expected = expectedOutcome(counts, motion_text, majority_required, stated.tie_breaker ?? null)
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

/** Finds counts in a text such as "YEAS 31 NAYS 5", "Yeas = 83, Nays = 52", "Passed 27-4-0-0-0" or "33-13-3". */
function countsInText(motion: string): Pick<VoteCounts, 'yes' | 'no'> | null {
  const named = /\b(?:yeas?|ayes?)\W{0,4}(\d+)\W+(?:nays?|noes|no)\W{0,4}(\d+)/i.exec(motion)
  const listed = named ?? /(?:^|\s)(\d+)-(\d+)-\d+(?:-\d+-\d+)?\s*$/.exec(motion)
  return listed ? { yes: Number(listed[1]), no: Number(listed[2]) } : null
}

/** Says whether the motion carried according to the counts. Null if the counts do not decide it. */
function expectedOutcome(
  { yes, no }: VoteCounts,
  motion: string,
  majority: string | null,
  tieBreaker: 'yes' | 'no' | null,
): boolean | null {
  if (yes === null || no === null || yes + no === 0) return null
  // "Needed 21 of 31" states how many yes votes are required. If there are also that many no votes, the number must
  // mean something else and is ignored.
  const needed = /needed (\d+) of \d+/i.exec(motion)?.[1]
  if (needed && Number(needed) > no) return yes >= Number(needed)
  if (yes === no && tieBreaker) return tieBreaker === 'yes'
  const [part = 1, whole = 2] = (majority ?? '1/2').split('/').map(Number)
  return part * 2 === whole ? yes > no : yes * whole >= part * (yes + no)
}
