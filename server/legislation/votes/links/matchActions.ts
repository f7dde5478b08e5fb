import { countsIn, rollNumberIn } from './rollCalls.ts'

/** An action of a bill that may report a roll call. */
export type VotedAction = {
  position: number
  acted_on: string | null
  /** The bodies that the action's chamber can mean. Empty if the record names no chamber. */
  bodies: readonly string[]
  chamber: string | null
  description: string
  classification: string
  roll_number: number | null
}

export type BillVote = {
  vote_event_id: string
  organization: string
  number: number | null
  voted_on: string
  motion_text: string
  motion_classification: string
  yes_count: number | null
  no_count: number | null
}

/**
 * Finds the roll call that each action of a bill reports, by the position of the action:
 *
 * 1. by the number of the roll call, which several actions may mention,
 * 2. by the motion, if it has the words of the action,
 * 3. by the numbers of yes and no,
 * 4. the only vote on passage of a chamber and day for its only action of passage.
 *
 * The rules 2 to 4 link an action only if exactly one vote fits exactly one action of the chamber and day.
 */
export function matchActions(
  actions: readonly VotedAction[],
  votes: readonly BillVote[],
): Map<number, string> {
  const voteByPosition = new Map<number, string>()
  for (const action of actions) {
    const number = action.roll_number ?? rollNumberIn(action.description)
    if (number === null) continue
    const numbered = votes.filter((vote) => vote.number === number && isOfBody(action, vote))
    const sameDay = numbered.filter((vote) => isSameDay(action, vote, 1))
    const [vote, other] = action.acted_on === null ? numbered : sameDay
    if (vote && !other) voteByPosition.set(action.position, vote.vote_event_id)
  }
  for (const fits of [hasSameWords, hasSameCounts, isSamePassage]) {
    matchEachOnce(actions, votes, fits, voteByPosition)
  }
  return voteByPosition
}

type Fits = (action: VotedAction, vote: BillVote) => boolean

function matchEachOnce(
  actions: readonly VotedAction[],
  votes: readonly BillVote[],
  fits: Fits,
  voteByPosition: Map<number, string>,
): void {
  const linked = new Set(voteByPosition.values())
  const openActions = actions.filter(({ position }) => !voteByPosition.has(position))
  const openVotes = votes.filter(({ vote_event_id }) => !linked.has(vote_event_id))
  const matches = (action: VotedAction, vote: BillVote) =>
    isOfBody(action, vote) && isSameDay(action, vote, 0) && !isOtherNumber(action, vote) && fits(action, vote)
  for (const action of openActions) {
    const [vote, otherVote] = openVotes.filter((candidate) => matches(action, candidate))
    if (!vote || otherVote) continue
    if (openActions.filter((other) => matches(other, vote)).length === 1) {
      voteByPosition.set(action.position, vote.vote_event_id)
    }
  }
}

function isOfBody({ bodies }: VotedAction, { organization }: BillVote): boolean {
  return bodies.length === 0 || bodies.includes(organization)
}

function isSameDay({ acted_on }: VotedAction, { voted_on }: BillVote, days: number): boolean {
  return acted_on !== null && Math.abs(Date.parse(acted_on) - Date.parse(voted_on)) <= days * 86_400_000
}

/** Returns true if the action states the number of another roll call. */
function isOtherNumber({ roll_number, description }: VotedAction, { number }: BillVote): boolean {
  const stated = roll_number ?? rollNumberIn(description)
  return stated !== null && number !== null && stated !== number
}

function hasSameWords({ description, chamber }: VotedAction, { motion_text }: BillVote): boolean {
  const words = plain(description)
  // A city's vote in a committee names the committee, which is the body of the action.
  return words !== '' && [words, plain(`${description}: ${chamber ?? ''}`)].includes(plain(motion_text))
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

function hasSameCounts({ description }: VotedAction, { yes_count, no_count }: BillVote): boolean {
  if (yes_count === null || no_count === null || yes_count + no_count === 0) return false
  return countsIn(description).some(({ yes, no }) => yes === yes_count && no === no_count)
}

function isSamePassage({ classification }: VotedAction, { motion_classification }: BillVote): boolean {
  return ['passed', 'failed'].includes(classification) && motion_classification === 'passage'
}
