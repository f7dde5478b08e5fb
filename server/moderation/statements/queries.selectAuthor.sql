select user_id, content as text from bill_comments where comment_id = $1 and is_live
