select (u.public_comments or u.user_id = $1) as shows_comments
  from users u
 where u.user_id = $2 and (u.user_id = $3 or (u.account_status = 'active' and u.public_profile))
