select case when b.bill_id is not null then concat(b.card,
',"support_count":', c.support_count, ',"oppose_count":', c.oppose_count, ',"neutral_count":', c.neutral_count,
',"learning_count":', c.learning_count, ',"discussion_count":', c.discussion_count,
',"activity_score":', c.activity_score, ',"local_count":', coalesce(null::int::text, 'null'),
',"user_stance":', coalesce((
  select '"' || s.stance || '"' from stances s where s.bill_id = b.bill_id and s.user_id = $1), 'null'),
',"is_bookmarked":', ((
  select k.user_id from bookmarks k where k.user_id = $2 and k.bill_id = b.bill_id) is not null)::text,
',"is_local":', coalesce(b.government_level = 'local' and b.jurisdiction = $3, false)::text, ',"reason":', coalesce((page.reason)::text, 'null'), '}') end,
       case when page.position = 20 or not page.is_listed then
         json_build_array((array['own', 'other'])[page.section], to_char(page.latest_action_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), page.bill_id)
       end,
       $4
  from bookmark_page($5, $6, $7, $8,
              $9::text[], $10::int, $11::timestamptz, $12::uuid,
              20 + 1)
         with ordinality page (section, latest_action_at, bill_id, reason, is_listed, position)
  left join bills b on b.bill_id = page.bill_id and page.is_listed and page.position > 0
  left join bill_counters c on c.bill_id = b.bill_id
 order by page.position

select case when b.bill_id is not null then concat(b.card,
',"support_count":', c.support_count, ',"oppose_count":', c.oppose_count, ',"neutral_count":', c.neutral_count,
',"learning_count":', c.learning_count, ',"discussion_count":', c.discussion_count,
',"activity_score":', c.activity_score, ',"local_count":', coalesce(null::int::text, 'null'),
',"user_stance":', coalesce((
  select '"' || s.stance || '"' from stances s where s.bill_id = b.bill_id and s.user_id = $1), 'null'),
',"is_bookmarked":', ((
  select k.user_id from bookmarks k where k.user_id = $2 and k.bill_id = b.bill_id) is not null)::text,
',"is_local":', coalesce(b.government_level = 'local' and b.jurisdiction = $3, false)::text, ',"reason":', coalesce((page.reason)::text, 'null'), '}') end,
       case when page.position = 20 or not page.is_listed then
         json_build_array((array['own', 'other'])[page.section], to_char(page.latest_action_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), page.bill_id)
       end,
       (
select coalesce(sum(bill_count), 0)::int from bill_totals
 where topic = $4
   )
  from feed_page($5, $6, $7, $8,
              $9::text[], $10::int, $11::timestamptz, $12::uuid,
              20 + 1)
         with ordinality page (section, latest_action_at, bill_id, reason, is_listed, position)
  left join bills b on b.bill_id = page.bill_id and page.is_listed and page.position > 0
  left join bill_counters c on c.bill_id = b.bill_id
 order by page.position
