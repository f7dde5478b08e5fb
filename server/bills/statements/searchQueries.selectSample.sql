select array(
         select s.bill_id
           from (select * from bill_search s
                  order by s.created_at desc, s.bill_id limit 200) s
          where strpos(s.words, $1) > 0 and strpos(s.words, $2) > 0 and true
          order by s.created_at desc, s.bill_id limit 200) as sample,
       array(select term from bill_terms where term like p.pattern limit 51) as terms
  from (values ($3::text, 0), ($4::text, 1)) p (pattern, position) order by p.position

select array(
         select s.bill_id
           from (select * from bill_search s
                  order by s.created_at desc, s.bill_id limit 200) s
          where strpos(s.words, $1) > 0 and true
and s.keys @> $2::text[]
and s.keys && $3::text[]
          order by s.created_at desc, s.bill_id limit 200) as sample,
       array(select term from bill_terms where term like p.pattern limit 51) as terms
  from (values ($4::text, 0)) p (pattern, position) order by p.position
