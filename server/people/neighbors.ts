import type { Db } from '../postgres/db.ts'

/**
 * Locks a member, everybody who follows them or whom they follow, and `others`, in the order of their ids. Done twice:
 * the second time takes those who came while the first one waited; then nobody can come any more, since following
 * needs the member's own lock too.
 */
export async function lockNeighbors(db: Db, user_id: string, others: string[] = []): Promise<void> {
  const lock = () => db`
    select from users
     where user_id in (select ${user_id}::uuid union select unnest(${others}::uuid[])
                       union select followee_id from follows where follower_id = ${user_id}
                       union select follower_id from follows where followee_id = ${user_id})
     order by user_id for no key update`
  await lock()
  await lock()
}
