import type { Db } from '#server/platform/postgres/db.ts'
import type { SetAside } from '#server/platform/postgres/setAside.ts'

/**
 * A vote, a like or a changed mind belongs to two members: the one who acted and the author. When both are deleted or
 * suspended, the first to return cannot restore such a row yet. The row is then set aside for the other member instead.
 */

/**
 * Takes a lock until the end of the transaction. Every transaction that suspends, unsuspends or restores an account takes
 * it, so that each sees the rows that the others have set aside. These transactions are rare, so one lock is enough.
 */
export async function lockSetAside(db: Db): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtext('set aside rows'))`
}

/**
 * Hands over rows created by members whose suspension has removed their votes from the counts. Call it before rows are
 * restored.
 */
export async function handOverToSuspended(db: Db, { user_id, reason }: SetAside): Promise<void> {
  await db`
    with moved as (
      delete from set_aside_rows s
       where s.user_id = ${user_id} and s.reason = ${reason} and s.row->>'user_id' <> ${user_id}::text
         and s.table_name in ('comment_votes', 'mind_changes', 'group_likes', 'stances.comment_id')
         and exists (select from set_aside_rows k
                      where k.user_id = (s.row->>'user_id')::uuid and k.reason = 'suspension')
      returning (s.row->>'user_id')::uuid as giver, s.table_name, s.row)
    insert into set_aside_rows (user_id, reason, table_name, row)
    select giver, 'suspension', table_name, row from moved
     where not exists (
       select from set_aside_rows k
        where k.user_id = giver and k.reason = 'suspension' and k.table_name = moved.table_name and k.row = moved.row)`
}

/**
 * Copies rows that refer to comments and posts of deleted accounts to the rows that are set aside for their authors. Call
 * it before rows are restored.
 */
export async function handOverToDeletedAuthors(db: Db, { user_id, reason }: SetAside): Promise<void> {
  await db`
    insert into set_aside_rows (user_id, reason, table_name, row)
    select d.user_id, 'deletion', h.kept_as,
           case when h.kept_as = h.table_name then s.row
                else jsonb_strip_nulls(jsonb_build_object(
                  'change_id', s.row->'change_id', 'bill_id', s.row->'bill_id', 'user_id', s.row->'user_id',
                  'comment_id', s.row->'comment_id')) end
      from (values ('comment_votes', 'comment_votes', 'bill_comments', 'comment_id'),
                   ('mind_changes', 'mind_changes', 'bill_comments', 'comment_id'),
                   ('stances', 'stances.comment_id', 'bill_comments', 'comment_id'),
                   ('stance_changes', 'stance_changes.comment_id', 'bill_comments', 'comment_id'),
                   ('group_likes', 'group_likes', 'group_posts', 'post_id'))
             h (table_name, kept_as, content_table, key)
      join set_aside_rows s on s.user_id = ${user_id} and s.reason = ${reason} and s.table_name = h.table_name
      join set_aside_rows c on c.reason = 'deletion' and c.table_name = h.content_table and c.row->>h.key = s.row->>h.key
      join deleted_accounts d on d.user_id = c.user_id and d.user_id::text = c.row->>'user_id'
     where d.user_id <> ${user_id}
       and not exists (
         select from set_aside_rows k
          where k.user_id = d.user_id and k.reason = 'deletion' and k.table_name = h.kept_as
            and k.row->>h.key = s.row->>h.key and k.row->>'user_id' = s.row->>'user_id')`
}

/**
 * Hands over the rows, such as a follow between the two members, that could not be restored because the other member is
 * deleted. Call it after rows are restored.
 */
export async function handOverToDeletedMembers(db: Db, { user_id, reason }: SetAside): Promise<void> {
  await db`
    update set_aside_rows s set user_id = d.user_id
      from deleted_accounts d
     where s.user_id = ${user_id} and s.reason = ${reason} and d.user_id <> ${user_id}
       and s.table_name in ('follows', 'mutes', 'comment_votes', 'mind_changes', 'group_likes', 'stances.comment_id',
                            'stance_changes.comment_id')
       and d.user_id::text in (s.row->>'user_id', s.row->>'follower_id', s.row->>'followee_id', s.row->>'muted_id')`
}
