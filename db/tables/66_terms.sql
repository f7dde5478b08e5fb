-- Representation by date: district maps, the districts of members on each map, vacant seats, and earlier versions of corrected
-- terms of office. The terms themselves are in 65_representatives.sql.

create table term_revisions (
  term_id bigint not null,
  -- The row of representative_terms before the change.
  previous jsonb not null,
  recorded_from timestamptz not null,
  recorded_to timestamptz not null default now(),
  constraint term_revisions_pkey primary key (term_id, recorded_to)
);
comment on table term_revisions is
  'Terms of office as they were before they were corrected or deleted, without contact details.';

create table district_maps (
  -- Such as "cd119" or "tx-lower-2023".
  map_id text not null constraint district_maps_pkey primary key
    constraint district_maps_map_id_check check (map_id ~ '^[a-z0-9][a-z0-9_-]{1,39}$'),
  -- The organization whose members are elected in these districts: "us/house", "tx/lower".
  organization text not null,
  -- The OCD division that the map covers.
  jurisdiction text not null,
  -- The first day on which members of these districts are in office, and the day after the last one (null: not known).
  valid_from date not null,
  valid_to date,
  source_name text not null,
  constraint district_maps_key unique (organization, jurisdiction, valid_from),
  constraint district_maps_valid_to_check check (valid_to > valid_from)
);
comment on table district_maps is
  'Maps of districts, each valid from the first day in office of the members elected in these districts. One division id can have different boundaries on different maps.';

create table district_map_divisions (
  map_id text not null constraint district_map_divisions_map_id_fkey references district_maps on delete cascade,
  division ocd_division not null,
  seats smallint not null default 1 constraint district_map_divisions_seats_check check (seats > 0),
  name text,
  constraint district_map_divisions_pkey primary key (map_id, division)
);
comment on table district_map_divisions is 'The districts of each map, and how many members each of them elects.';
create index district_map_divisions_division on district_map_divisions (division, map_id);
comment on index district_map_divisions_division is 'The maps that contain a district, and its seats.';

create table residence_divisions (
  user_id uuid not null constraint residence_divisions_user_id_fkey references users on delete cascade,
  map_id text not null constraint residence_divisions_map_id_fkey references district_maps,
  division ocd_division not null,
  -- `address`: found by the street address. `confirmed`: chosen by the member. `probable`: one of the districts that the
  -- member's ZIP code overlaps, which is not used to find representatives until the member confirms it.
  precision text not null
    constraint residence_divisions_precision_check check (precision in ('address', 'confirmed', 'probable')),
  constraint residence_divisions_pkey primary key (user_id, map_id, division)
);
comment on table residence_divisions is 'The districts of each member''s address on every known map. Shown to the member only.';
create index residence_divisions_map on residence_divisions (map_id);
comment on index residence_divisions_map is 'The members with districts on a map, for changes of the map. Also supports the foreign key.';

create table seat_vacancies (
  organization text not null,
  division ocd_division not null,
  seat smallint not null default 1,
  -- The first day without a member. If it is null, the vacancy begins on the day after the last term in the seat.
  vacant_from date,
  special_election_on date,
  note text constraint seat_vacancies_note_check check (char_length(note) <= 300),
  source_url http_url,
  constraint seat_vacancies_pkey primary key (organization, division, seat)
);
comment on table seat_vacancies is
  'What is announced about vacant seats, from the operator''s file. Whether a seat is vacant follows from the terms.';
