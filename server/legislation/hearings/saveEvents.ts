import { findCommittees, saveNamedCommittees } from '#server/legislation/bills/parts/committeeIdentity.ts'
import type { Transaction } from '#server/platform/postgres/db.ts'
import type { ImportedEvent } from '#server/sources/events/importedEvent.ts'

type StoredEvent = {
  event_id: string
  name: string
  starts_at: string | null
  starts_on: string
  ends_at: string | null
  ends_on: string | null
  time_zone: string
  location: string | null
  url: string | null
  status: 'scheduled' | 'changed' | 'deferred' | 'cancelled' | 'passed'
  committee_id: string | null
  committee_name: string | null
  organization: string
  jurisdiction: string
  sequence: number
}

/** The result of the import of an event. `isScheduleChanged` is true if its date, time, place or status changed. */
export type SavedEvent = {
  event_id: string
  outcome: 'inserted' | 'updated' | 'unchanged'
  isScheduleChanged: boolean
}

/** Saves the events without their bills. An event that is moved keeps its row, and its `sequence` is incremented. */
export async function saveEvents(db: Transaction, events: readonly ImportedEvent[]): Promise<SavedEvent[]> {
  if (events.length === 0) return []
  await saveCommittees(db, events)
  const eventRows = await locate(db, events)
  const storedEvents = await selectStored(
    db,
    events.map(({ event_id }) => event_id),
  )
  const decided = eventRows.map((event) => decide(event, storedEvents.get(event.event_id)))
  await upsert(
    db,
    decided.filter(({ outcome }) => outcome !== 'unchanged').map(({ row }) => row),
  )
  await db`
    update events e set source_checked_at = r.source_checked_at
      from jsonb_to_recordset(${db.json(eventRows.map(({ event_id, source_checked_at }) => ({ event_id, source_checked_at })))})
           as r(event_id text, source_checked_at timestamptz)
     where e.event_id = r.event_id and e.source_checked_at < r.source_checked_at`
  return decided.map(({ row, outcome, isScheduleChanged }) => ({
    event_id: row.event_id,
    outcome,
    isScheduleChanged,
  }))
}

type EventRow = Omit<StoredEvent, 'sequence'> & {
  source_name: string
  source_checked_at: string | null
}
type Row = EventRow & { sequence: number }
type Decision = { row: Row; outcome: SavedEvent['outcome']; isScheduleChanged: boolean }

function decide(event: EventRow, before: StoredEvent | undefined): Decision {
  if (!before) return { row: { ...event, sequence: 0 }, outcome: 'inserted', isScheduleChanged: false }
  const isElsewhere =
    event.starts_at !== before.starts_at ||
    event.starts_on !== before.starts_on ||
    event.ends_at !== before.ends_at ||
    event.ends_on !== before.ends_on ||
    event.location !== before.location
  const isScheduleChanged = isElsewhere || phaseOf(event.status) !== phaseOf(before.status)
  const hasEverMoved = isElsewhere || before.status === 'changed'
  const status = event.status === 'scheduled' && hasEverMoved ? 'changed' : event.status
  const row = { ...event, status, sequence: before.sequence + (isScheduleChanged ? 1 : 0) }
  const isChanged =
    isScheduleChanged ||
    event.name !== before.name ||
    event.url !== before.url ||
    event.committee_id !== before.committee_id ||
    event.committee_name !== before.committee_name ||
    event.organization !== before.organization ||
    event.jurisdiction !== before.jurisdiction ||
    event.time_zone !== before.time_zone
  // The status "passed" alone changes nothing here, because the clock caused the change and not the source.
  return { row, outcome: isChanged ? 'updated' : 'unchanged', isScheduleChanged }
}

/**
 * Returns the phase of a status. Readers care whether an event takes place. Scheduled, changed and passed events do, so
 * these three statuses are one phase.
 */
function phaseOf(status: StoredEvent['status']): string {
  return status === 'deferred' || status === 'cancelled' ? status : 'on'
}

/** Finds the time zone, the moment and the committee of each event. */
async function locate(db: Transaction, events: readonly ImportedEvent[]): Promise<EventRow[]> {
  const committees = await findCommittees(
    db,
    events.map(({ committee, organization }) => ({
      committee_id: committee?.committee_id ?? null,
      organizations: bodiesOf(organization),
      name: committee?.name ?? '',
    })),
  )
  const rows = events.map(({ bills: _bills, committee, ...event }, position) => ({
    ...event,
    position,
    committee_id: committees[position]?.committee_id ?? null,
    committee_name: committee?.name ?? null,
  }))
  return db<EventRow[]>`
    select r.event_id, r.organization, r.committee_id, r.committee_name, r.jurisdiction, r.name, iso_time(m.starts_at) as starts_at,
           coalesce(r.starts_on, (m.starts_at at time zone z.time_zone)::date)::text as starts_on, z.time_zone,
           iso_time(m.ends_at) as ends_at,
           coalesce(r.ends_on, (m.ends_at at time zone z.time_zone)::date)::text as ends_on, r.location, r.url,
           case when r.status in ('scheduled', 'changed')
                        and event_end(m.starts_at, r.starts_on, m.ends_at, r.ends_on, z.time_zone) <= now()
                       then 'passed' else r.status end as status,
           r.source_name, r.source_checked_at
      from jsonb_to_recordset(${db.json(rows)})
           as r(event_id text, organization text, committee_id text, committee_name text, jurisdiction text, name text,
                starts_at timestamptz, starts_local timestamp, starts_on date, ends_at timestamptz, ends_local timestamp,
                ends_on date, time_zone text, location text, url text,
                status text, source_name text, source_checked_at timestamptz, position int)
     cross join lateral (
       select coalesce(r.time_zone, state_time_zone(substring(r.jurisdiction from '(?:state|territory|district):([a-z]{2})')))
              as time_zone) z
     cross join lateral (
       select coalesce(r.starts_at, r.starts_local at time zone z.time_zone) as starts_at,
              coalesce(r.ends_at, r.ends_local at time zone z.time_zone) as ends_at) m
     order by r.position`
}

/** Saves the committees that an agenda names with an id. */
function saveCommittees(db: Transaction, events: readonly ImportedEvent[]): Promise<void> {
  return saveNamedCommittees(
    db,
    events.flatMap(({ committee, organization, source_name }) =>
      committee?.committee_id
        ? [
            {
              committee_id: committee.committee_id,
              name: committee.name || 'Committee',
              organization,
              source_name,
            },
          ]
        : [],
    ),
  )
}

/** Returns the bodies that may have the committee of an event: its own, the chambers and the whole legislature. */
function bodiesOf(organization: string): string[] {
  const [place = ''] = organization.split('/')
  return [organization, ...['upper', 'lower', 'legislature'].map((body) => `${place}/${body}`)]
}

async function selectStored(db: Transaction, ids: readonly string[]): Promise<Map<string, StoredEvent>> {
  const rows = await db<StoredEvent[]>`
    select event_id, name, iso_time(starts_at) as starts_at, starts_on::text,
           iso_time(ends_at) as ends_at, ends_on::text, time_zone, location, url, status, committee_id,
           committee_name, organization, jurisdiction, sequence
      from events where event_id = any(${[...ids]}::text[])`
  return new Map(rows.map((row) => [row.event_id, row]))
}

async function upsert(db: Transaction, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  await db`
    insert into events as e (event_id, organization, committee_id, committee_name, jurisdiction, name, starts_at, starts_on, is_all_day,
                             ends_at, ends_on, time_zone, location, url, status, sequence, source_name, source_checked_at)
    select event_id, organization, committee_id, committee_name, jurisdiction, name, starts_at, starts_on, starts_at is null, ends_at,
           ends_on, time_zone,
           location, url, status, sequence, source_name, coalesce(source_checked_at, now())
      from jsonb_to_recordset(${db.json([...rows])})
           as r(event_id text, organization text, committee_id text, committee_name text, jurisdiction text, name text, starts_at timestamptz,
                starts_on date, ends_at timestamptz, ends_on date, time_zone text, location text, url text, status text,
                sequence int, source_name text,
                source_checked_at timestamptz)
    on conflict (event_id) do update set
      organization = excluded.organization, committee_id = excluded.committee_id,
      committee_name = excluded.committee_name, jurisdiction = excluded.jurisdiction,
      name = excluded.name, starts_at = excluded.starts_at, starts_on = excluded.starts_on,
      is_all_day = excluded.is_all_day, ends_at = excluded.ends_at, ends_on = excluded.ends_on, time_zone = excluded.time_zone, location = excluded.location, url = excluded.url,
      status = excluded.status, sequence = excluded.sequence, source_name = excluded.source_name`
}
