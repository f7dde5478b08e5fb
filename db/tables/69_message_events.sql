-- What happened to messages to representatives, with the evidence of each step, and the accounts of representatives who answer.

create table message_settings (
  user_id uuid constraint message_settings_pkey primary key
    constraint message_settings_user_id_fkey references users on delete cascade,
  -- True if Hurd may ask the member about an answer. It asks once, two weeks after the message.
  asks_for_replies boolean not null default true,
  -- True if the published numbers of messages and answers include those of the member.
  is_counted boolean not null default true
);
comment on table message_settings is 'Choices of members about their messages to representatives. Members without a row have the defaults.';

create table official_accounts (
  user_id uuid constraint official_accounts_pkey primary key
    constraint official_accounts_user_id_fkey references users on delete cascade,
  rep_id text not null constraint official_accounts_rep_id_fkey references representatives,
  -- The name of the operator who checked that the account belongs to the representative.
  verified_by text not null,
  valid_from date not null,
  -- The first day on which the label no longer applies, or null if it applies until the representative's term ends.
  valid_to date,
  constraint official_accounts_valid_to_check check (valid_to > valid_from)
);
comment on table official_accounts is 'Accounts that an operator verified as belonging to a representative.';
create index official_accounts_rep on official_accounts (rep_id);
comment on index official_accounts_rep is 'The accounts of one representative. Also supports the foreign key.';

create table message_events (
  message_event_id uuid not null default time_ordered_uuid() constraint message_events_pkey primary key,
  message_id uuid not null constraint message_events_message_id_fkey references messages on delete cascade,
  -- `sent` by Hurd means that its own mail server accepted the message, and by the sender that they say they used the
  -- office's form. Hurd does not know whether it was read.
  event_type text not null constraint message_events_event_type_check
    check (event_type in ('sent', 'form_opened', 'follow_up_asked', 'replied', 'voted')),
  actor text not null constraint message_events_actor_check check (actor in ('hurd', 'sender', 'official')),
  reply_type text constraint message_events_reply_type_check
    check (reply_type in ('answered', 'acknowledged', 'no_answer')),
  -- The sender's private note, or the official's answer to the sender.
  note text constraint message_events_note_check check (char_length(note) between 1 and 2000),
  vote_event_id uuid constraint message_events_vote_event_id_fkey references vote_events on delete cascade,
  -- Who voted: the addressee, or the successor in the seat.
  rep_id text constraint message_events_rep_id_fkey references representatives,
  occurred_on date not null,
  created_at timestamptz not null default now(),
  constraint message_events_reply_check check ((reply_type is not null) = (event_type = 'replied')),
  constraint message_events_vote_check
    check ((vote_event_id is not null) = (event_type = 'voted') and (rep_id is not null) = (event_type = 'voted'))
);
comment on table message_events is 'What happened to each message: sent, answered, and how the addressee voted, with the evidence.';
create unique index message_events_once on message_events (message_id, event_type, vote_event_id) nulls not distinct
  where event_type in ('sent', 'form_opened', 'follow_up_asked', 'voted');
comment on index message_events_once is 'Ensures that each step of a message is recorded once.';
create unique index message_events_reply on message_events (message_id, actor) where event_type = 'replied';
comment on index message_events_reply is 'Ensures that a message has at most one reply reported by its sender and one from the official''s account.';
create index message_events_message on message_events (message_id, occurred_on, message_event_id);
comment on index message_events_message is 'The timeline of a message. Also supports the foreign key.';
create index message_events_vote on message_events (vote_event_id) where vote_event_id is not null;
comment on index message_events_vote is 'Supports the foreign key.';

create table official_statements (
  statement_id uuid not null default time_ordered_uuid() constraint official_statements_pkey primary key,
  rep_id text not null constraint official_statements_rep_id_fkey references representatives,
  -- Null once the author's account is deleted.
  user_id uuid constraint official_statements_user_id_fkey references users on delete set null,
  bill_id uuid not null constraint official_statements_bill_id_fkey references bills on delete cascade,
  -- The office at the time, such as "Senator".
  title text not null,
  content text not null constraint official_statements_content_check check (char_length(content) between 1 and 3000),
  -- When a newer version replaced it.
  replaced_at timestamptz,
  hidden_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table official_statements is 'What representatives say about a bill on their verified accounts. All versions are kept.';
create unique index official_statements_current on official_statements (bill_id, rep_id) where replaced_at is null;
comment on index official_statements_current is 'The statements shown with a bill, one per representative.';
create index official_statements_rep on official_statements (rep_id, created_at desc, statement_id);
comment on index official_statements_rep is 'The statements of a representative, newest first. Also supports the foreign key.';
create index official_statements_author on official_statements (user_id) where user_id is not null;
comment on index official_statements_author is 'Supports the foreign key.';
