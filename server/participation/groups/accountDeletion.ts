import { commentLevels, deletedCommentText } from '#contract/discussions/comments.ts'
import { deletedPostText } from '#contract/groups/groups.ts'
import { setAsideComments } from '#server/participation/comments/account.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import type { Keep } from '#server/platform/postgres/setAside.ts'
import { updateGroupActivity } from './activity.ts'

/**
 * Removes a member's posts, comments and likes in groups, and updates all counts. Posts and comments with replies become
 * tombstones, and the others are deleted. Follows and memberships are deleted with the account, and triggers update their
 * counts. Members are locked before posts, and posts before groups.
 */
export async function removePosts(db: Db, user_id: string, keep: Keep): Promise<void> {
  const posts = await lockPosts(db, user_id)
  await setAsidePosts(db, user_id, posts, keep)
  await removeOwnLikes(db, user_id)
  await removeOwnComments(db, user_id)
  // The deepest replies come first, because a tombstone without replies is deleted too.
  for (let depth = commentLevels; depth > 0; depth--) {
    await db`
      delete from group_comments c
       where c.post_id = any(${posts}::uuid[]) and c.depth = ${depth} and c.deleted_at is not null
         and not exists (select from group_comments r where r.parent_comment_id = c.comment_id)`
  }
  await removeOwnPosts(db, user_id, posts)
}

/** Removes a member's likes from all counts. The member's posts and comments stay. */
export async function removeLikes(db: Db, user_id: string, keep: Keep): Promise<void> {
  await lockPosts(db, user_id)
  await keep('group_likes', db`select * from group_likes where user_id = ${user_id}`)
  await removeOwnLikes(db, user_id)
}

/**
 * Copies what a restored account gets back: the member's posts with everybody's likes, the member's comments and the
 * member's own likes. The posts and comments of other members that the member replied to are copied without text,
 * because their authors may delete them before the account is restored.
 */
async function setAsidePosts(db: Db, user_id: string, posts: string[], keep: Keep): Promise<void> {
  await keep('group_follows', db`select * from group_follows where user_id = ${user_id}`)
  await keep('group_posts', db`select * from group_posts where user_id = ${user_id}`)
  await keep(
    'group_posts',
    db`select (jsonb_populate_record(p, jsonb_build_object(
                'content', ${deletedPostText}::text, 'deleted_at', coalesce(p.deleted_at, now()),
                'hidden_at', null, 'is_pinned', false, 'like_count', 0))).*
         from group_posts p
        where p.post_id = any(${posts}::uuid[]) and p.user_id is distinct from ${user_id}`,
  )
  await setAsideComments(db, 'group_comments', user_id, keep)
  await keep(
    'group_likes',
    db`select * from group_likes
        where user_id = ${user_id} or post_id in (select post_id from group_posts where user_id = ${user_id})`,
  )
}

/**
 * Locks every post that the member wrote, commented on or liked. Returns the posts that the member wrote or commented
 * on.
 */
async function lockPosts(db: Db, user_id: string): Promise<string[]> {
  const rows = await db<{ post_id: string; is_own_or_commented: boolean }[]>`
    with own_or_commented as (
      select post_id from group_posts where user_id = ${user_id}
      union select post_id from group_comments where user_id = ${user_id})
    select post_id, post_id in (select post_id from own_or_commented) as is_own_or_commented
      from group_posts
     where post_id in (select post_id from own_or_commented
                       union select post_id from group_likes where user_id = ${user_id})
     order by post_id for update`
  return rows.filter((row) => row.is_own_or_commented).map((row) => row.post_id)
}

async function removeOwnLikes(db: Db, user_id: string): Promise<void> {
  await db`
    with removed as (delete from group_likes where user_id = ${user_id} returning post_id)
    update group_posts p set like_count = p.like_count - 1 from removed where p.post_id = removed.post_id`
}

async function removeOwnComments(db: Db, user_id: string): Promise<void> {
  await db`
    with removed as (
      update group_comments set deleted_at = now(), content = ${deletedCommentText}
       where user_id = ${user_id} and deleted_at is null returning post_id, hidden_at)
    update group_posts p set comment_count = p.comment_count - counted.comments
      from (select post_id, count(*)::int as comments from removed where hidden_at is null group by 1) counted
     where p.post_id = counted.post_id`
}

/** Removes the member's posts and the tombstones of posts that now have no comments, and updates the groups. */
async function removeOwnPosts(db: Db, user_id: string, posts: string[]): Promise<void> {
  const isOwnLive = db`user_id = ${user_id} and deleted_at is null`
  const groups = await db<{ group_id: string; own_shown: number }[]>`
    select group_id, (count(*) filter (where ${isOwnLive} and hidden_at is null))::int as own_shown
      from group_posts where post_id = any(${posts}::uuid[]) group by 1 order by 1`
  await db`delete from group_likes where post_id in (select post_id from group_posts where ${isOwnLive})`
  await db`
    update group_posts set deleted_at = now(), content = ${deletedPostText}, like_count = 0, is_pinned = false
     where ${isOwnLive}`
  const removed = await db<{ group_id: string }[]>`
    delete from group_posts p
     where p.post_id = any(${posts}::uuid[]) and p.deleted_at is not null
       and not exists (select from group_comments c where c.post_id = p.post_id)
    returning p.group_id`
  for (const { group_id, own_shown } of groups) {
    const removedCount = removed.filter((post) => post.group_id === group_id).length
    await updateGroupActivity(db, group_id, { posts: -removedCount, live: -own_shown })
  }
}
