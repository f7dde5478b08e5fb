select v.text_format is not null as has_text,
       json_build_object(
         'success', true,
         'version', version_json(v, c.version_no),
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
