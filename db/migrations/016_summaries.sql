-- Whose words a bill's summary is in (docs/decisions/015): the record's, or Hurd's own, which no record replaces.
alter table bills add column summary_by text not null default 'source' check (summary_by in ('source', 'hurd'));

-- A digest in Hurd's own words came together with such a summary; of the others nobody knows any more.
update bills b set summary_by = 'hurd'
  from bill_texts t
 where t.bill_id = b.bill_id and t.bill_sections ? 'note' and b.summary <> '';
