-- A representative is a person; what they hold or held is a term with its first and last day (R65a). Nobody is deleted:
-- who leaves office has no term that covers today.

create table representative_terms (
  term_id bigint generated always as identity primary key,
  rep_id text not null references representatives,
  -- The office's body, "us/senate" or "tx/lower": a roster names all its members. Null: the record tells of none.
  body text,
  title text not null,
  government_level text not null check (government_level in ('federal', 'state', 'local')),
  -- The ocd-division whose people they represent.
  division text not null check (division ~ '^ocd-division/country:us(/|$)'),
  district text,
  party text,
  office_phone text,
  email text check (email ~ '^[^\s@<>()\[\]\\,;:"]+@[^\s@<>()\[\]\\,;:"]+$'),
  contact_form_url text check (contact_form_url ~ '^https?://'),
  -- In office from the first day (null: earlier than the records say) to the day before the last (null: until further
  -- notice).
  valid_from date,
  valid_to date check (valid_to > valid_from),
  unique nulls not distinct (rep_id, division, title, valid_from)
);
create index representative_terms_division on representative_terms (division);
create index representative_terms_body on representative_terms (body, rep_id);

insert into representative_terms (rep_id, body, title, government_level, division, district, party, office_phone, email,
                                  contact_form_url, valid_from, valid_to)
select rep_id, case when title = 'U.S. Senator' then 'us/senate' end, title, government_level, division, district, party,
       office_phone, email, contact_form_url, valid_from, valid_to
  from representatives;

-- The columns that moved are still read by the release before this one; nothing writes them any more.
alter table representatives
  alter column title drop not null,
  alter column government_level drop not null,
  alter column division drop not null,
  alter column valid_from drop not null;
