-- Stances: what members think of bills, and whose comments changed their minds.

create table stances (
  bill_id uuid not null constraint stances_bill_id_fkey references bill_counters on delete cascade,
  user_id uuid not null constraint stances_user_id_fkey references users on delete cascade,
  stance stance not null,
  change_source change_source not null default 'direct',
  -- The comment that changed the member's mind.
  comment_id uuid constraint stances_comment_id_fkey references bill_comments on delete set null,
  -- The version whose text the member could read when taking or confirming the stance. 0 means none. The words of a version
  -- never change, so the number also identifies them.
  version_no smallint not null default 0,
  -- When the member last said that the stance also holds for a newer version.
  confirmed_at timestamptz,
  first_taken_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  -- The last change of stance that a comment caused. A later change without a comment does not alter these two columns.
  mind_changed_from stance,
  mind_changed_to stance,
  constraint stances_pkey primary key (bill_id, user_id),
  constraint stances_mind_changed_check check (
    (mind_changed_from is null) = (mind_changed_to is null) and (mind_changed_from <> mind_changed_to) is not false)
) with (fillfactor = 80);
comment on table stances is 'The current stance of each member on each bill.';
create index stances_newest on stances (user_id, changed_at desc);
comment on index stances_newest is 'The stances of a member on their profile, newest first.';
create index stances_comment on stances (comment_id) where comment_id is not null;
comment on index stances_comment is 'Supports the foreign key when a comment is deleted.';

create table stance_changes (
  change_id bigint generated always as identity constraint stance_changes_pkey primary key,
  bill_id uuid not null constraint stance_changes_bill_id_fkey references bill_counters on delete cascade,
  user_id uuid not null constraint stance_changes_user_id_fkey references users on delete cascade,
  -- Null for the first stance of a member on a bill.
  from_stance stance,
  to_stance stance not null,
  change_source change_source not null,
  comment_id uuid constraint stance_changes_comment_id_fkey references bill_comments on delete set null,
  version_no smallint not null default 0,
  changed_at timestamptz not null default now(),
  constraint stance_changes_to_stance_check check (from_stance is distinct from to_stance)
);
comment on table stance_changes is 'The history of stances: every stance that a member ever took, in order.';
create index stance_changes_member on stance_changes (user_id);
comment on index stance_changes_member is 'The history of one member, for the data export and for account deletion.';
create index stance_changes_age on stance_changes using brin (changed_at);
comment on index stance_changes_age is 'Counts the stances of a day.';
create index stance_changes_comment on stance_changes (comment_id) where comment_id is not null;
comment on index stance_changes_comment is 'Supports the foreign key when a comment is deleted.';

create table mind_changes (
  comment_id uuid not null constraint mind_changes_comment_id_fkey references bill_comments on delete cascade,
  user_id uuid not null constraint mind_changes_user_id_fkey references users on delete cascade,
  created_at timestamptz not null default now(),
  constraint mind_changes_pkey primary key (comment_id, user_id)
);
comment on table mind_changes is
  'Which member credited which comment with a change of mind. A credit is given once and stays when the stance changes again.';
create index mind_changes_member on mind_changes (user_id);
comment on index mind_changes_member is 'The credits that one member gave, for account deletion.';

create table bill_mind_changes (
  bill_id uuid not null constraint bill_mind_changes_bill_id_fkey references bill_counters on delete cascade,
  from_stance stance not null,
  to_stance stance not null,
  member_count counter not null,
  constraint bill_mind_changes_pkey primary key (bill_id, from_stance, to_stance)
) with (fillfactor = 50);
comment on table bill_mind_changes is
  'How many members a comment moved from one stance on a bill to another. Each member counts once per bill, with the last such change.';

-- An update can change the counts of two pairs of stances. It locks them in order, so that two members cannot deadlock.
create function count_mind_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.mind_changed_from is not null then
    perform from bill_mind_changes
      where bill_id = old.bill_id and (from_stance, to_stance) in (
        (old.mind_changed_from, old.mind_changed_to), (new.mind_changed_from, new.mind_changed_to))
      order by from_stance, to_stance for no key update;
  end if;
  if tg_op <> 'INSERT' and old.mind_changed_from is not null then
    update bill_mind_changes set member_count = member_count - 1
     where (bill_id, from_stance, to_stance) = (old.bill_id, old.mind_changed_from, old.mind_changed_to);
  end if;
  if tg_op <> 'DELETE' and new.mind_changed_from is not null then
    insert into bill_mind_changes as existing (bill_id, from_stance, to_stance, member_count)
    values (new.bill_id, new.mind_changed_from, new.mind_changed_to, 1)
    on conflict (bill_id, from_stance, to_stance) do update set member_count = existing.member_count + 1;
  end if;
  return null;
end $$;
create trigger stances_after_insert_count_mind_change after insert on stances
  for each row when (new.mind_changed_from is not null) execute function count_mind_change();
create trigger stances_after_update_count_mind_change
  after update of mind_changed_from, mind_changed_to on stances for each row
  when ((old.mind_changed_from, old.mind_changed_to) is distinct from (new.mind_changed_from, new.mind_changed_to))
  execute function count_mind_change();
create trigger stances_after_delete_count_mind_change after delete on stances
  for each row when (old.mind_changed_from is not null) execute function count_mind_change();

create table bill_version_counts (
  bill_id uuid not null constraint bill_version_counts_bill_id_fkey references bill_counters on delete cascade,
  version_no smallint not null constraint bill_version_counts_version_no_check check (version_no > 0),
  support_count counter not null default 0,
  oppose_count counter not null default 0,
  neutral_count counter not null default 0,
  learning_count counter not null default 0,
  constraint bill_version_counts_pkey primary key (bill_id, version_no)
) with (fillfactor = 50);
comment on table bill_version_counts is
  'Counts of the current stances by the version they were taken or confirmed on. A material change of the text changes no row here, because reads add up the counts from its version on.';

create table bill_version_steps (
  bill_id uuid not null,
  version_no smallint not null,
  support_count int not null,
  oppose_count int not null,
  neutral_count int not null,
  learning_count int not null
) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
comment on table bill_version_steps is
  'Changes of bill_version_counts that are not folded into them yet, like bill_counter_steps. Normally empty.';
create index bill_version_steps_bill on bill_version_steps (bill_id, version_no);
comment on index bill_version_steps_bill is 'The steps of one bill, which its page adds to the folded counts.';

create view current_version_totals as
  select bill_id, version_no, sum(support_count)::int as support_count, sum(oppose_count)::int as oppose_count,
         sum(neutral_count)::int as neutral_count, sum(learning_count)::int as learning_count
    from (select bill_id, version_no, support_count::int, oppose_count::int, neutral_count::int, learning_count::int
            from bill_version_counts
          union all
          select bill_id, version_no, support_count, oppose_count, neutral_count, learning_count from bill_version_steps) both_parts
   group by bill_id, version_no;
comment on view current_version_totals is 'The stances on each version of a bill with the steps that are not folded yet.';

-- Appends steps, so that members do not wait for one another.
create function count_stance_by_version() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.version_no > 0 then
    insert into bill_version_steps (bill_id, version_no, support_count, oppose_count, neutral_count, learning_count)
    values (old.bill_id, old.version_no, -(old.stance = 'support')::int, -(old.stance = 'oppose')::int,
            -(old.stance = 'neutral')::int, -(old.stance = 'learning')::int);
  end if;
  if tg_op <> 'DELETE' and new.version_no > 0 then
    insert into bill_version_steps (bill_id, version_no, support_count, oppose_count, neutral_count, learning_count)
    values (new.bill_id, new.version_no, (new.stance = 'support')::int, (new.stance = 'oppose')::int,
            (new.stance = 'neutral')::int, (new.stance = 'learning')::int);
  end if;
  return null;
end $$;

-- Called by fold_bill_counters, which lets only one transaction fold. Returns the number of steps, at least `max_steps` if
-- there may be more. The steps of a bill are folded together, and those of a deleted bill are dropped.
create function fold_version_counts(max_steps int) returns int language sql as $$
  with claimed as (
    delete from bill_version_steps
     where bill_id = any (array(select bill_id from bill_version_steps limit max_steps)) returning *),
  summed as (
    select bill_id, version_no, sum(support_count)::int as support_count, sum(oppose_count)::int as oppose_count,
           sum(neutral_count)::int as neutral_count, sum(learning_count)::int as learning_count
      from claimed group by bill_id, version_no),
  existing as (
    update bill_version_counts k set
           support_count = greatest(k.support_count + s.support_count, 0),
           oppose_count = greatest(k.oppose_count + s.oppose_count, 0),
           neutral_count = greatest(k.neutral_count + s.neutral_count, 0),
           learning_count = greatest(k.learning_count + s.learning_count, 0)
      from summed s where k.bill_id = s.bill_id and k.version_no = s.version_no),
  added as (
    insert into bill_version_counts (bill_id, version_no, support_count, oppose_count, neutral_count, learning_count)
    select s.bill_id, s.version_no, greatest(s.support_count, 0), greatest(s.oppose_count, 0),
           greatest(s.neutral_count, 0), greatest(s.learning_count, 0)
      from summed s join bill_counters using (bill_id)
     where not exists (select from bill_version_counts k where k.bill_id = s.bill_id and k.version_no = s.version_no))
  select count(*)::int from claimed
$$;
create trigger stances_after_insert_count_by_version after insert on stances
  for each row when (new.version_no > 0) execute function count_stance_by_version();
create trigger stances_after_update_count_by_version after update of stance, version_no on stances
  for each row when ((old.stance, old.version_no) is distinct from (new.stance, new.version_no))
  execute function count_stance_by_version();
create trigger stances_after_delete_count_by_version after delete on stances
  for each row when (old.version_no > 0) execute function count_stance_by_version();

-- The counts of the stances that were taken or confirmed since the last material change of the bill's text, or of all stances
-- if there was no such change, as `StanceCounts` of contract/rules/stances.ts.
create function current_version_counts(c bill_counters) returns json language sql stable
  return case
    when c.counted_from_version = 0 then (
      select json_build_object(
               'support_count', support_count, 'oppose_count', oppose_count, 'neutral_count', neutral_count,
               'learning_count', learning_count)
        from current_bill_counts where bill_id = c.bill_id)
    else (
      select json_build_object(
               'support_count', coalesce(sum(k.support_count), 0), 'oppose_count', coalesce(sum(k.oppose_count), 0),
               'neutral_count', coalesce(sum(k.neutral_count), 0), 'learning_count', coalesce(sum(k.learning_count), 0))
        from current_version_totals k
       where k.bill_id = c.bill_id and k.version_no >= c.counted_from_version)
  end;

-- Whether a material change lies between the version that a stance was taken on and the version that a chamber voted on. The
-- latter is the last version printed by that day. The answer is false if either of them is unknown.
create function changed_between(wanted_bill uuid, stance_version smallint, day date) returns boolean
  language sql stable parallel safe
begin atomic
  select exists (
    select from bill_versions v,
           (select s.ordinal as taken_on, (
                     select max(p.ordinal) from bill_versions p
                      where p.bill_id = s.bill_id and p.document_type = 'bill' and p.kind is distinct from 'retracted'
                        and coalesce(p.printed_on, (p.first_seen_at at time zone 'utc')::date) <= day) as voted_on
              from bill_versions s where s.bill_id = wanted_bill and s.version_no = stance_version) b
     where v.bill_id = wanted_bill and v.kind = 'material' and b.voted_on is not null
       and v.ordinal > least(b.taken_on, b.voted_on) and v.ordinal <= greatest(b.taken_on, b.voted_on));
end;
