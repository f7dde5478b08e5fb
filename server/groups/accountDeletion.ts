import { commentLevels, deletedCommentText } from '../../contract/comments.ts'
import { deletedPostText } from '../../contract/groups.ts'
import { setAsideComments } from '../comments/account.ts'
import type { Db } from '../postgres/db.ts'
import type { Keep } from '../postgres/setAside.ts'

/**
 * Removes a member's posts, comments and likes in groups. Those with replies become tombstones, the others are deleted,
 * and all counts are updated. Follows and memberships are deleted with the account, and triggers count them. Members are
 * locked before posts, and posts before groups.
 */
export async function removePosts(db: Db, user_id: string, keep: Keep): Promise<void> {
  const posts = await lockPosts(db, user_id)
  await setAsidePosts(db, user_id, posts, keep)
  await removeOwnLikes(db, user_id)
  await removeOwnComments(db, user_id)
  for (let depth = commentLevels; depth > 0; depth--) {
    await db`
      delete from group_comments c
       where c.post_id = any(${posts}::uuid[]) and c.depth = ${depth} and c.deleted_at is not null
         and not exists (select from group_comments r where r.parent_comment_id = c.comment_id)`
  }
  await removeOwnPosts(db, user_id, posts)
}

/** Removes a member's likes from all counts. Posts and comments stay. */
export async function removeLikes(db: Db, user_id: string, keep: Keep): Promise<void> {
  await lockPosts(db, user_id)
  await keep('group_likes', db`select * from group_likes where user_id = ${user_id}`)
  await removeOwnLikes(db, user_id)
}

/**
 * Copies the member's posts and comments with others' likes. Posts and comments by others above them are copied without
 * text, because their authors may delete them before the account is restored.
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

/** Locks every post that the member wrote, commented on or liked; returns those they wrote or commented on. */
async function lockPosts(db: Db, user_id: string): Promise<string[]> {
  const rows = await db<{ post_id: string; has_content: boolean }[]>`
    with own_or_commented as (
      select post_id from group_posts where user_id = ${user_id}
      union select post_id from group_comments where user_id = ${user_id})
    select post_id, post_id in (select post_id from own_or_commented) as has_content
      from group_posts
     where post_id in (select post_id from own_or_commented
                       union select post_id from group_likes where user_id = ${user_id})
     order by post_id for update`
  return rows.filter((row) => row.has_content).map((row) => row.post_id)
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
    update group_posts p set comment_count = p.comment_count - lost.comments
      from (select post_id, count(*)::int as comments from removed where hidden_at is null group by 1) lost
     where p.post_id = lost.post_id`
}

/** Removes the member's posts and the tombstones of posts that now have no comments, and updates the groups. */
async function removeOwnPosts(db: Db, user_id: string, posts: string[]): Promise<void> {
  const own = await db<{ post_id: string; group_id: string; is_live: boolean }[]>`
    select post_id, group_id, hidden_at is null as is_live
      from group_posts where user_id = ${user_id} and deleted_at is null`
  const ids = own.map((post) => post.post_id)
  await db`delete from group_likes where post_id = any(${ids}::uuid[])`
  await db`
    update group_posts set deleted_at = now(), content = ${deletedPostText}, like_count = 0, is_pinned = false
     where post_id = any(${ids}::uuid[])`
  const touched = await db<{ group_id: string }[]>`
    select distinct group_id from group_posts where post_id = any(${posts}::uuid[])`
  const removed = await db<{ group_id: string }[]>`
    delete from group_posts p
     where p.post_id = any(${posts}::uuid[]) and p.deleted_at is not null
       and not exists (select from group_comments c where c.post_id = p.post_id)
    returning p.group_id`

  const groups = touched.map((post) => post.group_id)
  await db`
    select from groups where group_id = any(${groups}::uuid[]) order by group_id for no key update`
  await db`
    update groups g
       set post_count = g.post_count
             - (select count(*) from unnest(${removed.map((post) => post.group_id)}::uuid[]) id where id = g.group_id),
           live_post_count = g.live_post_count
             - (select count(*) from unnest(${own.filter((post) => post.is_live).map((post) => post.group_id)}::uuid[]) id
                 where id = g.group_id),
           last_activity_at = group_last_activity(g.group_id)
     where g.group_id = any(${groups}::uuid[])`
}
