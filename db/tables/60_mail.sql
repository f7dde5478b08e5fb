-- Mail: the outbox. An email is written in the transaction of the action it reports, and is delivered from here.

create table emails (
  email_id uuid not null default gen_random_uuid(),
  -- The account that the email is about. The row is deleted with the account. Null for the notice that the account was
  -- deleted, which must outlive it, and for invitations of people who have no account.
  user_id uuid constraint emails_user_id_fkey references users on delete cascade,
  -- The message to a representative that it carries. 65_representatives.sql adds the foreign key.
  message_id uuid,
  -- server/platform/mail/outbox.ts lists the purposes, and those of which a newer email replaces one that is still pending.
  purpose text not null constraint emails_purpose_check check (purpose ~ '^[a-z_]+$'),
  -- The columns that become header fields contain no control characters and no line breaks.
  to_address text not null
    constraint emails_to_address_check check (to_address ~ '^[^\u0001-\u0020\u007f-\u00a0\u2028\u2029]+$'),
  reply_to text constraint emails_reply_to_check check (reply_to ~ '^[^\u0001-\u0020\u007f-\u00a0\u2028\u2029]+$'),
  -- The display name of the sender, whose address is always that of the service.
  from_name text constraint emails_from_name_check check (from_name ~ '^[^\u0001-\u001f\u007f-\u009f\u2028\u2029<>@"]+$'),
  subject text not null constraint emails_subject_check check (subject ~ '^[^\u0001-\u001f\u007f-\u009f\u2028\u2029]+$'),
  text text not null,
  -- Null for messages to representatives, which are plain text.
  html text,
  -- The URL at which a mail program unsubscribes the recipient in one click (RFC 8058), or null for mail about the account itself.
  unsubscribe_url http_url,
  state text not null default 'pending' constraint emails_state_check check (state in ('pending', 'sent', 'dead')),
  created_at timestamptz not null default now(),
  -- When the link in the email stops working. The email is not sent after that.
  expires_at timestamptz not null,
  attempts counter not null default 0,
  -- Identifies the claim of the worker that is processing the row (server/platform/jobs/queue.ts).
  lease_id uuid,
  -- While a worker delivers the email, this is the end of its lease. If the worker dies, the email is due again then.
  next_attempt_at timestamptz not null default now(),
  -- True if the last attempt did not reach the mail server. The email is then due as soon as the server answers again.
  unreachable boolean not null default false,
  sent_at timestamptz,
  -- Why the last attempt failed, or why the email is dead. Not in the mail server's words, which may contain an address.
  last_error text constraint emails_last_error_check check (char_length(last_error) <= 200),
  constraint emails_pkey primary key (email_id)
);
comment on table emails is
  'Emails that are still to be delivered, and emails of the last 30 days.';
create index emails_newest on emails (created_at desc, email_id);
comment on index emails_newest is 'The operator''s list of emails, newest first.';
create index emails_member on emails (user_id, purpose);
comment on index emails_member is 'The pending email that a new one of the same purpose replaces. Also supports the foreign key.';
create index emails_failed on emails (created_at desc, email_id) where attempts > 0 and state <> 'sent';
comment on index emails_failed is 'Administrators see the emails whose delivery failed, newest first.';
create index emails_message on emails (message_id) where message_id is not null;
comment on index emails_message is 'Finds the email of a message. Also supports the foreign key.';
create index emails_due on emails (next_attempt_at) where state = 'pending';
comment on index emails_due is 'The next email that the worker has to deliver.';
