update users set password_hash = $1 where user_id = $2 and password_hash = $3
