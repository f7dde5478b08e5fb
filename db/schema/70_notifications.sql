-- Notifications of members, their unread counts, and the queue of stances that followers have not been notified of yet. The
-- text of a notification is composed when it is read, so that it shows current names.

create table notifications (
  notification_id uuid not null default time_ordered_uuid() constraint notifications_pkey primary key,
  -- The recipient.
  user_id uuid not null constraint notifications_user_id_fkey references users on delete cascade,
  type text not null constraint notifications_type_check
    check (type in ('comment_votes_batched', 'comment_influenced_mind', 'followee_stance', 'new_follower', 'bill_update',
                    'message_follow_up', 'representative_voted', 'official_replied')),
  -- The member whose action it reports. Null for votes, of which only the number is reported, and for updates of bills. The
  -- notification is deleted together with that member.
  actor_id uuid constraint notifications_actor_id_fkey references users on delete cascade,
  -- Null for votes. Their bill is that of the comment, and a copy would need one more index entry for each notification.
  bill_id uuid constraint notifications_bill_id_fkey references bills on delete cascade,
  comment_id uuid constraint notifications_comment_id_fkey references bill_comments on delete cascade,
  stance stance,
  votes int constraint notifications_votes_check check (votes > 0),
  -- The newest update of a followed bill (db/schema/72_alerts.sql).
  update_id bigint,
  -- The event of a message to a representative that the notification reports.
  message_event_id uuid constraint notifications_message_event_id_fkey references message_events on delete cascade,
  -- False while the actor is deactivated, suspended or has a private profile. It is stored and not computed for each read,
  -- because the counters must match the pages at no additional cost.
  is_shown boolean not null default true,
  read_at timestamptz,
  -- The time of the latest action that the notification reports.
  created_at timestamptz not null default now(),
  constraint notifications_recipient_check check (actor_id is distinct from user_id),
  constraint notifications_actor_check
    check ((actor_id is not null) = (type in ('comment_influenced_mind', 'followee_stance', 'new_follower'))),
  constraint notifications_bill_check check (case
    when type in ('new_follower', 'comment_votes_batched') then bill_id is null
    -- An official can reply to a message that is not about a bill.
    when type = 'official_replied' then true
    else bill_id is not null end),
  constraint notifications_comment_check
    check ((comment_id is not null) = (type in ('comment_votes_batched', 'comment_influenced_mind'))),
  constraint notifications_message_check check (
    (message_event_id is not null) = (type in ('message_follow_up', 'representative_voted', 'official_replied'))),
  constraint notifications_update_check check ((update_id is null) = (type <> 'bill_update')),
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

create unique index notifications_message on notifications (message_event_id) where message_event_id is not null;
comment on index notifications_message is 'Ensures that each event of a message is reported once. Also supports the foreign key.';

create table notification_counts (
  user_id uuid constraint notification_counts_pkey primary key
    constraint notification_counts_user_id_fkey references users on delete cascade,
  total counter not null,
  unread int not null,
  -- Incremented by every change. An open page polls only this number.
  version bigint not null default 1,
  constraint notification_counts_unread_check check (unread between 0 and total)
) with (fillfactor = 50);
comment on table notification_counts is
  'How many notifications a member has and how many are unread, so that a page costs the same whatever their number.';

-- Locks the counters in the order of the members, so that two transactions cannot deadlock. Does nothing for a statement that
-- affected no row, which is frequent.
create function count_notifications() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if exists (select from new_items) then
      insert into notification_counts as existing (user_id, total, unread)
        select user_id, count(*) filter (where is_shown), count(*) filter (where is_shown and read_at is null)
          from new_items group by user_id order by user_id
      on conflict (user_id) do update set
        total = existing.total + excluded.total, unread = existing.unread + excluded.unread,
        version = existing.version + 1;
    end if;
  elsif tg_op = 'UPDATE' then
    if exists (select from new_items) then
      with changed as materialized (
        select c.user_id, added.total, added.unread
          from (select n.user_id, sum(n.is_shown::int - o.is_shown::int)::int as total,
                       sum((n.is_shown and n.read_at is null)::int
                         - (o.is_shown and o.read_at is null)::int)::int as unread
                  from new_items n join old_items o using (notification_id) group by n.user_id) added
          join notification_counts c using (user_id)
         order by c.user_id for no key update of c)
      update notification_counts c
         set total = c.total + changed.total, unread = c.unread + changed.unread, version = c.version + 1
        from changed where c.user_id = changed.user_id;
    end if;
  elsif exists (select from old_items) then
    with changed as materialized (
      select c.user_id, removed.total, removed.unread
        from (select user_id, (count(*) filter (where is_shown))::int as total,
                     (count(*) filter (where is_shown and read_at is null))::int as unread
                from old_items group by user_id) removed
        join notification_counts c using (user_id)
       order by c.user_id for no key update of c)
    update notification_counts c
       set total = c.total - changed.total, unread = c.unread - changed.unread, version = c.version + 1
      from changed where c.user_id = changed.user_id;
  end if;
  return null;
end $$;
create trigger notifications_after_insert_count after insert on notifications
  referencing new table as new_items for each statement execute function count_notifications();
create trigger notifications_after_update_count after update on notifications
  referencing old table as old_items new table as new_items for each statement execute function count_notifications();
create trigger notifications_after_delete_count after delete on notifications
  referencing old table as old_items for each statement execute function count_notifications();

-- Subtracts deleted votes from the unread notifications that count them, and deletes notifications that then count none.
-- Notifications that were read do not change. `notification_ids` has one id for each deleted vote. This is a function and not
-- a part of the statement that deletes the votes, because it must see what other transactions wrote while that statement
-- waited for its locks.
create function retract_votes(notification_ids uuid[]) returns void language plpgsql as $$
begin
  if cardinality(notification_ids) > 0 then
    with retracted as (
      select notification_id, count(*)::int as votes from unnest(notification_ids) as v (notification_id) group by 1),
    locked as materialized (
      select n.notification_id, n.votes - retracted.votes as remaining
        from notifications n join retracted using (notification_id)
       where n.read_at is null order by n.comment_id for update of n),
    reduced as (
      update notifications n set votes = remaining
        from locked where n.notification_id = locked.notification_id and remaining > 0)
    delete from notifications n using locked
     where n.notification_id = locked.notification_id and remaining <= 0;
  end if;
end $$;

-- Adds pending votes to the notifications of the comments' authors, and returns how many votes it processed. This is not done
-- when a member votes, because votes on one comment would then wait for one another.
--
-- The comments are locked first, so that they cannot be deleted or hidden at the same time. Comments and votes that other
-- transactions have locked are left for the next call. Votes by members that the author muted are processed without a
-- notification.
--
-- An author has one unread notification per comment. Its time is updated at most once a minute, because each new time adds
-- entries to all indexes.
create function notify_pending_votes() returns int language plpgsql as $$
declare
  batch uuid[];
  -- The locked votes: their comments, their voters, and the author to notify, or null if nobody is.
  comment_ids uuid[];
  voter_ids uuid[];
  author_ids uuid[];
  -- The notifications and their comments.
  notified_ids uuid[];
  notification_ids uuid[];
  processed int;
begin
  batch := array(
    select c.comment_id from bill_comments c
     where c.comment_id in (select v.comment_id from comment_votes v where v.is_pending limit 1000)
       for key share skip locked);
  if cardinality(batch) = 0 then return 0; end if;

  -- Three statements that pass arrays on. In one statement, PostgreSQL would compare every vote with every other vote and every
  -- notification, because it expects hardly any votes to be pending, and a thousand votes would take more than a minute.
  with pending as materialized (
    select v.comment_id, v.user_id from comment_votes v
     where v.comment_id = any(batch) and v.is_pending limit 1000 for update skip locked)
  select array_agg(p.comment_id), array_agg(p.user_id), array_agg(
           case when c.is_live and author.account_status = 'active'
                  and not exists (select from mutes m where m.user_id = c.user_id and m.muted_id = p.user_id)
                then c.user_id end)
    into comment_ids, voter_ids, author_ids
    from pending p join bill_comments c using (comment_id) left join users author on author.user_id = c.user_id;

  with notified as (
    insert into notifications as n (user_id, type, comment_id, votes)
    select author_id, 'comment_votes_batched', comment_id, count(*)
      from unnest(author_ids, comment_ids) as vote (author_id, comment_id)
     where author_id is not null
     group by author_id, comment_id order by author_id, comment_id
    on conflict (comment_id) where type = 'comment_votes_batched' and read_at is null do update set
      votes = n.votes + excluded.votes,
      created_at = case when n.created_at > now() - interval '1 minute' then n.created_at else now() end
    returning n.comment_id, n.notification_id)
  select array_agg(comment_id), array_agg(notification_id) into notified_ids, notification_ids from notified;

  update comment_votes v set is_pending = false,
         notification_id = case when vote.author_id is not null
                                then notification_ids[array_position(notified_ids, v.comment_id)] end
    from unnest(comment_ids, voter_ids, author_ids) as vote (comment_id, user_id, author_id)
   where v.comment_id = vote.comment_id and v.user_id = vote.user_id;
  get diagnostics processed = row_count;
  return processed;
end $$;

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
