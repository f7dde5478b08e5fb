update comment_vote_breakdown k set
  support_upvotes = k.support_upvotes + s.support * v.up,
  support_downvotes = k.support_downvotes + s.support * v.down,
  oppose_upvotes = k.oppose_upvotes + s.oppose * v.up,
  oppose_downvotes = k.oppose_downvotes + s.oppose * v.down,
  neutral_upvotes = k.neutral_upvotes + s.neutral * v.up,
  neutral_downvotes = k.neutral_downvotes + s.neutral * v.down,
  learning_upvotes = k.learning_upvotes + s.learning * v.up,
  learning_downvotes = k.learning_downvotes + s.learning * v.down,
  unknown_upvotes = k.unknown_upvotes + s.unknown * v.up,
  unknown_downvotes = k.unknown_downvotes + s.unknown * v.down
  from (
    select (to_side = 'support')::int - (from_side = 'support')::int as support,
           (to_side = 'oppose')::int - (from_side = 'oppose')::int as oppose,
           (to_side = 'neutral')::int - (from_side = 'neutral')::int as neutral,
           (to_side = 'learning')::int - (from_side = 'learning')::int as learning,
           (to_side = 'unknown')::int - (from_side = 'unknown')::int as unknown
      from (select $1::text as to_side, $2::text as from_side) sides) s,
       (select v.comment_id, (v.vote = 'upvote')::int as up, (v.vote = 'downvote')::int as down
          from comment_votes v join bill_comments c using (comment_id)
         where v.user_id = $3 and v.bill_id = $4 and c.user_id is distinct from v.user_id) v
 where k.comment_id = v.comment_id
