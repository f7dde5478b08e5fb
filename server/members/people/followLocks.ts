import type { Db } from '#server/platform/postgres/db.ts'

/**
 * Locks a member, the member's followers, the members that the member follows, and `others`, in the order of their ids so that
 * concurrent changes do not deadlock. Once the first statement has locked the member, nobody can follow the member or be followed,
 * because that locks both. The second one locks those whose follow was added while the first one waited.
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
