-- The order "Common ground" replaces "Most agreed", whose score could fall because of an upvote (docs/decisions/020).

drop index comment_camps_threads, comment_camps_category;
alter table comment_camps drop column agreement;
drop function agreement;

-- The share of upvotes on one side, smoothed so that a side without votes counts as 1/3.
create function side_approval(upvotes int, downvotes int) returns float8 language sql immutable parallel safe
  return (upvotes + 1)::float8 / (upvotes + downvotes + 3);

-- The common-ground score in thousandths. The harmonic mean of both sides' approval weighs two thirds; the undecided
-- (neutral and still learning), pulled towards that mean by three votes' worth, weigh one third. The small constant keeps
-- rounding errors of floating point from lowering an exact thousandth.
create function common_ground(
  support_approval float8, oppose_approval float8, undecided_upvotes int, undecided_votes int
) returns smallint language sql immutable parallel safe
  return floor(
    1000 * (
      4 * support_approval * oppose_approval / (support_approval + oppose_approval)
      + (undecided_upvotes + 6 * support_approval * oppose_approval / (support_approval + oppose_approval))
        / (undecided_votes + 3)
    ) / 3 + 0.000001)::smallint;

-- Whether the badge "Liked on both sides" may claim one side: at least five of its members voted, and the lower bound of
-- a sign test at 5 % lies above one half.
create function is_liked_by_side(upvotes int, downvotes int) returns boolean language sql immutable parallel safe
  return upvotes + downvotes >= 5
     and 2 * upvotes >= upvotes + downvotes + 1 + 1.645 * sqrt((upvotes + downvotes)::float8);

alter table comment_camps add column bridging_score smallint not null generated always as (
  case when is_live then common_ground(
    side_approval(support_upvotes, support_downvotes),
    side_approval(oppose_upvotes, oppose_downvotes),
    neutral_upvotes + learning_upvotes,
    neutral_upvotes + neutral_downvotes + learning_upvotes + learning_downvotes)
  -- Deleted and hidden comments come last.
  else -1 end) stored;
create index comment_camps_threads on comment_camps (bill_id, depth, bridging_score, created_at, comment_id);
create index comment_camps_category on comment_camps (bill_id, category_id, bridging_score, created_at, comment_id)
  where depth = 1;
