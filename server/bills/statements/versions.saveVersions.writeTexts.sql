insert into bill_version_texts (bill_id, version_no, sections, struck_sections, formatted_text, full_text)
select b.bill_id, r.version_no, nullif(r.sections, 'null'), nullif(r.struck_sections, '[]'), r.formatted_text,
       r.full_text
  from jsonb_to_recordset($1::jsonb)
       as r(source_id text, version_no smallint, sections jsonb, struck_sections jsonb, formatted_text text,
            full_text text)
  join bills b on b.source_id = r.source_id
