select b.source_id, b.source_name, b.source_updated_at, b.source_checked_at, b.content_hash, b.bill_code, b.title,
       b.summary, b.summary_by, b.topics, b.government_level, b.jurisdiction,
       coalesce(b.status_before_end, b.status) as status, b.created_at, b.source_url, b.text_url,
       coalesce((
         select json_agg(json_build_object('date', acted_on, 'text', description, 'chamber', chamber,
                                           'classification', classification) order by position)
           from bill_actions where bill_id = b.bill_id and acted_on is not null), '[]') as actions,
       v.stage as text_stage
  from bills b
  join bill_counters c using (bill_id)
  left join bill_versions v on v.bill_id = b.bill_id and v.version_no = c.text_version_no
 where b.source_id = any($1)
