import type { Pool } from '#server/platform/postgres/db.ts'
import { inBatches } from './inBatches.ts'

type Session = { jurisdiction: string; keys: string[]; is_over: boolean }

/**
 * Stores with each bill whether the last day of its session has passed, in batches. Imports of bills do this for new bills. This
 * function does it when sessions are imported and when the last day passes.
 */
export async function markEndedSessions(db: Pool, isStopping: () => boolean = () => false): Promise<void> {
  const sessions = await db<Session[]>`
    select jurisdiction, keys, is_over
      from (select jurisdiction, keys, coalesce(last_day_for_bills < current_date, false) as is_over
              from legislative_sessions) s
     where exists (select from bills b
                    where b.jurisdiction = s.jurisdiction and b.legislative_session = any(s.keys)
                      and b.session_ended = not s.is_over)`
  for (const { jurisdiction, keys, is_over } of sessions) {
    // oxlint-disable-next-line no-await-in-loop -- one session after another so that few bills are locked at once
    await inBatches(isStopping, async (size) => {
      const { count } = await db`
        update bills b set session_ended = ${is_over}
          from (select bill_id from bills
                 where jurisdiction = ${jurisdiction} and legislative_session = any(${keys})
                   and session_ended = ${!is_over}
                 order by bill_id limit ${size} for no key update skip locked) changing
         where b.bill_id = changing.bill_id`
      return count
    })
  }
}
