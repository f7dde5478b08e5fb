import { correctionUpdate, sessionEndedUpdate } from '../../alerts/updates/changes.ts'
import { recordBillUpdates } from '../../alerts/updates/record.ts'
import type { Transaction } from '../../postgres/db.ts'

type Session = { jurisdiction: string; identifier: string }

/** A session that ended earlier than this is history when its bills end. */
const newsDays = 60

/** Records that bills died with their session. */
export async function recordEndedBills(
  db: Transaction,
  { jurisdiction, identifier }: Session,
  bill_ids: readonly string[],
): Promise<void> {
  if (bill_ids.length === 0) return
  const [session] = await db<{ name: string; ended_on: string; source_name: string; is_news: boolean }[]>`
    select name, last_day_for_bills::text as ended_on, source_name,
           last_day_for_bills > current_date - ${newsDays}::int as is_news
      from legislative_sessions
     where jurisdiction = ${jurisdiction} and identifier = ${identifier} and last_day_for_bills is not null`
  if (!session) return
  const { name, ended_on, source_name, is_news } = session
  await recordBillUpdates(
    db,
    bill_ids.map((bill_id) =>
      sessionEndedUpdate({ bill_id, source_name, alerts: is_news }, { identifier, name, ended_on }),
    ),
  )
}

/** Takes back that bills died, because their session is open again. */
export async function recordRevivedBills(db: Transaction, bill_ids: readonly string[]): Promise<void> {
  const ended = await db<
    { bill_id: string; update_id: number; summary: string; source_name: string; is_alertable: boolean }[]
  >`
    select distinct on (bill_id) bill_id, update_id, summary, source_name, is_alertable from bill_updates
     where bill_id = any(${bill_ids}::uuid[]) and update_type = 'session_ended' order by bill_id, update_id desc`
  await recordBillUpdates(
    db,
    ended.map(({ bill_id, source_name, ...update }) =>
      correctionUpdate({ bill_id, source_name, alerts: true }, update, 'the session is still open.'),
    ),
  )
}
