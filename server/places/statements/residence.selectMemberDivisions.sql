select division, is_self_reported as chosen from member_divisions where user_id = $1 order by division
