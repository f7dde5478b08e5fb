import { actionFacts } from '#server/legislation/bills/parts/actionFacts.ts'
import type { CompleteParts } from '#server/legislation/bills/parts/completeParts.ts'
import type { Transaction } from '#server/platform/postgres/db.ts'
import { sourceFamily } from '#server/sources/bills/importedBill.ts'
import { dayInZone, zoneOfDivision } from '#server/sources/zones.ts'
import { textOnlyLength, type StoredBill } from './importDecisions.ts'

type PartsOf = ReadonlyMap<string, CompleteParts>

/** The columns that an import replaces, except the columns about the end of a bill. */
const columns =
  `source_id, source_family, source_name, source_updated_at, source_checked_at, content_hash, bill_code, title,
  summary, summary_by, topics, government_level, jurisdiction, created_at, source_url, text_url, latest_action_on,
  awaits_executive, progress_reached, progress_reached_on, progress_next, progress_final, progress_dots`.split(
    /,\s*/,
  )

export async function insertBills(
  db: Transaction,
  bills: readonly StoredBill[],
  parts: PartsOf,
): Promise<void> {
  if (bills.length === 0) return
  const list = db.unsafe([...columns, 'status', 'ended_by'].join(', '))
  await db`
    insert into bills (${list}, session_ended)
    select ${list}, government_level <> 'local' and session_is_over(jurisdiction, source_id)
      from jsonb_populate_recordset(null::bills, ${db.json(bills.map((bill) => billRow(bill, parts)))})`
}

export async function updateBills(
  db: Transaction,
  bills: readonly StoredBill[],
  parts: PartsOf,
): Promise<void> {
  if (bills.length === 0) return
  // A bill that ended with its session lives again only if its record shows that both chambers had passed it, for example
  // with a late signature. Nothing else that a source reports later, such as "Prefiled" or "Introduced", revives it.
  const staysEnded = db`(b.ended_by = 'session' and ends_with_session(r.status, r.awaits_executive))`
  // Why the bill counts as moved. Null if it does not. The first full record of a bill that was known only from its text is
  // not a move. Neither are the first actions of a bill, nor other words for the same actions.
  const move = db`
    case when octet_length(b.content_hash) = ${textOnlyLength} or ${staysEnded} then null
         when r.status <> coalesce(b.status_before_end, b.status) then 'status'
         when r.latest_action_on > b.latest_action_on then 'action' end`
  await db`
    update bills b
       set ${db.unsafe(columns.map((column) => `${column} = r.${column}`).join(', '))},
           status = case when ${staysEnded} then 'rejected' else r.status end,
           ended_by = case when ${staysEnded} then 'session' else r.ended_by end,
           status_before_end = case when ${staysEnded} then r.status end,
           moved_at = case when ${move} is null then b.moved_at else now() end,
           moved_by = coalesce(${move}, b.moved_by)
      from jsonb_populate_recordset(null::bills, ${db.json(bills.map((bill) => billRow(bill, parts)))}) r
     where b.source_id = r.source_id`
}

function billRow(
  { content_hash, text_stage: _stage, actions: _actions, ...bill }: StoredBill,
  parts: PartsOf,
) {
  const {
    actions = [],
    progress_reached = null,
    progress_reached_on = null,
    progress_next = null,
    progress_final = null,
    progress_dots = [],
  } = parts.get(bill.source_id) ?? {}
  return {
    ...bill,
    ...actionFacts(bill.status, actions, dayInZone(new Date(), zoneOfDivision(bill.jurisdiction))),
    progress_reached,
    progress_reached_on,
    progress_next,
    progress_final,
    progress_dots,
    source_family: sourceFamily(bill.source_name),
    content_hash: `\\x${content_hash.toString('hex')}`,
  }
}
