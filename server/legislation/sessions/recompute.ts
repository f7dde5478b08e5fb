import type { Db, Part } from '#server/platform/postgres/db.ts'
import { carryOverRule } from '#server/sources/sessions/carryOver.ts'
import { lastDayForBills } from '#server/sources/sessions/lastDay.ts'
import { hasSameWords, selectPairs } from './reintroductions.ts'

type SessionRow = Parameters<typeof lastDayForBills>[0] & { jurisdiction: string }

/** Computes the last day for the bills of every session, for `hurd check`. */
export async function recomputeLastDays(db: Db): Promise<object[]> {
  const sessions = await db<SessionRow[]>`
    select jurisdiction, identifier, classification, start_date::text, end_date::text,
           coalesce(substring(jurisdiction from '/(?:state|district|territory):([a-z]{2})$'), 'us') as place
      from legislative_sessions`
  return sessions.map(({ jurisdiction, ...session }) =>
    Object.assign(
      { jurisdiction, identifier: session.identifier },
      lastDayForBills(session, carryOverRule(session.place)),
    ),
  )
}

/** The bills to look at, as the condition that a column has one of their ids. */
type Scope = { has: (column: string) => Part }
type Pair = { bill_id: string; new_bill_id: string }
type StoredPair = Pair & { is_next_session: boolean; versions: number[]; new_versions: number[] }

/**
 * Finds the bills that were introduced again, for `hurd check`. A stored pair stays right if one of its bills gets another
 * title or text later, because the later bill is still a reintroduction.
 */
export async function recomputeReintroductions(db: Db, scope: Scope): Promise<Pair[]> {
  const pairs: Pair[] = []
  const bills = await db<{ bill_id: string; source_id: string }[]>`
    select bill_id, source_id from bills where legislative_session is not null and ${scope.has('bill_id')}`
  const billIds = new Set(bills.map(({ bill_id }) => bill_id))
  // Each pair is found from both of its bills, and belongs to the range of the earlier one.
  for (const pair of await selectPairs(
    db,
    bills.map(({ source_id }) => source_id),
  )) {
    if (billIds.has(pair.bill_id) && (await hasSameWords(db, pair))) pairs.push(pair)
  }
  for (const pair of await selectStoredPairs(db, scope)) {
    if (pair.is_next_session && (await sharesAnyText(db, pair))) pairs.push(pair)
  }
  return pairs.map(({ bill_id, new_bill_id }) => ({ bill_id, new_bill_id }))
}

function selectStoredPairs(db: Db, scope: Scope) {
  const versionsOf = (bill: string) => db`array(
    select t.version_no from bill_version_texts t join bill_versions v using (bill_id, version_no)
     where t.bill_id = ${db(bill)} and v.document_type = 'bill' order by t.version_no desc)`
  return db<StoredPair[]>`
    select r.bill_id, r.new_bill_id, ${versionsOf('r.bill_id')} as versions, ${versionsOf('r.new_bill_id')} as new_versions,
           exists (
             select from legislative_sessions o
               join legislative_sessions n on n.jurisdiction = o.jurisdiction and n.start_date > o.start_date
              where o.jurisdiction = b.jurisdiction and b.legislative_session = any (o.keys) and o.classification = 'regular'
                and n.jurisdiction = nb.jurisdiction and nb.legislative_session = any (n.keys) and n.classification = 'regular'
                and not exists (
                  select from legislative_sessions between_them
                   where between_them.jurisdiction = o.jurisdiction and between_them.classification = 'regular'
                     and between_them.start_date > o.start_date and between_them.start_date < n.start_date)
           ) as is_next_session
      from bill_reintroductions r join bills b on b.bill_id = r.bill_id join bills nb on nb.bill_id = r.new_bill_id
     where ${scope.has('r.bill_id')}`
}

async function sharesAnyText(db: Db, pair: StoredPair): Promise<boolean> {
  for (const version_no of pair.versions) {
    for (const new_version_no of pair.new_versions) {
      if (await hasSameWords(db, { ...pair, version_no, new_version_no })) return true
    }
  }
  return false
}
