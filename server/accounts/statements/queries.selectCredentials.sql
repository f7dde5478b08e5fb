select u.user_id, password_hash, account_status, f.user_id is not null as has_second_factor
  from users u left join second_factors f using (user_id) where email = $1
