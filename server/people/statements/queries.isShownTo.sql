select from users u where u.user_id = $1 and (u.user_id = $2 or (u.account_status = 'active' and u.public_profile))
