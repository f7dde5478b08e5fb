select coalesce(json_object_agg(n.category_id, n.comment_count) filter (where n.bill_id is not null), '{}')
         as counts
  from bills b left join bill_category_counts n using (bill_id)
 where b.bill_id = $1 group by b.bill_id
