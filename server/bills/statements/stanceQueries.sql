select s.stance, coalesce(s.change_source, 'direct') as change_source, s.comment_id, s.changed_at,
       case when (s.changed_at at time zone 'utc')::date = (now() at time zone 'utc')::date then 'today'
            when counts_towards_activity((s.changed_at at time zone 'utc')::date) then 'earlier'
            else 'none' end as activity,
       exists (select from comment_votes v where v.user_id = $1 and v.bill_id = b.bill_id) as has_voted
  from bill_counters b left join stances s on s.bill_id = b.bill_id and s.user_id = $2
 where b.bill_id = $3
