delete from group_posts where post_id = $1

select from group_comments where post_id = $1 and deleted_at is null limit 1
