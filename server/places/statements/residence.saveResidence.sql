insert into residences
  (user_id, precision, source, map_congress, candidates, note, declined, named_place, retry_at)
values ($1, $2, $3, $4, $5::jsonb, $6,
        $7::bool, $8, $9)
on conflict (user_id) do update set
  precision = excluded.precision, source = excluded.source, map_congress = excluded.map_congress,
  candidates = excluded.candidates, note = excluded.note, declined = excluded.declined,
  named_place = excluded.named_place, resolved_at = now(), retry_at = excluded.retry_at, next_map_congress = null
