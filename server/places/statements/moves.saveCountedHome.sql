insert into counted_homes as stored (user_id, divisions, expires_at)
values ($1, $2::text[],
        case when $3::bool then now() + make_interval(days => $4) end)
on conflict (user_id) do update set divisions = excluded.divisions,
  expires_at = case when $5::bool then coalesce(stored.expires_at, excluded.expires_at) end
