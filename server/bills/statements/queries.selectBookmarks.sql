select k.bill_id, b.title, b.bill_code, b.government_level, s.stance as user_stance,
       k.created_at as bookmarked_at
  from bookmarks k join bills b using (bill_id)
  left join stances s on s.bill_id = k.bill_id and s.user_id = k.user_id
 where k.user_id = $1 order by k.created_at desc, k.bill_id
