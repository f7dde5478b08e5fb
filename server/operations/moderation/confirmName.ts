import { refuse } from '#contract/kit/refusals.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { lockName } from './queries.ts'

type Name = { username: string; full_name: string }

/**
 * Locks the account and makes sure that the member still has the name that an operator read, because a label belongs to
 * a name. Refuses `name_changed`.
 */
export async function confirmName(db: Db, user_id: string, name: Name | null): Promise<void> {
  const member = await lockName(db, user_id)
  if (!member || name?.username !== member.username || name.full_name !== member.full_name) {
    refuse('name_changed')
  }
}
