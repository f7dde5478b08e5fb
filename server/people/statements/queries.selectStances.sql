select s.stance, s.changed_at as created_at, b.bill_id, b.bill_code, b.title as bill_title,
       b.government_level, b.topics[1] as category_name
  from (select s.* from users u join stances s using (user_id)
               where u.user_id = $1 and (u.public_stances or u.user_id = $2)
                 and (select not has_blocked($3, …)) order by s.changed_at desc, s.bill_id
         limit $5 offset $6) s
  join bills b using (bill_id) order by s.changed_at desc, s.bill_id

select u.total_stances as total from users u
 where u.user_id = $1 and (u.public_stances or u.user_id = $2) and (select not has_blocked($3, …))
