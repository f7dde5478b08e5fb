import type { Db } from '../postgres/db.ts'

/**
 * After something went or came back: steps the group's numbers of posts and finds its newest activity anew. The group is
 * locked in a statement of its own, so that a post made meanwhile is seen. Everybody locks posts before groups.
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
