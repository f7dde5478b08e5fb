import type { Db } from '#server/platform/postgres/db.ts'

/**
 * Updates the groups that a member belongs to. Call it in each transaction that changes the member's divisions, group
 * follows, status, type, name or profile privacy, because the lists and counts of groups depend on these fields.
 */
export async function updateMemberships(db: Db, user_id: string): Promise<void> {
  await db`select update_memberships(${user_id})`
}
