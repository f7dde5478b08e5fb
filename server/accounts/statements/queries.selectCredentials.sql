select u.user_id, password_hash, account_status, f.user_id is not null as has_second_factor,
       f.sealed_secret is not null as has_app,
       exists (select from passkeys p where p.user_id = u.user_id) as has_passkeys
  from users u left join second_factors f using (user_id) where email = $1
