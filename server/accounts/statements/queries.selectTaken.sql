select (
$1::bool::boolean
or exists (select from users
         where lower(username) = lower($2) and user_id is distinct from $3::uuid)
or exists (select from deleted_accounts where lower(username) = lower($4))
or exists (select from former_usernames
            where username_key = lower($5) and reserved_until > now()
              and user_id is distinct from $6::uuid)
or exists (select from users
            where member_type = 'elected_official' and user_id is distinct from $7::uuid
              and translate(lower(username), '013457i-_', 'oleastl') = $8)) as username,
       (
exists (select from users where email = $9 and user_id is distinct from $10::uuid)
or exists (select from deleted_accounts where $11 = any (emails))
or exists (select from email_links where purpose = 'undo' and email = $12 and used_at is null
              and was_verified_at is not null and expires_at > now()
              and user_id is distinct from $13::uuid)) as email
