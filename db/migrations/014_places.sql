-- The gazetteer: divisions by OCD id, and what is known of each ZIP code. Filled from the bundled tables on the first
-- start; `hurd import divisions` and `hurd import places` bring newer ones.
create table divisions (
  division text primary key check (division ~ '^ocd-division/country:us(/|$)'),
  kind text not null,
  name text not null,
  -- Postal code in small letters; none for the country.
  state text check (state ~ '^[a-z]{2}$'),
  -- The Census Bureau's number, without the word before it.
  geoid text,
  -- How it is called where it is looked for by name.
  keys text[] not null,
  -- Counties that lie wholly within this place.
  counties text[] not null,
  valid_from date,
  valid_to date
);
create index divisions_geoid on divisions (geoid) where geoid is not null;
create index divisions_state on divisions (state, kind);
create index divisions_keys on divisions using gin (keys) with (fastupdate = off);
create index divisions_counties on divisions using gin (counties) with (fastupdate = off) where cardinality(counties) > 0;

create table zip_codes (
  zip text primary key check (zip ~ '^\d{5}$'),
  -- The post office's name for it, which need not be that of the city it lies in.
  city text not null,
  city_key text not null,
  -- Postal codes of the states it lies in; more than one where it crosses a line.
  states text[] not null,
  -- The congressional districts and counties that it touches. Where `is_area` is false it is a post-office box or one
  -- building, nobody has drawn it on a map, and these are only the ones nearby.
  congressional_districts text[] not null,
  counties text[] not null,
  is_area boolean not null
);
create index zip_codes_city on zip_codes (city_key, states);

-- Where the tables above come from, and when.
create table place_sources (
  source text primary key,
  records int not null,
  as_of date not null,
  loaded_at timestamptz not null default now()
);

-- Added by the member's own word, from what was possible or from the city in their address: never verified.
alter table member_divisions add column chosen boolean not null default false;

-- What was found for each member's address. `candidates` are the divisions that it may lie in.
create table residences (
  user_id uuid primary key references users (user_id) on delete cascade,
  precision text not null check (precision in ('address', 'zip', 'state', 'none')),
  source text not null,
  map int not null,
  candidates jsonb not null,
  note text,
  -- The person does not live in the city that their address names.
  declined boolean not null default false,
  resolved_at timestamptz not null default now(),
  -- When to ask again: the better source was away, or a new home has to wait for its rights.
  again_at timestamptz
);
create index residences_again on residences (again_at) where again_at is not null;
create index residences_map on residences (map);

-- Every time a member came to other local rights: three moves in thirty days, the first home not counted.
create table member_moves (
  user_id uuid not null references users (user_id) on delete cascade,
  moved_at timestamptz not null default now(),
  is_first boolean not null,
  primary key (user_id, moved_at)
);

-- Answers of the geocoder, by a keyed hash of the address that was asked for; no address is kept.
create table geocodes (
  address_hash bytea primary key,
  answer jsonb not null,
  expires_at timestamptz not null
);
create index geocodes_expiry on geocodes (expires_at);
