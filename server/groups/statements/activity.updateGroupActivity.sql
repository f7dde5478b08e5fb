select from groups where group_id = $1 for no key update

update groups set post_count = post_count + $1, live_post_count = live_post_count + $2,
       last_activity_at = group_last_activity(group_id)
 where group_id = $3
