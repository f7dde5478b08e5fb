select username, email from users where user_id = $1 and email_verified_at is not null
