-- Two-step sign-in: the secret that a member's authenticator app shares with the server, passkeys, and recovery codes.

create table second_factors (
  user_id uuid constraint second_factors_pkey primary key
    constraint second_factors_user_id_fkey references users on delete cascade,
  -- The secret of the authenticator app, encrypted with AES-256-GCM: a nonce of 12 bytes, the secret of 20 bytes, and a tag
  -- of 16 bytes. The key is the instance secret `second_factor`. Null if the member has passkeys and no app.
  sealed_secret bytea
    constraint second_factors_sealed_secret_check check (octet_length(sealed_secret) = 48),
  -- The 30-second step of the newest accepted code. A code of this or an earlier step is refused.
  last_step bigint,
  -- When the current app was added, if there is one.
  app_added_at timestamptz not null default now(),
  turned_on_at timestamptz not null default now(),
  constraint second_factors_app_check check ((sealed_secret is null) = (last_step is null))
);
comment on table second_factors is 'Members who sign in with a password and a second step: an authenticator app, passkeys, or both.';

create table recovery_codes (
  user_id uuid not null constraint recovery_codes_user_id_fkey references second_factors on delete cascade,
  code_hash sha256_hash not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (user_id, code_hash)
);
comment on table recovery_codes is 'Hashes of recovery codes. Each code can be used once instead of the app or a passkey.';

create table passkeys (
  passkey_id uuid not null default gen_random_uuid() constraint passkeys_pkey primary key,
  user_id uuid not null constraint passkeys_user_id_fkey references second_factors on delete cascade,
  -- Chosen by the authenticator. Always looked up together with the member, who is known from the password.
  credential_id bytea not null
    constraint passkeys_credential_id_check check (octet_length(credential_id) between 1 and 1023),
  -- COSE_Key (RFC 9052), as the authenticator sent it.
  public_key bytea not null,
  -- The authenticator's signature counter at its last use. Most synced passkeys have no counter and always send zero.
  sign_count bigint not null constraint passkeys_sign_count_check check (sign_count >= 0),
  -- How the browser reaches the authenticator, for example usb or internal.
  transports text[] not null,
  name text not null constraint passkeys_name_check check (char_length(name) between 1 and 60),
  is_backed_up boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint passkeys_user_id_credential_id_key unique (user_id, credential_id)
);
comment on table passkeys is 'Passkeys (WebAuthn credentials) of members.';

create table passkey_challenges (
  user_id uuid not null constraint passkey_challenges_user_id_fkey references users on delete cascade,
  purpose text not null
    constraint passkey_challenges_purpose_check check (purpose in ('add', 'sign_in', 'confirm')),
  challenge_hash sha256_hash not null,
  expires_at timestamptz not null,
  constraint passkey_challenges_pkey primary key (user_id, purpose)
);
comment on table passkey_challenges is 'The newest challenge for each member and purpose, which a passkey has to sign. It is deleted when it is used.';
create index passkey_challenges_expiry on passkey_challenges (expires_at);
comment on index passkey_challenges_expiry is 'Maintenance deletes expired challenges.';
