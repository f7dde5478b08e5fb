-- Versions of texts, as readers see them.

-- The sections of a text as `BillSections` of contract/bills/billContent.ts. A summary is labeled with its note.
create function bill_sections(sections jsonb, note text) returns jsonb language sql immutable parallel safe
  return (
    select jsonb_strip_nulls(jsonb_build_object('note', note)) || jsonb_build_object('sections', jsonb_agg(
             jsonb_build_object('number', s ->> 'number', 'title', s ->> 'title', 'content', (
               select coalesce(string_agg(case when n > 1 and not b ? 'continues' then E'\n' else '' end || (b ->> 'text'), '' order by n), '')
                 from jsonb_array_elements(s -> 'blocks') with ordinality as blocks(b, n))) order by i))
      from jsonb_array_elements(sections) with ordinality as listed(s, i));

create view actual_shown_sections as
  select c.bill_id, bill_sections(t.sections, case when v.document_type = 'summary' then v.label end)::json as sections
    from bill_counters c
    join bill_versions v on v.bill_id = c.bill_id and v.version_no = c.text_version_no
    join bill_version_texts t on t.bill_id = v.bill_id and t.version_no = v.version_no
   where v.sections > 0 or v.document_type = 'summary';

-- The version that readers see, the version whose text they see, and the last version with a material change.
create view actual_current_versions as
  select b.bill_id, coalesce(v.version_no, 0::smallint) as version_no,
         coalesce(v.bill_text, v.summary_text, v.amendment_text, 0::smallint) as text_version_no,
         coalesce(v.counted_from_version, 0::smallint) as counted_from_version
    from bills b
   cross join lateral (
     select (array_agg(version_no order by ordinal desc)
              filter (where document_type = 'bill' and kind is distinct from 'late' and kind is distinct from 'retracted'))[1]
              as version_no,
            (array_agg(version_no order by ordinal desc) filter (where document_type = 'bill' and is_text))[1] as bill_text,
            (array_agg(version_no order by ordinal desc) filter (where document_type = 'summary' and is_text))[1] as summary_text,
            (array_agg(version_no order by ordinal desc) filter (where document_type = 'amendment' and is_text))[1] as amendment_text,
            max(version_no) filter (where kind = 'material') as counted_from_version
       from (select *, text_format is not null and kind is distinct from 'retracted' as is_text
               from bill_versions where bill_id = b.bill_id) versions) v;

create function store_shown_sections(bill_ids uuid[]) returns void language sql as $$
  delete from shown_sections where bill_id = any (bill_ids);
  insert into shown_sections select * from actual_shown_sections where bill_id = any (bill_ids);
$$;

create view bill_texts as
  select c.bill_id, t.version_no, t.formatted_text, s.sections as bill_sections, t.full_text
    from bill_counters c
    join bill_version_texts t on t.bill_id = c.bill_id and t.version_no = c.text_version_no
    left join shown_sections s on s.bill_id = c.bill_id;
comment on view bill_texts is 'The text that readers of each bill see: the last version with a text, or else a summary.';
