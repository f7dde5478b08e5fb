with account as (
  select user_id from users where user_id = $1 and password_hash = $2
     and account_status <> 'suspended' for share)
insert into sessions (token_hash, browser_hash, user_id, device, expires_at)
select $3::bytea, $4::bytea, user_id,
       $5, now() + make_interval(days => $6) from account
