-- The parts of bills: committees by name.

-- The committee of these bodies that has this name or other name, or null if none or several have it.
create function committee_named(bodies text[], wanted_name text) returns text language sql stable parallel safe
  return (select min(c.committee_id) from committees c
           where c.organization = any (bodies)
             and c.name_keys @> array[committee_key(wanted_name)] and committee_key(wanted_name) <> ''
          having count(*) = 1);

-- The committee that voted. A chamber and the other one may each have a committee of this name.
create function voting_committee(organization text, committee_name text) returns text language sql stable parallel safe
  return committee_named(case when organization like '__/committee' then event_bodies(organization) else array[organization] end,
                         committee_name);

-- The subjects of a bill as the last lines of its search words.
create function bill_subject_words(wanted_bill uuid) returns text language sql stable parallel safe
  return (select coalesce(string_agg(E'\n ' || search_words(subject), '' order by subject), '')
            from bill_subjects where bill_id = wanted_bill);

create function index_bill_subjects() returns trigger language plpgsql as $$
begin
  update bill_search s set words = n.words
    from (select b.bill_id, bill_search_words(b.bill_code, b.title, b.summary) || bill_subject_words(b.bill_id) as words
            from bills b where b.bill_id in (select bill_id from changed_subjects)) n
   where n.bill_id = s.bill_id and n.words <> s.words;
  return null;
end $$;
create trigger bill_subjects_after_insert_index after insert on bill_subjects
  referencing new table as changed_subjects for each statement execute function index_bill_subjects();
create trigger bill_subjects_after_delete_index after delete on bill_subjects
  referencing old table as changed_subjects for each statement execute function index_bill_subjects();
