import { commentLevels } from '#contract/discussions.ts'
import type { AccountPart } from '#server/members/people/deletion/accountParts.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { restoreRows, setAsideRows, type Keep } from '#server/platform/postgres/setAside.ts'
import { updateGroupActivity } from './activity.ts'

/**
 * Defines what an account deletion does to posts and comments in groups. While the account is closed, they are shown as
 * deleted and are not counted, like hidden ones. Likes count until the rows are removed.
 */
export const groupPart: AccountPart = { setClosed: setPostsClosed, remove: removePosts }

async function setPostsClosed(db: Db, user_id: string, isClosed: boolean): Promise<void> {
  const step = isClosed ? -1 : 1
  await lockPosts(db, user_id)
  const isChanged = db`user_id = ${user_id} and deleted_at is null and is_closed <> ${isClosed}`
  const groups = await db<{ group_id: string; posts: number }[]>`
    with posts as (
      update group_posts set is_closed = ${isClosed} where ${isChanged} returning group_id, hidden_at)
    select group_id, (count(*) filter (where is_post and hidden_at is null))::int as posts
      from (select group_id, hidden_at, true as is_post from posts
            union all select group_id, hidden_at, false from group_comments where ${isChanged}) changed
     group by 1 order by 1`
  await db`
    with comments as (
      update group_comments set is_closed = ${isClosed} where ${isChanged} returning post_id, hidden_at)
    update group_posts p set comment_count = p.comment_count + ${step}::int * n.comments
      from (select post_id, count(*)::int as comments from comments where hidden_at is null group by 1) n
     where p.post_id = n.post_id`
  for (const { group_id, posts } of groups) await updateGroupActivity(db, group_id, { live: step * posts })
}

/**
 * Removes a member's posts, comments and likes in groups, and updates all counts. Posts and comments with replies become
 * tombstones, and the others are deleted. Follows and memberships are deleted with the account, and triggers update their
 * counts. Members are locked before posts, and posts before groups.
 */
async function removePosts(db: Db, user_id: string): Promise<void> {
  const posts = await lockPosts(db, user_id)
  await removeOwnLikes(db, user_id)
  await db`
    update group_comments set deleted_at = now(), content = null, language = null
     where user_id = ${user_id} and deleted_at is null`
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

/** Removes the member's posts and the tombstones of posts that now have no comments, and updates the groups. */
async function removeOwnPosts(db: Db, user_id: string, posts: string[]): Promise<void> {
  const isOwn = db`user_id = ${user_id} and deleted_at is null`
  await db`delete from group_likes where post_id in (select post_id from group_posts where ${isOwn})`
  await db`
    update group_posts set deleted_at = now(), content = null, language = null, like_count = 0, is_pinned = false
     where ${isOwn}`
  const removed = await db<{ group_id: string; posts: number }[]>`
    with removed as (
      delete from group_posts p
       where p.post_id = any(${posts}::uuid[]) and p.deleted_at is not null
         and not exists (select from group_comments c where c.post_id = p.post_id)
      returning p.group_id)
    select group_id, count(*)::int as posts from removed group by 1 order by 1`
  for (const { group_id, posts: count } of removed) await updateGroupActivity(db, group_id, { posts: -count })
}

/** Counts again the likes that were set aside. */
export async function restoreLikes(db: Db, user_id: string): Promise<void> {
  await db`
    select from group_posts
     where post_id in (select post_id from ${setAsideRows(db, user_id, 'group_likes')} k) order by post_id for update`
  const isNotDeleted = db`exists (select from group_posts p where p.post_id = r.post_id and p.deleted_at is null)`
  await restoreRows(db, user_id, 'group_likes', isNotDeleted)
  await db`
    update group_posts p set like_count = (select count(*) from group_likes l where l.post_id = p.post_id)
     where p.post_id in (select post_id from ${setAsideRows(db, user_id, 'group_likes')} k)`
}
