insert into version_comparisons (older_hash, newer_hash, result, is_truncated)
values (decode($1, 'hex'), decode($2, 'hex'), $3::text::jsonb, $4::bool)
on conflict (older_hash, newer_hash) do nothing
