delete from sessions where token_hash = $1::bytea returning browser_hash
