import type { Transaction } from '#server/platform/postgres/db.ts'
import type { ImportedVote } from '#server/sources/votes/importedVote.ts'
import { linkBillVotes } from './links/linkBillVotes.ts'
import { identitiesOf, type KnownVote, selectKnownVotes } from './sameVote.ts'
import {
  insertRolls,
  type LinkedVote,
  type MatchedVote,
  missingEvent,
  removeShown,
  saveSources,
  type StoredEvent,
  upsertEvents,
} from './storeVotes.ts'
import { hashOf } from './voteHash.ts'
import { recordVoteCorrections, recordVoteUpdates, type VoteNotifyOptions } from './voteUpdates.ts'

type SavedVote = {
  outcome: 'inserted' | 'updated' | 'unchanged'
  is_merged: boolean
  is_complete: boolean
  linked: number
  unlinked: number
}

/** The changes that the votes of a batch have made so far. */
type Changes = {
  /** The roll calls to insert, by vote. */
  rolls: Map<string, LinkedVote>
  bills: Set<string>
  newVotes: string[]
  correctedVotes: string[]
}

/**
 * Saves votes together. A vote that may be the same as an earlier one waits for a later round. The roll calls are inserted at
 * the end, because each insert updates the attendance of all its voters.
 */
export async function saveVotes(
  db: Transaction,
  votes: readonly LinkedVote[],
  options: VoteNotifyOptions,
): Promise<SavedVote[]> {
  const savedVotes: SavedVote[] = []
  const changes: Changes = { rolls: new Map(), bills: new Set(), newVotes: [], correctedVotes: [] }
  let waiting = votes.map((linked, position) => ({ ...linked, position, hash: hashOf(linked.vote) }))
  while (waiting.length > 0) {
    // oxlint-disable-next-line no-await-in-loop -- a later round finds what an earlier one has saved
    const storedVotes = await selectKnownVotes(
      db,
      waiting.map(({ vote }) => vote),
    )
    const matched = waiting.map((vote, index) => Object.assign({}, vote, { known: storedVotes[index] }))
    const later = repeatedVotes(matched)
    // oxlint-disable-next-line no-await-in-loop -- see above
    const round = await saveRound(
      db,
      matched.filter((vote) => !later.has(vote)),
      changes,
    )
    for (const [position, outcome] of round) savedVotes[position] = outcome
    waiting = [...later]
  }
  await insertRolls(db, changes.rolls)
  if (changes.bills.size > 0) {
    await db`select refresh_last_votes(${[...changes.bills]}::uuid[])`
    await linkBillVotes(db, [...changes.bills])
  }
  await recordVoteUpdates(db, changes.newVotes, options)
  // The update about a new vote already has the numbers of its last record.
  const correctedVotes = changes.correctedVotes.filter((id) => !changes.newVotes.includes(id))
  if (correctedVotes.length > 0) await recordVoteCorrections(db, correctedVotes, options.notify)
  return savedVotes
}

/** Returns the votes that may be the same as an earlier one. */
function repeatedVotes(votes: readonly MatchedVote[]): Set<MatchedVote> {
  const seenIdentities = new Set<string>()
  const later = new Set<MatchedVote>()
  for (const vote of votes) {
    const identities = identitiesOf(vote.vote, vote.known)
    if (identities.some((identity) => seenIdentities.has(identity))) later.add(vote)
    for (const identity of identities) seenIdentities.add(identity)
  }
  return later
}

async function saveRound(
  db: Transaction,
  votes: readonly MatchedVote[],
  changes: Changes,
): Promise<Map<number, SavedVote>> {
  const savedByPosition = new Map<number, SavedVote>()
  const newOrChanged = votes.filter(({ vote, hash, known }) => {
    // The list of votes in a bill's record names no voters, so it replaces no roll call that its source has published.
    const isSummary = vote.voters.length === 0 && (known?.source_listed ?? 0) > 0
    return !(known && (known.source_hash === hash || isSummary))
  })
  const decided = newOrChanged.map((matched) =>
    Object.assign({}, matched, { isShown: isShown(matched, changes.rolls) }),
  )
  const shownVotes = decided.filter((vote) => vote.isShown)
  const events = await upsertEvents(db, shownVotes)
  const eventOf = ({ vote, known, position }: MatchedVote): StoredEvent =>
    events.get(position) ?? known ?? missingEvent(vote)
  await saveSources(
    db,
    decided.map((vote) => ({ ...vote, vote_event_id: eventOf(vote).vote_event_id })),
  )
  await removeShown(
    db,
    shownVotes.flatMap(({ vote, known }) => (known ? [{ vote, vote_event_id: known.vote_event_id }] : [])),
  )
  for (const matched of votes) {
    savedByPosition.set(matched.position, { ...countsOf(matched), outcome: 'unchanged', is_merged: false })
  }
  for (const { isShown: isNowShown, ...matched } of decided) {
    const { vote, rep_ids, known, position } = matched
    const { vote_event_id, bill_id } = eventOf(matched)
    const wasReported = known?.source_hash != null
    if (isNowShown) {
      changes.rolls.set(vote_event_id, { vote, rep_ids })
      for (const changed of [bill_id, known?.bill_id]) if (changed) changes.bills.add(changed)
    }
    if (!known) changes.newVotes.push(vote_event_id)
    else if (isNowShown && isCorrected(vote, known)) changes.correctedVotes.push(vote_event_id)
    // A source whose roll is not shown changes nothing that readers see.
    const outcome = !known ? 'inserted' : isNowShown ? 'updated' : 'unchanged'
    savedByPosition.set(position, {
      ...countsOf(matched),
      outcome,
      is_merged: known !== undefined && !wasReported,
    })
  }
  return savedByPosition
}

function countsOf({ vote, rep_ids }: LinkedVote) {
  const linkCount = rep_ids.filter((rep_id) => rep_id !== null).length
  return { is_complete: vote.is_complete, linked: linkCount, unlinked: rep_ids.length - linkCount }
}

/** Returns true if the roll call of this source is the one that readers see. */
function isShown({ vote, known }: MatchedVote, rolls: Changes['rolls']): boolean {
  if (!known) return true
  return known.is_shown || isBetter(vote, known, rolls)
}

/**
 * Returns true if the numbers or the result differ from what was known. Results are compared only if they are of one source,
 * because another one may use other words for the same result.
 */
function isCorrected({ counts, result }: ImportedVote, storedVote: KnownVote): boolean {
  const hasOtherCounts =
    counts !== null &&
    storedVote.yes_count !== null &&
    (counts.yes !== storedVote.yes_count || counts.no !== storedVote.no_count)
  return (
    hasOtherCounts ||
    (storedVote.is_shown && result !== null && storedVote.result !== null && result !== storedVote.result)
  )
}

/** The sources by how close they are to the official record. Of two rolls without a time of change, the official one is better. */
const ranks = [
  'House Clerk',
  'U.S. Senate',
  'New York City Council',
  'Congress.gov',
  'unitedstates/congress',
  'LegiScan',
]

/**
 * Returns true if a roll call is better than the shown one: complete before incomplete, ids before names, then the newer. A
 * source that does not say when it last changed its record counts as unchanged since the vote. The order in which files are
 * imported does not matter so that the same files always lead to the same rolls.
 */
function isBetter(vote: ImportedVote, shown: KnownVote, rolls: Changes['rolls']): boolean {
  const waiting = rolls.get(shown.vote_event_id)?.vote
  const preferences: [boolean | string | number, boolean | string | number][] = [
    [vote.is_complete, shown.is_complete],
    [hasIds(vote), waiting ? hasIds(waiting) : shown.has_ids],
    [vote.source_updated_at ?? '', shown.shown_updated_at ?? ''],
    [-rankOf(vote.source_name), -rankOf(shown.source_name)],
  ]
  const [first, second] = preferences.find(([ours, theirs]) => ours !== theirs) ?? [false, false]
  return first > second
}

function rankOf(source: string): number {
  const rank = ranks.indexOf(source)
  return rank === -1 ? ranks.length : rank
}

function hasIds({ voters }: ImportedVote): boolean {
  return voters.some(({ source_person_id, district }) => source_person_id !== null || district !== null)
}
