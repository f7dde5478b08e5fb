with found as materialized (
  select rep_id from representatives where name_words(rep_name) @@ (select $1::tsquery)
   limit 200)
select r.rep_id, r.rep_name, term.title, term.party, term.government_level, term.district, r.photo_url,
       term.office_phone, term.contact_form_url, term.division = any($2::text[]) as is_own
  from found join representatives r using (rep_id)
 cross join lateral (
   select * from representative_terms t
    where t.rep_id = r.rep_id and (t.valid_from is null or t.valid_from <= current_date)
      and (t.valid_to is null or t.valid_to > current_date)
    order by t.valid_from desc nulls last, t.term_id limit 1) term
 order by is_own desc, array_position(array['federal', 'state', 'local'], term.government_level::text),
          r.rep_name, r.rep_id
 limit 3
