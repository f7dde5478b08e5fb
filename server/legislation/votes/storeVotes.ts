import type { Transaction } from '#server/platform/postgres/db.ts'
import type { ImportedVote } from '#server/sources/votes/importedVote.ts'
import { countOptions } from '#server/sources/votes/voteCounts.ts'
import type { KnownVote } from './sameVote.ts'

export type LinkedVote = { vote: ImportedVote; rep_ids: readonly (string | null)[] }
/** A vote together with the stored vote that is the same. */
export type MatchedVote = LinkedVote & { position: number; hash: string; known: KnownVote | undefined }
export type StoredEvent = { vote_event_id: string; bill_id: string | null }

/**
 * Inserts or updates votes.
 *
 * @returns the stored votes by position
 */
export async function upsertEvents(
  db: Transaction,
  votes: readonly MatchedVote[],
): Promise<Map<number, StoredEvent>> {
  if (votes.length === 0) return new Map()
  const rows = votes.map(eventRow)
  const savedRows = await db<(StoredEvent & { vote_key: string })[]>`
    insert into vote_events as stored (
      vote_key, bill_id, bill_source_id, amendment_id, committee_name, committee_id, organization, legislative_session, number, voted_at, voted_on, motion_text,
      motion_classification, direction, counts_for_agreement, majority_required, result, result_is_unclear, yes_count, no_count,
      abstain_count, not_voting_count, absent_count, other_count, listed_count, is_complete, vice_president_vote, by_party,
      source_name, source_url, source_checked_at, content_hash)
    select vote_key, (select bill_id from bills where source_id = r.bill_source_id), bill_source_id, amendment_id,
           committee_name, voting_committee(organization, committee_name), organization,
           legislative_session, number, voted_at, voted_on, motion_text, motion_classification, direction, counts_for_agreement,
           majority_required, result, result_is_unclear, yes_count, no_count, abstain_count, not_voting_count, absent_count,
           other_count, listed_count, is_complete, vice_president_vote, by_party, source_name, source_url, source_checked_at,
           decode(content_hash, 'hex')
      from jsonb_to_recordset(${db.json(rows)}) as r(
        vote_key text, bill_source_id text, amendment_id text, committee_name text, organization text, legislative_session text, number int,
        voted_at timestamptz, voted_on date, motion_text text, motion_classification text, direction text,
        counts_for_agreement boolean, majority_required text, result text, result_is_unclear boolean, yes_count int, no_count int,
        abstain_count int, not_voting_count int, absent_count int, other_count int, listed_count int, is_complete boolean,
        vice_president_vote text, by_party jsonb, source_name text, source_url text, source_checked_at timestamptz,
        content_hash text)
    on conflict (vote_key) do update
       set bill_id = excluded.bill_id, bill_source_id = excluded.bill_source_id, amendment_id = excluded.amendment_id,
           committee_name = coalesce(excluded.committee_name, stored.committee_name),
           committee_id = case when excluded.committee_name is null or excluded.committee_name = stored.committee_name
                               then coalesce(excluded.committee_id, stored.committee_id) else excluded.committee_id end,
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
    returning vote_event_id, bill_id, vote_key`
  const byKey = new Map(savedRows.map((event) => [event.vote_key, event]))
  return new Map(
    votes.map((vote, index) => [
      vote.position,
      byKey.get(rows[index]?.vote_key ?? '') ?? missingEvent(vote.vote),
    ]),
  )
}

function eventRow({ vote, hash, known }: MatchedVote) {
  const {
    voters,
    counts,
    source_id: _source,
    source_updated_at: _updated,
    shares_key: _shares,
    ...event
  } = vote
  return {
    ...event,
    // A stored vote keeps its key. It also keeps the kind of its motion if another record names one and this one does not.
    vote_key: known?.vote_key ?? vote.vote_key,
    ...(known &&
    !known.is_only_record &&
    vote.motion_classification === 'other' &&
    known.motion_classification !== 'other'
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
}

export async function saveSources(
  db: Transaction,
  votes: readonly (MatchedVote & { isShown: boolean; vote_event_id: string })[],
): Promise<void> {
  if (votes.length === 0) return
  const rows = votes.map(({ vote, hash, vote_event_id, isShown: is_shown }) => ({
    source_name: vote.source_name,
    source_id: vote.source_id,
    vote_event_id,
    content_hash: hash,
    yes_count: vote.counts?.yes ?? null,
    no_count: vote.counts?.no ?? null,
    listed_count: vote.voters.length,
    is_complete: vote.is_complete,
    is_shown,
    source_updated_at: vote.source_updated_at,
  }))
  await db`
    insert into vote_sources (source_name, source_id, vote_event_id, content_hash, yes_count, no_count, listed_count,
                              is_complete, is_shown, source_updated_at)
    select source_name, source_id, vote_event_id, decode(content_hash, 'hex'), yes_count, no_count, listed_count,
           is_complete, is_shown, source_updated_at
      from jsonb_to_recordset(${db.json(rows)}) as r(
        source_name text, source_id text, vote_event_id uuid, content_hash text, yes_count int, no_count int,
        listed_count int, is_complete boolean, is_shown boolean, source_updated_at timestamptz)
    on conflict (source_name, source_id) do update
       set content_hash = excluded.content_hash, yes_count = excluded.yes_count, no_count = excluded.no_count,
           listed_count = excluded.listed_count, is_complete = excluded.is_complete, is_shown = excluded.is_shown,
           source_updated_at = excluded.source_updated_at`
}

/**
 * Returns the roll call by party, largest first, as the contract's `by_party`. Empty if the source names no parties.
 */
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

/** Deletes the roll calls that readers have seen so far, before those of these sources are inserted. A new vote has none. */
export async function removeShown(
  db: Transaction,
  replaced: readonly { vote: ImportedVote; vote_event_id: string }[],
): Promise<void> {
  if (replaced.length === 0) return
  const rows = replaced.map(({ vote: { source_name, source_id }, vote_event_id }) => ({
    source_name,
    source_id,
    vote_event_id,
  }))
  await db`
    update vote_sources s set is_shown = false
      from jsonb_to_recordset(${db.json(rows)}) as r(source_name text, source_id text, vote_event_id uuid)
     where s.vote_event_id = r.vote_event_id and s.is_shown
       and (s.source_name, s.source_id) <> (r.source_name, r.source_id)`
  await db`
    delete from person_votes
     where vote_event_id = any(${rows.map(({ vote_event_id }) => vote_event_id)}::uuid[])`
}

export async function insertRolls(db: Transaction, rolls: ReadonlyMap<string, LinkedVote>): Promise<void> {
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

export function missingEvent({ vote_key }: ImportedVote): never {
  throw new Error(`vote ${vote_key} was not stored`)
}
