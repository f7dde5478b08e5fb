select username, full_name, email, password_hash from users where user_id = $1
