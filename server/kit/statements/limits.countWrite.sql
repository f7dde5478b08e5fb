insert into member_writes as existing (user_id, writes) values ($1, 1)
on conflict (user_id) do update set
  writes = case when existing.window_started_at <= now() - interval '1 minute' then 1 else existing.writes + 1 end,
  window_started_at = case when existing.window_started_at <= now() - interval '1 minute' then now()
                           else existing.window_started_at end
returning writes, ceil(60 - extract(epoch from now() - window_started_at))::int as seconds_left
