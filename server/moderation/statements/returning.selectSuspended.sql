select * from (
  select u.username, coalesce(u.access_code = me.access_code, false) as same_code,
         mailbox_key(u.email) = mailbox_key(me.email) as same_mailbox,
         exists (
           select from known_devices k
            where k.user_id = u.user_id
              and k.device_hash = sha256(convert_to(u.user_id || ' ' || $1::text, 'utf8'))
         ) as same_device
    from users u cross join (select access_code, email from users where user_id = $2) me
   where u.account_status = 'suspended' and u.user_id <> $3) suspended
 where same_code or same_mailbox or same_device
 order by same_mailbox desc, same_device desc, same_code desc, username limit 1
