import { commentLevels, deletedCommentText } from '../../contract/comments.ts'
import { deletedPostText } from '../../contract/groups.ts'
import type { Db } from '../postgres/db.ts'
import type { Keep } from '../postgres/setAside.ts'

/**
 * Removes what a member has posted, said and liked in groups (R25): posts and comments that nobody answered are deleted,
 * answered ones become tombstones, and every count follows. Their follows and memberships go with the account, counted by
 * triggers. Members are locked before posts, posts before groups.
 */
export async function removePosts(db: Db, user_id: string, keep: Keep): Promise<void> {
  const posts = await lockPosts(db, user_id)
  await keepPosts(db, user_id, posts, keep)
  await takeBackLikes(db, user_id)
  await takeBackWords(db, user_id)
  for (let depth = commentLevels; depth > 0; depth--) {
    await db`
      delete from group_comments c
       where c.post_id = any(${posts}::uuid[]) and c.depth = ${depth} and c.deleted_at is not null
         and not exists (select from group_comments r where r.parent_comment_id = c.comment_id)`
  }
  await takeBackPosts(db, user_id, posts)
}

/** Removes a member's likes from every count, and nothing that they said. */
export async function removeLikes(db: Db, user_id: string, keep: Keep): Promise<void> {
  await lockPosts(db, user_id)
  await keep('group_likes', db`select * from group_likes where user_id = ${user_id}`)
  await takeBackLikes(db, user_id)
}

/**
 * Copies the member's posts and comments with the likes of others. Whatever of others lies above them is copied without its
 * words, because its author may delete it before this deletion is undone.
 */
async function keepPosts(db: Db, user_id: string, posts: string[], keep: Keep): Promise<void> {
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
  await keep('group_comments', db`select * from group_comments where user_id = ${user_id}`)
  await keep(
    'group_comments',
    db`with recursive above as (
         select comment_id, parent_comment_id from group_comments where user_id = ${user_id}
         union
         select c.comment_id, c.parent_comment_id
           from above join group_comments c on c.comment_id = above.parent_comment_id)
       select (jsonb_populate_record(c, jsonb_build_object(
                'content', ${deletedCommentText}::text, 'deleted_at', coalesce(c.deleted_at, now()),
                'hidden_at', null))).*
         from group_comments c join above using (comment_id)
        where c.user_id is distinct from ${user_id}`,
  )
  await keep(
    'group_likes',
    db`select * from group_likes
        where user_id = ${user_id} or post_id in (select post_id from group_posts where user_id = ${user_id})`,
  )
}

/** Everything that the member posted, commented on or liked, in the order of the ids; answers the two former. */
async function lockPosts(db: Db, user_id: string): Promise<string[]> {
  const rows = await db<{ post_id: string; is_said_in: boolean }[]>`
    with said_in as (
      select post_id from group_posts where user_id = ${user_id}
      union select post_id from group_comments where user_id = ${user_id})
    select post_id, post_id in (select post_id from said_in) as is_said_in
      from group_posts
     where post_id in (select post_id from said_in
                       union select post_id from group_likes where user_id = ${user_id})
     order by post_id for update`
  return rows.filter((row) => row.is_said_in).map((row) => row.post_id)
}

async function takeBackLikes(db: Db, user_id: string): Promise<void> {
  await db`
    with gone as (delete from group_likes where user_id = ${user_id} returning post_id)
    update group_posts p set like_count = p.like_count - 1 from gone where p.post_id = gone.post_id`
}

async function takeBackWords(db: Db, user_id: string): Promise<void> {
  await db`
    with gone as (
      update group_comments set deleted_at = now(), content = ${deletedCommentText}
       where user_id = ${user_id} and deleted_at is null returning post_id, hidden_at)
    update group_posts p set comment_count = p.comment_count - lost.comments
      from (select post_id, count(*)::int as comments from gone where hidden_at is null group by 1) lost
     where p.post_id = lost.post_id`
}

/** The member's own posts, and marks of posts that now have nothing below them; then the groups they stood in. */
async function takeBackPosts(db: Db, user_id: string, posts: string[]): Promise<void> {
  const own = await db<{ post_id: string; group_id: string; is_live: boolean }[]>`
    select post_id, group_id, hidden_at is null as is_live
      from group_posts where user_id = ${user_id} and deleted_at is null`
  const ids = own.map((one) => one.post_id)
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

  const groups = touched.map((one) => one.group_id)
  await db`
    select from groups where group_id = any(${groups}::uuid[]) order by group_id for no key update`
  await db`
    update groups g
       set post_count = g.post_count
             - (select count(*) from unnest(${removed.map((one) => one.group_id)}::uuid[]) id where id = g.group_id),
           live_post_count = g.live_post_count
             - (select count(*) from unnest(${own.filter((one) => one.is_live).map((one) => one.group_id)}::uuid[]) id
                 where id = g.group_id),
           last_activity_at = group_last_activity(g.group_id)
     where g.group_id = any(${groups}::uuid[])`
}
