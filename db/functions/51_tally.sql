-- The public tally.

create function protect_tally() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name;
end $$;
create trigger tally_entries_before_update_delete_protect before update or delete on tally_entries
  for each row execute function protect_tally();
create trigger tally_entries_before_truncate_protect before truncate on tally_entries
  for each statement execute function protect_tally();
create trigger tally_checkpoints_before_update_delete_protect before update or delete on tally_checkpoints
  for each row execute function protect_tally();
create trigger tally_checkpoints_before_truncate_protect before truncate on tally_checkpoints
  for each statement execute function protect_tally();

-- A material change of the text changes which stances are current, whoever writes it.
create function raise_stances_revision() returns trigger language plpgsql as $$
begin
  new.stances_revision := old.stances_revision + 1;
  return new;
end $$;
create trigger bill_counters_before_update_raise_revision before update of counted_from_version on bill_counters
  for each row when (old.counted_from_version <> new.counted_from_version) execute function raise_stances_revision();

-- Keeps other transactions from appending to the log until this one ends.
create function lock_tally() returns void language sql
  return pg_advisory_xact_lock(hashtext('tally log'));

