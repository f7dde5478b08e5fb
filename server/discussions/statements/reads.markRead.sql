insert into discussion_reads as existing (user_id, bill_id, read_at)
values ($1, $2, least($3::timestamptz, now()))
on conflict (user_id, bill_id) do update set read_at = greatest(existing.read_at, excluded.read_at)
returning read_at
