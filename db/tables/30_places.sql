-- Places: the gazetteer, where members live, and what the geocoder answered.

create table divisions (
  division ocd_division not null constraint divisions_pkey primary key,
  kind text not null,
  name text not null,
  -- Postal code in lower case; null for the country.
  state text constraint divisions_state_check check (state ~ '^[a-z]{2}$'),
  -- The number that the Census Bureau gives the division, without the prefix of its kind.
  geoid text,
  -- Normalized names by which people search for it.
  keys text[] not null,
  -- Counties that lie wholly within this place.
  counties text[] not null,
  valid_from date,
  valid_to date
);
comment on table divisions is
  'The gazetteer: states, counties, places and districts by OCD id. Filled from the bundled tables on the first start; `hurd import divisions` brings newer ones.';
create index divisions_geoid on divisions (geoid) where geoid is not null;
comment on index divisions_geoid is 'Translates the geocoder''s Census numbers to divisions.';
create index divisions_state on divisions (state, kind);
comment on index divisions_state is 'The divisions of one kind in a state.';
create index divisions_keys on divisions using gin (keys) with (fastupdate = off);
comment on index divisions_keys is 'Finds a place by its name.';
create index divisions_counties on divisions using gin (counties) with (fastupdate = off)
  where cardinality(counties) > 0;
comment on index divisions_counties is 'Finds the place that contains a county, such as New York City.';

create table zip_codes (
  zip text constraint zip_codes_pkey primary key constraint zip_codes_zip_check check (zip ~ '^\d{5}$'),
  -- The post office's name, which may differ from the city that contains the address.
  city text not null,
  city_key text not null,
  -- Postal codes of its states. There are several if the ZIP code crosses a state line.
  states text[] not null,
  -- The congressional districts and counties that it overlaps. Where `is_area` is false the ZIP code is a P.O. box or one
  -- building without a mapped area, and these are only the ones nearby.
  congressional_districts text[] not null,
  counties text[] not null,
  is_area boolean not null
);
comment on table zip_codes is 'The city of each ZIP code and the divisions that it overlaps.';
create index zip_codes_city on zip_codes (city_key);
comment on index zip_codes_city is 'Finds the ZIP codes of a post office name, to check whether it exists in a state.';

create table place_sources (
  source text constraint place_sources_pkey primary key,
  records int not null,
  as_of date not null,
  loaded_at timestamptz not null default now()
);
comment on table place_sources is 'Where the gazetteer and the ZIP codes come from, and how recent they are.';

create table division_populations (
  division ocd_division not null,
  as_of date not null,
  source text not null constraint division_populations_source_check check (char_length(source) between 1 and 200),
  residents integer not null constraint division_populations_residents_check check (residents >= 0),
  adults integer constraint division_populations_adults_check check (adults between 0 and residents),
  constraint division_populations_pkey primary key (division, as_of)
);
comment on table division_populations is
  'How many people live in a division, from a census. The states are bundled, and `hurd places populations` brings others.';

create table member_divisions (
  user_id uuid not null constraint member_divisions_user_id_fkey references users on delete cascade,
  division ocd_division not null,
  -- True if the member chose the division among the candidates, or if it is the city named in the address. Never verified.
  is_self_reported boolean not null default false,
  constraint member_divisions_pkey primary key (user_id, division)
);
comment on table member_divisions is
  'The divisions in which each member lives, if they are certain or self-reported. Divisions that are only possible are in residences.candidates. Whatever is more precise than users.ocd_city_id is shown to the member only.';
create index member_divisions_division on member_divisions (division, user_id);
comment on index member_divisions_division is 'The residents of a division, who are the members of its group.';

create table residences (
  user_id uuid constraint residences_pkey primary key
    constraint residences_user_id_fkey references users on delete cascade,
  precision text not null constraint residences_precision_check check (precision in ('address', 'zip', 'state', 'none')),
  source text not null,
  -- The Congress whose district maps the response is based on.
  map_congress int not null,
  -- The next Congress whose map the address was also looked up on, or null until then.
  next_map_congress int,
  -- The divisions that the address may be in.
  candidates jsonb not null,
  note text,
  -- The member answered that they do not live in the city that their address names.
  declined boolean not null default false,
  -- The city that the address names, while the member has not confirmed it.
  named_place text,
  resolved_at timestamptz not null default now(),
  -- When to geocode again, because the better source was unavailable or the member moved too often for the new home to count.
  retry_at timestamptz
);
comment on table residences is 'What geocoding found for each member''s address, and what is still unknown.';
create index residences_retry on residences (retry_at) where retry_at is not null;
comment on index residences_retry is 'Residences that the worker has to resolve again.';
create index residences_map on residences (map_congress);
comment on index residences_map is 'Residences on an outdated district map.';
create index residences_next_map on residences (next_map_congress);
comment on index residences_next_map is 'Residences that were not looked up on the next district map yet.';

create table member_moves (
  user_id uuid not null constraint member_moves_user_id_fkey references users on delete cascade,
  moved_at timestamptz not null default now(),
  is_first boolean not null,
  constraint member_moves_pkey primary key (user_id, moved_at)
);
comment on table member_moves is
  'The times at which members moved to other divisions, where they may then post. Three moves in thirty days are allowed, in addition to the first home.';

create index member_moves_age on member_moves (moved_at) where not is_first;
comment on index member_moves_age is 'Maintenance deletes moves that no longer count.';

create table counted_homes (
  user_id uuid constraint counted_homes_pkey primary key
    constraint counted_homes_user_id_fkey references users on delete cascade,
  divisions text[] not null,
  -- Null while the member has an address.
  expires_at timestamptz
);
comment on table counted_homes is
  'The divisions of the last home of each member that counted as a home, which the next one is compared with. The member may have lost some of them since.';
create index counted_homes_expiry on counted_homes (expires_at) where expires_at is not null;
comment on index counted_homes_expiry is 'Maintenance deletes expired homes.';

create table geocodes (
  address_hash sha256_hash constraint geocodes_pkey primary key,
  response jsonb not null,
  expires_at timestamptz not null
);
comment on table geocodes is 'Cached responses of the geocoder, by a keyed hash of the address. The address itself is not stored.';
create index geocodes_expiry on geocodes (expires_at);
comment on index geocodes_expiry is 'Maintenance deletes expired responses.';
