select
v.version_no, v.code, v.label, v.document_type, v.printed_on::text as printed_on,
iso_time(v.first_seen_at) as first_seen_at, v.text_format, v.text_format is not null as has_text, v.kind,
v.source_name, v.source_url, v.sections, v.word_count, v.words_changed, v.operative_terms_changed, v.sections_changed,
v.sections_added, v.sections_removed, v.sections_moved, v.compared_with, v.version_no = c.version_no as is_current, encode(v.raw_hash, 'hex') as raw_hash, coalesce(t.sections is not null, false) as has_sections,
       b.bill_code, b.title
  from bill_versions v
  join bill_counters c using (bill_id)
  join bills b on b.bill_id = v.bill_id
  left join bill_version_texts t on t.bill_id = v.bill_id and t.version_no = v.version_no
 where v.bill_id = $1 and v.version_no = any($2)
