select concat(b.card,
',"support_count":', c.support_count, ',"oppose_count":', c.oppose_count, ',"neutral_count":', c.neutral_count,
',"learning_count":', c.learning_count, ',"discussion_count":', c.discussion_count,
',"activity_score":', c.activity_score, ',"local_count":', coalesce(null::int::text, 'null'),
',"user_stance":', coalesce((
  select '"' || s.stance || '"' from stances s where s.bill_id = b.bill_id and s.user_id = $1), 'null'),
',"is_bookmarked":', ((
  select k.user_id from bookmarks k where k.user_id = $2 and k.bill_id = b.bill_id) is not null)::text,
',"is_local":', coalesce(b.government_level = 'local' and b.jurisdiction = $3, false)::text, '}'), $4, json_build_array(to_char(c.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), c.bill_id)
  from (select f.bill_id from "bills" f where true
and f.bill_id in (select bill_id from bookmarks where user_id = $5)
         order by "f"."created_at" desc, "f"."bill_id" limit 21) page
  join bills b using (bill_id)
  join bill_counters c using (bill_id)
 order by "c"."created_at" desc, "c"."bill_id"

select concat(b.card,
',"support_count":', c.support_count, ',"oppose_count":', c.oppose_count, ',"neutral_count":', c.neutral_count,
',"learning_count":', c.learning_count, ',"discussion_count":', c.discussion_count,
',"activity_score":', c.activity_score, ',"local_count":', coalesce(null::int::text, 'null'),
',"user_stance":', coalesce((
  select '"' || s.stance || '"' from stances s where s.bill_id = b.bill_id and s.user_id = $1), 'null'),
',"is_bookmarked":', ((
  select k.user_id from bookmarks k where k.user_id = $2 and k.bill_id = b.bill_id) is not null)::text,
',"is_local":', coalesce(b.government_level = 'local' and b.jurisdiction = $3, false)::text, '}'), $4, json_build_array(to_char(c.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), c.bill_id)
  from (select f.bill_id from "bills" f where true
and f.jurisdiction = (select scope_division($5, …))
         order by "f"."created_at" desc, "f"."bill_id" limit 21) page
  join bills b using (bill_id)
  join bill_counters c using (bill_id)
 order by "c"."created_at" desc, "c"."bill_id"

select concat(b.card,
',"support_count":', c.support_count, ',"oppose_count":', c.oppose_count, ',"neutral_count":', c.neutral_count,
',"learning_count":', c.learning_count, ',"discussion_count":', c.discussion_count,
',"activity_score":', c.activity_score, ',"local_count":', coalesce(null::int::text, 'null'),
',"user_stance":', coalesce((
  select '"' || s.stance || '"' from stances s where s.bill_id = b.bill_id and s.user_id = $1), 'null'),
',"is_bookmarked":', ((
  select k.user_id from bookmarks k where k.user_id = $2 and k.bill_id = b.bill_id) is not null)::text,
',"is_local":', coalesce(b.government_level = 'local' and b.jurisdiction = $3, false)::text, '}'), (
select coalesce(sum(bill_count), 0)::int from bill_totals
 where topic = $4
   ), json_build_array(c.activity_score, to_char(c.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), c.bill_id)
  from (select f.bill_id from "bill_counters" f where true
         order by "f"."activity_score" desc, "f"."created_at" desc, "f"."bill_id" limit 21) page
  join bills b using (bill_id)
  join bill_counters c using (bill_id)
 order by "c"."activity_score" desc, "c"."created_at" desc, "c"."bill_id"

select concat(b.card,
',"support_count":', c.support_count, ',"oppose_count":', c.oppose_count, ',"neutral_count":', c.neutral_count,
',"learning_count":', c.learning_count, ',"discussion_count":', c.discussion_count,
',"activity_score":', c.activity_score, ',"local_count":', coalesce(null::int::text, 'null'),
',"user_stance":', coalesce((
  select '"' || s.stance || '"' from stances s where s.bill_id = b.bill_id and s.user_id = $1), 'null'),
',"is_bookmarked":', ((
  select k.user_id from bookmarks k where k.user_id = $2 and k.bill_id = b.bill_id) is not null)::text,
',"is_local":', coalesce(b.government_level = 'local' and b.jurisdiction = $3, false)::text, '}'), (
select coalesce(sum(bill_count), 0)::int from bill_totals
 where topic = $4
   ), json_build_array(to_char(c.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), c.bill_id)
  from (select f.bill_id from "bills" f where true
         order by "f"."created_at" desc, "f"."bill_id" limit 21) page
  join bills b using (bill_id)
  join bill_counters c using (bill_id)
 order by "c"."created_at" desc, "c"."bill_id"
