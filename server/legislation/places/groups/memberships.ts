import type { Db } from '#server/platform/postgres/db.ts'

/**
 * Updates the groups that a member belongs to. Call it in each transaction that changes the member's divisions, group
 * follows, status, type, name or profile privacy, because the lists and counts of groups depend on these fields.
 */
export async function updateMemberships(db: Db, user_id: string): Promise<void> {
  await db`select update_memberships(${user_id})`
}

/**
 * Follows the groups of the state and the city that the member newly lives in, and ends such follows of divisions that the member
 * has left. A member who unfollows their own city does not follow it again while they live there. The caller updates the
 * memberships.
 */
export async function followOwnPlaces(
  db: Db,
  user_id: string,
  { gained, lost }: { gained: readonly string[]; lost: readonly string[] },
): Promise<void> {
  if (lost.length > 0) {
    await db`
      delete from group_follows f using groups g
       where f.group_id = g.group_id and f.user_id = ${user_id} and f.is_own_place
         and g.jurisdiction = any(${[...lost]}::text[])`
  }
  if (gained.length > 0) {
    await db`
      insert into group_follows (user_id, group_id, is_own_place)
      select ${user_id}, group_id, true from groups
       where jurisdiction = any(${[...gained]}::text[])
         and (group_type in ('state', 'place') or jurisdiction ~ '/municipio:[^/]+$')
       order by group_id
      on conflict do nothing`
  }
}
