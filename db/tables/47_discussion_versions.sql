-- The version of a discussion is the number of its committed steps, folded or not. Servers use a page of comments from
-- memory while its version is current (docs/decisions/034), so everything that changes what a page shows to all viewers
-- appends a step.

-- Comments also show fields of their authors, such as names. One version covers these fields of all authors: the number of
-- committed changes, which are folded into one row like the steps of bills. A change therefore costs the same however many
-- comments the author has written, and locks nothing.

create table author_changes (
  changed_at timestamptz not null default now()
) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
comment on table author_changes is
  'Changes of the author fields in comments that the worker has not added to author_version yet. Normally empty.';

create table author_version (
  version bigint not null,
  is_only boolean not null default true constraint author_version_pkey primary key
    constraint author_version_is_only_check check (is_only)
);
comment on table author_version is 'The number of changes of the author fields in comments. Has at most one row.';
