update users set moved_seen_at = greatest(moved_seen_at, least($1::timestamptz, now()))
 where user_id = $2
