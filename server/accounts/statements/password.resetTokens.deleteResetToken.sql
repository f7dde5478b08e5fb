delete from reset_tokens where user_id = $1
