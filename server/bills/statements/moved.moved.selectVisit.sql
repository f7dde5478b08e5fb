select last_visit_at as since, now() as as_of from users where user_id = $1
