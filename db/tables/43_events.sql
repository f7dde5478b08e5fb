-- Events: hearings, meetings and floor sessions at which bills are discussed, as in Open Civic Data.

create table events (
  -- The source's id of the event, after a name for the source: "nyc/22526", "us/119/house/118242".
  event_id text not null constraint events_pkey primary key,
  -- The body that holds the event: "us/house", "ny/place:new_york/council".
  organization text not null,
  -- Null if the source names no committee. Its foreign key is added with the committees (68_bill_parts.sql).
  committee_id text,
  -- The name of the committee in the source. The event is linked by it when the committee is imported.
  committee_name text,
  -- The division of the bills on its agenda.
  jurisdiction ocd_division not null,
  name text not null,
  -- Null if the source gives only a day.
  starts_at timestamptz,
  starts_on date not null,
  is_all_day boolean not null default false,
  -- Null if the source states no end. An event without times may have a last day only.
  ends_at timestamptz,
  ends_on date,
  -- The time zone of its location, for example "America/New_York".
  time_zone text not null,
  location text,
  url http_url,
  status text not null default 'scheduled' constraint events_status_check
    check (status in ('scheduled', 'changed', 'deferred', 'cancelled', 'passed')),
  -- The UID of the entry in calendars, if it is not the event's id. An event that replaces a deferred event has the UID of
  -- that event so that calendars move the entry.
  calendar_uid text,
  -- Incremented when the date, time, location or status changes so that calendars replace the entry.
  sequence integer not null default 0 constraint events_sequence_check check (sequence >= 0),
  -- The deferred event that this one replaces.
  replaces_event_id text constraint events_replaces_event_id_fkey references events,
  source_name text not null,
  source_checked_at timestamptz not null default now(),
  constraint events_all_day_check check (is_all_day = (starts_at is null)),
  constraint events_ends_check check (ends_on >= starts_on and ends_at > starts_at and (ends_at is null or not is_all_day))
);
comment on table events is 'Hearings and meetings of legislatures, councils and committees. Canceled events stay.';
create index events_jurisdiction on events (jurisdiction, starts_on desc, event_id);
comment on index events_jurisdiction is 'The calendar of a jurisdiction.';
create index events_committee on events (committee_id, starts_on desc, event_id) where committee_id is not null;
comment on index events_committee is 'The calendar of a committee.';
create index events_day on events (starts_on, event_id);
comment on index events_day is 'The calendar of a topic. Events have no topics, so they are read by day and their bills are filtered.';
create index events_upcoming on events (starts_on, event_id) where status in ('scheduled', 'changed');
comment on index events_upcoming is 'Reminders on the day before, and events whose time has passed.';
create index events_replaced on events (replaces_event_id) where replaces_event_id is not null;
comment on index events_replaced is 'The event that replaces a deferred one. Also supports the foreign key.';

create table event_bills (
  event_id text not null constraint event_bills_event_id_fkey references events on delete cascade,
  bill_id uuid not null constraint event_bills_bill_id_fkey references bills on delete cascade,
  agenda_item text,
  constraint event_bills_pkey primary key (event_id, bill_id)
);
comment on table event_bills is 'The bills on the agenda of an event.';
create index event_bills_bill on event_bills (bill_id, event_id);
comment on index event_bills_bill is 'The events of a bill.';

create table unlinked_agenda_items (
  event_id text not null constraint unlinked_agenda_items_event_id_fkey references events on delete cascade,
  -- The position on the agenda.
  item smallint not null,
  -- An id that the bill may have.
  source_id text not null,
  agenda_item text,
  constraint unlinked_agenda_items_pkey primary key (event_id, item, source_id)
);
comment on table unlinked_agenda_items is
  'Bills on agendas that are not imported yet. The import of such a bill moves the row to event_bills.';
create index unlinked_agenda_items_bill on unlinked_agenda_items (source_id);
comment on index unlinked_agenda_items_bill is 'The events that wait for a bill.';
