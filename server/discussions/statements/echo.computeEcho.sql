with computed as (
  select n.bill_id, n.echo_version, coalesce(sum(a.echo), 0)::int as echo_votes,
         coalesce(sum(a.analyzed), 0)::int as analyzed_votes, coalesce(sum(a.votes), 0)::int as total_votes
    from current_bill_counts n left join lateral (
select n.decided + k.unknown_upvotes + k.unknown_downvotes as votes,
       case when s.stance is null then 0 else n.decided end as analyzed,
       case s.stance
         when 'support' then k.support_upvotes + n.downvotes - k.support_downvotes
         when 'oppose' then k.oppose_upvotes + n.downvotes - k.oppose_downvotes
         when 'neutral' then k.neutral_upvotes + n.downvotes - k.neutral_downvotes
         when 'learning' then k.learning_upvotes + n.downvotes - k.learning_downvotes end as echo
  from bill_comments k
 cross join lateral (
   select k.support_upvotes + k.oppose_upvotes + k.neutral_upvotes + k.learning_upvotes
          + k.support_downvotes + k.oppose_downvotes + k.neutral_downvotes + k.learning_downvotes as decided,
          k.support_downvotes + k.oppose_downvotes + k.neutral_downvotes + k.learning_downvotes as downvotes) n
  left join lateral (
    select stance from stances where bill_id = k.bill_id and user_id = k.user_id limit 1) s on true
 where k.bill_id = $1 and k.is_live) a on true
   where n.bill_id = $2 group by n.bill_id, n.echo_version),
stored as (
  insert into bill_echo as existing (bill_id, echo_version, echo_votes, analyzed_votes, total_votes)
  select bill_id, echo_version, echo_votes, analyzed_votes, total_votes from computed
  on conflict (bill_id) do update set echo_version = excluded.echo_version, echo_votes = excluded.echo_votes,
         analyzed_votes = excluded.analyzed_votes, total_votes = excluded.total_votes
   where existing.echo_version < excluded.echo_version)
select echo_votes, analyzed_votes, total_votes from computed
