-- Notifications: what a member is told of, how much of it they have not read, and what is still to be told to followers.
-- Messages are put together when they are read, so that they name people as they are called now.

create table notifications (
  notification_id uuid primary key default gen_random_uuid(),
  -- Who is told.
  user_id uuid not null references users on delete cascade,
  type text not null
    check (type in ('comment_votes_batched', 'comment_influenced_mind', 'followee_stance', 'new_follower')),
  -- Whose act it was; nobody's in particular where votes are told by their number. What a member did is forgotten with them.
  actor_id uuid references users on delete cascade,
  bill_id uuid references bills on delete cascade,
  comment_id uuid references bill_comments on delete cascade,
  stance text check (stance in ('support', 'oppose', 'neutral', 'learning')),
  votes int check (votes > 0),
  read_at timestamptz,
  -- Of the latest act that it tells of.
  created_at timestamptz not null default now(),
  check (actor_id is distinct from user_id),
  check ((actor_id is null) = (type = 'comment_votes_batched')),
  check ((bill_id is null) = (type = 'new_follower')),
  check ((comment_id is null) = (type in ('followee_stance', 'new_follower'))),
  check ((stance is null) = (type <> 'followee_stance')),
  check ((votes is null) = (type <> 'comment_votes_batched'))
) with (fillfactor = 80);
create index notifications_newest on notifications (user_id, created_at desc, notification_id);
create index notifications_actor on notifications (actor_id) where actor_id is not null;
create index notifications_bill on notifications (bill_id) where bill_id is not null;
create index notifications_comment on notifications (comment_id) where comment_id is not null;
-- Acts of one kind are merged into one unread item (R59); a changed mind is told once.
create unique index notifications_votes on notifications (comment_id)
  where type = 'comment_votes_batched' and read_at is null;
create unique index notifications_mind on notifications (comment_id, actor_id)
  where type = 'comment_influenced_mind';
create unique index notifications_stance on notifications (user_id, actor_id, bill_id)
  where type = 'followee_stance' and read_at is null;
create unique index notifications_follower on notifications (user_id, actor_id)
  where type = 'new_follower' and read_at is null;

-- Kept beside the items, so that a page costs the same whatever their number.
create table notification_counts (
  user_id uuid primary key references users on delete cascade,
  total int not null check (total >= 0),
  unread int not null check (unread between 0 and total),
  -- Rises with every change: an open page asks for nothing else.
  version bigint not null default 1
) with (fillfactor = 50);

-- Locks are taken in the order of the members, and last of all in every act.
create function count_notifications() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into notification_counts as held (user_id, total, unread)
      select user_id, count(*), count(*) filter (where read_at is null)
        from new_items group by user_id order by user_id
    on conflict (user_id) do update set
      total = held.total + excluded.total, unread = held.unread + excluded.unread, version = held.version + 1;
  elsif tg_op = 'UPDATE' then
    with changed as materialized (
      select c.user_id, gained.unread
        from (select n.user_id, sum((n.read_at is null)::int - (o.read_at is null)::int)::int as unread
                from new_items n join old_items o using (notification_id) group by n.user_id) gained
        join notification_counts c using (user_id)
       order by c.user_id for no key update of c)
    update notification_counts c set unread = c.unread + changed.unread, version = c.version + 1
      from changed where c.user_id = changed.user_id;
  else
    with changed as materialized (
      select c.user_id, lost.total, lost.unread
        from (select user_id, count(*)::int as total, (count(*) filter (where read_at is null))::int as unread
                from old_items group by user_id) lost
        join notification_counts c using (user_id)
       order by c.user_id for no key update of c)
    update notification_counts c
       set total = c.total - changed.total, unread = c.unread - changed.unread, version = c.version + 1
      from changed where c.user_id = changed.user_id;
  end if;
  return null;
end $$;

create trigger notifications_counted_in after insert on notifications
  referencing new table as new_items for each statement execute function count_notifications();
create trigger notifications_counted_again after update on notifications
  referencing old table as old_items new table as new_items for each statement execute function count_notifications();
create trigger notifications_counted_out after delete on notifications
  referencing old table as old_items for each statement execute function count_notifications();

-- Others' votes on a comment since its author last read of them: the number in the author's unread item, vote by vote,
-- so that one taken back can be told from one that was read of long ago.
create table unread_votes (
  comment_id uuid not null references bill_comments on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (comment_id, user_id)
);
create index unread_votes_voter on unread_votes (user_id);

create function count_unread_votes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into notifications as held (user_id, type, comment_id, bill_id, votes)
      select c.user_id, 'comment_votes_batched', c.comment_id, c.bill_id, count(*)
        from new_votes join bill_comments c using (comment_id)
       group by c.comment_id order by c.comment_id
    on conflict (comment_id) where type = 'comment_votes_batched' and read_at is null
      do update set votes = held.votes + excluded.votes, created_at = now();
  else
    -- The last one gone withdraws the item; read items stay as they were read.
    with gone as (select comment_id, count(*)::int as votes from old_votes group by comment_id),
    locked as materialized (
      select n.notification_id, n.votes - gone.votes as left_over
        from notifications n join gone using (comment_id)
       where n.type = 'comment_votes_batched' and n.read_at is null
       order by n.comment_id for update of n),
    lowered as (
      update notifications n set votes = left_over
        from locked where n.notification_id = locked.notification_id and left_over > 0)
    delete from notifications n using locked
     where n.notification_id = locked.notification_id and left_over <= 0;
  end if;
  return null;
end $$;

create trigger unread_votes_counted_in after insert on unread_votes
  referencing new table as new_votes for each statement execute function count_unread_votes();
create trigger unread_votes_counted_out after delete on unread_votes
  referencing old table as old_votes for each statement execute function count_unread_votes();

-- Stances that followers are still to be told of, one row a member and bill however often it changes.
create table stance_news (
  user_id uuid not null references users on delete cascade,
  bill_id uuid not null references bills on delete cascade,
  -- Rises with every change and with every worker that begins, so that whoever tells notices that it is outdated.
  version int not null default 1,
  changed_at timestamptz not null default now(),
  -- Null when everybody is told. While a worker tells, the end of its lease.
  due_at timestamptz default now(),
  begun_at timestamptz,
  -- Followers are told in the order of their ids; those up to this one have been.
  told_up_to uuid,
  primary key (user_id, bill_id)
) with (fillfactor = 50);
create index stance_news_due on stance_news (due_at) where due_at is not null;
create index stance_news_bill on stance_news (bill_id);

create index follows_of_in_order on follows (followee_id, follower_id);

-- Who stops showing their stances takes back what was told of them.
create function withdraw_stance_news() returns trigger language plpgsql as $$
begin
  delete from stance_news where user_id = new.user_id;
  delete from notifications where actor_id = new.user_id and type = 'followee_stance';
  return null;
end $$;

create trigger stances_hidden after update of public_stances on users
  for each row when (old.public_stances and not new.public_stances) execute function withdraw_stance_news();

-- What every kept figure must be, recomputed from the rows.
create view actual_notification_counts as
  select user_id, count(*)::int as total, (count(*) filter (where read_at is null))::int as unread
    from notifications group by user_id;
