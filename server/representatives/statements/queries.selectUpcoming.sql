select * from (
select distinct on (r.rep_id)
       r.rep_id, r.rep_name, t.title, t.party, t.government_level, t.office_phone, t.email, t.contact_form_url,
       r.photo_url, t.district, r.source_name, r.source_checked_at, t.division, t.valid_from as "from"
  from representative_terms t join representatives r using (rep_id) where t.division = any($1::text[])
    and t.valid_from > current_date and t.valid_from <= current_date + interval '1 year'
   order by r.rep_id, t.valid_from) found
 order by array_position(array['federal', 'state', 'local'], government_level), title, rep_name, rep_id
