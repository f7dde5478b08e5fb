select v.text_format is not null as has_text,
       json_build_object(
         'success', true,
         'version', (select row_to_json(shown) from (select
v.version_no, v.code, v.label, v.document_type, v.printed_on::text as printed_on,
iso_time(v.first_seen_at) as first_seen_at, v.text_format, v.text_format is not null as has_text, v.kind,
v.source_name, v.source_url, v.sections, v.word_count, v.words_changed, v.operative_terms_changed, v.sections_changed,
v.sections_added, v.sections_removed, v.sections_moved, v.compared_with, v.version_no = c.version_no as is_current) shown),
         'sections', coalesce((
           select json_agg((s || jsonb_build_object('comment_count', coalesce(k.comment_count, 0))) order by position)
             from jsonb_array_elements(t.sections) with ordinality as listed(s, position)
             left join bill_section_counts k on k.bill_id = v.bill_id and k.section_key = s ->> 'key'), '[]'),
         'struck_sections', coalesce(t.struck_sections, '[]'),
         'full_text', t.full_text,
         'formatted_text', t.formatted_text)::text as body
  from bill_versions v
  join bill_counters c using (bill_id)
  left join bill_version_texts t on t.bill_id = v.bill_id and t.version_no = v.version_no
 where v.bill_id = $1 and v.version_no = $2
