-- Every version of a bill's text that a source published. Texts are never overwritten: a correction is stored as another
-- version.

create table bill_versions (
  bill_id uuid not null constraint bill_versions_bill_id_fkey references bills on delete cascade,
  -- Counts the versions in the order in which Hurd first saw them. Never reused, because stances and links refer to it.
  version_no smallint not null constraint bill_versions_version_no_check check (version_no > 0),
  -- The order in which versions are shown: by stage, then date, then version_no.
  ordinal smallint not null,
  stage smallint not null,
  -- The source's name for this printing: "ih", "plaw", "Substitute H-2".
  code text,
  label text not null,
  document_type text not null default 'bill'
    constraint bill_versions_document_type_check check (document_type in ('bill', 'amendment', 'summary')),
  printed_on date,
  first_seen_at timestamptz not null default now(),
  source_name text not null,
  source_url text,
  -- The source's id of the document, such as LegiScan's doc_id.
  source_document_id text,
  -- How many texts with the same name and date the source published before this one.
  correction smallint not null default 0,
  -- Null for a version that is known only by name.
  text_format text
    constraint bill_versions_text_format_check check (text_format in ('xml', 'uslm', 'html', 'plain', 'pdf')),
  -- SHA-256 of the words of all sections.
  content_hash bytea constraint bill_versions_content_hash_check check (length(content_hash) = 32),
  -- SHA-256 of the text as it is stored.
  raw_hash bytea constraint bill_versions_raw_hash_check check (length(raw_hash) = 32),
  sections integer,
  word_count integer,
  -- What the version means for people who read the one before it. Null for amendments and summaries, and until the version
  -- has been compared.
  kind text constraint bill_versions_kind_check
    check (kind in ('first', 'unchanged', 'minor', 'material', 'unknown', 'late', 'retracted')),
  -- The version that was current when this one arrived, and how they differ.
  compared_with smallint,
  words_changed integer,
  operative_terms_changed boolean,
  sections_changed integer,
  sections_added integer,
  sections_removed integer,
  sections_moved integer,
  -- When an operator withdrew the version.
  withdrawn_at timestamptz,
  constraint bill_versions_pkey primary key (bill_id, version_no),
  constraint bill_versions_source_key
    unique nulls not distinct (bill_id, source_name, source_document_id, code, label, printed_on, correction),
  constraint bill_versions_text_check check ((text_format is null) = (raw_hash is null))
);
comment on table bill_versions is
  'Every version of a bill''s text that a source published, with the differences from the version that was current before. Without the texts so that reading the list costs little.';
create index bill_versions_uncompared on bill_versions (bill_id, version_no)
  where kind is null and document_type = 'bill';
comment on index bill_versions_uncompared is 'Versions that an import stored and that have not been compared yet.';

create table bill_version_texts (
  bill_id uuid not null,
  version_no smallint not null,
  -- A list of {key, path, number, title, blocks: [{mark, text}]}. Null for a text whose format has none.
  sections jsonb,
  -- Sections that the version itself marks as deleted. They are not part of its text.
  struck_sections jsonb,
  formatted_text text,
  full_text text,
  constraint bill_version_texts_pkey primary key (bill_id, version_no),
  constraint bill_version_texts_version_fkey foreign key (bill_id, version_no) references bill_versions on delete cascade
);
comment on table bill_version_texts is 'The texts of bill versions, which only the page of one version and comparisons read.';

create table version_comparisons (
  -- The raw hashes of the two texts so that each pair is compared once, whichever bills they belong to.
  older_hash bytea not null,
  newer_hash bytea not null,
  -- {summary, sections}, as the API returns them.
  result jsonb not null,
  is_truncated boolean not null default false,
  created_at timestamptz not null default now(),
  constraint version_comparisons_pkey primary key (older_hash, newer_hash)
);
create index version_comparisons_age on version_comparisons using brin (created_at);
comment on index version_comparisons_age is 'Maintenance deletes old comparisons.';
comment on table version_comparisons is 'Stored comparisons of two texts. They stay correct, because the texts never change.';

create table shown_sections (
  bill_id uuid not null constraint shown_sections_pkey primary key
    constraint shown_sections_bill_id_fkey references bills on delete cascade,
  -- The type is json, because the response contains the stored text. Converting jsonb to text took a third of the time of the
  -- page.
  sections json not null
);
comment on table shown_sections is
  'The sections of the text that readers of each bill see. Updated when an import changes which version they see.';
