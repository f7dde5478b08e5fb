import { deletedCommentText } from '#contract/discussions/comments.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { setAsideRows, restoreRows, type Keep, type SetAside } from '#server/platform/postgres/setAside.ts'
import type { CommentTable } from './commentTable.ts'

/**
 * Copies the comments of a member whose account is deleted. The comments above them are copied as tombstones without
 * votes, because their authors may delete them before the account is restored, and a reply cannot exist without its
 * parents.
 */
export async function setAsideComments(db: Db, table: CommentTable, user_id: string, keep: Keep) {
  await keep(table, db`select * from ${db(table)} where user_id = ${user_id}`)
  await keep(
    table,
    db`with recursive branches as (
         select comment_id, parent_comment_id from ${db(table)} where user_id = ${user_id}
         union
         select c.comment_id, c.parent_comment_id
           from branches join ${db(table)} c on c.comment_id = branches.parent_comment_id)
       select (jsonb_populate_record(c, jsonb_build_object(
                'content', ${deletedCommentText}::text, 'deleted_at', coalesce(c.deleted_at, now()),
                'hidden_at', null, 'stance_when_written', null, 'upvotes', 0, 'downvotes', 0))).*
         from ${db(table)} c join branches using (comment_id)
        where c.user_id is distinct from ${user_id}`,
  )
}

/** Restores the comments that were set aside. Deleted rows are inserted again, and tombstones get their text back. */
export async function restoreSetAsideComments(db: Db, table: CommentTable, owner: SetAside): Promise<void> {
  await restoreRows(db, owner, table)
  await db`
    update ${db(table)} c
       set user_id = k.user_id, content = k.content, deleted_at = k.deleted_at, hidden_at = k.hidden_at
      from ${setAsideRows(db, owner, table)} k
     where c.comment_id = k.comment_id and k.user_id = ${owner.user_id} and c.user_id is null`
}

/** Counts the replies to the restored comments, because replies may have been deleted since. */
export async function recountReplies(db: Db, table: CommentTable, owner: SetAside): Promise<void> {
  await db`
    update ${db(table)} c
       set reply_count = (select count(*) from ${db(table)} r where r.parent_comment_id = c.comment_id)
     where c.comment_id in (select comment_id from ${setAsideRows(db, owner, table)} k)`
}
