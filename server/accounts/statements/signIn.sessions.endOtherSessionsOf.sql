delete from sessions where user_id = $1 and token_hash <> $2::bytea
