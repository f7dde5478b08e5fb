select concat(b.card,
',"support_count":', c.support_count, ',"oppose_count":', c.oppose_count, ',"neutral_count":', c.neutral_count,
',"learning_count":', c.learning_count, ',"discussion_count":', c.discussion_count,
',"activity_score":', c.activity_score, ',"local_count":', coalesce(null::int::text, 'null'),
',"user_stance":', coalesce((
  select '"' || s.stance || '"' from stances s where s.bill_id = b.bill_id and s.user_id = $1), 'null'),
',"is_bookmarked":', ((
  select k.user_id from bookmarks k where k.user_id = $2 and k.bill_id = b.bill_id) is not null)::text,
',"is_local":', coalesce(b.government_level = 'local' and b.jurisdiction = $3, false)::text, '}')
  from unnest((select $4::uuid[])) with ordinality page (bill_id, position)
  join bills b using (bill_id)
  join bill_counters c using (bill_id)
 order by page.position
