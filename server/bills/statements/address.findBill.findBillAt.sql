select b.bill_id, b.path, p.path = $1 as is_exact, p.path_key
  from bill_paths p join bills b using (bill_id)
 where p.path_key = any($2)
 order by is_exact desc, array_position($3::text[], p.path_key), p.is_current desc limit 2
