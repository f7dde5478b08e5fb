insert into sessions (token_hash, user_id, expires_at)
values ($1::bytea, $2, now() + interval '1 day')
