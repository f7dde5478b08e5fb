select g.group_id, first.body, first.full_name
  from message_groups g cross join lateral (
    select m.body, m.bill_id, u.full_name from messages m join users u using (user_id)
     where m.group_id = g.group_id order by m.created_at, m.message_id desc limit 1) first
 where g.bands && $1::int[] and g.rep_id = $2 and first.bill_id is not distinct from $3::uuid
 order by cardinality(array(select unnest(g.bands) intersect select unnest($4::int[]))) desc, g.group_id
 limit $5

select pg_advisory_xact_lock(hashtext('message group'), hashtext($1))
