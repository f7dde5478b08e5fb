with input as materialized (
  select division, precision from jsonb_to_recordset($1::jsonb) as r(division text, precision text)),
ended as (
  delete from residence_divisions r
   where user_id = $2 and map_id = $3 and valid_to is null
     and not exists (select from input g where (g.division, g.precision) = (r.division, r.precision)))
insert into residence_divisions as stored (user_id, map_id, division, precision, valid_from)
select $4, $5, division, precision, current_date from input
 where exists (select from district_maps where map_id = $6)
on conflict (user_id, map_id, division, valid_from) do update set precision = excluded.precision
 where stored.precision <> excluded.precision
