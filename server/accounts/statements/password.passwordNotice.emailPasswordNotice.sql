select username, email from users where user_id = $1
