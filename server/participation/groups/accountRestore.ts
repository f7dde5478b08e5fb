import { updateMemberships } from '#server/legislation/places/groups/memberships.ts'
import { recountReplies, restoreSetAsideComments } from '#server/participation/comments/account.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { setAsideRows, restoreRows, type SetAside } from '#server/platform/postgres/setAside.ts'
import { removePosts } from './accountDeletion.ts'
import { updateGroupActivity } from './activity.ts'

export const groupPart = {
  remove: removePosts,
  restore: restorePosts,
}

/** Restores follows, posts, comments and likes. Members are locked before posts, and posts before groups. */
export async function restorePosts(db: Db, owner: SetAside): Promise<void> {
  const { user_id } = owner
  const existing = await db<{ post_id: string }[]>`
    select post_id from group_posts where post_id in (${touchedPosts(db, owner)}) order by post_id for update`
  const existingIds = existing.map(({ post_id }) => post_id)
  await restoreRows(db, owner, 'group_follows')
  await updateMemberships(db, user_id)
  await restoreRows(db, owner, 'group_posts')
  await db`
    update group_posts p
       set user_id = k.user_id, content = k.content, deleted_at = k.deleted_at, hidden_at = k.hidden_at,
           is_pinned = k.is_pinned
      from ${setAsideRows(db, owner, 'group_posts')} k
     where p.post_id = k.post_id and k.user_id = ${user_id} and p.user_id is null`
  await restoreSetAsideComments(db, 'group_comments', owner)
  const isNotDeleted =
    'exists (select from group_posts p where p.post_id = r.post_id and p.deleted_at is null)'
  await restoreRows(db, owner, 'group_likes', isNotDeleted)
  await db`
    update group_posts p set
      like_count = (select count(*) from group_likes l where l.post_id = p.post_id),
      comment_count = (select count(*) from group_comments c
                        where c.post_id = p.post_id and c.deleted_at is null and c.hidden_at is null),
      thread_count = (select count(*) from group_comments c where c.post_id = p.post_id and c.depth = 1)
     where p.post_id in (${touchedPosts(db, owner)})`
  await recountReplies(db, 'group_comments', owner)
  await recountGroups(db, owner, existingIds)
}

function touchedPosts(db: Db, owner: SetAside) {
  return db`
    select post_id from ${setAsideRows(db, owner, 'group_posts')} a
    union select post_id from ${setAsideRows(db, owner, 'group_comments')} b
    union select post_id from ${setAsideRows(db, owner, 'group_likes')} c`
}

async function recountGroups(db: Db, owner: SetAside, existing: string[]): Promise<void> {
  const groups = await db<{ group_id: string; posts: number; live: number }[]>`
    select p.group_id, (count(*) filter (where p.post_id <> all(${existing}::uuid[])))::int as posts,
           (count(*) filter (where p.user_id = ${owner.user_id} and k.deleted_at is null and k.hidden_at is null))::int
             as live
      from ${setAsideRows(db, owner, 'group_posts')} k join group_posts p using (post_id)
     group by 1 order by 1`
  for (const { group_id, posts, live } of groups) await updateGroupActivity(db, group_id, { posts, live })
}
