import type { User } from '#contract/accounts/accounts.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { selectUser } from './queries.ts'

/**
 * Returns the caller's own account, with fields that other members never see. Refuses if the account has just been
 * deleted.
 */
export async function readUser(db: Db, user_id: string): Promise<User> {
  return (await selectUser(db, user_id)) ?? refuse('session_expired')
}
