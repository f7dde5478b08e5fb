with counted as (
  update bill_comments set upvotes = upvotes + $1, downvotes = downvotes + $2
   where comment_id = $3 and is_live
  returning comment_id, bill_id, user_id as author_id, upvotes, downvotes),
-- The author has one unread notification per comment. Its time is updated once a minute at most, because each new
-- time adds entries to all indexes.
notified as (
  insert into notifications as n (user_id, type, comment_id, votes)
  select u.user_id, 'comment_votes_batched', c.comment_id, 1
    from counted c join users u on u.user_id = c.author_id
   where u.account_status = 'active' and u.user_id <> $4
  on conflict (comment_id) where type = 'comment_votes_batched' and read_at is null do update set
    votes = n.votes + 1,
    created_at = case when n.created_at > now() - interval '1 minute' then n.created_at else now() end
  returning notification_id),
added as (
  insert into comment_votes (comment_id, bill_id, user_id, vote, notification_id)
  select comment_id, bill_id, $5, $6, (select notification_id from notified) from counted),
breakdown as (
  update comment_vote_breakdown k set
    support_upvotes = k.support_upvotes + (v.side = 'support')::int * v.up,
    support_downvotes = k.support_downvotes + (v.side = 'support')::int * v.down,
    oppose_upvotes = k.oppose_upvotes + (v.side = 'oppose')::int * v.up,
    oppose_downvotes = k.oppose_downvotes + (v.side = 'oppose')::int * v.down,
    neutral_upvotes = k.neutral_upvotes + (v.side = 'neutral')::int * v.up,
    neutral_downvotes = k.neutral_downvotes + (v.side = 'neutral')::int * v.down,
    learning_upvotes = k.learning_upvotes + (v.side = 'learning')::int * v.up,
    learning_downvotes = k.learning_downvotes + (v.side = 'learning')::int * v.down,
    unknown_upvotes = k.unknown_upvotes + (v.side = 'unknown')::int * v.up,
    unknown_downvotes = k.unknown_downvotes + (v.side = 'unknown')::int * v.down
    from counted c, (select $7::text as side, $8::int as up, $9::int as down) v
   where k.comment_id = c.comment_id and c.author_id is distinct from $10),
counters as (
  update bill_counters n set echo_version = n.echo_version + 1, activity_score = n.activity_score + $11 * activity_points('vote')
    from counted where n.bill_id = counted.bill_id returning n.bill_id),
today as (
  insert into bill_activity as existing (bill_id, day, points)
  select bill_id, (now() at time zone 'utc')::date, activity_points('vote') from counters where $12::bool
  on conflict (bill_id, day) do update set points = existing.points + excluded.points)
select upvotes, downvotes from counted
