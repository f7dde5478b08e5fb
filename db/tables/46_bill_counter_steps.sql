-- Changes of the counters of bills, called steps. An action appends a step instead of updating the row of its bill so that
-- members who act on one bill do not wait for one another. Several times a second a worker folds the steps into the counters:
-- it adds them to the counters and deletes them (docs/decisions/030). The views show the counters with the steps that are
-- not folded yet.

create table bill_counter_steps (
  -- Without a foreign key, because its check would lock the row of the bill, which is expensive for many simultaneous
  -- transactions.
  bill_id uuid not null,
  support_count int not null default 0,
  oppose_count int not null default 0,
  neutral_count int not null default 0,
  learning_count int not null default 0,
  discussion_count int not null default 0,
  -- How much the step increments the echo version.
  echo_changes int not null default 1,
  -- Points of activity and their day in UTC. Folding drops the points of days that no longer count.
  day date,
  points double precision not null default 0,
  constraint bill_counter_steps_day_check check (day is not null or points = 0)
) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
comment on table bill_counter_steps is
  'Changes of bill_counters and bill_activity that the worker has not folded into them yet. Normally empty.';
create index bill_counter_steps_bill on bill_counter_steps (bill_id);
comment on index bill_counter_steps_bill is 'The steps of one bill, which every read of its counters adds up.';
