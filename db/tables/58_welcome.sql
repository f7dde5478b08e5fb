-- The welcome card above the feed of a new member.

create table welcomes (
  user_id uuid constraint welcomes_pkey primary key
    constraint welcomes_user_id_fkey references users on delete cascade,
  skipped_steps text[] not null default '{}'
    constraint welcomes_skipped_steps_check check (skipped_steps <@ array['topics', 'district', 'stance']),
  district_confirmed_at timestamptz,
  -- When the member closed the card or finished its last step. It is never shown again.
  closed_at timestamptz
);
comment on table welcomes is
  'What members did with the welcome card. Topics and stances are read from their own tables, so a step counts as done wherever the member did it.';
