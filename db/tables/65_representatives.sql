-- Representatives: people in office, their terms, and what members wrote to them.

create table representatives (
  rep_id text not null constraint representatives_pkey primary key
    constraint representatives_rep_id_check check (rep_id <> ''),
  rep_name text not null,
  -- Former and longer names and other spellings in the rosters. Records of bills and votes may use them.
  other_names text[] not null default '{}',
  -- Where the source publishes a photo. Pages never load it from there.
  photo_url text,
  -- The copy of a portrait in the storage, and the SHA-256 of the file that it was made from.
  portrait_url text,
  portrait_hash sha256_hash,
  source_name text not null,
  source_checked_at timestamptz not null,
  constraint representatives_portrait_check check ((portrait_url is null) = (portrait_hash is null))
);
comment on table representatives is
  'Current and former officeholders. Rows are never deleted: a person who left office has no term that covers today.';

create index representatives_portrait on representatives (portrait_url) where portrait_url is not null;
comment on index representatives_portrait is 'Finds the owner of a stored picture. Maintenance deletes pictures without an owner.';

create table representative_terms (
  term_id bigint generated always as identity constraint representative_terms_pkey primary key,
  rep_id text not null constraint representative_terms_rep_id_fkey references representatives,
  -- The legislative body or the office, for example "us/senate", "tx/lower" or "tx/governor", or null if the record names
  -- none. A roster lists all members of an organization.
  organization text,
  title text not null,
  government_level government_level not null,
  -- The division whose residents they represent.
  division ocd_division not null,
  district text,
  -- Distinguishes the seats of a division with several members, such as the two senators of each state.
  seat smallint not null default 1 constraint representative_terms_seat_check check (seat > 0),
  party text,
  office_phone text,
  email text
    constraint representative_terms_email_check check (email ~ '^[^\s@<>()\[\]\\,;:"]+@[^\s@<>()\[\]\\,;:"]+$'),
  contact_form_url http_url,
  -- The first day in office (null: unknown) and the day after the last one (null: no known end).
  valid_from date,
  valid_to date,
  -- How the term began and ended. Explanations in the words of the source are not stored.
  start_reason text not null default 'unknown' constraint representative_terms_start_reason_check
    check (start_reason in ('election', 'special_election', 'appointment', 'succession', 'unknown')),
  end_reason text constraint representative_terms_end_reason_check
    check (end_reason in ('term_ended', 'resigned', 'died', 'removed', 'other_office', 'unknown')),
  -- When Hurd stored the current values of this row. Earlier values are in `term_revisions`.
  recorded_at timestamptz not null default now(),
  constraint representative_terms_valid_to_check check (valid_to > valid_from),
  constraint representative_terms_key unique nulls not distinct (rep_id, division, title, valid_from)
);
comment on table representative_terms is
  'Terms of office: the period from valid_from up to but not including valid_to, and how to contact the office.';
create index representative_terms_division on representative_terms (division);
comment on index representative_terms_division is 'The representatives of a member''s divisions.';
create index representative_terms_organization on representative_terms (organization, division);
comment on index representative_terms_organization is
  'The members of an organization: who sat for a district on a date, and whose terms end because a new roster omits them.';

create table message_groups (
  group_id uuid not null default time_ordered_uuid() constraint message_groups_pkey primary key,
  rep_id text not null constraint message_groups_rep_id_fkey references representatives,
  -- Hashes of parts of the first message. A message with nearly the same text has at least one of them.
  bands int[] not null,
  -- Messages that were emailed to the office, which are the ones that it sees.
  message_count counter not null default 0,
  -- When the newest of them was written.
  newest_at timestamptz not null default now(),
  -- When the last of them was deleted. The group stays for a while, because a deleted account can be restored.
  emptied_at timestamptz
) with (fillfactor = 80);
comment on table message_groups is
  'Messages to one representative about one bill that have nearly the same text. A message that resembles no other is a group of its own.';
create index message_groups_bands on message_groups using gin (bands);
comment on index message_groups_bands is 'The groups that a new message may belong to.';
create index message_groups_rep on message_groups (rep_id, newest_at desc, group_id) include (message_count) where message_count > 0;
comment on index message_groups_rep is 'The list of an office: the group with the newest message first. Also supports the foreign key.';
create index message_groups_emptied on message_groups (emptied_at) where emptied_at is not null;
comment on index message_groups_emptied is 'Maintenance deletes empty groups.';

create table messages (
  message_id uuid not null default gen_random_uuid() constraint messages_pkey primary key,
  user_id uuid not null constraint messages_user_id_fkey references users on delete cascade,
  rep_id text not null constraint messages_rep_id_fkey references representatives,
  -- Messages with nearly the same text to the same representative about the same bill.
  group_id uuid not null constraint messages_group_id_fkey references message_groups,
  bill_id uuid constraint messages_bill_id_fkey references bills on delete set null,
  subject text not null constraint messages_subject_check check (char_length(subject) between 1 and 200),
  body text not null constraint messages_body_check check (char_length(body) between 1 and 5000),
  delivery text not null constraint messages_delivery_check check (delivery in ('email', 'contact_form', 'recorded')),
  -- When Hurd will ask the sender about an answer. Null after that, or if there is nothing to ask.
  follow_up_at timestamptz,
  -- The time of the insert and not of the transaction so that messages sent at once are distinguished from later ones.
  created_at timestamptz not null default clock_timestamp()
);
comment on table messages is 'Messages that members wrote to representatives.';
create index messages_newest on messages (user_id, created_at desc, message_id);
comment on index messages_newest is 'The messages of a member, newest first.';
create index messages_age on messages (created_at);
comment on index messages_age is 'Counts the messages of a day.';
create index messages_bill on messages (bill_id, user_id, created_at desc);
comment on index messages_bill is 'What a member wrote about a bill. Also supports the foreign key.';
create index messages_follow_up on messages (follow_up_at) where follow_up_at is not null;
comment on index messages_follow_up is 'The messages whose senders are due to be asked about an answer.';
create index messages_rep on messages (rep_id, created_at desc, message_id);
comment on index messages_rep is 'What was written to a representative, newest first. Also supports the foreign key.';
create index messages_group on messages (group_id, created_at desc, message_id);
comment on index messages_group is 'The messages of a group, newest first. Also supports the foreign key.';

-- The reference leads from the email, because emails are deleted by whole weeks and messages stay.
alter table emails add constraint emails_message_id_fkey foreign key (message_id) references messages on delete set null;

create table message_vote_reports (
  bill_id uuid constraint message_vote_reports_pkey primary key
    constraint message_vote_reports_bill_id_fkey references bills on delete cascade,
  next_attempt_at timestamptz not null default now(),
  attempts int not null default 0,
  -- Identifies the claim of the worker that is processing the row (server/platform/jobs/queue.ts).
  lease_id uuid
);
comment on table message_vote_reports is
  'The queue of bills with new votes. Members who wrote to a representative about such a bill are still to be notified.';
create index message_vote_reports_due on message_vote_reports (next_attempt_at);
comment on index message_vote_reports_due is 'The next bill that the worker has to report.';
