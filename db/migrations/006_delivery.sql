-- How a mail leaves the outbox: tries, when the next one is due, and why it failed.

alter table mails
  add column attempts int not null default 0 check (attempts >= 0),
  -- While a worker holds the mail this is the end of its lease, so a mail of a worker that died is due again by itself.
  add column next_attempt_at timestamptz not null default now(),
  -- The last try did not get as far as the mail server: due at once when the server is back.
  add column unreached boolean not null default false,
  add column sent_at timestamptz,
  -- Why the last try failed, or why it is dead; in our words, for a server's words may quote an address.
  add column trouble text check (char_length(trouble) <= 200);

create index mails_due on mails (next_attempt_at) where state = 'pending';

create function tell_of_mail() returns trigger language plpgsql as $$
begin
  perform pg_notify('mail_written', '');
  return null;
end $$;

-- For each statement: writing a mail to nobody takes as long as writing one to somebody.
create trigger mail_written after insert on mails for each statement execute function tell_of_mail();
