select post_count from groups where group_id = $1
