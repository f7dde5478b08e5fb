-- What a member is told of names who did it. While that person is hidden (deactivated, suspended) so is the item: it is
-- in no list and no count, and comes back with them. Items are hidden when the person goes, not when they are read, so
-- that a page and the counts cost the same.

alter table notifications add column is_shown boolean not null default true;

create or replace function count_notifications() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if exists (select from new_items) then
      insert into notification_counts as held (user_id, total, unread)
        select user_id, count(*) filter (where is_shown), count(*) filter (where is_shown and read_at is null)
          from new_items group by user_id order by user_id
      on conflict (user_id) do update set
        total = held.total + excluded.total, unread = held.unread + excluded.unread, version = held.version + 1;
    end if;
  elsif tg_op = 'UPDATE' then
    if exists (select from new_items) then
      with changed as materialized (
        select c.user_id, gained.total, gained.unread
          from (select n.user_id, sum(n.is_shown::int - o.is_shown::int)::int as total,
                       sum((n.is_shown and n.read_at is null)::int
                         - (o.is_shown and o.read_at is null)::int)::int as unread
                  from new_items n join old_items o using (notification_id) group by n.user_id) gained
          join notification_counts c using (user_id)
         order by c.user_id for no key update of c)
      update notification_counts c
         set total = c.total + changed.total, unread = c.unread + changed.unread, version = c.version + 1
        from changed where c.user_id = changed.user_id;
    end if;
  elsif exists (select from old_items) then
    with changed as materialized (
      select c.user_id, lost.total, lost.unread
        from (select user_id, (count(*) filter (where is_shown))::int as total,
                     (count(*) filter (where is_shown and read_at is null))::int as unread
                from old_items group by user_id) lost
        join notification_counts c using (user_id)
       order by c.user_id for no key update of c)
    update notification_counts c
       set total = c.total - changed.total, unread = c.unread - changed.unread, version = c.version + 1
      from changed where c.user_id = changed.user_id;
  end if;
  return null;
end $$;

create or replace view actual_notification_counts as
  select user_id, count(*)::int as total, (count(*) filter (where read_at is null))::int as unread
    from notifications where is_shown group by user_id;

update notifications n set is_shown = false
  from users a where a.user_id = n.actor_id and a.account_status <> 'active';
