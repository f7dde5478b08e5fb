select t.formatted_text, t.bill_sections, t.full_text
  from bills b left join bill_texts t using (bill_id)
 where b.bill_id = $1
