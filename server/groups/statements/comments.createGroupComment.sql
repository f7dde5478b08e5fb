with comment as (
  insert into group_comments (post_id, group_id, parent_comment_id, depth, user_id, content)
  values ($1, $2, $3, $4, $5,
          $6)
  returning comment_id, created_at),
counted as (update group_posts set comment_count = comment_count + 1 where post_id = $7)
update groups g set last_activity_at = greatest(g.last_activity_at, comment.created_at)
  from comment where g.group_id = $8 returning comment.comment_id
