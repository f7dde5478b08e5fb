import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import type * as contract from '#contract/openData/public.ts'
import type { PublicVoteEvent } from '#contract/openData/publicRecords.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'
import { pageWithSource, withSource, type SourceColumns } from './source.ts'

type VoteRow = Omit<PublicVoteEvent, 'source'> & SourceColumns

/** Returns the fields of `PublicVoteEvent` for the vote `e`. */
export function voteColumns(db: Db): Part {
  return db`
    e.vote_event_id, e.bill_id, e.organization, e.committee_id, e.legislative_session as session, e.number, e.voted_on::text as voted_on,
    e.voted_at, e.motion_text, e.motion_classification, e.direction, e.counts_for_agreement as decides_on_bill,
    e.majority_required, case when not e.result_is_unclear then e.result end as result, e.result_is_unclear,
    e.yes_count, e.no_count, e.abstain_count, e.not_voting_count, e.absent_count, e.other_count, e.listed_count,
    e.is_complete, e.source_name, e.source_url, e.source_checked_at`
}

export async function listPublicVoteEvents(
  db: Db,
  { limit, after, bill_id, organization }: ParsedOf<typeof contract.listPublicVoteEvents>,
): Promise<{ vote_events: PublicVoteEvent[]; next: string | null }> {
  const rows = await db<VoteRow[]>`
    select ${voteColumns(db)} from vote_events e
     where true ${bill_id === undefined ? db`` : db`and e.bill_id = ${bill_id}`}
           ${organization === undefined ? db`` : db`and e.organization = ${organization}`}
           ${
             after === undefined
               ? db``
               : db`and e.voted_on <= ${after[0]}::date
                    and (e.voted_on < ${after[0]}::date or e.vote_event_id > ${after[1]})`
           }
     order by e.voted_on desc, e.vote_event_id limit ${limit + 1}`
  const { records, next } = pageWithSource(rows, limit, (row) => [row.voted_on, row.vote_event_id])
  return { vote_events: records, next }
}

type Roll = Omit<OutputOf<typeof contract.getPublicVoteEvent>, 'success'>

export async function getPublicVoteEvent(db: Db, vote_event_id: string): Promise<Roll | undefined> {
  const [row] = await db<(VoteRow & { votes: Roll['votes'] })[]>`
    select ${voteColumns(db)},
           coalesce((
             select jsonb_agg(jsonb_build_object('voter_name', voter_name, 'party', party, 'state', state,
                                'district', district, 'rep_id', rep_id, 'option', option, 'source_option', source_option)
                              order by position)
               from person_votes where vote_event_id = e.vote_event_id), '[]') as votes
      from vote_events e where e.vote_event_id = ${vote_event_id}`
  if (!row) return undefined
  const { votes, ...event } = row
  return { vote_event: withSource(event), votes }
}
