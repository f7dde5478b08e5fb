select b.source_id, v.version_no, v.ordinal, v.stage, v.code, v.label, v.document_type,
       v.printed_on::text as printed_on, v.source_name, v.source_url, v.source_document_id, v.correction,
       v.text_format, encode(v.content_hash, 'hex') as content_hash, encode(v.raw_hash, 'hex') as raw_hash,
       v.sections, v.word_count, v.kind, v.compared_with
  from bills b join bill_versions v using (bill_id)
 where b.source_id = any($1)
 order by v.bill_id, v.version_no
