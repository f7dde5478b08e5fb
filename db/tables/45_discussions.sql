-- Discussions: comments on bills, the votes on these comments, and the counts of votes by the side that the voter takes.

create domain comment_category as text constraint comment_category_check
  check (value in ('general-discussion', 'economic-impact', 'personal-stories', 'questions-clarifications'));
comment on domain comment_category is 'What a comment on a bill is about. A reply has the category of its thread.';

create domain comment_depth as smallint constraint comment_depth_check check (value between 1 and 3);
comment on domain comment_depth is 'The level of a comment. A first-level comment begins a thread.';

create domain comment_text as text constraint comment_text_check check (char_length(value) between 1 and 2000);
comment on domain comment_text is 'The text of a comment on a bill.';

create domain comment_vote as text constraint comment_vote_check check (value in ('upvote', 'downvote'));
comment on domain comment_vote is 'A vote on a comment.';

-- The share of upvotes on one side, smoothed so that a side without votes counts as 1/3.
create function side_approval(upvotes int, downvotes int) returns float8 language sql immutable parallel safe
  return (upvotes + 1)::float8 / (upvotes + downvotes + 3);

-- The common-ground score in thousandths. Two thirds of it are the harmonic mean of both sides' approval. One third is the
-- share of upvotes among undecided voters (neutral and still learning), smoothed as if three more of them had voted like
-- that mean. The small constant keeps floating-point errors from lowering an exact thousandth.
create function common_ground(
  support_approval float8, oppose_approval float8, undecided_upvotes int, undecided_votes int
) returns smallint language sql immutable parallel safe
  return floor(
    1000 * (
      4 * support_approval * oppose_approval / (support_approval + oppose_approval)
      + (undecided_upvotes + 6 * support_approval * oppose_approval / (support_approval + oppose_approval))
        / (undecided_votes + 3)
    ) / 3 + 0.000001)::smallint;

-- How many of a side's votes count in the order of comments. `discount` is the number of votes above one voice for each group of
-- accounts that voted together.
create function voices(votes int, discount smallint) returns int language sql immutable parallel safe
  return greatest(votes - discount, 0);

-- The score of a first-level comment. Deleted and hidden comments come last. Written in PL/pgSQL, because every update parses
-- and plans the expression of a generated column again, with every SQL function that it inlines.
create function bridging_score(
  is_live boolean, support_upvotes int, support_downvotes int, oppose_upvotes int, oppose_downvotes int,
  undecided_upvotes int, undecided_downvotes int
) returns smallint language plpgsql immutable parallel safe as $$
begin
  if not is_live then return -1; end if;
  return common_ground(
    side_approval(support_upvotes, support_downvotes), side_approval(oppose_upvotes, oppose_downvotes),
    undecided_upvotes, undecided_upvotes + undecided_downvotes);
end $$;

create table bill_comments (
  comment_id uuid not null default time_ordered_uuid() constraint bill_comments_pkey primary key,
  -- Without a foreign key, because post_comment has locked the bill and nothing deletes bills.
  bill_id uuid not null,
  category_id comment_category not null,
  parent_comment_id uuid constraint bill_comments_parent_comment_id_fkey references bill_comments on delete cascade,
  depth comment_depth not null default 1,
  -- Null once the author's account is deleted.
  user_id uuid constraint bill_comments_user_id_fkey references users on delete set null,
  -- Null once the author has deleted the comment.
  content comment_text,
  -- The language of the text, chosen by the author or recognized. Null without a text.
  language language_code,
  -- The section of the text that the comment is about, and the version in which its author saw it.
  section_key text constraint bill_comments_section_key_check check (section_key ~ '^[a-z0-9~.-]{1,60}$'),
  version_no smallint,
  -- The author's stance on the bill when the comment was written, or null if there was none, because the author may change the
  -- stance later. Readers see it only while they see the author's current stance.
  stance_when_written stance,
  upvotes counter not null default 0,
  downvotes counter not null default 0,
  -- Members who changed their stance because of this comment.
  change_count counter not null default 0,
  -- Direct replies, including tombstones and hidden ones.
  reply_count counter not null default 0,
  deleted_at timestamptz,
  -- Hidden by an operator. The row and its votes stay so that the comment can be shown again unchanged.
  hidden_at timestamptz,
  -- The author's account is closed. The comment is shown as deleted until the account is opened again or removed.
  is_closed boolean not null default false,
  is_live boolean not null generated always as (deleted_at is null and hidden_at is null and not is_closed) stored,
  created_at timestamptz not null default now(),
  -- The votes by the current stance of the voter on the bill, without the author's own vote.
  support_upvotes counter not null default 0,
  support_downvotes counter not null default 0,
  oppose_upvotes counter not null default 0,
  oppose_downvotes counter not null default 0,
  neutral_upvotes counter not null default 0,
  neutral_downvotes counter not null default 0,
  learning_upvotes counter not null default 0,
  learning_downvotes counter not null default 0,
  -- Voters without a stance on the bill.
  unknown_upvotes counter not null default 0,
  unknown_downvotes counter not null default 0,
  -- The votes of accounts that voted together, above one voice for each group (vote_clusters). A daily task writes them. A vote
  -- that is removed later can make a count smaller than its discount.
  support_upvotes_discount smallint not null default 0,
  support_downvotes_discount smallint not null default 0,
  oppose_upvotes_discount smallint not null default 0,
  oppose_downvotes_discount smallint not null default 0,
  neutral_upvotes_discount smallint not null default 0,
  neutral_downvotes_discount smallint not null default 0,
  learning_upvotes_discount smallint not null default 0,
  learning_downvotes_discount smallint not null default 0,
  -- docs/decisions/020 explains the score. Replies have no score, because only threads are ordered by it.
  bridging_score smallint generated always as (case when depth = 1 then bridging_score(
    deleted_at is null and hidden_at is null and not is_closed,
    voices(support_upvotes, support_upvotes_discount), voices(support_downvotes, support_downvotes_discount),
    voices(oppose_upvotes, oppose_upvotes_discount), voices(oppose_downvotes, oppose_downvotes_discount),
    voices(neutral_upvotes, neutral_upvotes_discount) + voices(learning_upvotes, learning_upvotes_discount),
    voices(neutral_downvotes, neutral_downvotes_discount) + voices(learning_downvotes, learning_downvotes_discount)) end) stored,
  -- Hashes of the Idempotency-Key and of the request that posted the comment, and the author's level in its response, for a
  -- repeat within 24 hours. Null if there was no key. Without an index, because each vote would have to update it.
  request_key uuid,
  request_body uuid,
  response_level text,
  constraint bill_comments_reply_depth_check check ((parent_comment_id is null) = (depth = 1)),
  -- A comment that its author deletes is no longer hidden, so a comment is never both.
  constraint bill_comments_hidden_at_check check (deleted_at is null or hidden_at is null),
  -- Deletion removes the text and the stance.
  constraint bill_comments_deleted_at_check check (
    (deleted_at is null) = (content is not null) and (deleted_at is null or (stance_when_written is null and language is null)))
) with (fillfactor = 80);
comment on table bill_comments is 'Comments on bills and replies to them, three levels deep.';
create index bill_comments_threads on bill_comments (bill_id, created_at, comment_id) where depth = 1;
comment on index bill_comments_threads is 'Pages of a bill''s threads by date.';
create index bill_comments_category on bill_comments (bill_id, category_id, created_at, comment_id) where depth = 1;
comment on index bill_comments_category is 'Pages of a bill''s threads in one category by date.';
create index bill_comments_common_ground on bill_comments (bill_id, depth, bridging_score, created_at, comment_id);
comment on index bill_comments_common_ground is
  'Pages of a bill''s threads in the order "Common ground", and all comments of a bill for the echo score.';
create index bill_comments_category_common_ground on bill_comments (bill_id, category_id, bridging_score, created_at, comment_id)
  where depth = 1;
comment on index bill_comments_category_common_ground is
  'Pages of a bill''s threads in one category in the order "Common ground".';
create index bill_comments_replies on bill_comments (parent_comment_id, created_at, comment_id);
comment on index bill_comments_replies is 'The replies to a comment by date. Also supports the foreign key.';
create index bill_comments_age on bill_comments (created_at);
comment on index bill_comments_age is 'For counting the comments of a day.';
create index bill_comments_author on bill_comments (user_id, created_at desc);
comment on index bill_comments_author is 'The comments of a member on their profile, newest first.';
create index bill_comments_credited on bill_comments (bill_id, change_count desc, created_at desc, comment_id desc)
  where is_live and change_count > 0;
comment on index bill_comments_credited is 'The comments on a bill that changed minds, most credited first.';
create index bill_comments_credited_author on bill_comments (user_id, change_count desc, created_at desc, comment_id desc)
  where is_live and change_count > 0;
comment on index bill_comments_credited_author is 'The comments of a member that changed minds, most credited first.';

create index bill_comments_section on bill_comments (bill_id, section_key, created_at, comment_id)
  where section_key is not null;
comment on index bill_comments_section is 'Pages of the comments on one section of a bill by date.';

create table discussion_reads (
  user_id uuid not null constraint discussion_reads_user_id_fkey references users on delete cascade,
  bill_id uuid not null constraint discussion_reads_bill_id_fkey references bills on delete cascade,
  -- The member has seen the comments up to this time.
  read_at timestamptz not null,
  constraint discussion_reads_pkey primary key (user_id, bill_id)
);
comment on table discussion_reads is
  'When each member last viewed the discussion of a bill. Newer comments are marked as new.';
create index discussion_reads_age on discussion_reads (read_at);
comment on index discussion_reads_age is 'For deleting old rows.';

create table bill_category_counts (
  bill_id uuid not null constraint bill_category_counts_bill_id_fkey references bill_counters on delete cascade,
  category_id comment_category not null,
  comment_count counter not null,
  -- First-level comments, including tombstones and hidden ones. Pages of threads report it as their total.
  thread_count counter not null default 0,
  constraint bill_category_counts_pkey primary key (bill_id, category_id)
) with (fillfactor = 50);
comment on table bill_category_counts is 'Comments and threads of each bill by category.';

create table bill_section_counts (
  bill_id uuid not null constraint bill_section_counts_bill_id_fkey references bill_counters on delete cascade,
  section_key text not null,
  comment_count counter not null,
  constraint bill_section_counts_pkey primary key (bill_id, section_key)
) with (fillfactor = 50);
comment on table bill_section_counts is 'How many live comments on a bill are about each section of its text.';

create table bill_local_counts (
  bill_id uuid not null constraint bill_local_counts_bill_id_fkey references bill_counters on delete cascade,
  ocd_city_id ocd_division not null,
  comment_count counter not null,
  constraint bill_local_counts_pkey primary key (bill_id, ocd_city_id)
) with (fillfactor = 50);
comment on table bill_local_counts is
  'The number of live comments on a bill by the members of each city, which the cards of lists show.';

create table comment_votes (
  -- Without a foreign key, because vote_on_comment has updated the comment. A trigger deletes the votes on a deleted comment.
  comment_id uuid not null,
  user_id uuid not null constraint comment_votes_user_id_fkey references users on delete cascade,
  -- The comment's bill, copied so that all votes of a member on one bill are found at once.
  bill_id uuid not null,
  vote comment_vote not null,
  -- The author's notification that counts this vote. If the vote is deleted before the author reads the notification, it is
  -- subtracted there.
  notification_id uuid,
  -- True if the author is still to be notified (notify_pending_votes).
  is_pending boolean not null default false,
  created_at timestamptz not null default now(),
  -- When the vote was replaced by the opposite one, or null if it never was.
  changed_at timestamptz,
  -- Hashes of the Idempotency-Key and of the request that inserted the row, and the totals in its response. A repeat
  -- gets this response. Null if there was no key. A change of the vote moves the response to idempotency_keys.
  request_key uuid,
  request_body uuid,
  response_upvotes int,
  response_downvotes int,
  constraint comment_votes_pkey primary key (comment_id, user_id)
);
comment on table comment_votes is 'Upvotes and downvotes on comments, one per member and comment.';
create index comment_votes_age on comment_votes (created_at);
comment on index comment_votes_age is 'For counting the votes of a day.';
create index comment_votes_changed on comment_votes (changed_at) where changed_at is not null;
comment on index comment_votes_changed is 'The votes that were replaced since a time, for finding accounts that voted together.';
create index comment_votes_voter on comment_votes (user_id, bill_id);
comment on index comment_votes_voter is 'The votes of a member on one bill, for the thread page and for a change of stance.';
create index comment_votes_pending on comment_votes (comment_id) where is_pending;
comment on index comment_votes_pending is 'The votes that have not been reported to the authors yet.';

create table bill_echo (
  bill_id uuid constraint bill_echo_pkey primary key
    constraint bill_echo_bill_id_fkey references bills on delete cascade,
  echo_version bigint not null,
  echo_votes counter not null,
  analyzed_votes int not null,
  total_votes int not null,
  constraint bill_echo_analyzed_votes_check check (analyzed_votes >= echo_votes),
  constraint bill_echo_total_votes_check check (total_votes >= analyzed_votes)
) with (fillfactor = 50);
comment on table bill_echo is
  'The last computed echo score of each bill, shared by all processes. It is valid while its version equals bill_counters.echo_version.';
create index bill_echo_large on bill_echo (bill_id) where analyzed_votes > 20000;
comment on index bill_echo_large is 'The bills whose comparison with chance only maintenance computes, because it takes long.';

create table echo_baselines (
  bill_id uuid constraint echo_baselines_pkey primary key
    constraint echo_baselines_bill_id_fkey references bills on delete cascade,
  echo_version bigint not null,
  -- The comparison of the echo score with chance, as `Comparison` of contract/chance.ts.
  comparison jsonb not null constraint echo_baselines_comparison_check check (jsonb_typeof(comparison) = 'object'),
  computed_at timestamptz not null default now()
) with (fillfactor = 50);
comment on table echo_baselines is
  'The last computed comparison of each bill''s echo score with chance. It is valid while its version equals bill_counters.echo_version.';

-- Groups of accounts whose votes on one bill were coordinated (docs/decisions/076). They are not the cohorts of
-- 76_cohorts.sql, which compare accounts across all bills, change no number and are shown to moderators only.
create table vote_clusters (
  cluster_id uuid not null default time_ordered_uuid() constraint vote_clusters_pkey primary key,
  bill_id uuid not null constraint vote_clusters_bill_id_fkey references bills on delete cascade,
  found_on date not null default (now() at time zone 'utc')::date,
  -- "A": together in time. "B": the same list, which is only reported to operators.
  rule text not null constraint vote_clusters_rule_check check (rule in ('A', 'B')),
  -- `kept`: confirmed by an operator. `released`: an operator found nothing wrong with it, so it never counts. `found`: neither.
  state text not null default 'found' constraint vote_clusters_state_check check (state in ('found', 'kept', 'released'))
);
comment on table vote_clusters is
  'Groups of accounts that voted together on a bill. Those in `active_clusters` count as one voice on each comment.';
create index vote_clusters_bill on vote_clusters (bill_id);
comment on index vote_clusters_bill is 'The clusters of one bill. Also supports the foreign key.';

create table vote_cluster_members (
  cluster_id uuid not null constraint vote_cluster_members_cluster_id_fkey references vote_clusters on delete cascade,
  user_id uuid not null constraint vote_cluster_members_user_id_fkey references users on delete cascade,
  constraint vote_cluster_members_pkey primary key (cluster_id, user_id)
);
comment on table vote_cluster_members is 'The accounts of each cluster. Nobody sees who they are.';
create index vote_cluster_members_user on vote_cluster_members (user_id);
comment on index vote_cluster_members_user is 'Supports the foreign key when an account is deleted.';

create table vote_cluster_runs (
  bill_id uuid constraint vote_cluster_runs_pkey primary key
    constraint vote_cluster_runs_bill_id_fkey references bills on delete cascade,
  -- A hash of the accounts in clusters, or null if there were none.
  members text,
  echo_version bigint not null
) with (fillfactor = 50);
comment on table vote_cluster_runs is
  'What the discounts of the votes on a bill were last computed from. They are current while the bill has this echo version.';
