import type { Db } from '../postgres/db.ts'
import { foldUsername, isReserved } from './reserved.ts'

/** How long a name that was given up stays its owner's (R23). */
export const reservedDays = 180

/**
 * Whether somebody but this member has this username, or gave it up lately; in any case (R12, R23). Names of the house
 * are taken, and so is whatever reads like the username of an elected official.
 */
export async function isUsernameTaken(db: Db, username: string, user_id: string): Promise<boolean> {
  const [row] = await db<{ taken: boolean }[]>`select ${usernameIsTaken(db, username, user_id)} as taken`
  return row?.taken ?? false
}

/** The same as a condition; null stands for somebody who has no account yet. */
export function usernameIsTaken(db: Db, username: string, user_id: string | null) {
  return db`(
    ${isReserved(username)}::boolean
    or exists (select from users
             where lower(username) = lower(${username}) and user_id is distinct from ${user_id}::uuid)
    or exists (select from deleted_accounts where lower(username) = lower(${username}))
    or exists (select from former_usernames
                where username_key = lower(${username}) and reserved_until > now()
                  and user_id is distinct from ${user_id}::uuid)
    or exists (select from users
                where member_type = 'elected_official' and user_id is distinct from ${user_id}::uuid
                  and translate(lower(username), '013457i-_', 'oleastl') = ${foldUsername(username)}))`
}
