select count(*)::int as total
      from (select from "bills" f where true
and f.bill_id in (select bill_id from bookmarks where user_id = $1) limit $2) counted

select count(*)::int as total
      from (select from "bills" f where true
and f.jurisdiction = (select scope_division($1, …))
 limit $3) counted

select count(*)::int as total
      from (select from "bills" f where true
and f.jurisdiction = (select scope_division($1, …))
and f.bill_id in (select bill_id from bookmarks where user_id = $3) limit $4) counted
