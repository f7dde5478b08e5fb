select user_id, is_live and comment_id is not distinct from $1 as is_named
  from bill_comments
 where bill_id = $2 and comment_id in (
   select comment_id from comment_votes where user_id = $3 and bill_id = $4
   union select $5::uuid)
 order by depth desc, comment_id for no key update
