with recursive branch as (
  select comment_id, parent_comment_id from "bill_comments" where comment_id = $1
  union all
  select c.comment_id, c.parent_comment_id
    from branch join "bill_comments" c on c.comment_id = branch.parent_comment_id)
select c.comment_id, c.parent_comment_id, c.user_id, c.reply_count,
       c.deleted_at is null and c.hidden_at is null as is_live, c.deleted_at is not null as is_tombstone
  from "bill_comments" c join branch using (comment_id) order by c.depth desc for update of c

with recursive branch as (
  select comment_id, parent_comment_id from "group_comments" where comment_id = $1 and post_id = $2
  union all
  select c.comment_id, c.parent_comment_id
    from branch join "group_comments" c on c.comment_id = branch.parent_comment_id)
select c.comment_id, c.parent_comment_id, c.user_id, c.reply_count,
       c.deleted_at is null and c.hidden_at is null as is_live, c.deleted_at is not null as is_tombstone
  from "group_comments" c join branch using (comment_id) order by c.depth desc for update of c
