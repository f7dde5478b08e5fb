delete from member_divisions where user_id = $1 and division = any($2::text[])

insert into member_divisions as existing (user_id, division, is_self_reported)
select $1, division, chosen::bool
  from unnest($2::text[], …) as next (division, chosen)
 order by division
on conflict (user_id, division) do update set is_self_reported = excluded.is_self_reported
 where existing.is_self_reported <> excluded.is_self_reported

update users set ocd_city_id = $1
 where user_id = $2 and ocd_city_id is distinct from $3
