insert into bill_versions (bill_id, version_no, ordinal, stage, code, label, document_type, printed_on,
                           source_name, source_url, source_document_id, correction, text_format, content_hash,
                           raw_hash, sections, word_count, kind, compared_with)
select b.bill_id, r.version_no, r.ordinal, r.stage, r.code, r.label, r.document_type, r.printed_on, r.source_name,
       r.source_url, r.source_document_id, r.correction, r.text_format, decode(r.content_hash, 'hex'),
       decode(r.raw_hash, 'hex'), r.sections, r.word_count, r.kind, r.compared_with
  from jsonb_to_recordset($1::jsonb)
       as r(source_id text, version_no smallint, ordinal smallint, stage smallint, code text, label text,
            document_type text, printed_on date, source_name text, source_url text, source_document_id text,
            correction smallint, text_format text, content_hash text, raw_hash text, sections int, word_count int,
            kind text, compared_with smallint)
  join bills b on b.source_id = r.source_id
on conflict (bill_id, version_no) do update
   set ordinal = excluded.ordinal, stage = excluded.stage, printed_on = excluded.printed_on,
       source_url = excluded.source_url, source_document_id = excluded.source_document_id,
       text_format = excluded.text_format, content_hash = excluded.content_hash, raw_hash = excluded.raw_hash,
       sections = excluded.sections, word_count = excluded.word_count, kind = excluded.kind,
       compared_with = excluded.compared_with
