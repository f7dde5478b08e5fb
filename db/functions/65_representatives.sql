-- Messages to representatives: the counts of groups, and the reports of votes.

create function count_grouped_message() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.delivery = 'email' then
    update message_groups
       set message_count = message_count - 1, emptied_at = case when message_count = 1 then now() end
     where group_id = old.group_id;
  end if;
  -- A group of messages that were not emailed has no count that could fall to zero.
  if tg_op = 'DELETE' and old.delivery <> 'email' then
    update message_groups set emptied_at = now()
     where group_id = old.group_id and message_count = 0 and emptied_at is null;
  end if;
  if tg_op <> 'DELETE' and new.delivery = 'email' then
    update message_groups
       set message_count = message_count + 1, newest_at = greatest(newest_at, new.created_at), emptied_at = null
     where group_id = new.group_id;
  end if;
  return null;
end $$;
create trigger messages_after_insert_delete_update_count_group after insert or delete or update of delivery, group_id on messages
  for each row execute function count_grouped_message();

-- Queues the bills in `changed_bills` about which a member wrote to a representative. Must be called after every change of
-- votes on bills.
create function queue_vote_reports(changed_bills uuid[]) returns void language sql as $$
  insert into message_vote_reports (bill_id)
  select distinct b.bill_id from unnest(changed_bills) as b (bill_id)
   where exists (select from messages m where m.bill_id = b.bill_id)
   order by 1
  on conflict (bill_id) do update set next_attempt_at = now(), attempts = 0, lease_id = null
$$;

-- Returns the districts of a state's legislature and of a city's council that have, or had within two years, a member. Members
-- at large have no district. `state` and `city` are OCD ids or null.
create function listed_districts(state text, city text) returns table (division text) language sql stable as $$
  select distinct t.division::text from representative_terms t
   where t.organization = any (array[
           right(state, 2) || '/upper', right(state, 2) || '/lower', right(state, 2) || '/legislature',
           regexp_replace(city, '^ocd-division/country:us/[a-z]+:', '') || '/council'])
     and t.division ~ '/(sldu|sldl|council_district|ward):[^/]+$' and t.division !~ ':at-large$'
     and (t.valid_to is null or t.valid_to > current_date - interval '2 years')
$$;
