select user_id, deleted_at is not null as is_deleted, hidden_at is not null as is_hidden, comment_count
  from group_posts where post_id = $1 and group_id = $2 for no key update
