select (u.public_comments and not has_blocked(u.user_id, $1) or u.user_id = $2) as shows_comments
  from users u
 where u.user_id = $3 and (u.user_id = $4 or (u.account_status = 'active' and u.public_profile))
