select (result -> 'summary')::text as summary, is_truncated, jsonb_array_length(result -> 'sections') as total,
       coalesce((
         select jsonb_agg(s order by position)
           from jsonb_array_elements(result -> 'sections') with ordinality as listed(s, position)
          where position > $1 and position <= $2), '[]')::text as sections
  from version_comparisons
 where older_hash = decode($3, 'hex') and newer_hash = decode($4, 'hex')
