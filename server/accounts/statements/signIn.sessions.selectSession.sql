select u.user_id, u.username, u.account_status, u.ocd_city_id, s.browser_hash,
       s.last_seen_at < now() - interval '1 hour' as is_stale, u.active_at < now() - interval '10 minutes' as is_back
  from sessions s join users u using (user_id)
 where s.token_hash = $1::bytea and s.expires_at > now() and u.account_status <> 'suspended'
