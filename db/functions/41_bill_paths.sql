-- The paths of bills, such as /mi/2025-2026/hb-4001: readable, kept forever, and the same in
-- every instance unless two bills would have the same path.

-- The path of a bill, computed from its record: the place, then the session or the city, then the code. "us/119/hr/1",
-- "mi/2025-2026/hb4001" and "nyc/2025/int1327" lead to "us/119/hr/1", "mi/2025-2026/hb-4001" and
-- "ny/new-york-city/int-1327-2025".
create function bill_path(source_id text, government_level text, jurisdiction text) returns text
  language sql immutable parallel safe as $$
  select left(regexp_replace(
           state || '/' || case
             when government_level = 'local'
               then city || '/' || replace(regexp_replace(
                 -- The year, which is in front in the record, comes last in the city's own number.
                 regexp_replace(record, '^(\d{4})/([^/]+)$', '\2-\1'), '^([a-z]+)(\d)', '\1-\2'), '/', '-')
             -- Codes that contain their session stay as the state writes them: "hb25b-1001" and "abx1-1".
             when record ~ '/([a-z]+x\d+-\d+|[a-z]+\d\d[a-z]?-\d+)$' and state in ('ca', 'co') then record
             when starts_with(source_id, state || '/') then regexp_replace(record, '/([a-z]+)(\d[^/]*)$', '/\1-\2')
             else source_id
           end, '[^a-z0-9/-]+', '-', 'g'), 110)
    from (select coalesce(substring(jurisdiction from '/(?:state|territory|district):([a-z]{2})(?:/|$)'), 'us') as state,
                 case when jurisdiction ~ 'state:ny/place:new_york$' then 'new-york-city'
                      else coalesce(substring(jurisdiction from '/place:([^/]+)$'),
                                    substring(jurisdiction from '/county:([^/]+)$') || '-county',
                                    split_part(source_id, '/', 1)) end as city,
                 substr(source_id, strpos(source_id, '/') + 1) as record) parts
$$;

-- If another bill has or had this path, the first eight characters of this bill's id are added to it.
create function set_bill_path() returns trigger language plpgsql as $$
begin
  new.path := bill_path(new.source_id, new.government_level, new.jurisdiction);
  if exists (select from bill_paths p where p.path = new.path and p.bill_id <> new.bill_id)
     or exists (select from bills b where b.path = new.path and b.bill_id <> new.bill_id) then
    new.path := new.path || '-' || left(new.bill_id::text, 8);
  end if;
  return new;
end $$;
create trigger bills_before_insert_set_path before insert on bills
  for each row execute function set_bill_path();
create trigger bills_before_update_set_path before update of source_id, government_level, jurisdiction on bills
  for each row
  when ((new.source_id, new.government_level, new.jurisdiction)
        is distinct from (old.source_id, old.government_level, old.jurisdiction))
  execute function set_bill_path();

create function save_bill_paths() returns trigger language plpgsql as $$
begin
  insert into bill_paths (path, bill_id, is_current) select path, bill_id, true from new_bills;
  return null;
end $$;
create trigger bills_after_insert_save_paths after insert on bills
  referencing new table as new_bills for each statement execute function save_bill_paths();

-- The earlier path stays and leads to the new one. A bill may return to one of its earlier paths.
create function change_bill_path() returns trigger language plpgsql as $$
begin
  update bill_paths set is_current = false where bill_id = new.bill_id and is_current;
  insert into bill_paths (path, bill_id, is_current) values (new.path, new.bill_id, true)
  on conflict (path) do update set is_current = true;
  return null;
end $$;
create trigger bills_after_update_change_path after update on bills
  for each row when (new.path is distinct from old.path) execute function change_bill_path();
