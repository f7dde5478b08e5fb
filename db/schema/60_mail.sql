-- Mail: the outbox. An email is written in the transaction of the action it reports, and is delivered from here.

create table emails (
  email_id uuid not null default gen_random_uuid() constraint emails_pkey primary key,
  -- The account it is about; the row is deleted with the account. Null for the notice of a deletion, which outlives it.
  user_id uuid constraint emails_user_id_fkey references users on delete cascade,
  -- server/mail/outbox.ts lists the purposes. A newer email of the same purpose replaces one that is still pending.
  purpose text not null constraint emails_purpose_check check (purpose ~ '^[a-z_]+$'),
  -- Whatever becomes a header field contains no control character and no line break of any kind.
  to_address text not null
    constraint emails_to_address_check check (to_address ~ '^[^\u0001-\u0020\u007f-\u00a0\u2028\u2029]+$'),
  reply_to text constraint emails_reply_to_check check (reply_to ~ '^[^\u0001-\u0020\u007f-\u00a0\u2028\u2029]+$'),
  -- The display name in front of the service's own address.
  from_name text constraint emails_from_name_check check (from_name ~ '^[^\u0001-\u001f\u007f-\u009f\u2028\u2029<>@"]+$'),
  subject text not null constraint emails_subject_check check (subject ~ '^[^\u0001-\u001f\u007f-\u009f\u2028\u2029]+$'),
  text text not null,
  -- Null for messages to representatives, which are plain text.
  html text,
  -- The URL at which a mail program unsubscribes the recipient in one click (RFC 8058). Null for mail about the account itself.
  unsubscribe_url http_url,
  state text not null default 'pending' constraint emails_state_check check (state in ('pending', 'sent', 'dead')),
  created_at timestamptz not null default now(),
  -- From then on its link no longer works, so it is not sent any more.
  expires_at timestamptz not null,
  attempts counter not null default 0,
  -- Identifies the claim of the worker that is processing the row (server/worker/queue.ts).
  lease_id uuid,
  -- While a worker delivers the email this is the end of its lease, so that the email of a worker that died is due again.
  next_attempt_at timestamptz not null default now(),
  -- The last attempt did not reach the mail server: due at once when the server is back.
  unreachable boolean not null default false,
  sent_at timestamptz,
  -- Why the last attempt failed, or why the email is dead. In Hurd's own words, because a server's may quote an address.
  last_error text constraint emails_last_error_check check (char_length(last_error) <= 200)
);
comment on table emails is 'Emails to deliver and the ones delivered in the last month.';
create index emails_newest on emails (created_at desc, email_id);
comment on index emails_newest is 'The operator''s list of emails, newest first.';
create index emails_member on emails (user_id, purpose);
comment on index emails_member is 'Replaces a pending email of the same purpose; also the foreign key.';
create index emails_failed on emails (created_at desc, email_id) where attempts > 0 and state <> 'sent';
comment on index emails_failed is 'Administrators see the emails whose delivery failed, newest first.';
create index emails_due on emails (next_attempt_at) where state = 'pending';
comment on index emails_due is 'The next email that the worker has to deliver.';

-- The body contains live links, whose tokens are stored everywhere else as hashes only. It is needed until the email is
-- sent or can no longer be sent, and is erased then; the row stays for the operator's list. A message to a representative
-- contains no link, so one that was not delivered keeps its text and can be sent again.
create function erase_mail_body() returns trigger language plpgsql as $$
begin
  new.text := '';
  new.html := null;
  new.unsubscribe_url := null;
  -- The recipient of an invitation has no account and has not agreed to anything, so the address is not kept.
  if new.purpose = 'invitation' and new.state = 'sent' then
    new.to_address := 'erased';
  end if;
  return new;
end $$;
create trigger emails_before_update_erase_body before update of state on emails
  for each row when (new.state = 'sent' or (new.state = 'dead' and new.purpose <> 'representative_message'))
  execute function erase_mail_body();

-- This trigger runs per statement and not per row. A request for an unknown address inserts no row, and takes as long as one for
-- a known address only if it runs the trigger too.
create function notify_mail_worker() returns trigger language plpgsql as $$
begin
  perform pg_notify('email_queued', '');
  return null;
end $$;
create trigger emails_after_insert_notify_worker after insert on emails
  for each statement execute function notify_mail_worker();
