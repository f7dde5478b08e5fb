-- Recovery: what ends when the owner of an account proves who they are, and a record of every right that ends.

-- Ends the access to an account and returns how much of each kind ended, as JSON. All sessions except `remaining_session`, the
-- secret URLs and open passkey challenges always end. What was added at `added_since` or later ends too: authenticator app,
-- passkeys, recovery codes, API keys and known devices. Null ends nothing that was added, and '-infinity' ends all of it.
create function recover_account(member uuid, added_since timestamptz, remaining_session sha256_hash)
returns jsonb language plpgsql as $$
declare
  ended jsonb;
  ended_count bigint;
begin
  -- The account is locked first. A write that adds a second factor, an API key or secret URLs takes the same lock before
  -- it checks its session, so it is either committed by now or refused, and the order of locks is the same everywhere.
  perform from users where user_id = member for no key update;
  delete from sessions where user_id = member and token_hash is distinct from remaining_session;
  get diagnostics ended_count = row_count;
  ended := jsonb_build_object('sessions', ended_count, 'addresses', end_feed_addresses(member));

  -- The second factor is locked first, because every change of the app, the passkeys and the codes locks it.
  perform from second_factors where user_id = member for update;
  update second_factors set sealed_secret = null, last_step = null
   where user_id = member and sealed_secret is not null and app_added_at >= added_since;
  get diagnostics ended_count = row_count;
  ended := ended || jsonb_build_object('apps', ended_count);
  delete from passkeys where user_id = member and created_at >= added_since;
  get diagnostics ended_count = row_count;
  ended := ended || jsonb_build_object('passkeys', ended_count);
  delete from recovery_codes where user_id = member and created_at >= added_since;
  get diagnostics ended_count = row_count;
  ended := ended || jsonb_build_object('recovery_codes', ended_count);
  delete from passkey_challenges where user_id = member;
  delete from second_factors f
   where user_id = member and sealed_secret is null
     and not exists (select from passkeys p where p.user_id = f.user_id);

  update api_keys set revoked_at = now()
   where user_id = member and revoked_at is null and created_at >= added_since;
  get diagnostics ended_count = row_count;
  ended := ended || jsonb_build_object('api_keys', ended_count);
  delete from known_devices where user_id = member and first_seen_at >= added_since;
  return ended;
end $$;

-- Every right that ends is recorded where it ends so that a restore from an older backup does not return it. The row of a
-- deleted account is gone before its other rows, whose deletion ends no right and is not recorded.

-- Records that a right ended, or that two-step sign-in was turned on. The arguments are the kind of right and the column with the
-- id of what had it.
create function record_ended_right() returns trigger language plpgsql as $$
declare
  changed constant jsonb := to_jsonb(coalesce(old, new));
begin
  insert into deletion_ledger (event, subject)
  select tg_argv[0], (changed->>tg_argv[1])::uuid
    from users where user_id = (changed->>'user_id')::uuid;
  return null;
end $$;
create trigger users_after_update_record_password after update of password_hash on users
  for each row when (old.password_hash <> new.password_hash)
  execute function record_ended_right('password', 'user_id');
create trigger api_keys_after_update_record_end after update of revoked_at on api_keys
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function record_ended_right('api_key', 'key_id');
create trigger feed_tokens_after_update_record_end after update of seed on feed_tokens
  for each row when (old.seed <> new.seed)
  execute function record_ended_right('addresses', 'user_id');
create trigger operator_roles_after_update_record_end after update of role on operator_roles
  for each row when (old.role <> new.role)
  execute function record_ended_right('role', 'user_id');
create trigger operator_roles_after_delete_record_end after delete on operator_roles
  for each row execute function record_ended_right('role', 'user_id');
create trigger second_factors_after_insert_record_start after insert on second_factors
  for each row execute function record_ended_right('second_factor_on', 'user_id');
create trigger second_factors_after_update_record_end after update of sealed_secret on second_factors
  for each row when (old.sealed_secret is not null and old.sealed_secret is distinct from new.sealed_secret)
  execute function record_ended_right('app', 'user_id');
create trigger second_factors_after_delete_record_end after delete on second_factors
  for each row execute function record_ended_right('second_factor', 'user_id');
create trigger passkeys_after_delete_record_end after delete on passkeys
  for each row execute function record_ended_right('passkey', 'passkey_id');

create function record_ended_codes() returns trigger language plpgsql as $$
begin
  insert into deletion_ledger (event, subject)
  select distinct 'recovery_codes', user_id from ended_codes join users using (user_id);
  return null;
end $$;
create trigger recovery_codes_after_delete_record_end after delete on recovery_codes
  referencing old table as ended_codes for each statement execute function record_ended_codes();

-- Ends one kind of right after a restore and returns how many ended. `no_password` is a hash that no password has.
create function end_restored_right(kind text, subjects uuid[], no_password text) returns bigint language plpgsql as $$
declare
  ended bigint;
begin
  case kind
    when 'password' then
      update users set password_hash = no_password where user_id = any (subjects);
    when 'api_key' then
      update api_keys set revoked_at = now() where key_id = any (subjects) and revoked_at is null;
    when 'addresses' then
      perform from unnest(subjects) member where end_feed_addresses(member);
    when 'role' then
      delete from operator_roles where user_id = any (subjects);
    when 'second_factor' then
      delete from second_factors where user_id = any (subjects);
    when 'app' then
      update second_factors set sealed_secret = null, last_step = null
       where user_id = any (subjects) and sealed_secret is not null;
    when 'passkey' then
      delete from passkeys where passkey_id = any (subjects);
    when 'recovery_codes' then
      delete from recovery_codes where user_id = any (subjects);
  end case;
  get diagnostics ended = row_count;
  delete from second_factors f
   where sealed_secret is null and not exists (select from passkeys p where p.user_id = f.user_id);
  return ended;
end $$;
