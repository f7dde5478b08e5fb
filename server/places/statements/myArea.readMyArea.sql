select division, counted.bill_count
  from unnest($1::text[]) as own (division)
 cross join lateral (
   select count(*)::int as bill_count
     from (select from bills where jurisdiction = own.division limit $2) found) counted
 where counted.bill_count > 0 order by length(division), division

select group_id, group_name, group_type from groups
 where jurisdiction = any($1::text[])
 order by array_position(array['country', 'state', 'county', 'place'], group_type), group_name
