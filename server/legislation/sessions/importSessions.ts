import {
  countLeftOut,
  countSaved,
  emptyReport,
  refuseRecord,
  secondsSince,
  type ImportReport,
} from '#server/platform/cli/importReport.ts'
import type { Db, Pool, Transaction } from '#server/platform/postgres/db.ts'
import { stateDivision } from '#server/sources/jurisdictions.ts'
import { bundledAsOf, bundledSessions } from '#server/sources/sessions/bundledSessions.ts'
import { carryOverRule } from '#server/sources/sessions/carryOver.ts'
import type { ImportedSession, SessionReading } from '#server/sources/sessions/importedSession.ts'
import { lastDayForBills } from '#server/sources/sessions/lastDay.ts'
import { sessionKey } from '#server/sources/sessions/sessionKey.ts'
import { markEndedSessions } from './markEndedSessions.ts'

const country = 'ocd-division/country:us'

/**
 * Imports sessions by jurisdiction and identifier, computes the last day for bills by the rules of the jurisdiction, and stores
 * with the bills of these sessions whether it has passed. An older record never replaces a newer one.
 */
export async function importSessions(
  db: Pool,
  records: AsyncIterable<SessionReading>,
  onProgress: (report: ImportReport) => void = () => {},
): Promise<ImportReport> {
  const started = performance.now()
  const report = emptyReport()
  const sessions: ImportedSession[] = []
  try {
    for await (const reading of records) {
      if ('reason' in reading) refuseRecord(report, reading, reading.reason)
      else {
        countLeftOut(report, reading.leftOut)
        sessions.push(reading.imported)
      }
    }
  } finally {
    // If the source fails, the records before its error are saved.
    Object.assign(report, await db.begin((transaction) => saveSessions(transaction, sessions)))
    await markEndedSessions(db)
    onProgress(report)
  }
  report.seconds = secondsSince(started)
  return report
}

/** Loads the bundled sessions. Newer ones that were imported are kept. */
export async function seedSessions(db: Pool): Promise<void> {
  const sessions = bundledSessions()
  const [outdated] = await db`
    select from jsonb_to_recordset(${db.json(sessions.map(rowOf))}) as r(jurisdiction text, identifier text)
      left join legislative_sessions s using (jurisdiction, identifier)
     where s.source_checked_at is null or s.source_checked_at < ${bundledAsOf} limit 1`
  if (!outdated) return
  await db.begin((transaction) => saveSessions(transaction, sessions))
}

async function saveSessions(db: Transaction, sessions: readonly ImportedSession[]) {
  // A record without a time is as new as the import.
  const byCheck = sessions.toSorted((a, b) =>
    (a.source_checked_at ?? '9').localeCompare(b.source_checked_at ?? '9'),
  )
  const rows = [...new Map(byCheck.map((session) => [keyOf(session), rowOf(session)])).values()]
  const list = db`jsonb_to_recordset(${db.json(rows)}) as r(
        jurisdiction text, identifier text, name text, classification text, start_date date, end_date date,
        last_day_for_bills date, last_day_rule text, carry_over text, is_confirmed boolean, active_at_source boolean,
        source_name text, source_checked_at timestamptz)`
  await db`select pg_advisory_xact_lock(hashtext('import sessions'))`
  const savedRows = await db<{ is_new: boolean }[]>`
    insert into legislative_sessions as stored (jurisdiction, identifier, name, classification, start_date, end_date,
        last_day_for_bills, last_day_rule, carry_over, is_confirmed, active_at_source, source_name, source_checked_at, keys)
    select jurisdiction, identifier, name, classification, start_date, end_date, last_day_for_bills, last_day_rule,
           carry_over, is_confirmed, active_at_source, source_name, coalesce(source_checked_at, now()),
           array[session_key(identifier)]
      from ${list}
    on conflict (jurisdiction, identifier) do update set
      name = excluded.name, classification = excluded.classification, start_date = excluded.start_date,
      end_date = excluded.end_date, last_day_for_bills = excluded.last_day_for_bills,
      last_day_rule = excluded.last_day_rule, carry_over = excluded.carry_over, is_confirmed = excluded.is_confirmed,
      active_at_source = coalesce(excluded.active_at_source, stored.active_at_source),
      source_name = excluded.source_name, source_checked_at = excluded.source_checked_at
    where excluded.source_checked_at >= stored.source_checked_at
      and (stored.name, stored.classification, stored.start_date, stored.end_date, stored.last_day_for_bills,
           stored.last_day_rule, stored.carry_over, stored.is_confirmed, stored.source_name)
          is distinct from (excluded.name, excluded.classification, excluded.start_date, excluded.end_date,
           excluded.last_day_for_bills, excluded.last_day_rule, excluded.carry_over, excluded.is_confirmed,
           excluded.source_name)
       or excluded.source_checked_at >= stored.source_checked_at
      and excluded.active_at_source <> coalesce(stored.active_at_source, not excluded.active_at_source)
    returning xmax = 0 as is_new`
  await db`
    update legislative_sessions s set source_checked_at = r.source_checked_at from ${list}
     where (s.jurisdiction, s.identifier) = (r.jurisdiction, r.identifier) and s.source_checked_at < r.source_checked_at`
  await saveKeys(db, [...new Set(rows.map(({ jurisdiction }) => jurisdiction))])
  return countSaved(sessions.length, savedRows)
}

function keyOf({ place, identifier }: ImportedSession): string {
  return `${place} ${identifier}`
}

function rowOf({ place, ...session }: ImportedSession) {
  const rule = carryOverRule(place)
  const jurisdiction = (place === 'us' ? null : stateDivision(place)) ?? country
  const { carry_over, is_confirmed } = rule
  return {
    ...session,
    jurisdiction,
    carry_over,
    is_confirmed,
    ...lastDayForBills({ place, ...session }, rule),
  }
}

type KeyedSession = {
  jurisdiction: string
  identifier: string
  classification: string
  start_date: string
  last_day_for_bills: string | null
  end_date: string | null
  keys: string[]
}

/**
 * Saves further keys of sessions. LegiScan identifies a session by its years. They become a key if they match exactly one
 * regular session.
 */
async function saveKeys(db: Db, jurisdictions: readonly string[]): Promise<void> {
  const sessions = await db<KeyedSession[]>`
    select jurisdiction, identifier, classification, start_date, last_day_for_bills, end_date, keys
      from legislative_sessions where jurisdiction = any(${[...jurisdictions]}) order by jurisdiction, identifier`
  const changed = [...Map.groupBy(sessions, ({ jurisdiction }) => jurisdiction).values()].flatMap(
    keysWithYears,
  )
  if (changed.length === 0) return
  await db`
    update legislative_sessions s set keys = array(select jsonb_array_elements_text(r.keys))
      from jsonb_to_recordset(${db.json(changed)}) as r(jurisdiction text, identifier text, keys jsonb)
     where (s.jurisdiction, s.identifier) = (r.jurisdiction, r.identifier)`
}

function keysWithYears(sessions: readonly KeyedSession[]): KeyedSession[] {
  const identifiers = new Set(sessions.map(({ identifier }) => sessionKey(identifier)))
  const years = Map.groupBy(
    sessions.flatMap((session) => yearsOf(session).map((key) => ({ key, session }))),
    ({ key }) => key,
  )
  return sessions.flatMap((session) => {
    const further = yearsOf(session).filter((key) => !identifiers.has(key) && years.get(key)?.length === 1)
    const keys = [sessionKey(session.identifier), ...further]
    return keys.join(' ') === session.keys.join(' ') ? [] : [Object.assign({}, session, { keys })]
  })
}

/**
 * Returns the years by which a source may identify a session, such as "2025" and "2025-2026". A session that begins in
 * November or December belongs to the next year.
 */
function yearsOf({ classification, start_date, last_day_for_bills, end_date }: KeyedSession): string[] {
  if (classification === 'special') return []
  const first = Number(start_date.slice(0, 4)) + (start_date.slice(5) >= '11' ? 1 : 0)
  const last = Number((last_day_for_bills ?? end_date ?? start_date).slice(0, 4))
  return last > first ? [String(first), `${first}-${first + 1}`] : [String(first)]
}
