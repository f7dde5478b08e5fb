select category_id from bill_comments where comment_id = $1 and bill_id = $2
