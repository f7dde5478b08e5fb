select g.group_id, first.body, first.full_name
  from (
    select group_id, cardinality(array(select unnest(bands) intersect select unnest($1::int[]))) as common
      from message_groups where bands && $2::int[] and rep_id = $3
     order by common desc, group_id limit $4) g
 cross join lateral (
    select m.body, m.bill_id, u.full_name from messages m join users u using (user_id)
     where m.group_id = g.group_id order by m.created_at, m.message_id desc limit 1) first
 where first.bill_id is not distinct from $5::uuid
 order by g.common desc, g.group_id

select pg_advisory_xact_lock(hashtext('message group'), hashtext($1))
