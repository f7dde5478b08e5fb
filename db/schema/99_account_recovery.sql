-- Recovery: what ends when the owner of an account proves who they are.

-- Ends the access to an account and returns how much of each kind ended, as JSON. All sessions except `kept_session` and the
-- secret addresses always end. What was added at `added_since` or later ends too: authenticator app, passkeys, recovery codes,
-- API keys and known devices. Null ends nothing that was added, and '-infinity' ends all of it.
create function recover_account(member uuid, added_since timestamptz, kept_session sha256_hash)
returns jsonb language plpgsql as $$
declare
  ended jsonb;
  ended_count bigint;
begin
  delete from sessions where user_id = member and token_hash is distinct from kept_session;
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
