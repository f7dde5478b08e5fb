select divisions from counted_homes where user_id = $1
