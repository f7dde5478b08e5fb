-- The welcome card: its steps, and when it closes.

-- The state of each step, or null if the card is not shown. A member without a row who has taken a stance and has a
-- congressional district joined before the card existed, and is not asked to confirm the district.
create function welcome_progress(member uuid) returns jsonb language sql stable parallel safe
  return (
    select case
        when w.closed_at is not null or 'open' not in (s.topics, s.district, s.stance) then null
        else jsonb_build_object('topics', s.topics, 'district', s.district, 'stance', s.stance)
      end
      from users u
      left join welcomes w using (user_id)
     cross join lateral (
       select case
                when (select count(*) from (select from topic_follows f where f.user_id = u.user_id limit 3) followed) = 3
                  then 'done'
                when 'topics' = any (w.skipped_steps) then 'skipped'
                else 'open'
              end as topics,
              case
                when w.district_confirmed_at is not null then 'done'
                when 'district' = any (w.skipped_steps) then 'skipped'
                when w.user_id is null and u.total_stances > 0
                  and exists (select from member_divisions d
                               where d.user_id = u.user_id and split_part(d.division, '/', 4) like 'cd:%')
                  then 'done'
                else 'open'
              end as district,
              case
                when u.total_stances > 0 then 'done'
                when 'stance' = any (w.skipped_steps) then 'skipped'
                else 'open'
              end as stance) s
     where u.user_id = member);

-- Closes the card if no step is open so that it stays closed whatever the member changes later.
create function close_finished_welcome(member uuid) returns void language sql as $$
  insert into welcomes as w (user_id, closed_at)
  select member, now() where welcome_progress(member) is null
  on conflict (user_id) do update set closed_at = coalesce(w.closed_at, excluded.closed_at)
$$;
