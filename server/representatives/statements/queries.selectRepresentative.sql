select distinct on (r.rep_id)
       r.rep_id, r.rep_name, t.title, t.party, t.government_level, t.office_phone, t.email, t.contact_form_url,
       r.photo_url, t.district, r.source_name, r.source_checked_at, t.division, t.valid_from as "from"
  from representative_terms t join representatives r using (rep_id) where r.rep_id = $1 and t.division = any($2::text[])
and (t.valid_from is null or t.valid_from <= coalesce($3::date, current_date)) and (t.valid_to is null or t.valid_to > coalesce($4::date, current_date))
 order by r.rep_id, t.valid_from desc nulls last
