select c.comment_id, c.category_id, c.content, c.created_at, c.change_count, b.bill_id, b.bill_code,
       b.title as bill_title, json_build_array(c.change_count, to_char(c.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), c.comment_id) as keys
  from bill_comments c join bills b using (bill_id)
 where c.user_id = $1 and c.is_live and c.change_count > 0
 order by c.change_count desc, c.created_at desc, c.comment_id desc limit $2
