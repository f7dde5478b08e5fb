with removed as (delete from group_comments where comment_id = any($1::uuid[])),
tombstone as (
  update group_comments set deleted_at = now(), content = $2
   where comment_id = $3 and comment_id <> all($4::uuid[]))
update group_posts set comment_count = comment_count - 1 where post_id = $5
