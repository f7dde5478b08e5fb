import type { Db } from '#server/platform/postgres/db.ts'
import { foldUsername, isReserved } from './reserved.ts'

/** A former username stays reserved for its owner for this many days. */
export const reservedDays = 180

/**
 * Returns true if this username is unavailable to the member, ignoring case: another member has it or had it recently,
 * it is a reserved name, or it looks like the username of an elected official.
 */
export async function isUsernameTaken(db: Db, username: string, user_id: string): Promise<boolean> {
  const [row] = await db<
    { is_taken: boolean }[]
  >`select ${usernameIsTaken(db, username, user_id)} as is_taken`
  return row?.is_taken ?? false
}

/** Returns the rule of `isUsernameTaken` as an SQL condition. `user_id` is null during registration. */
export function usernameIsTaken(db: Db, username: string, user_id: string | null) {
  return db`(
    ${isReserved(username)}::boolean
    or exists (select from users
             where lower(username) = lower(${username}) and user_id is distinct from ${user_id}::uuid)
    or exists (select from former_usernames
                where username_key = lower(${username}) and reserved_until > now()
                  and user_id is distinct from ${user_id}::uuid)
    or exists (select from users
                where member_type = 'elected_official' and user_id is distinct from ${user_id}::uuid
                  and translate(lower(username), '013457i-_', 'oleastl') = ${foldUsername(username)}))`
}
