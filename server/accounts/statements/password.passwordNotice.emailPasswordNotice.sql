select username, email, email_verified_at is not null as is_verified from users where user_id = $1
