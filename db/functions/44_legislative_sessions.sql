-- Legislative sessions: when they began and ended, and until when their bills can still move.

-- The part of a session's identifier that is the same in every spelling, as in a bill's `source_id`: "57th - 2nd Regular"
-- becomes "57th-2nd-regular".
create function session_key(identifier text) returns text language sql immutable parallel safe
  return regexp_replace(lower(identifier), '[^a-z0-9]+', '-', 'g');

-- True if an open bill ends with its session. A bill that passed both chambers waits for the executive instead.
create function ends_with_session(status text, awaits_executive boolean) returns boolean language sql immutable parallel safe
  return status in ('introduced', 'active', 'engrossed') or (status = 'pending' and not awaits_executive);

-- The state of a session on a day. If bills carry over to a second year, the source often gives the end of the first year.
-- From that day until the end of the year the session is adjourned, and in the second year it is open.
create function session_state(start_date date, end_date date, last_day_for_bills date, day date) returns text
  language sql immutable parallel safe
  return case
    when day < start_date then 'not_started'
    when last_day_for_bills is null then case when end_date >= day then 'open' else 'unknown' end
    when day > last_day_for_bills then 'ended'
    when end_date < day and extract(year from end_date) = extract(year from day) then 'adjourned'
    else 'open'
  end;

-- True if the last day for bills is over in the session of a bill, which its `source_id` names.
create function session_is_over(bill_jurisdiction text, bill_source_id text) returns boolean language sql stable parallel safe
  return exists (
    select from legislative_sessions s
     where s.jurisdiction = bill_jurisdiction and s.last_day_for_bills < current_date
       and split_part(bill_source_id, '/', 2) = any (s.keys));
