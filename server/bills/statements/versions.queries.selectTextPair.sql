select o.sections::text as older, n.sections::text as newer
  from bill_version_texts o join bill_version_texts n using (bill_id)
 where o.bill_id = $1 and o.version_no = $2 and n.version_no = $3
