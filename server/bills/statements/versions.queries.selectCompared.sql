select version_json(v, c.version_no) as version, encode(v.raw_hash, 'hex') as raw_hash,
       coalesce(t.sections is not null, false) as has_sections, b.bill_code, b.title
  from bill_versions v
  join bill_counters c using (bill_id)
  join bills b on b.bill_id = v.bill_id
  left join bill_version_texts t on t.bill_id = v.bill_id and t.version_no = v.version_no
 where v.bill_id = $1 and v.version_no = any($2)
