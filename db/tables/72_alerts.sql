-- Alerts: what happened to bills, who follows what, and the emails and feeds that report it.

create table bill_updates (
  update_id bigint generated always as identity constraint bill_updates_pkey primary key,
  bill_id uuid not null constraint bill_updates_bill_id_fkey references bills on delete cascade,
  update_type text not null constraint bill_updates_update_type_check
    check (update_type in ('introduced', 'status', 'action', 'version', 'vote', 'hearing', 'hearing_changed',
      'hearing_cancelled', 'sponsor', 'estimate', 'session_ended', 'reintroduced', 'correction')),
  -- Makes each update unique so that importing a record again adds nothing: "status:passed:2025-05-22".
  update_key text not null,
  -- The official date, which can be later than the day on which the source announced the update.
  occurred_on date,
  first_seen_at timestamptz not null default now(),
  -- One line in plain words, as alerts and feeds show it.
  summary text not null constraint bill_updates_summary_check check (summary <> ''),
  -- The id of the update's subject: a vote event, a version number, an event or a person.
  subject_id text,
  source_name text not null,
  -- False for updates from before Hurd imported the bill, for updates seen long after they happened, and for trivial changes.
  is_alertable boolean not null,
  -- True if members with a stance on the bill are notified themselves, whether they follow it or not (version_fanouts).
  reaches_stances boolean not null default false,
  corrects_update_id bigint constraint bill_updates_corrects_update_id_fkey references bill_updates,
  constraint bill_updates_key unique (bill_id, update_key)
);
comment on table bill_updates is 'What happened to bills, in the order in which Hurd learned of it. Rows are added and never changed.';
create index bill_updates_alertable on bill_updates (bill_id, update_id desc) where is_alertable;
comment on index bill_updates_alertable is 'The newest updates of one bill.';
create index bill_updates_seen on bill_updates (first_seen_at desc, update_id desc);
comment on index bill_updates_seen is 'Finds the last update that Hurd saw before a member followed something (followed_updates).';

create table bill_update_targets (
  target_type text not null constraint bill_update_targets_target_type_check
    check (target_type in ('topic', 'representative', 'committee', 'jurisdiction')),
  target_id text not null,
  update_id bigint not null constraint bill_update_targets_update_id_fkey references bill_updates on delete cascade,
  constraint bill_update_targets_pkey primary key (target_type, target_id, update_id)
);
comment on table bill_update_targets is
  'The topics, representatives, committees and jurisdictions of each alertable update, for followers and feeds.';
create index bill_update_targets_update on bill_update_targets (update_id);
comment on index bill_update_targets_update is 'The targets of one update. Also supports the foreign key.';

alter table notifications add constraint notifications_update_id_fkey foreign key (update_id) references bill_updates on delete cascade;

create table alert_follows (
  user_id uuid not null constraint alert_follows_user_id_fkey references users on delete cascade,
  -- Followed topics are in topic_follows and groups in group_follows, because the feed reads them there.
  target_type text not null constraint alert_follows_target_type_check
    check (target_type in ('bill', 'representative', 'committee', 'jurisdiction', 'search')),
  target_id text not null constraint alert_follows_target_id_check check (char_length(target_id) between 1 and 300),
  update_types text[] not null default '{status,version,vote,hearing}',
  created_at timestamptz not null default now(),
  constraint alert_follows_pkey primary key (user_id, target_type, target_id)
);
comment on table alert_follows is 'What members follow, and which types of updates they want.';
create index alert_follows_target on alert_follows (target_type, target_id, user_id);
comment on index alert_follows_target is 'The followers of a bill in batches, in the order of their ids.';

create table alert_settings (
  user_id uuid constraint alert_settings_pkey primary key
    constraint alert_settings_user_id_fkey references users on delete cascade,
  frequency text not null default 'weekly' constraint alert_settings_frequency_check
    check (frequency in ('immediate', 'daily', 'weekly', 'never')),
  delivery_hour smallint not null default 7
    constraint alert_settings_delivery_hour_check check (delivery_hour between 0 and 23),
  -- 0 is Sunday.
  delivery_weekday smallint not null default 1
    constraint alert_settings_delivery_weekday_check check (delivery_weekday between 0 and 6),
  time_zone text not null default 'America/New_York',
  -- The newest update that the last digest considered.
  last_update_id bigint not null default 0,
  -- When the next digest is due. While a worker writes it, the end of the worker's lease. Null if no digest is due.
  next_digest_at timestamptz,
  attempts int not null default 0,
  -- Identifies the claim of the worker that is processing the row (server/platform/jobs/queue.ts).
  lease_id uuid,
  -- Consecutive alerts that the member's mail server rejected permanently. The third one pauses alerts.
  bounce_count smallint not null default 0,
  paused_at timestamptz
) with (fillfactor = 80);
comment on table alert_settings is
  'How often a member gets alerts by email. Members without a row get none; the first stance or the first follow of something other than a topic adds the row. Also the queue of digests that are due.';
create index alert_settings_due on alert_settings (next_digest_at) where next_digest_at is not null and paused_at is null;
comment on index alert_settings_due is 'The next digest that the worker has to write.';

create table notification_settings (
  user_id uuid constraint notification_settings_pkey primary key
    constraint notification_settings_user_id_fkey references users on delete cascade,
  -- The columns other than stance_notifications and push_notifications choose what a digest reports besides updates of bills.
  email_new_bills boolean not null default true,
  email_comments boolean not null default true,
  email_representatives boolean not null default true,
  -- True if the member is notified of the stances of members they follow.
  stance_notifications boolean not null default true,
  group_notifications boolean not null default true,
  -- True if at least one of the member's browsers may show notifications (73_push.sql).
  push_notifications boolean not null default false
);
comment on table notification_settings is
  'What a member wants to be notified about. Members without a row have the defaults. How often emails come is in alert_settings.';

create table update_fanouts (
  bill_id uuid constraint update_fanouts_pkey primary key
    constraint update_fanouts_bill_id_fkey references bills on delete cascade,
  -- Followers are notified of the updates after after_update_id, up to and including last_update_id.
  after_update_id bigint not null,
  last_update_id bigint not null,
  -- Null once all followers are notified. While a worker notifies them, the end of its lease.
  next_attempt_at timestamptz default now(),
  attempts int not null default 0,
  -- Identifies the claim of the worker that is processing the row (server/platform/jobs/queue.ts). A new update sets it to null.
  lease_id uuid,
  -- The last follower who was notified. Followers are notified in the order of their ids.
  cursor uuid
) with (fillfactor = 50);
comment on table update_fanouts is
  'The queue of bills whose followers are still to be notified, one row per bill however many updates it has.';
create index update_fanouts_due on update_fanouts (next_attempt_at) where next_attempt_at is not null;
comment on index update_fanouts_due is 'The next bill whose followers the worker has to notify.';

create table immediate_alerts (
  user_id uuid not null constraint immediate_alerts_user_id_fkey references users on delete cascade,
  bill_id uuid not null constraint immediate_alerts_bill_id_fkey references bills on delete cascade,
  -- Updates up to this one were emailed or are older than the follow.
  sent_update_id bigint not null,
  -- When the last alert about the bill was written. The next one can be written an hour later.
  sent_at timestamptz,
  -- Null if there is nothing to send. While a worker writes the alert, the end of its lease.
  next_attempt_at timestamptz default now(),
  attempts int not null default 0,
  lease_id uuid,
  constraint immediate_alerts_pkey primary key (user_id, bill_id)
) with (fillfactor = 50);
comment on table immediate_alerts is 'The queue of alerts about one bill to members who want them immediately, and when the last one was written.';
create index immediate_alerts_due on immediate_alerts (next_attempt_at) where next_attempt_at is not null;
comment on index immediate_alerts_due is 'The next alert that the worker has to write.';

create table alert_deliveries (
  delivery_id bigint generated always as identity constraint alert_deliveries_pkey primary key,
  user_id uuid not null constraint alert_deliveries_user_id_fkey references users on delete cascade,
  delivery_type text not null constraint alert_deliveries_delivery_type_check check (delivery_type in ('digest', 'immediate')),
  bill_count int not null,
  last_update_id bigint not null,
  created_at timestamptz not null default now()
);
comment on table alert_deliveries is 'The alert emails of the last month, for the daily limit.';
create index alert_deliveries_member on alert_deliveries (user_id, created_at desc);
comment on index alert_deliveries_member is 'How many alerts a member got today.';
create index alert_deliveries_age on alert_deliveries using brin (created_at);
comment on index alert_deliveries_age is 'Maintenance deletes old rows.';

create table unsubscribe_tokens (
  token_hash sha256_hash not null constraint unsubscribe_tokens_pkey primary key,
  user_id uuid not null constraint unsubscribe_tokens_user_id_fkey references users on delete cascade,
  list text not null constraint unsubscribe_tokens_list_check check (list in ('alerts', 'operators')),
  created_at timestamptz not null default now()
);
comment on table unsubscribe_tokens is
  'Tokens of the unsubscribe links in alert emails and in the weekly email of administrators, one per member, list and month. A token expires after 13 months and can only unsubscribe.';
create index unsubscribe_tokens_member on unsubscribe_tokens (user_id);
comment on index unsubscribe_tokens_member is 'Supports the foreign key.';
create index unsubscribe_tokens_age on unsubscribe_tokens (created_at);
comment on index unsubscribe_tokens_age is 'Maintenance deletes expired tokens.';

create table feed_tokens (
  user_id uuid constraint feed_tokens_pkey primary key
    constraint feed_tokens_user_id_fkey references users on delete cascade,
  -- The token is derived from this value and the instance's secret. A new value ends it for good.
  seed uuid not null default gen_random_uuid(),
  -- Null after the addresses have ended and until the member opens them again.
  token_hash sha256_hash constraint feed_tokens_token_hash_key unique,
  -- When a program last fetched each address, stored at most once an hour, and what kind of program it was.
  feed_fetched_at timestamptz,
  feed_reader text constraint feed_tokens_feed_reader_check check (char_length(feed_reader) <= 40),
  calendar_fetched_at timestamptz,
  calendar_reader text constraint feed_tokens_calendar_reader_check check (char_length(calendar_reader) <= 40)
);
comment on table feed_tokens is 'The secret tokens in the addresses of members'' private feeds, which show everything that they follow.';
