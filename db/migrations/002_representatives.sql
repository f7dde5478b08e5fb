-- Representatives by division, and what members wrote to them.

create table representatives (
  rep_id text primary key check (rep_id <> ''),
  rep_name text not null,
  title text not null,
  party text,
  government_level text not null check (government_level in ('federal', 'state', 'local')),
  -- The ocd-division whose people they represent.
  division text not null,
  office_phone text,
  email text,
  contact_form_url text check (contact_form_url ~ '^https?://'),
  photo_url text,
  district text,
  source_name text not null,
  source_checked_at timestamptz not null,
  -- In office from the first day to the day before the last (R65a); no last day: until further notice.
  valid_from date not null,
  valid_to date check (valid_to > valid_from)
);
create index representatives_division on representatives (division);

create table contacts (
  contact_id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  rep_id text not null references representatives,
  bill_id uuid references bills on delete set null,
  subject text not null check (char_length(subject) between 1 and 200),
  message text not null check (char_length(message) between 1 and 5000),
  delivery text not null check (delivery in ('email', 'contact_form', 'recorded')),
  created_at timestamptz not null default now()
);
create index contacts_newest on contacts (user_id, created_at desc, contact_id);
create index contacts_about on contacts (bill_id, user_id, created_at desc);
create index contacts_to on contacts (rep_id);
