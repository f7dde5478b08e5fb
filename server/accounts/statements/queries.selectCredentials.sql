select user_id, password_hash, account_status from users where email = $1
