select b.bill_id, b.bill_code, b.title, b.summary, b.topics, b.government_level, b.jurisdiction, b.status, b.created_at,
       b.source_url, t.formatted_text, t.bill_sections, t.full_text,
       c.support_count, c.oppose_count, c.neutral_count, c.learning_count, c.discussion_count,
       c.activity_score, null::int as local_count,
       s.stance as user_stance, k.user_id is not null as is_bookmarked,
       coalesce(b.government_level = 'local' and b.jurisdiction = $1, false) as is_local,
       b.sponsors, b.actions, b.source_name, b.source_checked_at, b.ended_by, (
select jsonb_build_object('identifier', s.identifier, 'name', s.name, 'end_date', s.end_date,
         'last_day_for_bills', s.last_day_for_bills,
         'state', session_state(s.start_date, s.end_date, s.last_day_for_bills, current_date),
         'carry_over', s.carry_over, 'is_closed', s.closed_at is not null)
  from legislative_sessions s
 where s.jurisdiction = b.jurisdiction and b.legislative_session = any(s.keys)
 order by s.start_date desc limit 1) as legislative_session,
       (select row_to_json(shown)
          from (select
v.version_no, v.code, v.label, v.document_type, v.printed_on::text as printed_on,
iso_time(v.first_seen_at) as first_seen_at, v.text_format, v.text_format is not null as has_text, v.kind,
v.source_name, v.source_url, v.sections, v.word_count, v.words_changed, v.operative_terms_changed, v.sections_changed,
v.sections_added, v.sections_removed, v.sections_moved, v.compared_with, v.version_no = c.version_no as is_current
                  from bill_versions v where v.bill_id = c.bill_id and v.version_no = c.version_no) shown) as version,
       (select row_to_json(shown)
          from (select v.version_no, v.text_format, v.sections
                  from bill_versions v where v.bill_id = c.bill_id and v.version_no = c.text_version_no) shown)
         as text_version
  from bills b
  join bill_counters c on c.bill_id = b.bill_id
  left join bill_texts t on t.bill_id = b.bill_id
  left join stances s on s.bill_id = b.bill_id and s.user_id = $2
  left join bookmarks k on k.bill_id = b.bill_id and k.user_id = $3
 where b.bill_id = $4
