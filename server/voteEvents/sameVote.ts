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
 * The stored vote that is the same as this one: by its source's id, by its key, or, where that was measured, by organization,
 * bill, date, counts and classification.
 */
export async function selectKnownVotes(db: Transaction, vote: ImportedVote): Promise<KnownVote | undefined> {
  const [known] = await db<KnownVote[]>`
    select e.vote_event_id, e.bill_id, e.yes_count, e.no_count, e.result, e.vote_key, e.is_complete, e.source_name, e.motion_text, e.motion_classification,
           e.direction, e.counts_for_agreement, encode(s.content_hash, 'hex') as source_hash,
           coalesce(s.listed_count, 0) as source_listed,
           coalesce(s.is_shown, false) as is_shown,
           exists (select from person_votes v where v.vote_event_id = e.vote_event_id
                      and (v.source_person_id is not null or v.district is not null)) as has_ids
      from vote_events e
      left join vote_sources s on s.vote_event_id = e.vote_event_id and s.source_name = ${vote.source_name}
       and s.source_id = ${vote.source_id}
     where e.vote_event_id = coalesce(
       (select vote_event_id from vote_sources
         where source_name = ${vote.source_name} and source_id = ${vote.source_id}),
       (select vote_event_id from vote_events where vote_key = ${vote.vote_key}),
       ${mergedByCounts.has(vote.organization) ? sameByCounts(db, vote) : null})`
  return known
}

/** Null unless exactly one vote of another source has the same counts. */
function sameByCounts(db: Transaction, vote: ImportedVote) {
  return db`(
    select (array_agg(o.vote_event_id))[1] from vote_events o
     where o.organization = ${vote.organization} and o.voted_on = ${vote.voted_on}
       and o.bill_source_id = ${vote.bill_source_id} and o.yes_count = ${vote.counts?.yes ?? null}
       and o.no_count = ${vote.counts?.no ?? null} and o.motion_classification = ${vote.motion_classification}
       and not exists (select from vote_sources s
                        where s.vote_event_id = o.vote_event_id and s.source_name = ${vote.source_name})
    having count(*) = 1)`
}
