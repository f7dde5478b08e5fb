select from member_divisions where user_id = $1 limit 1
