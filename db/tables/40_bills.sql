-- Bills: their records, texts and search index, and the counters that lists are ordered and filtered by. Nothing deletes
-- bills, so foreign keys to them have no index unless a query needs one.

create table bills (
  bill_id uuid not null default gen_random_uuid() constraint bills_pkey primary key,
  -- Identifies the bill itself, whichever source it was imported from: "us/119/hr/22".
  source_id text not null constraint bills_source_id_key unique,
  -- The address of its page, without the leading slash: "us/119/hr/22". Set by a trigger (db/functions/41_bill_paths.sql).
  path text not null constraint bills_path_key unique,
  source_family text not null,
  source_name text not null,
  source_updated_at timestamptz,
  source_checked_at timestamptz,
  content_hash bytea not null,
  bill_code text not null,
  title text not null,
  summary text not null default '',
  -- Who wrote the summary. An import does not replace a summary that Hurd wrote.
  summary_by text not null default 'source' constraint bills_summary_by_check check (summary_by in ('source', 'hurd')),
  topics text[] not null default '{}',
  government_level government_level not null,
  jurisdiction text not null,
  status text not null constraint bills_status_check
    check (status in ('introduced', 'engrossed', 'active', 'passed', 'rejected', 'pending')),
  created_at timestamptz not null,
  -- The date of the newest official action, if it is not later than the import: sources also list actions that are announced
  -- for the future, such as the day a law takes effect. Null if there is none.
  latest_action_on date,
  latest_action_at timestamptz not null generated always as (
    coalesce(latest_action_on::timestamp at time zone 'UTC', created_at)) stored,
  -- True if its actions show that it waits for the President, a governor or a mayor. The status does not say so, because a
  -- bill that waits in a committee can be `pending` too.
  awaits_executive boolean not null default false,
  source_url http_url,
  -- Where the official source publishes the text, if its record says so. The server fetches the text from there when
  -- somebody opens it for the first time.
  text_url text,
  -- When an import last brought a different status or a newer official action, and which of the two, or null until then.
  moved_at timestamptz,
  moved_by text constraint bills_moved_by_check check (moved_by in ('status', 'action')),
  constraint bills_moved_check check ((moved_at is null) = (moved_by is null)),
  -- The session that the bill belongs to, one of `legislative_sessions.keys`. Null for cities and counties.
  legislative_session text generated always as (
    case when government_level <> 'local' then nullif(split_part(source_id, '/', 2), '') end) stored,
  -- True if the last day for bills of its session is over. Set by imports and by the daily job that closes sessions.
  session_ended boolean not null default false,
  -- True if its session is over and nothing more can happen to it. A bill that still waits for the executive is not past.
  is_past boolean not null generated always as (session_ended and status in ('passed', 'rejected')) stored,
  -- Its place in the feed by relevance: 0 can still move, 1 is over, 2 was invented for the demonstration.
  feed_rank smallint not null generated always as (
    case when source_name = 'Demonstration' then 2 when status in ('passed', 'rejected') then 1 else 0 end) stored,
  -- Why a rejected bill is over. Null if the records do not show it.
  ended_by text constraint bills_ended_by_check check (ended_by in ('session', 'withdrawn', 'vote', 'veto')),
  -- For a bill that ended with its session: the status in the source's record. The bill gets this status again if the source
  -- reports a later action or the session turns out to be open.
  status_before_end text,
  constraint bills_status_before_end_check check ((ended_by is not distinct from 'session') = (status_before_end is not null)),
  constraint bills_ended_check check (ended_by is null or status = 'rejected'),
  -- How far the bill has come according to its official actions (server/legislation/bills/parts/progress.ts): what happened last and on
  -- which day, the next stage or null, what the end means or null, and the state of each stage. db/functions/39_progress.sql says what readers see of it.
  progress_reached text,
  progress_reached_on date,
  progress_next text,
  progress_final text,
  progress_dots text[] not null default '{}',
  -- When Hurd last learned something new about the bill, for readers of the public API that keep a copy.
  changed_at timestamptz not null default now()
);
comment on table bills is 'Bills of every level of government, as their sources describe them.';
create index bills_newest on bills (created_at desc, bill_id) include (is_past);
comment on index bills_newest is 'The feed of all bills, newest first.';
create index bills_level on bills (government_level, created_at desc, bill_id) include (is_past);
comment on index bills_level is 'The feed filtered by level of government.';
create index bills_status on bills (status, created_at desc, bill_id) include (is_past);
comment on index bills_status is 'The feed filtered by status.';
create index bills_level_status on bills (government_level, status, created_at desc, bill_id) include (is_past);
comment on index bills_level_status is 'The feed filtered by level of government and status.';
create index bills_open_by_session on bills (jurisdiction, legislative_session)
  where status in ('introduced', 'active', 'engrossed', 'pending');
comment on index bills_open_by_session is 'The open bills of a session, for the job that ends them with their session.';
create index bills_ended_by_session on bills (jurisdiction, legislative_session) where ended_by = 'session';
comment on index bills_ended_by_session is 'The bills that ended with their session, in case the session turns out to be open.';
create index bills_of_session on bills (jurisdiction, legislative_session, session_ended);
comment on index bills_of_session is 'The bills of a session, to set `session_ended` when its last day is over and to clear it when that was wrong.';
create index bills_changed on bills (changed_at, bill_id);
comment on index bills_changed is 'The bills that changed since a time, for the public API.';
create index bills_moved on bills (bill_id, moved_at) where moved_at is not null;
comment on index bills_moved is 'Checks the bills on which a member has a stance without reading the wide rows of those that never moved.';

create index bills_jurisdiction_newest on bills (jurisdiction, created_at desc, bill_id) include (status, is_past);
comment on index bills_jurisdiction_newest is 'The feed of one city or state, newest first, and its total.';
create index bills_jurisdiction_activity on bills (jurisdiction, latest_action_at, bill_id)
  include (government_level, status, topics, is_past, feed_rank);
comment on index bills_jurisdiction_activity is
  'The feed by relevance: the bills of each place, the latest official action first.';
create index bills_latest_activity on bills (latest_action_at, bill_id)
  include (jurisdiction, government_level, status, topics, is_past, feed_rank);
comment on index bills_latest_activity is
  'The feed by relevance: all bills, the latest official action first.';

create index bills_examples on bills (latest_action_at, bill_id) where feed_rank = 2;
comment on index bills_examples is 'The bills that were invented for the demonstration, at the end of the feed by relevance.';

create table bill_text_fetches (
  bill_id uuid constraint bill_text_fetches_pkey primary key
    constraint bill_text_fetches_bill_id_fkey references bills on delete cascade,
  state text not null constraint bill_text_fetches_state_check check (state in ('fetching', 'missing', 'failed')),
  attempted_at timestamptz not null default now(),
  -- No other attempt is made before this time. An interrupted fetch is repeated after it.
  retry_at timestamptz not null
);
comment on table bill_text_fetches is
  'The last attempt to fetch the text of a bill that has none. The row keeps other processes from fetching the same text, records for a while that there was none, and is deleted when the text is stored.';

create table bill_counters (
  bill_id uuid constraint bill_counters_pkey primary key
    constraint bill_counters_bill_id_fkey references bills on delete cascade,
  -- Copied from the bill so that one index serves the trending order and its filters.
  created_at timestamptz not null,
  government_level government_level not null,
  jurisdiction text not null,
  status text not null,
  is_past boolean not null,
  support_count counter not null default 0,
  oppose_count counter not null default 0,
  neutral_count counter not null default 0,
  learning_count counter not null default 0,
  discussion_count counter not null default 0,
  -- The sum of the points in bill_activity. All points are multiples of one half, which this type stores exactly.
  activity_score double precision not null default 0
    constraint bill_counters_activity_score_check check (activity_score >= 0),
  -- Incremented by every change that can affect the echo score: a vote, a stance, a deletion, or hiding a comment or showing
  -- it again.
  echo_version bigint not null default 0,
  -- The current version of the bill's text. 0 means none, here and in the next two columns.
  version_no smallint not null default 0,
  -- The version whose text readers see.
  text_version_no smallint not null default 0,
  -- The version that last changed the text materially. Stances on earlier versions are outdated.
  counted_from_version smallint not null default 0,
  -- Incremented by everything that changes the tally of the bill: a stance, a confirmation, a material change of its text, and
  -- the deletion of an account. The bill is due for the tally as long as the two differ. Neither is in an index, because then
  -- each stance would write into all indexes of this table. The tally reads the table in the order of its
  -- key instead, once for each 20 bills that are due, which takes less than a second at 200,000 bills.
  stances_revision bigint not null default 0,
  tallied_revision bigint not null default 0
) with (fillfactor = 50);
comment on table bill_counters is
  'Counters of each bill, without the changes that still wait in bill_counter_steps. current_bill_counts includes both. Stances, comments and activity refer to this row and not to the row of the bill, because imports update that one.';
create index bill_counters_trending on bill_counters (activity_score desc, created_at desc, bill_id)
  include (government_level, status, is_past);
comment on index bill_counters_trending is 'The trending feed and its filters.';
create index bill_counters_jurisdiction_trending
  on bill_counters (jurisdiction, activity_score desc, created_at desc, bill_id) include (status, is_past);
comment on index bill_counters_jurisdiction_trending is 'The trending feed of one city or state.';

create table bill_topics (
  bill_id uuid not null constraint bill_topics_bill_id_fkey references bills on delete cascade,
  topic text not null,
  created_at timestamptz not null,
  latest_action_at timestamptz not null,
  government_level government_level not null,
  status text not null,
  is_past boolean not null,
  constraint bill_topics_pkey primary key (bill_id, topic)
);
comment on table bill_topics is 'The topics of bills as rows, because an index over the array `bills.topics` has no order.';
create index bill_topics_newest on bill_topics (topic, created_at desc, bill_id)
  include (government_level, status, is_past);
comment on index bill_topics_newest is 'The newest bills of a topic and their filters.';
create index bill_topics_activity on bill_topics (topic, latest_action_at, bill_id)
  include (government_level, status, is_past);
comment on index bill_topics_activity is
  'The feed by relevance: the bills of each topic, the latest official action first.';

create table bill_totals (
  government_level government_level not null,
  status text not null,
  is_past boolean not null,
  -- '' counts bills of all topics.
  topic text not null,
  bill_count counter not null,
  constraint bill_totals_pkey primary key (topic, government_level, status, is_past)
);
comment on table bill_totals is 'How many bills match each combination of filters.';

create table bill_activity (
  bill_id uuid not null constraint bill_activity_bill_id_fkey references bill_counters on delete cascade,
  -- In UTC.
  day date not null,
  points double precision not null constraint bill_activity_points_check check (points >= 0),
  constraint bill_activity_pkey primary key (bill_id, day)
) with (fillfactor = 50);
comment on table bill_activity is
  'Points of activity by day so that a day that no longer counts is subtracted from the score at once.';
create index bill_activity_day on bill_activity (day);
comment on index bill_activity_day is 'Maintenance deletes days that no longer count.';

-- Search --------------------------------------------------------------------------------------------------------------

-- The ʻokina, apostrophes and what people type in their place. A search ignores them (contract/search.ts).
create function apostrophes() returns text language sql immutable parallel safe
  return '''`´ʹʻʼʽʾʿ‘’‛′＇';

-- Removes accents and case, and replaces everything between letters and digits by one space.
-- contract/search.ts has the same rules for the browser.
create function search_words(raw_text text) returns text language sql immutable parallel safe
  return case
    -- ASCII has no accents. The pattern skips single spaces, because replacing each by a space would take most of the time.
    when octet_length(raw_text) = char_length(raw_text) then btrim(regexp_replace(lower(translate(raw_text, '''`', '')),
      '[\u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f][\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]*'
      || '| [\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]+', ' ', 'g'))
    else btrim(regexp_replace(
      replace(replace(replace(replace(
        translate(lower(regexp_replace(normalize(translate(raw_text, apostrophes(), ''), NFKD), '[\u0300-\u036f]+', '', 'g')),
                  'ςłøđðħı', 'σloddhi'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u3000]+', ' ', 'g'))
  end;

-- The distinct entries of a bill in the index of words. A word of more than 200 characters becomes overlapping pieces,
-- because an index entry has a maximum length.
create function terms_in_pieces(words text) returns text[] language sql immutable parallel safe cost 5000
  return array(
    select substr(word, at, 400)
      from regexp_split_to_table(words, '[ \n]+') word, generate_series(1, greatest(length(word) - 200, 1), 200) at);
-- Few bills have such a word. A function without a subquery is part of the expression that calls it and costs no call.
create function search_terms(words text) returns text[] language sql immutable parallel safe
  return case
    when length(words) <= 201 or words !~ '[^ \n]{201}' then string_to_array(btrim(replace(words, E'\n ', ' ')), ' ')
    else terms_in_pieces(words)
  end;

-- The words and keys of a bill in one index. The high cost makes the planner read the index instead of computing the
-- entries of every bill.
create function bill_entries(keys text[], words text) returns tsvector language sql immutable parallel safe cost 5000
  return array_to_tsvector(array_remove(keys || search_terms(words), ''));

create table bill_search (
  bill_id uuid constraint bill_search_pkey primary key
    constraint bill_search_bill_id_fkey references bills on delete cascade,
  created_at timestamptz not null,
  code_key text not null,
  keys text[] not null,
  words text not null
) with (toast_tuple_target = 8160);
comment on table bill_search is
  'The normalized words of each bill for keyword searches. They are not in `bills` so that a search reads no other columns. docs/decisions/012 explains the search.';
-- The words stay in the row and uncompressed, because fetching or decompressing them would cost more than comparing them.
-- A separate statement sets this, because CREATE TABLE accepts a storage mode only since PostgreSQL 16.
alter table bill_search alter column words set storage external;
create index bill_search_newest on bill_search (created_at desc, bill_id);
comment on index bill_search_newest is 'The bills newest first, for a keyword that many of them contain.';
create index bill_search_code on bill_search (code_key, created_at desc, bill_id);
comment on index bill_search_code is 'Finds bills by their code.';
create index bill_search_entries on bill_search using gin (bill_entries(keys, words))
  with (gin_pending_list_limit = 32768);
comment on index bill_search_entries is
  'Finds the bills of a period that contain certain whole words and pass the filters. New entries wait in a pending list, which an import merges after each batch, because searches read it as a whole.';

-- The words of a bill's title, which is the third line of its words.
create function title_entries(words text) returns tsvector language sql immutable parallel safe cost 5000
  return array_to_tsvector(array_remove(search_terms(split_part(words, E'\n', 3)), ''));
create index bill_search_titles on bill_search using gin (title_entries(words))
  with (gin_pending_list_limit = 32768);
comment on index bill_search_titles is 'Finds the bills with certain words in the title, which a search lists before others. Its new entries wait like those of `bill_search_entries`.';

create table bill_terms (
  term text collate "C" constraint bill_terms_pkey primary key
);
comment on table bill_terms is
  'Every word that occurs in a bill. A keyword is first searched among these words and then among the bills that contain them. Words that no longer occur stay, because they match nothing.';
create index bill_terms_parts on bill_terms using gin (term gin_trgm_ops) with (fastupdate = off);
comment on index bill_terms_parts is 'Finds the words that contain a keyword.';

-- What members save and follow ----------------------------------------------------------------------------------------

create table bookmarks (
  user_id uuid not null constraint bookmarks_user_id_fkey references users on delete cascade,
  bill_id uuid not null constraint bookmarks_bill_id_fkey references bills on delete cascade,
  created_at timestamptz not null default now(),
  constraint bookmarks_pkey primary key (user_id, bill_id)
);
comment on table bookmarks is 'Bills that members saved to find them again.';
create index bookmarks_newest on bookmarks (user_id, created_at desc, bill_id);
comment on index bookmarks_newest is 'The bookmarks of a member, newest first.';

create table topic_follows (
  user_id uuid not null constraint topic_follows_user_id_fkey references users on delete cascade,
  topic text not null,
  -- The types of updates that alerts report (72_alerts.sql).
  update_types text[] not null default '{status,version,vote,hearing}',
  created_at timestamptz not null default now(),
  constraint topic_follows_pkey primary key (user_id, topic)
);
comment on table topic_follows is 'Topics that members follow.';

create table bill_source_records (
  source_family text not null,
  -- The source's own permanent id of its record: "boston/12345" of Legistar, "990808" of LegiScan.
  record_id text not null,
  bill_id uuid not null constraint bill_source_records_bill_id_fkey references bills on delete cascade,
  constraint bill_source_records_pkey primary key (source_family, record_id)
);
comment on table bill_source_records is
  'The permanent ids that sources have for bills. A bill whose number was typed differently is recognized by its id.';
create index bill_source_records_bill on bill_source_records (bill_id);
comment on index bill_source_records_bill is 'The ids of a bill. Also supports the foreign key.';
