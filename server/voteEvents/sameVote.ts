import type { Transaction } from '../postgres/db.ts'
import type { ImportedVote } from '../sources/votes/importedVote.ts'

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
  has_ids: boolean
  /** The hash of what the record's source said before, or null if it did not report the vote. */
  source_hash: string | null
  /** How many voters that source listed before. */
  source_listed: number
  is_shown: boolean
}

/**
 * Organizations whose votes of two sources are merged by their counts. Each was measured first: of 297 floor votes of
 * Michigan in LegiScan, 296 equal exactly one of Open States.
 */
const mergedByCounts = new Set(['mi/upper', 'mi/lower'])

/** Whether votes that two sources report can be matched. Votes of Congress have the same key in every source. */
export function canMatchSources(organization: string): boolean {
  return organization.startsWith('us/') || mergedByCounts.has(organization)
}

/**
 * The stored vote that is the same as each of these, or undefined: by its source's id, by its key, or, where that was
 * measured, by organization, bill, date, counts and classification if exactly one vote of another source has these.
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
    is_merged_by_counts: mergedByCounts.has(vote.organization),
    organization: vote.organization,
    voted_on: vote.voted_on,
    bill_source_id: vote.bill_source_id,
    yes_count: vote.counts?.yes ?? null,
    no_count: vote.counts?.no ?? null,
    motion_classification: vote.motion_classification,
  }))
  const known = await db<(KnownVote & { position: number })[]>`
    select r.position, e.vote_event_id, e.bill_id, e.yes_count, e.no_count, e.result, e.vote_key, e.is_complete, e.source_name,
           e.motion_text, e.motion_classification, e.direction, e.counts_for_agreement,
           encode(s.content_hash, 'hex') as source_hash, coalesce(s.listed_count, 0) as source_listed,
           coalesce(s.is_shown, false) as is_shown,
           exists (select from person_votes v where v.vote_event_id = e.vote_event_id
                      and (v.source_person_id is not null or v.district is not null)) as has_ids
      from jsonb_to_recordset(${db.json(rows)}) as r(
        position int, source_name text, source_id text, vote_key text, is_merged_by_counts boolean, organization text,
        voted_on date, bill_source_id text, yes_count int, no_count int, motion_classification text)
      join vote_events e on e.vote_event_id = coalesce(
        (select vote_event_id from vote_sources where source_name = r.source_name and source_id = r.source_id),
        (select vote_event_id from vote_events where vote_key = r.vote_key),
        case when r.is_merged_by_counts then (
          select (array_agg(o.vote_event_id))[1] from vote_events o
           where (o.organization, o.voted_on, o.bill_source_id) = (r.organization, r.voted_on, r.bill_source_id)
             and (o.yes_count, o.no_count, o.motion_classification) = (r.yes_count, r.no_count, r.motion_classification)
             and not exists (select from vote_sources other
                              where other.vote_event_id = o.vote_event_id and other.source_name = r.source_name)
          having count(*) = 1) end)
      left join vote_sources s on s.vote_event_id = e.vote_event_id and s.source_name = r.source_name
       and s.source_id = r.source_id`
  const byPosition = new Map(known.map(({ position, ...vote }) => [position, vote]))
  return votes.map((_, position) => byPosition.get(position))
}

/** What only one vote at a time may have while votes are saved together, because it may make two of them the same vote. */
export function identitiesOf(vote: ImportedVote, known: KnownVote | undefined): string[] {
  const { source_name, source_id, vote_key, organization, voted_on, bill_source_id } = vote
  return [
    `source ${source_name} ${source_id}`,
    `key ${vote_key}`,
    ...(known ? [`key ${known.vote_key}`] : []),
    ...(mergedByCounts.has(organization) ? [`bill ${organization} ${voted_on} ${bill_source_id}`] : []),
  ]
}
