insert into email_links (token_hash, user_id, purpose, email, was_verified_at, expires_at)
values ($1::bytea, $2, $3, $4, $5,
        now() + make_interval(mins => $6))
