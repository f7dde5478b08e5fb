update bill_versions v
   set kind = r.kind, words_changed = r.words_changed, operative_terms_changed = r.operative_terms_changed,
       sections_changed = r.sections_changed, sections_added = r.sections_added,
       sections_removed = r.sections_removed, sections_moved = r.sections_moved
  from jsonb_to_recordset($1::jsonb)
       as r(bill_id uuid, version_no smallint, kind text, words_changed int, operative_terms_changed boolean,
            sections_changed int, sections_added int, sections_removed int, sections_moved int)
 where v.bill_id = r.bill_id and v.version_no = r.version_no
