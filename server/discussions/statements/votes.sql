select c.comment_id, c.bill_id, c.user_id, c.is_live, coalesce(s.stance, 'unknown') as side,
       v.vote as existing_vote, v.created_at as voted_at
  from bill_comments c
  left join stances s on s.bill_id = c.bill_id and s.user_id = $1
  left join comment_votes v on v.comment_id = c.comment_id and v.user_id = $2
 where c.comment_id = $3
