import type { ModerationResult } from '#server/participation/comments/moderation.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/* Call each function of this file in a transaction. A repeated call changes nothing. */

/** Removes a statement from the bill. The author still sees it in the list of their own statements. */
export function hideStatement(db: Db, statement_id: string): Promise<ModerationResult> {
  return setHidden(db, statement_id, true)
}

export function restoreStatement(db: Db, statement_id: string): Promise<ModerationResult> {
  return setHidden(db, statement_id, false)
}

async function setHidden(db: Db, statement_id: string, hidden: boolean): Promise<ModerationResult> {
  const [statement] = await db<{ is_hidden: boolean }[]>`
    select hidden_at is not null as is_hidden from official_statements
     where statement_id = ${statement_id} for update`
  if (!statement) return 'not_found'
  if (statement.is_hidden === hidden) return 'unchanged'
  await db`
    update official_statements set hidden_at = ${hidden ? db`now()` : null} where statement_id = ${statement_id}`
  return 'changed'
}
