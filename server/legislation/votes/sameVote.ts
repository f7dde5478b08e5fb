import type { Transaction } from '#server/platform/postgres/db.ts'
import type { ImportedVote } from '#server/sources/votes/importedVote.ts'

/** A stored vote that an imported record reports too. */
export type KnownVote = Pick<
  ImportedVote,
  | 'vote_key'
  | 'is_complete'
  | 'source_name'
  | 'motion_text'
  | 'motion_classification'
  | 'direction'
  | 'counts_for_agreement'
> & {
  vote_event_id: string
  bill_id: string | null
  yes_count: number | null
  no_count: number | null
  result: string | null
  /** True if the source identifies voters by an id or a district, and not only by name. */
  has_ids: boolean
  /** The hash of what the record's source said before, or null if the source did not report the vote. */
  source_hash: string | null
  /** The number of voters that this source listed before. */
  source_listed: number
  is_shown: boolean
  /** True if no other record reports the vote. */
  is_only_record: boolean
  /** The time at which the source of the shown roll last changed its record, or null if it does not say. */
  shown_updated_at: string | null
}

/**
 * Chambers whose votes from two sources have no common key and are matched by their counts instead. A chamber is added only
 * after measuring that this works: of Michigan's 297 floor votes in LegiScan, 296 match exactly one vote in Open States.
 */
const matchedByCounts = new Set(['mi/upper', 'mi/lower'])

/**
 * Returns true if votes that two sources report can be matched. Votes of Congress have the same key in every source.
 */
export function canMatchSources(organization: string): boolean {
  return organization.startsWith('us/') || matchedByCounts.has(organization)
}

/**
 * Selects, for each of these votes, the stored vote that is the same, or undefined. A vote is found by its source's id, or
 * else by its key. In chambers that are matched by counts, it is otherwise found by organization, bill, date, counts and
 * classification, if exactly one vote from another source has the same values.
 */
export async function selectKnownVotes(
  db: Transaction,
  votes: readonly ImportedVote[],
): Promise<(KnownVote | undefined)[]> {
  const rows = votes.map((vote, position) => ({
    position,
    source_name: vote.source_name,
    source_id: vote.source_id,
    vote_key: vote.vote_key,
    is_matched_by_counts: matchedByCounts.has(vote.organization),
    organization: vote.organization,
    voted_on: vote.voted_on,
    bill_source_id: vote.bill_source_id,
    yes_count: vote.counts?.yes ?? null,
    no_count: vote.counts?.no ?? null,
    motion_classification: vote.motion_classification,
  }))
  const matches = await db<(KnownVote & { position: number })[]>`
    select r.position, e.vote_event_id, e.bill_id, e.yes_count, e.no_count, e.result, e.vote_key, e.is_complete, e.source_name,
           e.motion_text, e.motion_classification, e.direction, e.counts_for_agreement,
           encode(s.content_hash, 'hex') as source_hash, coalesce(s.listed_count, 0) as source_listed,
           coalesce(s.is_shown, false) as is_shown,
           not exists (select from vote_sources other where other.vote_event_id = e.vote_event_id
                          and (other.source_name, other.source_id) <> (r.source_name, r.source_id)) as is_only_record,
           (select shown.source_updated_at from vote_sources shown
             where shown.vote_event_id = e.vote_event_id and shown.is_shown) as shown_updated_at,
           exists (select from person_votes v where v.vote_event_id = e.vote_event_id
                      and (v.source_person_id is not null or v.district is not null)) as has_ids
      from jsonb_to_recordset(${db.json(rows)}) as r(
        position int, source_name text, source_id text, vote_key text, is_matched_by_counts boolean, organization text,
        voted_on date, bill_source_id text, yes_count int, no_count int, motion_classification text)
      join vote_events e on e.vote_event_id = coalesce(
        (select vote_event_id from vote_sources where source_name = r.source_name and source_id = r.source_id),
        (select vote_event_id from vote_events where vote_key = r.vote_key),
        case when r.is_matched_by_counts then (
          select (array_agg(o.vote_event_id))[1] from vote_events o
           where (o.organization, o.voted_on, o.bill_source_id) = (r.organization, r.voted_on, r.bill_source_id)
             and (o.yes_count, o.no_count, o.motion_classification) = (r.yes_count, r.no_count, r.motion_classification)
             and not exists (select from vote_sources other
                              where other.vote_event_id = o.vote_event_id and other.source_name = r.source_name)
          having count(*) = 1) end)
      left join vote_sources s on s.vote_event_id = e.vote_event_id and s.source_name = r.source_name
       and s.source_id = r.source_id`
  const byPosition = new Map(matches.map(({ position, ...vote }) => [position, vote]))
  return votes.map((_, position) => byPosition.get(position))
}

/**
 * Returns the keys by which a vote may turn out to be the same as another. Votes that share a key are saved in separate
 * rounds, because the second must find the first.
 */
export function identitiesOf(vote: ImportedVote, storedVote: KnownVote | undefined): string[] {
  const { source_name, source_id, vote_key, organization, voted_on, bill_source_id } = vote
  return [
    `source ${source_name} ${source_id}`,
    `key ${vote_key}`,
    ...(storedVote ? [`key ${storedVote.vote_key}`] : []),
    ...(matchedByCounts.has(organization) ? [`bill ${organization} ${voted_on} ${bill_source_id}`] : []),
  ]
}
