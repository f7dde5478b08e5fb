import type { Db } from '#server/platform/postgres/db.ts'

/**
 * Locks a member, the member's followers, the members that the member follows, and `others`, in the order of their ids.
 * The lock is taken twice, because follows may be added while the first statement waits. After the second, nobody can
 * be added, because following also locks the member.
 */
export async function lockMemberAndFollows(db: Db, user_id: string, others: string[] = []): Promise<void> {
  const lock = () => db`
    select from users
     where user_id in (select ${user_id}::uuid union select unnest(${others}::uuid[])
                       union select followee_id from follows where follower_id = ${user_id}
                       union select follower_id from follows where followee_id = ${user_id})
     order by user_id for no key update`
  await lock()
  await lock()
}
