select from sessions
 where user_id = $1 and token_hash = $2::bytea and expires_at > now()
