select s.stance, s.changed_at as created_at
  from bills b left join stances s on s.bill_id = b.bill_id and s.user_id = $1
 where b.bill_id = $2
