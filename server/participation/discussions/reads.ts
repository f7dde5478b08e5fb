import { refuse } from '#contract/kit/refusals.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { billExists } from './queries.ts'

/** Stores that the member has seen the comments up to `as_of`, or up to now if `as_of` is later. */
export async function markDiscussionRead(
  db: Db,
  me: Member,
  bill_id: string,
  as_of: string,
): Promise<{ read_at: string }> {
  if (!(await billExists(db, bill_id))) refuse('bill_not_found')
  const [row] = await db<{ read_at: string }[]>`
    insert into discussion_reads as existing (user_id, bill_id, read_at)
    values (${me.user_id}, ${bill_id}, least(${as_of}::timestamptz, now()))
    on conflict (user_id, bill_id) do update set read_at = greatest(existing.read_at, excluded.read_at)
    returning read_at`
  return row!
}
