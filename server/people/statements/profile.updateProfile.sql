select username, full_name from users where user_id = $1 for no key update

update users set bio = $1 where user_id = $2
