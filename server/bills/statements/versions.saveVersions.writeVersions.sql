insert into bill_versions as v (bill_id, version_no, ordinal, stage, code, label, document_type, printed_on,
                           source_name, source_url, source_document_id, correction, text_format, content_hash,
                           raw_hash, sections, word_count, kind, compared_with, words_changed,
                           operative_terms_changed, sections_changed, sections_added, sections_removed,
                           sections_moved)
select b.bill_id, r.version_no, r.ordinal, r.stage, r.code, r.label, r.document_type, r.printed_on, r.source_name,
       r.source_url, r.source_document_id, r.correction, r.text_format, decode(r.content_hash, 'hex'),
       decode(r.raw_hash, 'hex'), r.sections, r.word_count, r.kind, r.compared_with, r.words_changed,
       r.operative_terms_changed, r.sections_changed, r.sections_added, r.sections_removed, r.sections_moved
  from jsonb_to_recordset($1::jsonb)
       as r(source_id text, version_no smallint, ordinal smallint, stage smallint, code text, label text,
            document_type text, printed_on date, source_name text, source_url text, source_document_id text,
            correction smallint, text_format text, content_hash text, raw_hash text, sections int, word_count int,
            kind text, compared_with smallint, words_changed int, operative_terms_changed boolean,
            sections_changed int, sections_added int, sections_removed int, sections_moved int)
  join bills b on b.source_id = r.source_id
on conflict (bill_id, version_no) do update
   set ordinal = excluded.ordinal, stage = excluded.stage, printed_on = excluded.printed_on,
       source_url = excluded.source_url, source_document_id = excluded.source_document_id,
       text_format = excluded.text_format, content_hash = excluded.content_hash, raw_hash = excluded.raw_hash,
       sections = excluded.sections, word_count = excluded.word_count, kind = excluded.kind,
       compared_with = excluded.compared_with,
       words_changed = coalesce(excluded.words_changed, v.words_changed),
       operative_terms_changed = coalesce(excluded.operative_terms_changed, v.operative_terms_changed),
       sections_changed = coalesce(excluded.sections_changed, v.sections_changed),
       sections_added = coalesce(excluded.sections_added, v.sections_added),
       sections_removed = coalesce(excluded.sections_removed, v.sections_removed),
       sections_moved = coalesce(excluded.sections_moved, v.sections_moved)
