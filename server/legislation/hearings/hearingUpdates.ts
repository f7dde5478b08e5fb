import { eventClock, eventTime, type EventTime } from '#contract/hearings.ts'
import { shortened } from '#server/legislation/updates/changes.ts'
import { recordBillUpdates, type BillUpdate } from '#server/legislation/updates/record.ts'
import type { Db, Transaction } from '#server/platform/postgres/db.ts'
import type { AgendaChanges } from './linkAgendas.ts'
import type { SavedEvent } from './saveEvents.ts'

type Changes = {
  saved: readonly SavedEvent[]
  agendas: AgendaChanges
  /** The ids of events for which this import found the deferred event that they replace. */
  replaced: ReadonlySet<string>
  notify: boolean
}

export type EventRow = EventTime & {
  event_id: string
  bill_id: string
  name: string
  committee_id: string | null
  location: string | null
  status: string
  sequence: number
  source_name: string
  /** True if this event replaces a deferred one that had the bill on its agenda too. */
  was_on_former?: boolean
}

/** Records what the import changed for the bills on the agendas of future events. */
export async function recordHearings(db: Transaction, changes: Changes): Promise<void> {
  const { saved, agendas, replaced, notify } = changes
  const changed = new Set(
    saved.filter(({ isScheduleChanged }) => isScheduleChanged).map(({ event_id }) => event_id),
  )
  const added = pairs(agendas.added)
  const removed = pairs(agendas.removed)
  const eventIds = [
    ...changed,
    ...replaced,
    ...[...agendas.added, ...agendas.removed].map(({ event_id }) => event_id),
  ]
  if (eventIds.length === 0) return
  const rows = await selectFutureEvents(db, [...new Set(eventIds)], agendas.removed)
  // Each bill gets at most one update about an event: the first of these that applies.
  const updates = rows.flatMap((row): BillUpdate[] => {
    if (removed.has(pairOf(row))) return [removedFromAgendaUpdate(row, notify)]
    if (row.status === 'cancelled') return changed.has(row.event_id) ? [canceledUpdate(row, notify)] : []
    if (row.status === 'deferred') return changed.has(row.event_id) ? [postponedUpdate(row, notify)] : []
    if (replaced.has(row.event_id) && row.was_on_former) return [hearingChangedUpdate(row, notify)]
    if (added.has(pairOf(row))) return [addedToAgendaUpdate(row, notify)]
    return changed.has(row.event_id) ? [hearingChangedUpdate(row, notify)] : []
  })
  await recordBillUpdates(db, updates)
}

function pairs(entries: readonly { event_id: string; bill_id: string }[]): Set<string> {
  return new Set(entries.map(pairOf))
}

function pairOf({ event_id, bill_id }: { event_id: string; bill_id: string }): string {
  return `${event_id} ${bill_id}`
}

/** Selects the events that are not over, each with the bills on its agenda and the bills that were just removed from it. */
function selectFutureEvents(
  db: Transaction,
  event_ids: readonly string[],
  removed: readonly { event_id: string; bill_id: string }[],
): Promise<EventRow[]> {
  return db<EventRow[]>`
    select e.event_id, a.bill_id, ${eventColumns(db)},
           exists (select from event_bills former
                    where former.event_id = e.replaces_event_id and former.bill_id = a.bill_id) as was_on_former
      from events e
      join (select event_id, bill_id from event_bills where event_id = any(${[...event_ids]}::text[])
            union
            select event_id, bill_id from jsonb_to_recordset(${db.json([...removed])}) as r(event_id text, bill_id uuid)) a
        using (event_id)
     where event_end(e.starts_at, e.starts_on, e.ends_at, e.ends_on, e.time_zone) > now()
     order by e.starts_on, e.event_id, a.bill_id`
}

/** Returns the columns of `EventRow` from an event `e`. */
export function eventColumns(db: Db) {
  return db`
    e.name, e.committee_id, iso_time(e.starts_at) as starts_at, e.starts_on::text,
    iso_time(e.ends_at) as ends_at, e.ends_on::text, e.time_zone, e.location, e.status,
    e.sequence, e.source_name`
}

function addedToAgendaUpdate(row: EventRow, notify: boolean): BillUpdate {
  const { event_id, sequence } = row
  return update(
    row,
    'hearing',
    `event:${event_id}:${sequence}`,
    `Hearing scheduled: ${describe(row)}`,
    notify,
  )
}

function hearingChangedUpdate(row: EventRow, notify: boolean): BillUpdate {
  const { event_id, sequence } = row
  return update(
    row,
    'hearing_changed',
    `event:${event_id}:${sequence}`,
    `Hearing changed, now ${describe(row)}`,
    notify,
  )
}

function postponedUpdate(row: EventRow, notify: boolean): BillUpdate {
  const words = `Hearing postponed, without a new date yet. It was ${describe(row)}`
  return update(row, 'hearing_changed', `event:${row.event_id}:${row.sequence}`, words, notify)
}

function canceledUpdate(row: EventRow, notify: boolean): BillUpdate {
  const words = `Hearing canceled. It was ${describe(row)}`
  return update(row, 'hearing_cancelled', `event:${row.event_id}:${row.sequence}`, words, notify)
}

function removedFromAgendaUpdate(row: EventRow, notify: boolean): BillUpdate {
  const words = `No longer on the agenda of ${describe(row)}`
  return update(row, 'hearing_cancelled', `event:${row.event_id}:${row.sequence}:removed`, words, notify)
}

/**
 * Returns the reminder on the day before an event. Its key contains the date so that a postponed event gets another
 * reminder.
 */
export function reminderUpdate(row: EventRow): BillUpdate {
  const time = eventClock(row)
  const words = [time ? `Hearing tomorrow at ${time}` : 'Hearing tomorrow', row.name, row.location]
  const key = `event:${row.event_id}:reminder:${row.starts_on}`
  return update(row, 'hearing', key, `${words.filter(Boolean).join(', ')}.`, true)
}

/** Returns a line such as "Tuesday, June 3, 2026, 10:00 a.m. EDT, Judiciary, Room 5." */
function describe(row: EventRow): string {
  return `${[eventTime(row), row.name, row.location].filter(Boolean).join(', ')}.`
}

function update(
  row: EventRow,
  update_type: BillUpdate['update_type'],
  update_key: string,
  summary: string,
  notify: boolean,
): BillUpdate {
  return {
    bill_id: row.bill_id,
    update_type,
    update_key,
    occurred_on: row.starts_on,
    summary: shortened(summary),
    subject_id: row.event_id,
    source_name: row.source_name,
    notify,
    committees: row.committee_id === null ? [] : [row.committee_id],
  }
}
