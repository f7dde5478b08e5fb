-- Partitions that end before a moment.

-- The partitions that contain only rows from before `before`, the oldest first.
create function partitions_before(partitioned text, width text, before timestamptz) returns setof text
language sql stable set timezone = 'UTC' as $$
  select c.relname::text
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
   where i.inhparent = partitioned::regclass and c.relname <> partitioned || '_default'
     and to_date(right(c.relname, 10), 'YYYY_MM_DD')::timestamptz + ('1 ' || width)::interval <= before
   order by c.relname
$$;
