-- Progress of bills: what the stages of a bill are computed with. Readers see it through db/functions/39_progress.sql.

-- The states of the stages as readers see them. If the end of the session ended the bill, the stage that it had reached has
-- the state "failed" instead of "current", and the later stages are omitted.
create function shown_dots(dots text[], ended_by text) returns text[] language sql immutable parallel safe
  return case when ended_by = 'session' and array_position(dots, 'current') is not null
              then dots[:array_position(dots, 'current') - 1] || array['failed'] else dots end;
