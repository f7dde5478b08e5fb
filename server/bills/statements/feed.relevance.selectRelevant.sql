select case when page.is_listed then row_to_json(bill) end,
       case when page.position = 20 or not page.is_listed then
         json_build_array((array['own', 'other'])[page.section], to_char(page.latest_action_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), page.bill_id)
       end,
       $1
  from bookmark_page($2, $3, $4, $5,
              $6::text[], $7::int, $8::timestamptz, $9::uuid,
              21)
         with ordinality page (section, latest_action_at, bill_id, reason, reason_name, is_listed, position)
  left join bills b on b.bill_id = page.bill_id and page.is_listed
  left join bill_counters c on c.bill_id = b.bill_id
 cross join lateral (
   select
b.bill_id, b.bill_code, case when octet_length(b.title) > 300 and char_length(b.title) > 300
      then left(b.title, 299) || '…' else b.title end as title,
case when octet_length(b.summary) > 500 and char_length(b.summary) > 500
      then left(b.summary, 499) || '…' else b.summary end as summary, b.topics, b.government_level, b.jurisdiction, b.status,
iso_time(b.created_at) as created_at, b.source_url,
null as formatted_text, null as bill_sections, null as full_text, c.support_count, c.oppose_count, c.neutral_count, c.learning_count, c.discussion_count,
c.activity_score, null::int as local_count,
(select s.stance from stances s where s.bill_id = b.bill_id and s.user_id = $10) as user_stance,
(select k.user_id from bookmarks k where k.user_id = $11 and k.bill_id = b.bill_id) is not null
  as is_bookmarked,
coalesce(b.government_level = 'local' and b.jurisdiction = $12, false) as is_local,
          case when page.reason is not null
            then json_build_object('kind', page.reason, 'name', page.reason_name) end as reason) bill
 order by page.position

select case when page.is_listed then row_to_json(bill) end,
       case when page.position = 20 or not page.is_listed then
         json_build_array((array['own', 'other'])[page.section], to_char(page.latest_action_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), page.bill_id)
       end,
       (
select coalesce(sum(bill_count), 0)::int from bill_totals
 where topic = $1
   )
  from feed_page($2, $3, $4, $5,
              $6::text[], $7::int, $8::timestamptz, $9::uuid,
              21)
         with ordinality page (section, latest_action_at, bill_id, reason, reason_name, is_listed, position)
  left join bills b on b.bill_id = page.bill_id and page.is_listed
  left join bill_counters c on c.bill_id = b.bill_id
 cross join lateral (
   select
b.bill_id, b.bill_code, case when octet_length(b.title) > 300 and char_length(b.title) > 300
      then left(b.title, 299) || '…' else b.title end as title,
case when octet_length(b.summary) > 500 and char_length(b.summary) > 500
      then left(b.summary, 499) || '…' else b.summary end as summary, b.topics, b.government_level, b.jurisdiction, b.status,
iso_time(b.created_at) as created_at, b.source_url,
null as formatted_text, null as bill_sections, null as full_text, c.support_count, c.oppose_count, c.neutral_count, c.learning_count, c.discussion_count,
c.activity_score, null::int as local_count,
(select s.stance from stances s where s.bill_id = b.bill_id and s.user_id = $10) as user_stance,
(select k.user_id from bookmarks k where k.user_id = $11 and k.bill_id = b.bill_id) is not null
  as is_bookmarked,
coalesce(b.government_level = 'local' and b.jurisdiction = $12, false) as is_local,
          case when page.reason is not null
            then json_build_object('kind', page.reason, 'name', page.reason_name) end as reason) bill
 order by page.position
