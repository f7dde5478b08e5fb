select from known_devices where user_id = $1 limit 1
