import type { CalendarTargetType } from '#contract/hearings.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'
import { yearsAhead } from '#server/sources/parts/possibleDates.ts'
import type { CalendarEvent } from './calendar.ts'

export type CalendarTarget = { target_type: CalendarTargetType; target_id: string }

/** A calendar keeps past events for this many days so that calendar apps still receive a late cancellation. */
const daysBack = 60
/** The maximum number of events in a calendar. Upcoming events have priority over past ones. */
const maxEvents = 200
/** The maximum number of bills that the description of an event names. */
const maxBills = 10

/** Selects the events of a bill, committee, jurisdiction or topic. */
export function selectTargetEvents(
  db: Db,
  { target_type, target_id }: CalendarTarget,
): Promise<CalendarEvent[]> {
  return selectEvents(db, eventsOf(db, target_type, target_id))
}

function eventsOf(db: Db, target_type: CalendarTargetType, target_id: string): Part {
  if (target_type === 'bill') {
    return db`select e.* from event_bills eb join events e using (event_id) where eb.bill_id = ${target_id}::uuid`
  }
  if (target_type === 'committee') return db`select e.* from events e where e.committee_id = ${target_id}`
  if (target_type === 'jurisdiction') return db`select e.* from events e where e.jurisdiction = ${target_id}`
  return db`
    select e.* from events e
     where exists (select from event_bills eb join bills b using (bill_id)
                    where eb.event_id = e.event_id and ${target_id} = any (b.topics))`
}

/**
 * Selects the events of the bills that a member follows or has a stance on, and of the committees that the member
 * follows.
 */
export function selectOwnEvents(db: Db, user_id: string): Promise<CalendarEvent[]> {
  return selectEvents(
    db,
    db`
      select e.* from events e
       where e.event_id in (
               select eb.event_id from alert_follows f join event_bills eb on eb.bill_id = f.target_id::uuid
                where f.user_id = ${user_id} and f.target_type = 'bill'
               union
               select eb.event_id from stances s join event_bills eb using (bill_id) where s.user_id = ${user_id})
          or e.committee_id in (
               select target_id from alert_follows where user_id = ${user_id} and target_type = 'committee')`,
  )
}

async function selectEvents(db: Db, events: Part): Promise<CalendarEvent[]> {
  return db<CalendarEvent[]>`
    select coalesce(e.calendar_uid, e.event_id) as uid, e.sequence, e.name, e.starts_on::text, iso_time(e.starts_at) as starts_at,
           iso_time(e.ends_at) as ends_at, e.ends_on::text, e.time_zone, e.location, e.url, e.status, e.source_name, iso_time(e.source_checked_at) as source_checked_at,
           coalesce((
             select jsonb_agg(jsonb_build_object('bill_id', b.bill_id, 'bill_code', b.bill_code, 'title', left(b.title, 200))
                              order by b.bill_code)
               from (select b.bill_id, b.bill_code, b.title from event_bills eb join bills b using (bill_id)
                      where eb.event_id = e.event_id order by b.bill_code limit ${maxBills}::int) b), '[]'::jsonb) as bills
      from (select * from (
              (select * from (${events}) e
                where e.starts_on between current_date - 367
                                      and (current_date + make_interval(years => ${yearsAhead}::int))::date
                  and coalesce(e.ends_on, e.starts_on) >= current_date - 1
                  and not exists (select from events r where r.replaces_event_id = e.event_id)
                order by e.starts_on, e.event_id limit ${maxEvents}::int)
              union all
              (select * from (${events}) e
                where e.starts_on between current_date - ${daysBack}::int and current_date - 2
                  and coalesce(e.ends_on, e.starts_on) < current_date - 1
                  and not exists (select from events r where r.replaces_event_id = e.event_id)
                order by e.starts_on desc, e.event_id limit ${maxEvents}::int)) e
             order by coalesce(e.ends_on, e.starts_on) < current_date - 1, abs(e.starts_on - current_date), e.event_id
             limit ${maxEvents}::int) e
     order by e.starts_on, e.event_id`
}
