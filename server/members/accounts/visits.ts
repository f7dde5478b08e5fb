import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/**
 * Returns an SQL condition that is true if the stored time of a member's last request (`active_at` of the row `u`) is
 * old enough to be updated.
 */
export function isOutdated(db: Db) {
  return db`u.active_at < now() - interval '10 minutes'`
}

/**
 * Stores that the member is active. The first request after half an hour without requests begins a visit, and the last
 * request before it becomes the end of the previous visit. If several devices send requests at the same time, only one
 * of them begins the visit. A read must not wait for another write of the member, so a row that is locked is left for the
 * next request. The first request of a day in UTC counts the member as active on that day. On the day of the
 * registration, the registration counts instead.
 */
export async function recordActivity(db: Db, user_id: string): Promise<void> {
  await db`
    with free as (
      select u.user_id, (u.active_at at time zone 'UTC')::date as last_day, (now() at time zone 'UTC')::date as today
        from users u where u.user_id = ${user_id} and ${isOutdated(db)}
         for no key update skip locked),
    counted as (
      insert into active_member_counts as stored (day, shard, member_count)
      select today, floor(random() * 16), 1 from free where last_day < today
      on conflict (day, shard) do update set member_count = stored.member_count + 1)
    update users u set
           last_visit_at = case when u.active_at < now() - interval '30 minutes' then u.active_at else u.last_visit_at end,
           active_at = now()
      from free
     where u.user_id = free.user_id`
}

/** Stores that the member has seen which bills moved up to this time. */
export async function markMovedSeen(db: Db, me: Member, as_of: string): Promise<void> {
  await db`
    update users set moved_seen_at = greatest(moved_seen_at, least(${as_of}::timestamptz, now()))
     where user_id = ${me.user_id}`
}
