with s as materialized (
    select s.bill_id, s.created_at from bill_search s
     where search_terms(s.words) && (select $1::text[]) and true
and s.keys @> $2::text[]
and s.keys && $3::text[]
)
  select s.bill_id from s order by s.created_at desc, s.bill_id limit 240
