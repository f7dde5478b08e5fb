import { createHash } from 'node:crypto'
import { classifyMotion } from '#contract/votes/motionClassification.ts'
import { stateBillId } from '#server/sources/bills/stateCodes.ts'
import { knownSession } from '#server/sources/sessions/knownSession.ts'
import { sessionKey } from '#server/sources/sessions/sessionKey.ts'
import { seatsOf } from './chamberSeats.ts'
import type { ImportedVote, ImportedVoter } from './importedVote.ts'
import { reconcileTally, type VoteCounts } from './voteCounts.ts'
import { rollOfPeople } from './voterNames.ts'

/** The facts of a vote in a state legislature, whichever source they come from. */
export type StateRoll = {
  source_name: string
  source_id: string | null
  state: string
  organization: string
  session: string
  identifier: string
  roll_number: string | null
  voted_at: string | null
  voted_on: string
  motion_text: string
  /** True if the source says that a committee voted. */
  is_committee: boolean
  committee_name: string | null
  majority_required: string | null
  passed: boolean | null
  counts: VoteCounts | null
  voters: ImportedVoter[]
  source_url: string | null
  source_updated_at?: string | null
}

/** Matches the number in "Roll Call #271", "ROLL CALL # 120", "RCS# 2011" or "(#21)". */
const rollNumber = /(?:roll call\s*#|rcs#)\s*(\d+)|\(#(\d+)\)\s*$/i

/** The part of a chamber that overrides a veto, in the states where it is not two thirds. */
const overrideMajorities: ReadonlyMap<string, string> = new Map([
  ...['al', 'ar', 'in', 'ky', 'tn', 'wv'].map((state) => [state, '1/2'] as const),
  ...['de', 'il', 'md', 'nc', 'ne', 'oh', 'ri'].map((state) => [state, '3/5'] as const),
])

/** States that count only the members who vote. In the others, a member who is absent or does not vote is against an override. */
const countingVoters: ReadonlySet<string> = new Set(['nc', 'ri'])

export function stateVote(roll: StateRoll): ImportedVote {
  const { state, session: named, identifier, is_committee, passed, roll_number, source_id, ...fields } = roll
  const session = knownSession(state, named)
  const { motion_text, organization, voted_on } = roll
  const { counts, voters } = rollOfPeople(roll.counts, roll.voters)
  const bill_source_id = stateBillId(state, session, identifier)
  const seats = seatsOf(organization)
  const options = voters.map(({ option }) => option)
  const isOverride = /\bveto\b|overrid/i.test(motion_text)
  const canFailByAbsence = isOverride && !countingVoters.has(state)
  const tally = reconcileTally({
    counts,
    roll: options,
    seats,
    motion_text,
    // Such an override can fail although enough of those who voted are for it.
    passed: passed === false && canFailByAbsence ? null : passed,
    // A veto stands unless enough vote against it, whether or not the record says how many.
    majority_required:
      roll.majority_required ?? (isOverride ? (overrideMajorities.get(state) ?? '2/3') : null),
  })
  const voted = tally.counts
    ? Object.values(tally.counts).reduce((sum: number, count) => sum + (count ?? 0), 0)
    : 0
  const isFullChamber = !is_committee && (seats === null || voted === 0 || voted * 3 >= seats)
  const motion = classifyMotion('state', motion_text, isFullChamber)
  const [, first, second] = rollNumber.exec(motion_text) ?? []
  const number = roll_number ?? first ?? second ?? null
  const position = number ? `roll-${number}` : shortName(source_id ?? motion_text)
  const vote_key = `${organization}/${sessionKey(session)}/${bill_source_id.split('/').at(-1)}/${voted_on}/${position}`
  const words = passed === null ? null : passed ? 'Passed' : 'Failed'
  return {
    ...fields,
    ...motion,
    ...tally,
    voters,
    // A vote without numbers and names shows no decision.
    counts_for_agreement: motion.counts_for_agreement && tally.counts !== null,
    source_id: source_id ?? vote_key,
    vote_key,
    shares_key: source_id === null || number !== null,
    legislative_session: session,
    bill_source_id,
    amendment_id: null,
    number: number && /^\d{1,9}$/.test(number) ? Number(number) : null,
    result: tally.counts === null || tally.result_is_unclear ? null : words,
    vice_president_vote: null,
    source_updated_at: roll.source_updated_at ?? null,
    source_checked_at: null,
  }
}

/** Returns a short id as it is, and a hash of anything longer, such as a URL or a sentence. */
function shortName(text: string): string {
  if (/^[\w-]{1,40}$/.test(text)) return text
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
