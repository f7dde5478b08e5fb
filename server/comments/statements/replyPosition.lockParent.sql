select c.comment_id, c.parent_comment_id, c.depth, c.deleted_at is null and c.hidden_at is null as is_live,
       c.category_id
  from "bill_comments" c where c.comment_id = $1 and c.bill_id = $2 for no key update
