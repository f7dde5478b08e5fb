select row_to_json(bill)
  from unnest((select $1::uuid[])) with ordinality page (bill_id, position)
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
coalesce(b.government_level = 'local' and b.jurisdiction = $4, false) as is_local ) bill
 order by page.position
