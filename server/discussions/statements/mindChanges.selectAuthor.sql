select (u.public_comments and (select not has_blocked($1, …)) or u.user_id = $3) as shows_comments
  from users u
 where u.user_id = $4 and (u.user_id = $5 or (u.account_status = 'active' and u.public_profile))
