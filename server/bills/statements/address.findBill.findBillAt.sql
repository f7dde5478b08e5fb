select b.bill_id, b.path, p.path = $1 as is_exact
  from bill_paths p join bills b using (bill_id)
 where p.path_key = $2
 order by is_exact desc, p.is_current desc limit 2
