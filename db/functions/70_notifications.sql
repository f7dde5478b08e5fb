-- Notifications: the unread counts, and the votes that are waiting to be reported.

-- Locks the counters in the order of the members so that two transactions cannot deadlock. Does nothing for a statement that
-- affected no row, which is frequent.
create function count_notifications() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if exists (select from new_items) then
      insert into notification_counts as existing (user_id, total, unread, unread_stances)
        select user_id, count(*) filter (where is_shown), count(*) filter (where is_shown and read_at is null),
               count(*) filter (where is_shown and read_at is null and type = 'followee_stance')
          from new_items group by user_id order by user_id
      on conflict (user_id) do update set
        total = existing.total + excluded.total, unread = existing.unread + excluded.unread,
        unread_stances = existing.unread_stances + excluded.unread_stances,
        version = existing.version + 1;
    end if;
  elsif tg_op = 'UPDATE' then
    if exists (select from new_items) then
      with changed as materialized (
        select c.user_id, added.total, added.unread, added.stances
          from (select n.user_id, sum(n.is_shown::int - o.is_shown::int)::int as total,
                       sum((n.is_shown and n.read_at is null)::int
                         - (o.is_shown and o.read_at is null)::int)::int as unread,
                       sum(((n.is_shown and n.read_at is null)::int - (o.is_shown and o.read_at is null)::int)
                         * (n.type = 'followee_stance')::int)::int as stances
                  from new_items n join old_items o using (notification_id) group by n.user_id) added
          join notification_counts c using (user_id)
         order by c.user_id for no key update of c)
      update notification_counts c
         set total = c.total + changed.total, unread = c.unread + changed.unread,
             unread_stances = c.unread_stances + changed.stances, version = c.version + 1
        from changed where c.user_id = changed.user_id;
    end if;
  elsif exists (select from old_items) then
    with changed as materialized (
      select c.user_id, removed.total, removed.unread, removed.stances
        from (select user_id, (count(*) filter (where is_shown))::int as total,
                     (count(*) filter (where is_shown and read_at is null))::int as unread,
                     (count(*) filter (where is_shown and read_at is null and type = 'followee_stance'))::int as stances
                from old_items group by user_id) removed
        join notification_counts c using (user_id)
       order by c.user_id for no key update of c)
    update notification_counts c
       set total = c.total - changed.total, unread = c.unread - changed.unread,
           unread_stances = c.unread_stances - changed.stances, version = c.version + 1
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
-- The comments are locked first so that they cannot be deleted or hidden at the same time. Comments and votes that other
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

-- Notifies the author of the comment that a new one replies to, the author of the post below which it is, and the members that it
-- mentions, at most ten of those who can be notified. The comment is on a bill or on a post of a group. Nobody is notified twice,
-- and a member who muted or blocked the author is not notified.
create function notify_of_comment(
  on_bill uuid, on_post uuid, author uuid, replied_author uuid, post_author uuid, new_text text
) returns void language plpgsql as $$
declare
  max_mentions constant int := 10;
  names constant text[] := mentioned_names(new_text);
begin
  if num_nonnulls(replied_author, post_author) = 0 and cardinality(names) = 0 then return; end if;
  insert into notifications (user_id, type, actor_id, comment_id, group_comment_id)
  select recipient.user_id, recipient.type, author, on_bill, on_post
    from (select user_id, case user_id when replied_author then 'comment_reply' when post_author then 'post_comment'
                          else 'comment_mention' end as type
            from (select replied_author as user_id union select post_author
                  union select m.user_id from members_named(names) m) person
            join users u using (user_id)
           where u.account_status = 'active' and user_id <> author and not has_muted(user_id, author)
           order by case user_id when replied_author then 0 when post_author then 1 else 2 end, user_id
           limit max_mentions + num_nonnulls(replied_author, nullif(post_author, replied_author))) recipient
   order by recipient.user_id;
end $$;

-- Deletes the notifications about a comment on a post when it or the post is deleted or hidden. Those of a closed account stay, because
-- it can be opened again, and show nothing meanwhile.
create function retract_group_comments() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'group_comments' then
    delete from notifications n where n.group_comment_id = new.comment_id;
  else
    delete from notifications n using group_comments c where c.post_id = new.post_id and n.group_comment_id = c.comment_id;
  end if;
  return null;
end $$;
create trigger group_comments_after_update_retract after update on group_comments
  for each row when (old.is_live and not new.is_live and new.is_closed = old.is_closed) execute function retract_group_comments();
create trigger group_posts_after_update_retract after update on group_posts
  for each row when (old.is_live and not new.is_live and new.is_closed = old.is_closed) execute function retract_group_comments();

-- Notifications --------------------------------------------------------------------------------------------------------

-- How many notifications of a member are unread, and how many of these are about stances of followed members.
create function unread_counts(member_id uuid) returns jsonb language sql stable
  return (select jsonb_build_object('unread_count', coalesce(sum(c.unread), 0), 'unread_stances', coalesce(sum(c.unread_stances), 0))
            from notification_counts c where c.user_id = member_id);

-- Marks a notification as read. Later votes on its comment then start a new notification.
create function read_notification(
  member_id uuid, on_notification uuid,
  out response json
) language plpgsql as $$
declare
  existing record;
begin
  perform lock_member(member_id);
  select n.read_at into existing from notifications n
   where n.notification_id = on_notification and n.user_id = member_id for update;
  if not found then perform refuse('notification_not_found'); end if;
  if existing.read_at is null then
    update notifications n set read_at = now() where n.notification_id = on_notification;
  end if;
  response := jsonb_build_object('success', true) || unread_counts(member_id);
end $$;

-- Marks all notifications of a member as read, or those that were marked at the time `undo` as unread. One that would then be the
-- second unread one about the same thing stays read.
create function read_all_notifications(member_id uuid, undo timestamptz, out response json) language plpgsql as $$
declare
  marked_at constant timestamptz := date_trunc('milliseconds', now());
begin
  perform lock_member(member_id);
  if undo is null then
    update notifications set read_at = marked_at where user_id = member_id and read_at is null;
  else
    update notifications n set read_at = null
     where n.user_id = member_id and n.read_at = undo
       and not exists (
         select from notifications u
          where u.user_id = member_id and u.type = n.type and u.read_at is null
            and (u.comment_id, u.actor_id, u.bill_id) is not distinct from (n.comment_id, n.actor_id, n.bill_id));
  end if;
  response := jsonb_build_object('success', true, 'read_at', iso_time(coalesce(undo, marked_at))) || unread_counts(member_id);
end $$;
