import type { Db } from '#server/platform/postgres/db.ts'

/**
 * Updates a group after a post or comment was removed or restored: adjusts its post counts and reads its latest
 * activity. A separate statement locks the group so that the update sees posts that were committed while it waited for
 * the lock. All writes lock posts before groups.
 */
export async function updateGroupActivity(
  db: Db,
  group_id: string,
  { posts = 0, live = 0 }: { posts?: number; live?: number } = {},
): Promise<void> {
  await db`select from groups where group_id = ${group_id} for no key update`
  await db`
    update groups set post_count = post_count + ${posts}, live_post_count = live_post_count + ${live},
           last_activity_at = group_last_activity(group_id)
     where group_id = ${group_id}`
}
