-- What is said about the progress of a bill. The stages are stored as the official actions show them
-- (server/legislation/bills/parts/progress.ts). What changes without a new action is added when they are read: that the session has
-- ended the bill, and how long ago its source was last checked. Every response uses these functions.

-- The day on which the source was last checked. A finished sync checks all bills of a place that had been checked when the
-- period that it covers began, even those that it does not report because they have not changed.
create function last_checked_on(checked_at timestamptz, covered_from timestamptz, covered_until timestamptz)
  returns date language sql immutable parallel safe
  return ((case when checked_at >= covered_from then greatest(checked_at, covered_until) else checked_at end)
          at time zone 'UTC')::date;

-- True if the last check is too old to say anything about the present. `isStale` in contract/bills/progress.ts is the
-- same rule.
create function is_stale(checked_on date) returns boolean language sql stable parallel safe
  return coalesce(checked_on < (now() at time zone 'UTC')::date - 30, false);

-- True if nothing is said about what comes next: the session has ended the bill, or has been over without an outcome for two
-- months, or the source was not checked for a month.
create function hides_next(ended_by text, session_ended boolean, latest_action_at timestamptz, checked_on date)
  returns boolean language sql stable parallel safe
  return ended_by is not distinct from 'session'
      or (session_ended and latest_action_at < now() - interval '60 days')
      or is_stale(checked_on);

-- What happened last, such as "Passed the House", for a bill whose session may have ended.
create function shown_reached(reached text, ended_by text) returns text language sql immutable parallel safe
  return case when ended_by = 'session' then reached || '. The session ended' else reached end;

-- The line of a card, such as "Passed the House · Next: the Senate".
create function shown_line(reached text, next_step text, ended_by text, next_is_hidden boolean) returns text
  language sql immutable parallel safe
  return shown_reached(reached, ended_by)
         || case when next_step is null or next_is_hidden then '' else ' · Next: ' || next_step end;

-- The stages of a bill with their labels, as `Progress` in contract/bills/progress.ts.
create function shown_progress(progress jsonb, ended_by text, next_is_hidden boolean) returns jsonb
  language plpgsql immutable parallel safe as $$
declare
  reached int;
begin
  if progress is null or not next_is_hidden then
    return progress;
  end if;
  if ended_by = 'session' then
    select position - 1 into reached
      from jsonb_array_elements(progress -> 'stages') with ordinality stages (stage, position)
     where stage ->> 'state' = 'current';
    if reached is not null then
      progress := jsonb_set(progress, '{stages}', jsonb_path_query_array(progress, '$.stages[0 to $last]', jsonb_build_object('last', reached)));
      progress := jsonb_set(progress, array['stages', reached::text],
        (progress -> 'stages' -> reached) || jsonb_build_object(
          'state', 'failed', 'label', shown_reached(progress -> 'stages' -> reached ->> 'label', ended_by)));
    end if;
  end if;
  return jsonb_set(progress, '{next}', 'null');
end $$;
