select bill_id, is_own_area
  from (select division, true as is_own_area from member_divisions
         where user_id = $1 and division <> 'ocd-division/country:us'
         union all select 'ocd-division/country:us', false) area
 cross join lateral (
   select b.bill_id, b.created_at from bills b where b.jurisdiction = area.division
    order by b.created_at desc, b.bill_id limit 100) newest
  join bill_counters c using (bill_id)
 order by is_own_area desc, c.discussion_count desc, newest.created_at desc, bill_id limit 1
