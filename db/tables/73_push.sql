-- Web push: the browsers that show a member's notifications while Hurd is closed, and the queue of what is still to be sent to them.

create table push_subscriptions (
  subscription_id uuid not null default gen_random_uuid() constraint push_subscriptions_pkey primary key,
  -- The session of the device. Whatever ends the session also ends the subscription.
  session_id uuid not null constraint push_subscriptions_session_id_key unique
    constraint push_subscriptions_session_id_fkey references sessions (session_id) on delete cascade,
  user_id uuid not null constraint push_subscriptions_user_id_fkey references users on delete cascade,
  -- The secret URL at the browser's push service. A browser has only one, so it belongs to the member who subscribed last.
  endpoint text not null constraint push_subscriptions_endpoint_key unique
    constraint push_subscriptions_endpoint_check check (char_length(endpoint) between 10 and 1000),
  -- The browser's public key and secret, with which messages are encrypted (RFC 8291).
  p256dh bytea not null constraint push_subscriptions_p256dh_check check (octet_length(p256dh) = 65),
  auth bytea not null constraint push_subscriptions_auth_check check (octet_length(auth) = 16),
  created_at timestamptz not null default now(),
  -- When the push service last refused a message, and how many it has refused since it last accepted one. The third one ends the
  -- subscription.
  failed_at timestamptz,
  failures smallint not null default 0
) with (fillfactor = 80);
comment on table push_subscriptions is
  'The browsers that show a member''s notifications while Hurd is closed, at most one for each session.';
create index push_subscriptions_member on push_subscriptions (user_id);
comment on index push_subscriptions_member is 'The subscriptions of one member. Also supports the foreign key.';

create table push_messages (
  notification_id uuid not null constraint push_messages_notification_id_fkey references notifications on delete cascade,
  -- Has no foreign key: checking it for thousands of followers would wait for each of them who is signing out. The worker deletes
  -- messages without a subscription.
  subscription_id uuid not null,
  created_at timestamptz not null default now(),
  attempts int not null default 0,
  -- Identifies the claim of the worker that is processing the row (server/platform/jobs/queue.ts). A newer text sets it to null.
  lease_id uuid,
  -- While a worker sends the message, this is the end of its lease.
  next_attempt_at timestamptz not null default now(),
  constraint push_messages_pkey primary key (notification_id, subscription_id)
) with (fillfactor = 80);
comment on table push_messages is
  'The queue of notifications that are still to be sent to browsers. Their texts are composed when they are sent.';
create index push_messages_due on push_messages (next_attempt_at);
comment on index push_messages_due is 'The next message that the worker has to send.';
create index push_messages_age on push_messages (created_at);
comment on index push_messages_age is 'Maintenance deletes messages that are a day old.';
