import type { Transaction } from '#server/platform/postgres/db.ts'
import type { ImportedVote, VoteReading } from '#server/sources/votes/importedVote.ts'
import { linkBillVotes, refreshDetails } from './links/linkBillVotes.ts'
import { recordVanishedVotes } from './voteUpdates.ts'

/** The votes in the record of one bill. */
export type BillVotes = { bill_source_id: string; readings: readonly VoteReading[] }

/**
 * Deletes votes that the record of their bill no longer lists and that no other source reports, and corrects the
 * updates about them. If a vote in the record of a bill could not be read, no vote of this bill is deleted. A record without
 * votes deletes nothing, because it may be of a source that reports none. Votes of Congress are not deleted, because its bills
 * list only some of their roll calls.
 */
export async function removeVanishedVotes(
  db: Transaction,
  lists: readonly BillVotes[],
  notify: boolean,
): Promise<void> {
  const rows = lists.flatMap(({ bill_source_id, readings }) => {
    const votes = readings.flatMap((reading) => ('imported' in reading ? [reading.imported] : []))
    return votes.length < readings.length ? [] : listedVotes(bill_source_id, votes)
  })
  if (rows.length === 0) return
  const vanished = await db<{ vote_event_id: string; bill_id: string }[]>`
    select e.vote_event_id, e.bill_id
      from jsonb_to_recordset(${db.json(rows)}) as r(bill_source_id text, source_name text, source_ids text[])
      join bills b on b.source_id = r.bill_source_id
      join vote_events e on e.bill_id = b.bill_id
     where exists (select from vote_sources s where s.vote_event_id = e.vote_event_id)
       and not exists (select from vote_sources s
                        where s.vote_event_id = e.vote_event_id
                          and (s.source_name <> r.source_name or s.source_id = any (r.source_ids)))`
  if (vanished.length === 0) return
  const ids = vanished.map(({ vote_event_id }) => vote_event_id)
  await recordVanishedVotes(db, ids, notify)
  await db`delete from vote_events where vote_event_id = any(${ids}::uuid[])`
  const bills = [...new Set(vanished.map(({ bill_id }) => bill_id))]
  await db`select refresh_last_votes(${bills}::uuid[])`
  // Of two votes that fit a step, one may be left. The deletion has removed the links from the steps, but not from the
  // stored details.
  await linkBillVotes(db, bills)
  await refreshDetails(db, bills)
}

function listedVotes(bill_source_id: string, votes: readonly ImportedVote[]) {
  const [first] = votes
  if (!first || first.organization.startsWith('us/')) return []
  const { source_name } = first
  return [{ bill_source_id, source_name, source_ids: votes.map(({ source_id }) => source_id) }]
}
