insert into welcomes as existing (user_id, skipped_steps, district_confirmed_at, closed_at)
values ($1, $2::text[], case when $3::bool::bool then now() end,
        case when $4::bool::bool then now() end)
on conflict (user_id) do update set
  skipped_steps = array(select distinct unnest(existing.skipped_steps || excluded.skipped_steps) order by 1),
  district_confirmed_at = coalesce(existing.district_confirmed_at, excluded.district_confirmed_at),
  closed_at = coalesce(existing.closed_at, excluded.closed_at)

select welcome_progress($1) as welcome

update welcomes set closed_at = now() where user_id = $1 and closed_at is null
