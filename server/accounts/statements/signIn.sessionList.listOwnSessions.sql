select session_id, device, created_at,
       case when token_hash = $1::bytea then now() else last_seen_at end as last_seen_at,
       token_hash = $2::bytea as is_current
  from sessions where user_id = $3 and expires_at > now()
 order by is_current desc, sessions.last_seen_at desc, session_id limit $4
