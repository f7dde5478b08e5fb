-- The address of a bill's text at its official source, as far as its record names one. The server fetches the text from
-- there when somebody opens it for the first time.
alter table bills add column text_url text;

-- The last attempt to fetch the text of a bill that has none. A row also keeps other instances from fetching the same
-- text, and remembers for a while that there was nothing to fetch. It is removed once the text is stored.
create table bill_text_fetches (
  bill_id uuid primary key references bills on delete cascade,
  state text not null check (state in ('fetching', 'missing', 'failed')),
  attempted_at timestamptz not null default now(),
  -- Until then the outcome stands; a fetch that was cut off is repeated afterwards.
  retry_at timestamptz not null
);
