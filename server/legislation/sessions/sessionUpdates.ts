import { correctionUpdate, sessionEndedUpdate } from '#server/legislation/updates/changes.ts'
import { recordBillUpdates } from '#server/legislation/updates/record.ts'
import type { Transaction } from '#server/platform/postgres/db.ts'

type Session = { jurisdiction: string; identifier: string }

/** If a session ended more than this many days ago when its bills end, this is old news and alerts nobody. */
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
  const earlier = await selectEarlierEnds(db, identifier, bill_ids)
  await recordBillUpdates(
    db,
    bill_ids.map((bill_id) => {
      const update = sessionEndedUpdate(
        { bill_id, source_name, notify: is_news },
        { identifier, name, ended_on },
      )
      // A bill that was revived can die a second time, so the key contains a number.
      const times = earlier.get(bill_id) ?? 0
      return times === 0 ? update : { ...update, update_key: `${update.update_key}:${times + 1}` }
    }),
  )
}

/** Selects how often each bill died with this session before. */
async function selectEarlierEnds(
  db: Transaction,
  identifier: string,
  bill_ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db<{ bill_id: string; times: number }[]>`
    select bill_id, count(*)::int as times from bill_updates
     where bill_id = any(${[...bill_ids]}::uuid[]) and update_type = 'session_ended' and subject_id = ${identifier}
     group by bill_id`
  return new Map(rows.map(({ bill_id, times }) => [bill_id, times]))
}

/** Selects which of these bills died with their session. */
export async function selectEndedBills(db: Transaction, source_ids: readonly string[]): Promise<string[]> {
  if (source_ids.length === 0) return []
  const rows = await db<{ bill_id: string }[]>`
    select bill_id from bills where source_id = any(${[...source_ids]}) and ended_by = 'session'`
  return rows.map(({ bill_id }) => bill_id)
}

/**
 * Selects which of the bills that died with their session are still over after an import, as source ids. Nobody is alerted
 * of what their sources report later.
 */
export async function selectStillOver(db: Transaction, ended: readonly string[]): Promise<Set<string>> {
  if (ended.length === 0) return new Set()
  const rows = await db<{ source_id: string }[]>`
    select source_id from bills where bill_id = any(${[...ended]}::uuid[]) and status = 'rejected'`
  return new Set(rows.map(({ source_id }) => source_id))
}

/** Corrects the updates that report the end of bills with their session, for bills that a later action has revived. */
export async function recordBillsRevivedByAction(
  db: Transaction,
  ended: readonly string[],
  notify: boolean,
): Promise<void> {
  if (ended.length === 0) return
  const revived = await db<{ bill_id: string }[]>`
    select bill_id from bills where bill_id = any(${[...ended]}::uuid[]) and status <> 'rejected'`
  await recordRevivedBills(
    db,
    revived.map(({ bill_id }) => bill_id),
    { now: 'the bill has moved again.', notify },
  )
}

/** Corrects the updates that report the end of bills. The default reason is that their session is open again. */
export async function recordRevivedBills(
  db: Transaction,
  bill_ids: readonly string[],
  { now, notify } = { now: 'the session is still open.', notify: true },
): Promise<void> {
  const ended = await db<
    { bill_id: string; update_id: number; summary: string; source_name: string; is_alertable: boolean }[]
  >`
    select distinct on (bill_id) bill_id, update_id, summary, source_name, is_alertable from bill_updates
     where bill_id = any(${bill_ids}::uuid[]) and update_type = 'session_ended' order by bill_id, update_id desc`
  await recordBillUpdates(
    db,
    ended.map(({ bill_id, source_name, ...update }) =>
      correctionUpdate({ bill_id, source_name, notify }, update, now),
    ),
  )
}
