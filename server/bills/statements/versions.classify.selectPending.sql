select v.bill_id, v.version_no, o.text_format as older_format, v.text_format as newer_format,
       ot.sections as older, nt.sections as newer, coalesce(o.word_count, 0) + coalesce(v.word_count, 0) as words
  from (select * from bill_versions where kind is null and document_type = 'bill'
         order by bill_id, version_no limit $1) v
  left join bill_versions o on o.bill_id = v.bill_id and o.version_no = v.compared_with
  left join bill_version_texts ot on ot.bill_id = v.bill_id and ot.version_no = o.version_no
  left join bill_version_texts nt on nt.bill_id = v.bill_id and nt.version_no = v.version_no
