import { createHash } from 'node:crypto'
import { countOptions } from '../../contract/rules/voteTally.ts'
import type { Transaction } from '../postgres/db.ts'
import type { ImportedVote } from '../sources/votes/importedVote.ts'
import { type KnownVote, selectKnownVotes } from './sameVote.ts'
import { recordVoteCorrections, recordVoteUpdates } from './voteUpdates.ts'

type LinkedVote = { vote: ImportedVote; rep_ids: readonly (string | null)[] }

type SavedVote = {
  outcome: 'inserted' | 'updated' | 'unchanged'
  is_merged: boolean
  is_complete: boolean
  linked: number
  unlinked: number
}

type Rolls = Map<string, LinkedVote>

/**
 * Saves votes one after the other, because one may be the same vote as another of the batch. Their rolls are inserted
 * together at the end, because each insert counts the attendance of everybody in it.
 */
export async function saveVotes(
  db: Transaction,
  votes: readonly LinkedVote[],
  notify: boolean,
): Promise<SavedVote[]> {
  const saved: SavedVote[] = []
  const changedBills = new Set<string>()
  const newVotes: string[] = []
  const correctedVotes: string[] = []
  const rolls: Rolls = new Map()
  for (const linkedVote of votes) {
    // oxlint-disable-next-line no-await-in-loop -- see above
    const { vote_event_id, is_corrected, ...outcome } = await saveVote(db, linkedVote, rolls, changedBills)
    saved.push(outcome)
    if (outcome.outcome === 'inserted') newVotes.push(vote_event_id)
    if (is_corrected) correctedVotes.push(vote_event_id)
  }
  await insertRolls(db, rolls)
  if (changedBills.size > 0) await db`select refresh_last_votes(${[...changedBills]}::uuid[])`
  await recordVoteUpdates(db, newVotes, notify)
  if (correctedVotes.length > 0) await recordVoteCorrections(db, correctedVotes, notify)
  return saved
}

async function saveVote(
  db: Transaction,
  { vote, rep_ids }: LinkedVote,
  rolls: Rolls,
  changedBills: Set<string>,
): Promise<SavedVote & { vote_event_id: string; is_corrected: boolean }> {
  const hash = hashOf(vote)
  const known = await selectKnownVotes(db, vote)
  const linked = rep_ids.filter((rep_id) => rep_id !== null).length
  const result = { is_complete: vote.is_complete, linked, unlinked: rep_ids.length - linked }
  // The list of votes in a bill's record names no voters, so it replaces no roll that its source has published.
  const isSummary = vote.voters.length === 0 && (known?.source_listed ?? 0) > 0
  if (known && (known.source_hash === hash || isSummary)) {
    return {
      ...result,
      vote_event_id: known.vote_event_id,
      outcome: 'unchanged',
      is_merged: false,
      is_corrected: false,
    }
  }
  const isOwnSource = known?.source_hash != null
  const isShown = !known || (isOwnSource ? known.is_shown : isBetter(vote, known, rolls))
  const { vote_event_id, bill_id } = isShown ? await upsertEvent(db, vote, hash, known) : known
  await db`
    insert into vote_sources (source_name, source_id, vote_event_id, content_hash, yes_count, no_count, listed_count,
                              is_complete, is_shown)
    values (${vote.source_name}, ${vote.source_id}, ${vote_event_id}, decode(${hash}, 'hex'), ${vote.counts?.yes ?? null},
            ${vote.counts?.no ?? null}, ${vote.voters.length}, ${vote.is_complete}, ${isShown})
    on conflict (source_name, source_id) do update
       set content_hash = excluded.content_hash, yes_count = excluded.yes_count, no_count = excluded.no_count,
           listed_count = excluded.listed_count, is_complete = excluded.is_complete, is_shown = excluded.is_shown`
  if (isShown) {
    if (known) await removeShown(db, vote, vote_event_id)
    rolls.set(vote_event_id, { vote, rep_ids })
    for (const changed of [bill_id, known?.bill_id]) if (changed) changedBills.add(changed)
  }
  const outcome = !known ? 'inserted' : isOwnSource || isShown ? 'updated' : 'unchanged'
  const is_corrected = known !== undefined && isShown && isCorrected(vote, known, isOwnSource)
  return { ...result, vote_event_id, outcome, is_merged: known !== undefined && !isOwnSource, is_corrected }
}

/** Whether the numbers or the result differ from what was known. Another source may word the same result differently. */
function isCorrected({ counts, result }: ImportedVote, known: KnownVote, isOwnSource: boolean): boolean {
  const hasOtherCounts =
    counts !== null &&
    known.yes_count !== null &&
    (counts.yes !== known.yes_count || counts.no !== known.no_count)
  return (
    hasOtherCounts || (isOwnSource && result !== null && known.result !== null && result !== known.result)
  )
}

/** Official records come first among rolls that are equally good. */
const ranks = [
  'House Clerk',
  'U.S. Senate',
  'New York City Council',
  'Congress.gov',
  'unitedstates/congress',
  'LegiScan',
]

/** A complete roll is better than an incomplete one, ids are better than names, and official records better than others. */
function isBetter(vote: ImportedVote, shown: KnownVote, rolls: Rolls): boolean {
  const waiting = rolls.get(shown.vote_event_id)
  const shownHasIds = waiting ? hasIds(waiting.vote) : shown.has_ids
  return (
    score(vote.is_complete, hasIds(vote), vote.source_name) >
    score(shown.is_complete, shownHasIds, shown.source_name)
  )
}

function hasIds({ voters }: ImportedVote): boolean {
  return voters.some(({ source_person_id, district }) => source_person_id !== null || district !== null)
}

function score(isComplete: boolean, withIds: boolean, source: string): number {
  const rank = ranks.indexOf(source)
  return (isComplete ? 100 : 0) + (withIds ? 50 : 0) + (rank === -1 ? 0 : ranks.length - rank)
}

/** The hash of what a source says. When it was downloaded is no part of it. */
function hashOf({ source_checked_at: _checked, ...vote }: ImportedVote): string {
  return createHash('sha256').update(JSON.stringify(vote)).digest('hex')
}

async function upsertEvent(
  db: Transaction,
  vote: ImportedVote,
  hash: string,
  known: KnownVote | undefined,
): Promise<{ vote_event_id: string; bill_id: string | null }> {
  const { voters, counts, source_id: _source, ...event } = vote
  const row = {
    ...event,
    // A merged vote keeps its key and, where one source says what was decided, that.
    vote_key: known?.vote_key ?? vote.vote_key,
    ...(known && vote.motion_classification === 'other' && known.motion_classification !== 'other'
      ? {
          motion_classification: known.motion_classification,
          direction: known.direction,
          counts_for_agreement: known.counts_for_agreement,
          motion_text: known.motion_text,
        }
      : {}),
    content_hash: hash,
    listed_count: voters.length,
    yes_count: counts?.yes ?? null,
    no_count: counts?.no ?? null,
    abstain_count: counts?.abstain ?? null,
    not_voting_count: counts?.not_voting ?? null,
    absent_count: counts?.absent ?? null,
    other_count: counts?.other ?? null,
    by_party: partyCounts(vote),
  }
  const [saved] = await db<{ vote_event_id: string; bill_id: string | null }[]>`
    insert into vote_events as stored (
      vote_key, bill_id, bill_source_id, amendment_id, organization, legislative_session, number, voted_at, voted_on, motion_text,
      motion_classification, direction, counts_for_agreement, majority_required, result, result_is_unclear, yes_count, no_count,
      abstain_count, not_voting_count, absent_count, other_count, listed_count, is_complete, vice_president_vote, by_party,
      source_name, source_url, source_checked_at, content_hash)
    select vote_key, (select bill_id from bills where source_id = r.bill_source_id), bill_source_id, amendment_id, organization,
           legislative_session, number, voted_at, voted_on, motion_text, motion_classification, direction, counts_for_agreement,
           majority_required, result, result_is_unclear, yes_count, no_count, abstain_count, not_voting_count, absent_count,
           other_count, listed_count, is_complete, vice_president_vote, by_party, source_name, source_url, source_checked_at,
           decode(content_hash, 'hex')
      from jsonb_to_record(${db.json(row)}) as r(
        vote_key text, bill_source_id text, amendment_id text, organization text, legislative_session text, number int,
        voted_at timestamptz, voted_on date, motion_text text, motion_classification text, direction text,
        counts_for_agreement boolean, majority_required text, result text, result_is_unclear boolean, yes_count int, no_count int,
        abstain_count int, not_voting_count int, absent_count int, other_count int, listed_count int, is_complete boolean,
        vice_president_vote text, by_party jsonb, source_name text, source_url text, source_checked_at timestamptz,
        content_hash text)
    on conflict (vote_key) do update
       set bill_id = excluded.bill_id, bill_source_id = excluded.bill_source_id, amendment_id = excluded.amendment_id,
           organization = excluded.organization, number = excluded.number, voted_at = coalesce(excluded.voted_at, stored.voted_at),
           voted_on = excluded.voted_on, motion_text = excluded.motion_text,
           motion_classification = excluded.motion_classification, direction = excluded.direction,
           counts_for_agreement = excluded.counts_for_agreement, majority_required = excluded.majority_required,
           result = excluded.result, result_is_unclear = excluded.result_is_unclear, yes_count = excluded.yes_count,
           no_count = excluded.no_count, abstain_count = excluded.abstain_count, not_voting_count = excluded.not_voting_count,
           absent_count = excluded.absent_count, other_count = excluded.other_count, listed_count = excluded.listed_count,
           is_complete = excluded.is_complete, vice_president_vote = excluded.vice_president_vote, by_party = excluded.by_party,
           source_name = excluded.source_name, source_url = excluded.source_url,
           source_checked_at = excluded.source_checked_at, content_hash = excluded.content_hash
    returning vote_event_id, bill_id`
  return saved!
}

/** The roll by party, the largest first, as the contract's `by_party`. Empty if the source names no parties. */
function partyCounts({ voters }: ImportedVote) {
  const parties = new Map<string, ImportedVote['voters']>()
  for (const voter of voters) {
    if (voter.party) parties.set(voter.party, [...(parties.get(voter.party) ?? []), voter])
  }
  return [...parties]
    .toSorted(([a, first], [b, second]) => second.length - first.length || a.localeCompare(b))
    .map(([party, members]) => {
      const { yes, no } = countOptions(members.map(({ option }) => option))
      return { party, yes, no, other: members.length - yes - no }
    })
}

/** Makes room for the roll of this source. A new vote has none. */
async function removeShown(db: Transaction, vote: ImportedVote, vote_event_id: string): Promise<void> {
  await db`
    update vote_sources set is_shown = false
     where vote_event_id = ${vote_event_id} and is_shown
       and (source_name, source_id) <> (${vote.source_name}, ${vote.source_id})`
  await db`delete from person_votes where vote_event_id = ${vote_event_id}`
}

async function insertRolls(db: Transaction, rolls: Rolls): Promise<void> {
  const rows = [...rolls].map(([vote_event_id, { vote, rep_ids }]) => ({
    vote_event_id,
    voted_on: vote.voted_on,
    voters: vote.voters.map((voter, index) => ({
      ...voter,
      position: index + 1,
      rep_id: rep_ids[index] ?? null,
    })),
  }))
  if (rows.every(({ voters }) => voters.length === 0)) return
  await db`
    insert into person_votes (vote_event_id, position, option, source_option, voter_name, voted_on, party, state, district,
                              source_person_id, rep_id)
    select r.vote_event_id, v.position, v.option, v.source_option, v.voter_name, r.voted_on, v.party, v.state, v.district,
           v.source_person_id, v.rep_id
      from jsonb_to_recordset(${db.json(rows)}) as r(vote_event_id uuid, voted_on date, voters jsonb)
     cross join jsonb_to_recordset(r.voters) as v(
        position smallint, option text, source_option text, voter_name text, party text, state text, district text,
        source_person_id text, rep_id text)`
}
