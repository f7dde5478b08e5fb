-- Kept rows that were handed over from another member may be older than a migration that added a column, so the rows of one
-- table can have different columns. Each row is put back with the columns that it has, and gets the defaults of the others.

create or replace function put_back_rows(owner uuid, why text, named regclass, condition text default 'true') returns bigint
language plpgsql as $$
declare
  known text[];
  columns text;
  picked text;
  referenced text;
  inserted bigint;
  total bigint := 0;
begin
  for known in
    select distinct array(select jsonb_object_keys(row) order by 1)
      from set_aside_rows where user_id = owner and reason = why and table_name = named::text
  loop
    with keys as (
      select k.conkey[1] as attnum, k.confdeltype,
             format('exists (select from %s t where t.%I = r.%I)', k.confrelid::regclass, f.attname, a.attname) as found,
             a.attname
        from pg_constraint k
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
        join pg_attribute f on f.attrelid = k.confrelid and f.attnum = k.confkey[1]
       where k.conrelid = named and k.contype = 'f' and k.confrelid <> k.conrelid)
    select string_agg(quote_ident(a.attname), ', ' order by a.attnum),
           string_agg(coalesce(
             (select format('case when %s then r.%I end', keys.found, a.attname)
                from keys where keys.attnum = a.attnum and keys.confdeltype = 'n'),
             format('r.%I', a.attname)), ', ' order by a.attnum),
           coalesce((select string_agg(format(' and (r.%I is null or %s)', keys.attname, keys.found), '')
                       from keys where keys.confdeltype <> 'n'), '')
      into columns, picked, referenced
      from pg_attribute a
     where a.attrelid = named and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname = any (known);
    execute format(
      'insert into %s (%s) overriding system value
       select %s from set_aside_rows s cross join lateral jsonb_populate_record(null::%s, s.row) r
        where s.user_id = $1 and s.reason = $2 and s.table_name = $3
          and array(select jsonb_object_keys(s.row) order by 1) = $4 and (%s)%s
       on conflict do nothing', named, columns, picked, named, condition, referenced)
      using owner, why, named::text, known;
    get diagnostics inserted = row_count;
    total := total + inserted;
  end loop;
  return total;
end $$;
