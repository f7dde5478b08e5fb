select change_count from bill_comments
 where comment_id = $1 and bill_id = $2 and is_live
