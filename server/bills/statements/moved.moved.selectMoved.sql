select b.bill_id, b.bill_code, b.title, b.status, b.moved_by, b.moved_at,
       u.moved_seen_at is null or b.moved_at > u.moved_seen_at as is_new
  from users u
 cross join lateral (
   select bill_id, first_taken_at from stances
    where user_id = u.user_id order by changed_at desc limit $1) s
  join bills b on b.bill_id = s.bill_id and b.moved_at > greatest(u.last_visit_at, s.first_taken_at)
 where u.user_id = $2 and u.last_visit_at is not null
 order by b.moved_at desc, b.bill_id limit $3
