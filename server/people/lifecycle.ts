import { endSessionsOf } from '../accounts/sessions.ts'
import { keepPlace } from '../accounts/departed.ts'
import type { Db } from '../kit/db.ts'
import { lockNeighbours } from './neighbours.ts'

/**
 * Takes one feature's rows of a member who leaves, and what they counted for. The rows that need no counting go by
 * their foreign keys.
 */
export type Leave = (db: Db, user_id: string) => Promise<void>

/** Hides an account until it is reactivated: it leaves lists and counts, and every session ends (R24). */
export async function deactivate(db: Db, user_id: string): Promise<void> {
  if (!(await turnStatus(db, user_id, 'active', 'inactive'))) return
  await endSessionsOf(db, user_id)
}

export async function reactivate(db: Db, user_id: string): Promise<void> {
  await turnStatus(db, user_id, 'inactive', 'active')
}

/** Whether anything changed: a repeat, or two at once, count only once. */
async function turnStatus(
  db: Db,
  user_id: string,
  from: 'active' | 'inactive',
  to: 'active' | 'inactive',
): Promise<boolean> {
  await lockNeighbours(db, user_id)
  const { count } = await db`
    update users set account_status = ${to} where user_id = ${user_id} and account_status = ${from}`
  if (count === 1) await countFollows(db, user_id, to === 'active' ? 1 : -1)
  return count === 1
}

/**
 * Removes a person and everything personal at once (R25); other people's counts follow in the same transaction. What
 * stays is that the use of the access code was somebody's (R88). Answers the address of the picture, which is to go
 * after the commit.
 */
export async function deleteAccount(db: Db, user_id: string, leaving: Leave[]): Promise<string | null> {
  for (const leave of leaving) await leave(db, user_id)
  await lockNeighbours(db, user_id)
  const [account] = await db<
    { email: string; access_code: string | null; account_status: string; picture: string | null }[]
  >`select email, access_code, account_status, profile_picture_url as picture from users where user_id = ${user_id}`
  if (!account) return null
  if (account.account_status === 'active') await countFollows(db, user_id, -1)
  if (account.access_code) await keepPlace(db, account.email, account.access_code)
  await db`delete from users where user_id = ${user_id}`
  return account.picture
}

/** Only active people count as followers and as followed; their neighbours' locks are held. */
async function countFollows(db: Db, user_id: string, step: 1 | -1): Promise<void> {
  await db`
    update users u set follower_count = u.follower_count + ${step}
      from follows f where f.follower_id = ${user_id} and u.user_id = f.followee_id`
  await db`
    update users u set following_count = u.following_count + ${step}
      from follows f where f.followee_id = ${user_id} and u.user_id = f.follower_id`
}
