-- Stances, comments and votes that touch fewer pages (docs/performance.md tells how many).

-- What belongs to a bill's life follows the row of its counts, which every act changes anyway: a check against the wide
-- row of the bill would read and write one more page for each act. The counts stand and fall with their bill.
alter table stances drop constraint stances_bill_id_fkey,
  add foreign key (bill_id) references bill_counters on delete cascade;
alter table stance_changes drop constraint stance_changes_bill_id_fkey,
  add foreign key (bill_id) references bill_counters on delete cascade;
alter table bill_activity drop constraint bill_activity_bill_id_fkey,
  add foreign key (bill_id) references bill_counters on delete cascade;
alter table bill_comments drop constraint bill_comments_bill_id_fkey,
  add foreign key (bill_id) references bill_counters on delete cascade;
alter table bill_category_counts drop constraint bill_category_counts_bill_id_fkey,
  add foreign key (bill_id) references bill_counters on delete cascade;
alter table bill_local_counts drop constraint bill_local_counts_bill_id_fkey,
  add foreign key (bill_id) references bill_counters on delete cascade;

-- Ids that rise with the time stand side by side in their index. Older servers cannot make them: there all stays as it was.
do $$ begin
  if current_setting('server_version_num')::int >= 180000 then
    alter table bill_comments alter column comment_id set default uuidv7();
    alter table notifications alter column notification_id set default uuidv7();
  end if;
end $$;

-- The item that a vote is told in stands with the vote: a table of unread votes beside it cost three pages more.
alter table comment_votes
  -- The item of the comment's author that counts this vote. Once it is read or gone, the vote is no news any more.
  add column told_in uuid;
update comment_votes v set told_in = n.notification_id
  from unread_votes u join notifications n using (comment_id)
 where n.type = 'comment_votes_batched' and n.read_at is null
   and v.comment_id = u.comment_id and v.user_id = u.user_id;

-- Votes that go take themselves out of the item that tells of them, and the last one takes the item; what was read stays.
create function untell_votes() returns trigger language plpgsql as $$
begin
  if exists (select from old_votes where told_in is not null) then
    with gone as (
      select told_in as notification_id, count(*)::int as votes from old_votes where told_in is not null group by told_in),
    locked as materialized (
      select n.notification_id, n.votes - gone.votes as left_over
        from notifications n join gone using (notification_id)
       where n.read_at is null order by n.comment_id for update of n),
    lowered as (
      update notifications n set votes = left_over
        from locked where n.notification_id = locked.notification_id and left_over > 0)
    delete from notifications n using locked
     where n.notification_id = locked.notification_id and left_over <= 0;
  end if;
  return null;
end $$;
create trigger votes_untold after delete on comment_votes
  referencing old table as old_votes for each statement execute function untell_votes();

-- While instances of the former release still serve, they tell of votes by this table, which is no longer read.
drop trigger unread_votes_counted_in on unread_votes;
drop trigger unread_votes_counted_out on unread_votes;
drop function count_unread_votes;
delete from unread_votes;
create function tell_vote_of_the_former_release() returns trigger language plpgsql as $$
begin
  with told as (
    insert into notifications as held (user_id, type, comment_id, votes)
      select user_id, 'comment_votes_batched', comment_id, 1 from bill_comments where comment_id = new.comment_id
    on conflict (comment_id) where type = 'comment_votes_batched' and read_at is null
      do update set votes = held.votes + 1, created_at = now()
    returning notification_id)
  update comment_votes v set told_in = told.notification_id
    from told where v.comment_id = new.comment_id and v.user_id = new.user_id;
  return null;
end $$;
create trigger votes_told_by_the_former_release after insert on unread_votes
  for each row execute function tell_vote_of_the_former_release();

-- The bill of an item about a comment's votes is the comment's: one index entry and one check less for each.
alter table notifications drop constraint notifications_check2;
update notifications set bill_id = null where type = 'comment_votes_batched';
alter table notifications
  add check ((bill_id is null) = (type in ('new_follower', 'comment_votes_batched')));

-- A statement that inserts, changes or deletes nothing counts nothing, and most of the parts of an act do nothing.
create or replace function count_notifications() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if exists (select from new_items) then
      insert into notification_counts as held (user_id, total, unread)
        select user_id, count(*), count(*) filter (where read_at is null)
          from new_items group by user_id order by user_id
      on conflict (user_id) do update set
        total = held.total + excluded.total, unread = held.unread + excluded.unread, version = held.version + 1;
    end if;
  elsif tg_op = 'UPDATE' then
    if exists (select from new_items) then
      with changed as materialized (
        select c.user_id, gained.unread
          from (select n.user_id, sum((n.read_at is null)::int - (o.read_at is null)::int)::int as unread
                  from new_items n join old_items o using (notification_id) group by n.user_id) gained
          join notification_counts c using (user_id)
         order by c.user_id for no key update of c)
      update notification_counts c set unread = c.unread + changed.unread, version = c.version + 1
        from changed where c.user_id = changed.user_id;
    end if;
  elsif exists (select from old_items) then
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
