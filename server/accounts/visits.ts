import type { Member } from '../http/route/route.ts'
import type { Db } from '../postgres/db.ts'

/** Whether the stored time of a member's last request `active_at` of the row `u` is so old that it is stored again. */
export function isOutdated(db: Db) {
  return db`u.active_at < now() - interval '10 minutes'`
}

/**
 * Stores that the member is active. The first request after half an hour of silence begins a visit, and the last one
 * before it becomes the end of the visit before. Requests of several devices at once do so only once. A read must not wait,
 * so a row that somebody has locked is left for the next request.
 */
export async function recordActivity(db: Db, user_id: string): Promise<void> {
  await db`
    update users u set
           last_visit_at = case when u.active_at < now() - interval '30 minutes' then u.active_at else u.last_visit_at end,
           active_at = now()
      from (select u.user_id from users u where u.user_id = ${user_id} and ${isOutdated(db)}
               for no key update skip locked) free
     where u.user_id = free.user_id`
}

/** The member has seen which bills moved up to this time. */
export async function markMovedSeen(db: Db, me: Member, as_of: string): Promise<void> {
  await db`
    update users set moved_seen_at = greatest(moved_seen_at, least(${as_of}::timestamptz, now()))
     where user_id = ${me.user_id}`
}
