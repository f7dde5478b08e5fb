select
v.version_no, v.code, v.label, v.document_type, v.printed_on::text as printed_on,
iso_time(v.first_seen_at) as first_seen_at, v.text_format, v.text_format is not null as has_text, v.kind,
v.source_name, v.source_url, v.sections, v.word_count, v.words_changed, v.operative_terms_changed, v.sections_changed,
v.sections_added, v.sections_removed, v.sections_moved, v.compared_with, v.version_no = c.version_no as is_current
  from bill_versions v join bill_counters c using (bill_id)
 where v.bill_id = $1
 order by v.ordinal desc
