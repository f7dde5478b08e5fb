-- Partitions of the tables that grow with every action and whose old rows are deleted by whole periods. They are in a
-- separate schema, so that a list of the tables in `public` has each partitioned table only once.

create schema partitions;
comment on schema partitions is
  'The partitions of the tables in public: <table>_<first day in UTC>, and <table>_default for rows outside of all periods.';

-- Creates one partition. `bounds` is the end of the statement, such as `default`.
--
-- PostgreSQL gives the new partition the foreign keys of its table, which blocks writers of the referenced tables.
-- Those tables are locked first, because requests also write to them before they write to the partitioned table.
create function create_partition(partitioned text, partition text, bounds text) returns void language plpgsql as $$
declare
  referenced record;
  protection record;
begin
  for referenced in
    select distinct confrelid from pg_constraint where conrelid = partitioned::regclass and contype = 'f' order by confrelid
  loop
    execute format('lock table %s in share row exclusive mode', referenced.confrelid::regclass);
  end loop;
  execute format('create table partitions.%I partition of %I %s', partition, partitioned, bounds);
  -- PostgreSQL copies only row-level triggers, so the triggers that run before TRUNCATE are copied here.
  for protection in
    select tgname, tgfoid::regproc as function from pg_trigger
     where tgrelid = partitioned::regclass and tgtype & 32 <> 0
  loop
    execute format('create trigger %I before truncate on partitions.%I for each statement execute function %s()',
                   protection.tgname, partition, protection.function);
  end loop;
end $$;

-- Creates the missing partitions from the period that contains `since` to the period that contains `until`, and returns how
-- many it created. `width` is 'month' or 'week'. A period is left out if the default partition has rows from it, because
-- moving them would lock the table for a long time. These rows stay in the default partition until they expire.
--
-- A new partition needs locks that block requests. The function fails after it has waited a second for one of them, so that
-- requests do not wait behind a long reader such as a backup. The caller tries again later. If no partition is missing, the
-- function takes no such lock.
create function create_partitions(partitioned text, width text, since timestamptz, until timestamptz) returns int
language plpgsql set timezone = 'UTC' set lock_timeout = '1s' as $$
declare
  step constant interval := ('1 ' || width)::interval;
  starts_at timestamptz;
  partition text;
  key text;
  has_rows boolean;
  created int := 0;
begin
  -- If several instances start at once, one creates the partitions and the others find them.
  perform pg_advisory_xact_lock(hashtext('create_partitions'));
  select a.attname into strict key
    from pg_partitioned_table p join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0]
   where p.partrelid = partitioned::regclass;
  if to_regclass(format('partitions.%I', partitioned || '_default')) is null then
    perform create_partition(partitioned, partitioned || '_default', 'default');
  end if;
  for starts_at in
    select generate_series(date_trunc(width, since), until, step)
  loop
    partition := partitioned || to_char(starts_at, '_YYYY_MM_DD');
    continue when to_regclass(format('partitions.%I', partition)) is not null;
    execute format('select exists (select from partitions.%I where %I >= %L and %I < %L)', partitioned || '_default',
                   key, starts_at, key, starts_at + step) into has_rows;
    continue when has_rows;
    perform create_partition(partitioned, partition,
                             format('for values from (%L) to (%L)', starts_at, starts_at + step));
    created := created + 1;
  end loop;
  return created;
end $$;
