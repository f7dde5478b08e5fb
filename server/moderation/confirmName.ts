import { refuse } from '../../contract/kit/refusals.ts'
import type { Db } from '../postgres/db.ts'
import { lockName } from './queries.ts'

type Name = { username: string; full_name: string }

/**
 * Locks the account and makes sure that the member still has the name that an operator read. Returns false if no label
 * waits to be confirmed. Refuses `name_changed`.
 */
export async function confirmName(db: Db, user_id: string, name: Name | null): Promise<boolean> {
  const member = await lockName(db, user_id)
  if (!member?.is_label_hidden) return false
  if (name?.username !== member.username || name.full_name !== member.full_name) refuse('name_changed')
  return true
}
