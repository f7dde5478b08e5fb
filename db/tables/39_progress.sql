-- Progress of bills: what the stages of a bill are computed with. Readers see it through db/functions/39_progress.sql.

-- The states of the stages. A bill that its session ended stopped at the stage that it had reached.
create function shown_dots(dots text[], ended_by text) returns text[] language sql immutable parallel safe
  return case when ended_by = 'session' and array_position(dots, 'current') is not null
              then dots[:array_position(dots, 'current') - 1] || array['failed'] else dots end;
