select division from member_divisions where user_id = $1 order by division
