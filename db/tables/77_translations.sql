-- Translations of comments and posts by the program of the operator.

create table text_translations (
  target_type text not null
    constraint text_translations_target_type_check check (target_type in ('bill_comment', 'group_post', 'group_comment')),
  target_id uuid not null,
  to_language language_code not null,
  -- A hash of the text, its language and the program, so a translation of another version is not used.
  version_hash uuid not null,
  -- The parts of the text in order, each with whether it was translated.
  parts jsonb not null,
  created_at timestamptz not null default now(),
  constraint text_translations_pkey primary key (target_type, target_id, to_language)
);
comment on table text_translations is
  'Machine translations of comments and posts that readers asked for. A trigger deletes them with the text.';
