-- Letters to representatives leave through the outbox, and live sources are read in runs that can be taken up again.

alter table mails
  -- Where an answer goes, and whose name stands before the service's own address. Held to the rules of a header field.
  add column reply_to text check (reply_to ~ '^[^\u0001-\u0020\u007f-\u00a0\u2028\u2029]+$'),
  add column from_name text check (from_name ~ '^[^\u0001-\u001f\u007f-\u009f\u2028\u2029<>@"]+$'),
  -- A letter is plain text only.
  alter column html drop not null;

-- The mail that carries the letter; mails are kept for a month only.
alter table contacts add column mail_id uuid references mails on delete set null;
create index contacts_mail on contacts (mail_id) where mail_id is not null;

create table source_syncs (
  source text not null check (source in ('congress', 'openstates', 'legistar')),
  what text not null check (what in ('bills', 'people')),
  -- Of the run that is not finished: since when records are asked for, and where it goes on. Null: none is unfinished.
  since timestamptz,
  cursor jsonb,
  -- Begin of the last run that was finished: the next one asks for what changed since then.
  synced_at timestamptz,
  primary key (source, what),
  check ((cursor is null) = (since is null))
);
