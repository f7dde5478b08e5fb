-- Confirms a stance after the text changed. One function, like those in 95_actions.sql and with the same order of locks.

create function confirm_stance(
  member_id uuid, writes_per_minute int, idempotency_key text, hash bytea,
  on_bill uuid, confirmed_version int,
  out answer json
) language plpgsql as $$
declare
  counters bill_counters;
  confirmed record;
begin
  answer := begin_write(member_id, writes_per_minute, idempotency_key, hash);
  if answer is not null then return; end if;

  select * into counters from bill_counters b where b.bill_id = on_bill for no key update;
  if not found then perform refuse('bill_not_found'); end if;
  perform from stances s where s.bill_id = on_bill and s.user_id = member_id;
  if not found then perform refuse('no_stance_yet'); end if;
  perform from bill_versions v
    where v.bill_id = on_bill and v.version_no = confirmed_version and v.document_type = 'bill'
      and v.text_format is not null and v.kind is distinct from 'late' and v.kind is distinct from 'retracted';
  if not found then perform refuse('version_not_found'); end if;
  if confirmed_version < counters.counted_from_version then perform refuse('version_outdated'); end if;

  -- Confirming an earlier version than the one that the stance already has changes nothing.
  update stances s set version_no = confirmed_version, confirmed_at = now()
   where s.bill_id = on_bill and s.user_id = member_id and s.version_no < confirmed_version;
  select s.stance, s.version_no, iso_time(s.confirmed_at) as confirmed_at into confirmed
    from stances s where s.bill_id = on_bill and s.user_id = member_id;
  answer := json_build_object(
    'success', true, 'stance', to_json(confirmed), 'current_version_counts', current_version_counts(counters));
  perform end_write(member_id, idempotency_key, hash, 200, answer);
end $$;
