-- Notifications of members, their unread counts, and the queue of stances that followers have not been notified of yet. The
-- text of a notification is composed when it is read so that it shows current names.

create table notifications (
  notification_id uuid not null default time_ordered_uuid() constraint notifications_pkey primary key,
  -- The recipient.
  user_id uuid not null constraint notifications_user_id_fkey references users on delete cascade,
  type text not null constraint notifications_type_check
    check (type in ('comment_votes_batched', 'comment_influenced_mind', 'followee_stance', 'new_follower', 'bill_update',
                    'message_follow_up', 'representative_voted', 'official_replied', 'comment_reply', 'comment_mention',
                    'post_comment', 'bill_changed')),
  -- The member whose action it reports, or null for votes, of which only the number is reported, and for updates of bills. The
  -- notification is deleted together with that member.
  actor_id uuid constraint notifications_actor_id_fkey references users on delete cascade,
  -- Null for votes, replies and mentions. Their bill is that of the comment, and a copy would need one more index entry for each
  -- notification.
  bill_id uuid constraint notifications_bill_id_fkey references bills on delete cascade,
  -- The member's own comment, or the reply or the comment with the mention.
  comment_id uuid constraint notifications_comment_id_fkey references bill_comments on delete cascade,
  -- The comment on a group post: a reply, a comment with a mention, or a comment on the member's post.
  group_comment_id uuid constraint notifications_group_comment_id_fkey references group_comments on delete cascade,
  stance stance,
  votes int constraint notifications_votes_check check (votes > 0),
  -- The newest update of a followed bill (72_alerts.sql).
  update_id bigint,
  -- What happened to a bill on which the member has a stance, and the version or the step that it is about.
  change_reason text constraint notifications_change_reason_check check (change_reason in ('material', 'status', 'retracted')),
  version_no smallint,
  bill_step bill_step,
  -- The event of a message to a representative that the notification reports.
  message_event_id uuid constraint notifications_message_event_id_fkey references message_events on delete cascade,
  -- False while the actor is deactivated or suspended, or has a private profile and the notification is not about a comment that
  -- everybody can read. It is stored and not computed for each read,
  -- because the counters must match the pages at no additional cost.
  is_shown boolean not null default true,
  read_at timestamptz,
  -- The time of the latest action that the notification reports.
  created_at timestamptz not null default now(),
  constraint notifications_recipient_check check (actor_id is distinct from user_id),
  constraint notifications_actor_check
    check ((actor_id is not null) = (type in ('comment_influenced_mind', 'followee_stance', 'new_follower', 'comment_reply',
                                             'comment_mention', 'post_comment'))),
  constraint notifications_bill_check check (case
    when type in ('new_follower', 'comment_votes_batched', 'comment_reply', 'comment_mention', 'post_comment') then bill_id is null
    -- An official can reply to a message that is not about a bill.
    when type = 'official_replied' then true
    else bill_id is not null end),
  constraint notifications_comment_check check (case
    when type in ('comment_reply', 'comment_mention') then num_nonnulls(comment_id, group_comment_id) = 1
    when type in ('comment_votes_batched', 'comment_influenced_mind') then comment_id is not null and group_comment_id is null
    when type = 'post_comment' then comment_id is null and group_comment_id is not null
    else num_nonnulls(comment_id, group_comment_id) = 0 end),
  constraint notifications_message_check check (
    (message_event_id is not null) = (type in ('message_follow_up', 'representative_voted', 'official_replied'))),
  constraint notifications_update_check check ((update_id is null) = (type <> 'bill_update')),
  constraint notifications_change_check check (
    (change_reason is not null) = (type = 'bill_changed')
    and (version_no is not null) = (change_reason is not null and change_reason <> 'status')
    and (bill_step is not null) = (change_reason is not null and change_reason = 'status')),
  constraint notifications_stance_type_check check ((stance is null) = (type <> 'followee_stance')),
  constraint notifications_votes_type_check check ((votes is null) = (type <> 'comment_votes_batched'))
) with (fillfactor = 80);
comment on table notifications is
  'Notifications of members. Unread notifications about the same thing are merged. A change of mind is reported only once.';
create index notifications_newest on notifications (user_id, created_at desc, notification_id);
comment on index notifications_newest is 'Pages of a member''s notifications, newest first.';
create index notifications_actor on notifications (actor_id) where actor_id is not null;
comment on index notifications_actor is 'The notifications that one member''s actions caused, to hide or delete them together.';
create index notifications_comment on notifications (comment_id) where comment_id is not null;
comment on index notifications_comment is 'The notifications about a comment, to delete them when it is deleted or hidden.';
create index notifications_group_comment on notifications (group_comment_id) where group_comment_id is not null;
comment on index notifications_group_comment is 'The notifications about a comment on a post, to delete them when it is deleted or hidden.';
create unique index notifications_votes on notifications (comment_id)
  where type = 'comment_votes_batched' and read_at is null;
comment on index notifications_votes is 'Merges votes on one comment into one unread notification.';
create unique index notifications_mind on notifications (comment_id, actor_id)
  where type = 'comment_influenced_mind';
comment on index notifications_mind is 'Ensures that a member''s change of mind is reported once per comment.';
create unique index notifications_stance on notifications (user_id, actor_id, bill_id)
  where type = 'followee_stance' and read_at is null;
comment on index notifications_stance is 'Merges changes of one member''s stance on one bill into one unread notification.';
create unique index notifications_follower on notifications (user_id, actor_id)
  where type = 'new_follower' and read_at is null;
comment on index notifications_follower is 'Merges repeated follows by one member into one unread notification.';
create unique index notifications_bill_update on notifications (user_id, bill_id)
  where type = 'bill_update' and read_at is null;
comment on index notifications_bill_update is 'Merges updates of one bill into one unread notification.';
create unique index notifications_bill_changed on notifications (user_id, bill_id)
  where type = 'bill_changed' and read_at is null;
comment on index notifications_bill_changed is 'Merges changes of one bill into one unread notification.';

create unique index notifications_message on notifications (message_event_id) where message_event_id is not null;
comment on index notifications_message is 'Ensures that each event of a message is reported once. Also supports the foreign key.';

create table notification_counts (
  user_id uuid constraint notification_counts_pkey primary key
    constraint notification_counts_user_id_fkey references users on delete cascade,
  total counter not null,
  unread int not null,
  -- Of the unread ones, those about stances of followed members, which members see as one entry.
  unread_stances int not null default 0,
  -- Incremented by every change. An open page polls only this number.
  version bigint not null default 1,
  constraint notification_counts_unread_check check (unread between 0 and total),
  constraint notification_counts_unread_stances_check check (unread_stances between 0 and unread)
) with (fillfactor = 50);
comment on table notification_counts is
  'How many notifications a member has and how many are unread so that a page costs the same whatever their number.';

create table stance_fanouts (
  user_id uuid not null constraint stance_fanouts_user_id_fkey references users on delete cascade,
  bill_id uuid not null constraint stance_fanouts_bill_id_fkey references bills on delete cascade,
  changed_at timestamptz not null default now(),
  -- Null once all followers are notified. While a worker notifies them, the end of its lease.
  next_attempt_at timestamptz default now(),
  attempts int not null default 0,
  -- Identifies the claim of the worker that is processing the row (server/platform/jobs/queue.ts). A new stance sets it to null.
  lease_id uuid,
  started_at timestamptz,
  -- The last follower who was notified. Followers are notified in the order of their ids.
  cursor uuid,
  constraint stance_fanouts_pkey primary key (user_id, bill_id)
) with (fillfactor = 50);
comment on table stance_fanouts is
  'The queue of stances that followers have not been notified of yet: one row per member and bill, however often the stance changes.';
create index stance_fanouts_due on stance_fanouts (next_attempt_at) where next_attempt_at is not null;
comment on index stance_fanouts_due is 'The next stance that the worker has to report.';

create table version_fanouts (
  fanout_id uuid not null default time_ordered_uuid() constraint version_fanouts_pkey primary key,
  bill_id uuid not null constraint version_fanouts_bill_id_fkey references bills on delete cascade,
  reason text not null constraint version_fanouts_reason_check
    check (reason in ('material', 'status', 'retracted', 'corrected_status')),
  version_no smallint,
  -- The step that the bill took. Null after a correction to a step that is not announced.
  bill_step bill_step,
  -- The changes of a bill are reported in this order.
  queued_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null default clock_timestamp(),
  attempts int not null default 0,
  -- Identifies the claim of the worker that is processing the row (server/platform/jobs/queue.ts).
  lease_id uuid,
  -- The last member who was notified. Members are notified in the order of their ids.
  cursor uuid,
  constraint version_fanouts_subject_check check (
    (version_no is not null) = (reason in ('material', 'retracted')) and (reason <> 'status' or bill_step is not null))
);
comment on table version_fanouts is
  'The queue of changes of bills of which the members with a stance have not been notified yet. A row is deleted once all are notified.';
create index version_fanouts_due on version_fanouts (due_at);
comment on index version_fanouts_due is 'The next change that the worker has to report.';
create index version_fanouts_bill on version_fanouts (bill_id);
comment on index version_fanouts_bill is 'The earlier changes of a bill. Also supports the foreign key when a bill is deleted.';
