import type { FastifyBaseLogger } from 'fastify'
import { recordBillUpdates } from '#server/legislation/updates/record.ts'
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { eventColumns, reminderUpdate, type EventRow } from './hearingUpdates.ts'

const pollMs = 5 * 60_000

/** Reminders on the day before are sent from this local hour on so that no alert wakes anybody. */
const firstHour = 8

/** The maximum number of updates that are recorded in one transaction. */
const batchSize = 500

/**
 * Sends reminders of hearings on the day before, and marks events whose time has passed. Any number of instances can
 * run this worker.
 */
export function startEventClock(pool: Pool, log: FastifyBaseLogger): Worker {
  return startWorker({
    name: 'event_reminders',
    pollMs,
    log,
    failureMessage: 'reminding of hearings failed, will retry',
    work: async (isStopping) => {
      await markPassedEvents(pool)
      while (!isStopping() && (await remindOfHearings(pool)) === batchSize);
    },
  })
}

export async function markPassedEvents(pool: Pool): Promise<void> {
  await pool`
    update events set status = 'passed'
     where status in ('scheduled', 'changed') and starts_on <= current_date + 1
       and greatest(event_end(starts_at, starts_on, ends_at, ends_on, time_zone), starts_at + interval '3 hours') <= now()`
}

/**
 * Records tomorrow's hearings as updates of their bills, by the calendar of the hearing's place. A hearing that was
 * announced or moved today was reported today, so it gets no reminder. Returns the number of hearings that were due.
 */
export async function remindOfHearings(pool: Pool): Promise<number> {
  return pool.begin(async (db) => {
    const due = await db<EventRow[]>`
      select e.event_id, eb.bill_id, ${eventColumns(db)}
        from events e
       cross join lateral (select now() at time zone e.time_zone as local_now) l
        join event_bills eb using (event_id)
       where e.status in ('scheduled', 'changed') and e.starts_on between current_date and current_date + 2
         and e.starts_on = l.local_now::date + 1 and extract(hour from l.local_now) >= ${firstHour}::int
         and not exists (
           select from bill_updates u
            where u.bill_id = eb.bill_id and u.update_key = 'event:' || e.event_id || ':reminder:' || e.starts_on)
         and not exists (
           select from bill_updates u
            where u.bill_id = eb.bill_id and u.subject_id = e.event_id
              and u.update_type in ('hearing', 'hearing_changed') and u.update_key not like '%:reminder:%'
              and (u.first_seen_at at time zone e.time_zone)::date >= l.local_now::date)
       order by e.starts_on, e.event_id, eb.bill_id limit ${batchSize}::int`
    await recordBillUpdates(
      db,
      due.map((row) => reminderUpdate(row)),
    )
    return due.length
  })
}
