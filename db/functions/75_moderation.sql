-- Moderation: mailboxes, and the audit log that only grows.

-- A key that is the same for all spellings of an address that reach one mailbox: many providers ignore dots and everything
-- after a plus sign. Other providers do not, so two people can share a key. It is used only to show operators which accounts
-- may belong together.
create function mailbox_key(email text) returns text language sql immutable parallel safe
return replace(split_part(split_part(lower(email), '@', 1), '+', 1), '.', '') || '@'
  || case split_part(lower(email), '@', 2) when 'googlemail.com' then 'gmail.com' else split_part(lower(email), '@', 2) end;

-- Entries cannot be changed. A transaction that sets hurd.delete_old_audit, as forget_audit() does, can delete entries that are
-- older than a year.
create function protect_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.created_at < now() - interval '365 days'
     and current_setting('hurd.delete_old_audit', true) = 'on' then
    return old;
  end if;
  raise exception 'audit_log is append only';
end $$;
create trigger audit_log_before_update_delete_protect before update or delete on audit_log
  for each row execute function protect_audit_log();
create trigger audit_log_before_truncate_protect before truncate on audit_log
  for each statement execute function protect_audit_log();

-- Deletes the entries from before `before` and returns their number.
create function forget_audit(before timestamptz) returns bigint language plpgsql as $$
declare
  entry_count bigint;
begin
  if before > now() - interval '365 days' then
    raise exception 'audit_log is append only';
  end if;
  perform set_config('hurd.delete_old_audit', 'on', true);
  delete from audit_log where created_at < before;
  get diagnostics entry_count = row_count;
  return entry_count;
end $$;
