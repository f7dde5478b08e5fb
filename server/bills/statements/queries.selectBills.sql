select row_to_json(bill), $1, json_build_array(to_char(c.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), c.bill_id)
  from (select f.bill_id from "bills" f where true
and f.bill_id in (select bill_id from bookmarks where user_id = $2)
         order by "f"."created_at" desc, "f"."bill_id" limit 21) page
  join bills b using (bill_id)
  join bill_counters c using (bill_id)
 cross join lateral (select
b.bill_id, b.bill_code, case when octet_length(b.title) > 300 and char_length(b.title) > 300
      then left(b.title, 299) || '…' else b.title end as title,
case when octet_length(b.summary) > 500 and char_length(b.summary) > 500
      then left(b.summary, 499) || '…' else b.summary end as summary, b.topics, b.government_level, b.jurisdiction, b.status,
iso_time(b.created_at) as created_at, b.source_url,
null as formatted_text, null as bill_sections, null as full_text, c.support_count, c.oppose_count, c.neutral_count, c.learning_count, c.discussion_count,
c.activity_score, null::int as local_count,
(select s.stance from stances s where s.bill_id = b.bill_id and s.user_id = $3) as user_stance,
(select k.user_id from bookmarks k where k.user_id = $4 and k.bill_id = b.bill_id) is not null
  as is_bookmarked,
coalesce(b.government_level = 'local' and b.jurisdiction = $5, false) as is_local) bill
 order by "c"."created_at" desc, "c"."bill_id"

select row_to_json(bill), $1, json_build_array(to_char(c.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), c.bill_id)
  from (select f.bill_id from "bills" f where true
and f.jurisdiction = (select scope_division($2, …))
         order by "f"."created_at" desc, "f"."bill_id" limit 21) page
  join bills b using (bill_id)
  join bill_counters c using (bill_id)
 cross join lateral (select
b.bill_id, b.bill_code, case when octet_length(b.title) > 300 and char_length(b.title) > 300
      then left(b.title, 299) || '…' else b.title end as title,
case when octet_length(b.summary) > 500 and char_length(b.summary) > 500
      then left(b.summary, 499) || '…' else b.summary end as summary, b.topics, b.government_level, b.jurisdiction, b.status,
iso_time(b.created_at) as created_at, b.source_url,
null as formatted_text, null as bill_sections, null as full_text, c.support_count, c.oppose_count, c.neutral_count, c.learning_count, c.discussion_count,
c.activity_score, null::int as local_count,
(select s.stance from stances s where s.bill_id = b.bill_id and s.user_id = $4) as user_stance,
(select k.user_id from bookmarks k where k.user_id = $5 and k.bill_id = b.bill_id) is not null
  as is_bookmarked,
coalesce(b.government_level = 'local' and b.jurisdiction = $6, false) as is_local) bill
 order by "c"."created_at" desc, "c"."bill_id"

select row_to_json(bill), (
select coalesce(sum(bill_count), 0)::int from bill_totals
 where topic = $1
   ), json_build_array(c.activity_score, to_char(c.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), c.bill_id)
  from (select f.bill_id from "bill_counters" f where true
         order by "f"."activity_score" desc, "f"."created_at" desc, "f"."bill_id" limit 21) page
  join bills b using (bill_id)
  join bill_counters c using (bill_id)
 cross join lateral (select
b.bill_id, b.bill_code, case when octet_length(b.title) > 300 and char_length(b.title) > 300
      then left(b.title, 299) || '…' else b.title end as title,
case when octet_length(b.summary) > 500 and char_length(b.summary) > 500
      then left(b.summary, 499) || '…' else b.summary end as summary, b.topics, b.government_level, b.jurisdiction, b.status,
iso_time(b.created_at) as created_at, b.source_url,
null as formatted_text, null as bill_sections, null as full_text, c.support_count, c.oppose_count, c.neutral_count, c.learning_count, c.discussion_count,
c.activity_score, null::int as local_count,
(select s.stance from stances s where s.bill_id = b.bill_id and s.user_id = $2) as user_stance,
(select k.user_id from bookmarks k where k.user_id = $3 and k.bill_id = b.bill_id) is not null
  as is_bookmarked,
coalesce(b.government_level = 'local' and b.jurisdiction = $4, false) as is_local) bill
 order by "c"."activity_score" desc, "c"."created_at" desc, "c"."bill_id"

select row_to_json(bill), (
select coalesce(sum(bill_count), 0)::int from bill_totals
 where topic = $1
   ), json_build_array(to_char(c.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), c.bill_id)
  from (select f.bill_id from "bills" f where true
         order by "f"."created_at" desc, "f"."bill_id" limit 21) page
  join bills b using (bill_id)
  join bill_counters c using (bill_id)
 cross join lateral (select
b.bill_id, b.bill_code, case when octet_length(b.title) > 300 and char_length(b.title) > 300
      then left(b.title, 299) || '…' else b.title end as title,
case when octet_length(b.summary) > 500 and char_length(b.summary) > 500
      then left(b.summary, 499) || '…' else b.summary end as summary, b.topics, b.government_level, b.jurisdiction, b.status,
iso_time(b.created_at) as created_at, b.source_url,
null as formatted_text, null as bill_sections, null as full_text, c.support_count, c.oppose_count, c.neutral_count, c.learning_count, c.discussion_count,
c.activity_score, null::int as local_count,
(select s.stance from stances s where s.bill_id = b.bill_id and s.user_id = $2) as user_stance,
(select k.user_id from bookmarks k where k.user_id = $3 and k.bill_id = b.bill_id) is not null
  as is_bookmarked,
coalesce(b.government_level = 'local' and b.jurisdiction = $4, false) as is_local) bill
 order by "c"."created_at" desc, "c"."bill_id"
