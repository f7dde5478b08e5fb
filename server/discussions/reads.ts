import { discussionReadDays } from '../../contract/discussions.ts'
import { refuse } from '../../contract/kit/refusals.ts'
import type { Member } from '../http/route/route.ts'
import type { Db, Pool } from '../postgres/db.ts'
import { billExists } from './queries.ts'

/**
 * Until when the member has seen the discussion, and the time of this answer. A comment can appear up to five seconds after
 * its time, which is how long its transaction may take, so the answer counts as five seconds older.
 */
export async function selectRead(
  db: Db,
  me: Member,
  bill_id: string,
): Promise<{ read_at: string | null; as_of: string }> {
  const [row] = await db<{ read_at: string | null; as_of: string }[]>`
    select (select read_at from discussion_reads where user_id = ${me.user_id} and bill_id = ${bill_id}) as read_at,
           now() - interval '5 seconds' as as_of`
  return row!
}

/** Remembers that the member has seen the comments up to `as_of`, at the latest up to now. */
export async function markRead(
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

export async function forgetOldReads(pool: Pool): Promise<void> {
  await pool`
    delete from discussion_reads where read_at < now() - make_interval(days => ${discussionReadDays})`
}
