select s ->> 'state' as state, s ->> 'key' as key, s ->> 'number' as number, s ->> 'from_number' as from_number,
       coalesce(s ->> 'from_key', s ->> 'key') as from_key
  from version_comparisons, jsonb_array_elements(result -> 'sections') s
 where older_hash = decode($1, 'hex') and newer_hash = decode($2, 'hex')
   and s ->> 'state' <> 'added' and coalesce(s ->> 'from_key', s ->> 'key') = any($3)
 order by length(coalesce(s ->> 'from_key', s ->> 'key')) desc limit 1
