select store_shown_sections($1)

update bill_counters c set version_no = r.version_no, text_version_no = r.text_version_no
  from jsonb_to_recordset($1::jsonb) as r(source_id text, version_no smallint, text_version_no smallint)
  join bills b on b.source_id = r.source_id
 where c.bill_id = b.bill_id
   and (c.version_no, c.text_version_no) <> (r.version_no, r.text_version_no)
returning c.bill_id
