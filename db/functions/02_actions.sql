-- The most frequent writes of members. Each of them is one function so that the server needs one call and one commit. A
-- function locks the member's writes, returns the first response to a repeated request, applies the rules, changes rows and
-- counters, and returns the response of the contract. Every statement in a function sees what was committed before that
-- statement started, so a row that one statement locks and the next one reads is current. Each function is in the file of its
-- noun.
--
-- All of them lock in this order: the member's writes (lock_member), comments (replies before their parents), the counters of the bill (only for
-- comments, whose counts by category, section and city are updated in place), stances and changed minds of the bill,
-- members, notifications. The other counts and the activity of a bill are appended as steps, which need no lock.

-- Ends the call with a refusal of contract/kit/refusals.ts. The server reads the SQLSTATE.
create function refuse(code text, seconds_left int default null, rule text default null) returns void
language plpgsql as $$
begin
  raise exception using errcode = 'HU000', message = code, detail = concat_ws(' ', seconds_left, rule);
end $$;

-- Locks the writes of one member until the transaction ends: they run one after the other, and what a later statement reads
-- about the member stays true. No other lock has this class, the first of the two numbers.
create function lock_writes(member_id uuid) returns void language sql
  return pg_advisory_xact_lock(hashtext('writes of a member'), uuid_hash(member_id));

-- Every write of a member calls this first. Refuses if the account was closed, suspended or removed while the write waited. The body is
-- PL/pgSQL, because each of its statements sees what was committed before that statement started.
create function lock_member(member_id uuid) returns void language plpgsql as $$
begin
  perform lock_writes(member_id);
  perform from users u where u.user_id = member_id and u.account_status in ('active', 'inactive');
  if not found then perform refuse('session_expired'); end if;
end $$;

-- Locks the writes of the member. Returns the stored response if a request with this key was answered before. `key` and `body`
-- are hashes of the Idempotency-Key and of the request, or null if the request has no key.
-- Sequential scans are off, because a connection keeps its plan, even one that it made when idempotency_keys was still small.
create function begin_write(member_id uuid, key uuid, body uuid) returns json
language plpgsql set enable_seqscan = off as $$
declare
  stored record;
begin
  perform lock_member(member_id);
  if key is null then return null; end if;
  select k.request_body = body as is_same, k.response into stored from idempotency_keys k
   where k.user_id = member_id and k.request_key = key and k.created_at > now() - interval '24 hours';
  if stored.is_same is false then perform refuse('idempotency_key_reused'); end if;
  return stored.response;
end $$;

-- Stores the response for a repeat of the same request.
create function end_write(member_id uuid, key uuid, body uuid, response_status int, response json) returns void
language plpgsql as $$
begin
  if key is null then return; end if;
  insert into idempotency_keys as k (user_id, request_key, request_body, status, response)
  values (member_id, key, body, response_status, response)
  on conflict (user_id, request_key) do update set
    request_body = excluded.request_body, status = excluded.status, response = excluded.response, created_at = now();
end $$;
