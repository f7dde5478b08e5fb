import type { Pool, Transaction } from '#server/platform/postgres/db.ts'
import { planClosing } from './closingPlan.ts'
import { inBatches } from './inBatches.ts'
import { markEndedSessions } from './markEndedSessions.ts'
import { selectSessionFacts, type SessionRow } from './queries.ts'
import { recordEndedBills, recordRevivedBills } from './sessionUpdates.ts'

export type SessionReport = {
  jurisdiction: string
  identifier: string
  last_day_for_bills: string | null
  is_confirmed: boolean
  open_bills: number
  would_end: number
  reason: string
}

/** Reports what closing sessions would do on a day. Changes nothing. */
export async function reportClosing(db: Pool, on: string): Promise<SessionReport[]> {
  const rows = await selectSessionFacts(db, on)
  return rows.map((row) => {
    const { closes_on, reason } = planClosing(row, on)
    const { jurisdiction, identifier, last_day_for_bills, is_confirmed } = row
    return {
      jurisdiction,
      identifier,
      last_day_for_bills,
      is_confirmed,
      open_bills: row.open_bills + row.waiting_bills,
      would_end: closes_on === null ? 0 : row.open_bills + row.ended_bills,
      reason,
    }
  })
}

export type Closing = { sessions: number; ended: number; revived: number }

/**
 * Ends the open bills of sessions that are over, in batches, and revives the bills of sessions that turn out to be
 * open. This happens only where the carry-over rule is confirmed. Then stores which bills belong to past sessions.
 * Several instances can run it at the same time.
 */
export async function closeSessions(db: Pool, isStopping: () => boolean = () => false): Promise<Closing> {
  const closing: Closing = { sessions: 0, ended: 0, revived: await reviveBills(db, isStopping) }
  const [clock] = await db<{ today: string }[]>`select current_date::text as today`
  const today = clock?.today ?? ''
  for (const row of await selectSessionFacts(db, today)) {
    if (isStopping()) break
    const { closes_on } = planClosing(row, today)
    if (closes_on === null || !row.is_confirmed) continue
    const ended = await inBatches(isStopping, (size) => endBills(db, row, size))
    closing.ended += ended
    if (ended > 0) closing.sessions += 1
    await db`
      update legislative_sessions set closed_at = now()
       where jurisdiction = ${row.jurisdiction} and identifier = ${row.identifier} and closed_at is null`
  }
  await markEndedSessions(db, isStopping)
  return closing
}

/**
 * Ends up to `size` bills. A bill on which something happened recently is not ended yet, even if its session is over.
 */
async function endBills(pool: Pool, session: SessionRow, size: number) {
  const { jurisdiction, keys, last_day_for_bills } = session
  return pool.begin(async (db: Transaction) => {
    const ended = await db<{ bill_id: string }[]>`
      with ending as materialized (
        select bill_id, status from bills
         where jurisdiction = ${jurisdiction} and legislative_session = any(${keys})
           and status in ('introduced', 'active', 'engrossed', 'pending') and ends_with_session(status, awaits_executive)
           and (latest_action_at < ${last_day_for_bills}::date + 1 or latest_action_at < now() - interval '45 days')
         order by bill_id limit ${size} for no key update skip locked)
      update bills b
         set status = 'rejected', ended_by = 'session', status_before_end = e.status,
             moved_at = case when ${last_day_for_bills}::date > current_date - 60 then now() else b.moved_at end,
             moved_by = case when ${last_day_for_bills}::date > current_date - 60 then 'status' else b.moved_by end
        from ending e where b.bill_id = e.bill_id
      returning b.bill_id`
    await recordEndedBills(
      db,
      session,
      ended.map(({ bill_id }) => bill_id),
    )
    return ended.length
  })
}

/**
 * Revives the bills that ended with a session that is open again, for example because its last day was corrected.
 */
async function reviveBills(pool: Pool, isStopping: () => boolean): Promise<number> {
  const reopened = await pool<{ jurisdiction: string; identifier: string; keys: string[] }[]>`
    select jurisdiction, identifier, keys from legislative_sessions
     where closed_at is not null and (last_day_for_bills is null or last_day_for_bills >= current_date or not is_confirmed)`
  let revived = 0
  for (const { jurisdiction, identifier, keys } of reopened) {
    revived += await inBatches(isStopping, (size) =>
      pool.begin(async (db: Transaction) => {
        const bills = await db<{ bill_id: string }[]>`
          update bills b set status = status_before_end, ended_by = null, status_before_end = null
            from (select bill_id from bills
                   where jurisdiction = ${jurisdiction} and legislative_session = any(${keys}) and ended_by = 'session'
                   order by bill_id limit ${size} for no key update skip locked) ended
           where b.bill_id = ended.bill_id returning b.bill_id`
        await recordRevivedBills(
          db,
          bills.map(({ bill_id }) => bill_id),
        )
        return bills.length
      }),
    )
    // The next run revives the bills that were locked, and those that an interrupted run left.
    await pool`
      update legislative_sessions set closed_at = null
       where jurisdiction = ${jurisdiction} and identifier = ${identifier}
         and not exists (select from bills where jurisdiction = ${jurisdiction}
                          and legislative_session = any(${keys}) and ended_by = 'session')`
  }
  return revived
}
