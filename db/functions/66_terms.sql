-- Representation by date: earlier versions of terms, and whether a term covers a day.

create function record_term_revision() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
     and (new.rep_id, new.organization, new.title, new.division, new.seat, new.party, new.valid_from, new.valid_to)
         is not distinct from
         (old.rep_id, old.organization, old.title, old.division, old.seat, old.party, old.valid_from, old.valid_to) then
    return new;
  end if;
  insert into term_revisions (term_id, previous, recorded_from, recorded_to)
    values (old.term_id, to_jsonb(old) - array['office_phone', 'email', 'contact_form_url', 'recorded_at'],
            old.recorded_at, clock_timestamp());
  if tg_op = 'DELETE' then
    return old;
  end if;
  new.recorded_at := now();
  return new;
end $$;
create trigger representative_terms_before_update_record_revision before update on representative_terms
  for each row execute function record_term_revision();
create trigger representative_terms_before_delete_record_revision before delete on representative_terms
  for each row execute function record_term_revision();

-- True if a term covers a day: from its first day up to the day before `valid_to`.
create function covers_day(valid_from date, valid_to date, day date) returns boolean
  language sql immutable parallel safe
  return (valid_from is null or valid_from <= day) and (valid_to is null or valid_to > day);
