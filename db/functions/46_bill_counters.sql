-- The counters of bills with the steps that are not folded yet, and the fold.

create view current_bill_counts as
  select c.bill_id, c.support_count + s.support_count as support_count, c.oppose_count + s.oppose_count as oppose_count,
         c.neutral_count + s.neutral_count as neutral_count, c.learning_count + s.learning_count as learning_count,
         c.discussion_count + s.discussion_count as discussion_count, c.activity_score + s.points as activity_score,
         c.echo_version + s.echo_changes as echo_version
    from bill_counters c
   cross join lateral (
     select coalesce(sum(support_count), 0)::int as support_count, coalesce(sum(oppose_count), 0)::int as oppose_count,
            coalesce(sum(neutral_count), 0)::int as neutral_count, coalesce(sum(learning_count), 0)::int as learning_count,
            coalesce(sum(discussion_count), 0)::int as discussion_count, coalesce(sum(echo_changes), 0) as echo_changes,
            coalesce(sum(points) filter (where counts_towards_activity(day)), 0) as points
       from bill_counter_steps where bill_id = c.bill_id) s;
comment on view current_bill_counts is 'The counters of each bill with the steps that are not folded yet.';

create view current_bill_activity as
  select bill_id, day, sum(points) as points
    from (select bill_id, day, points from bill_activity
          union all
          select bill_id, day, points from bill_counter_steps where counts_towards_activity(day)) both_parts
   group by bill_id, day;
comment on view current_bill_activity is 'The activity of each bill by day with the steps that are not folded yet.';

-- Keeps other transactions from folding and from changing the activity of days until this one ends.
create function lock_bill_counters() returns void language sql
  return pg_advisory_xact_lock(hashtext('bill counters'));

-- Folds committed steps into the counters: all steps of the bills that have the next `max_steps` steps so that a large
-- backlog neither keeps many rows locked nor exceeds the time limit of a statement. Returns whether there may be more.
--
-- A count that would fall below zero becomes zero, because an error here would stop all folding; `hurd check` finds such a
-- count. All steps of a bill are folded in the same call, because a step that reduces a count would be lost if it were folded
-- before one that raised it. The rows of the bills are locked before the steps are deleted. A bill whose row is locked, for
-- example by an import, is folded later so that other bills do not wait for it.
create function fold_bill_counters(max_steps int) returns boolean language plpgsql as $$
declare
  -- The bills of the next steps, one for each step.
  next_bills uuid[];
  bill_ids uuid[];
  has_more boolean;
begin
  perform lock_bill_counters();
  next_bills := array(select bill_id from bill_counter_steps limit max_steps);
  -- Skipping locked rows could leave out a busy bill forever, until its steps left no room for those of other bills.
  -- Therefore, if one bill has more than half of these steps, this waits for its row before it locks any other row.
  perform from bill_counters where bill_id = (
    select id from unnest(next_bills) id group by id having count(*) > max_steps / 2)
    for no key update;
  has_more := fold_version_counts(max_steps) >= max_steps;
  bill_ids := array(select bill_id from bill_counters where bill_id = any (next_bills) for no key update skip locked);
  if bill_ids = '{}' then return has_more; end if;
  with claimed as (
    delete from bill_counter_steps where bill_id = any (bill_ids) returning *),
  by_day as (
    select bill_id, day, sum(points) as points from claimed
     where counts_towards_activity(day) group by bill_id, day having sum(points) <> 0),
  existing_days as (
    update bill_activity a set points = greatest(a.points + d.points, 0)
      from by_day d where a.bill_id = d.bill_id and a.day = d.day),
  new_days as (
    insert into bill_activity (bill_id, day, points)
    select bill_id, day, points from by_day d
     where points > 0 and not exists (select from bill_activity a where a.bill_id = d.bill_id and a.day = d.day)),
  by_bill as (
    select bill_id, sum(support_count)::int as support_count, sum(oppose_count)::int as oppose_count,
           sum(neutral_count)::int as neutral_count, sum(learning_count)::int as learning_count,
           sum(discussion_count)::int as discussion_count, sum(echo_changes) as echo_changes,
           coalesce(sum(points) filter (where counts_towards_activity(day)), 0) as points,
           count(*) filter (where (support_count, oppose_count, neutral_count, learning_count) <> (0, 0, 0, 0)) as stance_changes
      from claimed group by bill_id)
  update bill_counters c set
         support_count = greatest(c.support_count + s.support_count, 0),
         oppose_count = greatest(c.oppose_count + s.oppose_count, 0),
         neutral_count = greatest(c.neutral_count + s.neutral_count, 0),
         learning_count = greatest(c.learning_count + s.learning_count, 0),
         discussion_count = greatest(c.discussion_count + s.discussion_count, 0),
         activity_score = greatest(c.activity_score + s.points, 0),
         echo_version = c.echo_version + s.echo_changes,
         stances_revision = c.stances_revision + s.stance_changes
    from by_bill s where c.bill_id = s.bill_id;
  return has_more or cardinality(next_bills) >= max_steps;
end $$;

-- Deletes days of bill_activity that no longer count, at most `max_days`, and subtracts their points from the scores. Returns
-- how many days it deleted.
create function expire_activity(max_days int) returns int language plpgsql as $$
declare
  expired_days record;
begin
  perform lock_bill_counters();
  select array_agg(a.bill_id) as bill_ids, array_agg(a.day) as days into expired_days
    from (select bill_id, day from bill_activity where not counts_towards_activity(day) limit max_days) a;
  if expired_days.bill_ids is null then return 0; end if;
  perform from bill_counters where bill_id = any (expired_days.bill_ids) order by bill_id for no key update;
  with expired as (
    delete from bill_activity a using unnest(expired_days.bill_ids, expired_days.days) as e (bill_id, day)
     where a.bill_id = e.bill_id and a.day = e.day returning a.bill_id, a.points),
  summed as (select bill_id, sum(points) as points from expired group by bill_id)
  update bill_counters c set activity_score = greatest(c.activity_score - summed.points, 0)
    from summed where summed.bill_id = c.bill_id;
  return cardinality(expired_days.bill_ids);
end $$;
