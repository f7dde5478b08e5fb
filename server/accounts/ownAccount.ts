import type { User } from '../../contract/accounts.ts'
import { refuse } from '../../contract/kit/refusals.ts'
import type { Db } from '../postgres/db.ts'
import { selectUser } from './queries.ts'

/** The caller's own account, as it is answered to nobody else. Refuses when it has been deleted meanwhile. */
export async function readUser(db: Db, user_id: string): Promise<User> {
  return (await selectUser(db, user_id)) ?? refuse('session_expired')
}
