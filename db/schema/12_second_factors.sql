-- Two-step sign-in: the secret that a member's authenticator app shares with the server, and the recovery codes.

create table second_factors (
  user_id uuid constraint second_factors_pkey primary key
    constraint second_factors_user_id_fkey references users on delete cascade,
  -- AES-256-GCM: 12 bytes nonce, 20 bytes secret, 16 bytes tag. The key is the instance secret `second_factor`.
  sealed_secret bytea not null
    constraint second_factors_sealed_secret_check check (octet_length(sealed_secret) = 48),
  -- The 30-second step of the newest accepted code. A code of this or an earlier step is refused.
  last_step bigint not null,
  turned_on_at timestamptz not null default now()
);
comment on table second_factors is 'Members who sign in with a password and a code from an authenticator app.';

create table recovery_codes (
  user_id uuid not null constraint recovery_codes_user_id_fkey references second_factors on delete cascade,
  code_hash sha256_hash not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (user_id, code_hash)
);
comment on table recovery_codes is 'Hashes of the codes that replace the authenticator app, each once.';
