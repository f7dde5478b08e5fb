-- How many live comments of a bill are by people of one place (R55), kept so that every card of a list can say it.

create table bill_local_counts (
  bill_id uuid not null references bills on delete cascade,
  ocd_city_id text not null,
  comment_count int not null check (comment_count >= 0),
  primary key (bill_id, ocd_city_id)
) with (fillfactor = 50);

-- The author's row is locked before their place is read: whoever moves at the same moment comes before or after.
create function count_local_comment() returns trigger language plpgsql as $$
declare
  place text;
begin
  if tg_op <> 'INSERT' and old.is_live then
    select ocd_city_id into place from users where user_id = old.user_id for no key update;
    update bill_local_counts set comment_count = comment_count - 1
     where bill_id = old.bill_id and ocd_city_id = place;
  end if;
  if tg_op <> 'DELETE' and new.is_live then
    select ocd_city_id into place from users where user_id = new.user_id for no key update;
    if place is not null then
      insert into bill_local_counts as held (bill_id, ocd_city_id, comment_count) values (new.bill_id, place, 1)
      on conflict (bill_id, ocd_city_id) do update set comment_count = held.comment_count + 1;
    end if;
  end if;
  return null;
end $$;

create trigger comments_counted_locally after insert or delete on bill_comments
  for each row execute function count_local_comment();
create trigger comments_counted_locally_again after update on bill_comments for each row
  when ((old.bill_id, old.user_id, old.is_live) is distinct from (new.bill_id, new.user_id, new.is_live))
  execute function count_local_comment();

-- Whoever moves takes along what they have said.
create function move_local_comments() returns trigger language plpgsql as $$
begin
  update bill_local_counts k set comment_count = k.comment_count - said.comments
    from (select bill_id, count(*)::int as comments from bill_comments
           where user_id = new.user_id and is_live group by bill_id order by bill_id) said
   where k.bill_id = said.bill_id and k.ocd_city_id = old.ocd_city_id;
  if new.ocd_city_id is not null then
    insert into bill_local_counts as held (bill_id, ocd_city_id, comment_count)
    select bill_id, new.ocd_city_id, count(*)::int from bill_comments
     where user_id = new.user_id and is_live group by bill_id order by bill_id
    on conflict (bill_id, ocd_city_id) do update set comment_count = held.comment_count + excluded.comment_count;
  end if;
  return null;
end $$;

create trigger members_move_with_comments after update of ocd_city_id on users for each row
  when (old.ocd_city_id is distinct from new.ocd_city_id)
  execute function move_local_comments();

create view actual_local_counts as
  select c.bill_id, u.ocd_city_id, count(*)::int as comment_count
    from bill_comments c join users u using (user_id)
   where c.is_live and u.ocd_city_id is not null group by c.bill_id, u.ocd_city_id;

insert into bill_local_counts (bill_id, ocd_city_id, comment_count)
select bill_id, ocd_city_id, comment_count from actual_local_counts;
