-- Events: which committees may hold one, and what a change of one reports.

-- The bodies whose committee can hold an event of this body: a state's event may be of either chamber.
create function event_bodies(organization text) returns text[] language sql immutable parallel safe
  return array[organization, split_part(organization, '/', 1) || '/upper', split_part(organization, '/', 1) || '/lower',
               split_part(organization, '/', 1) || '/legislature'];

-- When an event is over: at its end, at the end of its last day, or at its start if the source states no end. Imports
-- leave out ends more than 366 days after the start, so queries for events that are not over can skip older starts.
create function event_end(starts_at timestamptz, starts_on date, ends_at timestamptz, ends_on date, time_zone text)
  returns timestamptz language sql stable parallel safe
  return coalesce(ends_at, starts_at, (coalesce(ends_on, starts_on) + 1)::timestamp at time zone time_zone);

-- True if an event is still planned and is not over.
create function is_upcoming(event events) returns boolean language sql stable parallel safe
  return (event).status in ('scheduled', 'changed')
     and event_end((event).starts_at, (event).starts_on, (event).ends_at, (event).ends_on, (event).time_zone) > now();
