import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import type * as contract from '#contract/openData/public.ts'
import type { PublicBill } from '#contract/openData/publicRecords.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'
import { withSource, type SourceColumns } from './source.ts'

type BillRow = Omit<PublicBill, 'source'> & SourceColumns

/** Returns the fields of `PublicBill` for the bill `b`. */
export function billColumns(db: Db): Part {
  return db`
    b.bill_id, b.bill_code, b.title, b.summary, b.summary_by, b.topics, b.government_level, b.jurisdiction,
    b.legislative_session as session, b.status, bill_line(b) as progress_line, bill_checked_on(b)::text as checked_on,
    b.created_at as introduced_at, b.latest_action_at,
    b.changed_at, b.source_name, b.source_url, b.source_checked_at`
}

/** The maximum number of bills that a page reads to find those that its filters accept. */
const maxScanned = 2_000

/**
 * Selects a page of bills, newest or least recently changed first. The page scans one index. Filters that are not part
 * of the index only skip scanned bills, so a page costs the same however rare the matching bills are.
 */
export async function listPublicBills(
  db: Db,
  input: ParsedOf<typeof contract.listPublicBills>,
): Promise<{ bills: PublicBill[]; next: string | null }> {
  const { limit, jurisdiction, session, government_level, status, topic, updated_since } = input
  const isByChange = updated_since !== undefined
  const others = [session, government_level, status, topic, isByChange ? jurisdiction : undefined]
  const hasFilter = others.some((filter) => filter !== undefined)
  const scanned = hasFilter ? maxScanned : limit + 1
  const [page] = await db<{ bill_ids: string[]; next: string | null }[]>`
    with scanned as materialized (${isByChange ? changedBills(db, input, scanned) : newestBills(db, input, scanned)}),
    matching as materialized (
      select bill_id, at, position from scanned
       where (${session ?? null}::text is null or legislative_session = ${session ?? null})
         and (${government_level ?? null}::text is null or government_level = ${government_level ?? null})
         and (${status ?? null}::text is null or status = ${status ?? null})
         and (${topic ?? null}::text is null or ${topic ?? null} = any (topics))
         and (${jurisdiction ?? null}::text is null or jurisdiction = ${jurisdiction ?? null})
       order by position limit ${limit + 1}),
    last as (
      select at, bill_id from (
        (select at, bill_id, 1 as choice from matching order by position offset ${limit - 1} limit 1)
        union all
        (select at, bill_id, 2 from scanned order by position desc limit 1)) ends
       where choice = case when (select count(*) from matching) > ${limit} then 1
                           when (select count(*) from scanned) = ${scanned} then 2 end)
    select coalesce((select array_agg(bill_id order by position)
                       from (select * from matching order by position limit ${limit}) m), '{}') as bill_ids,
           (select json_build_array(time_key(at), bill_id)::text from last) as next`
  const bill_ids = page?.bill_ids ?? []
  const rows = await db<BillRow[]>`
    select ${billColumns(db)} from bills b
     where b.bill_id = any (${bill_ids}::uuid[]) order by array_position(${bill_ids}::uuid[], b.bill_id)`
  const next = page?.next ? Buffer.from(page.next).toString('base64url') : null
  return { bills: rows.map(withSource), next }
}

const scannedColumns = `bill_id, legislative_session, government_level, status, topics, jurisdiction`

function newestBills(
  db: Db,
  { after, jurisdiction }: ParsedOf<typeof contract.listPublicBills>,
  rows: number,
): Part {
  return db`
    select ${db.unsafe(scannedColumns)}, created_at as at, row_number() over (order by created_at desc, bill_id) as position
      from bills
     where true ${jurisdiction === undefined ? db`` : db`and jurisdiction = ${jurisdiction}`}
           ${
             after === undefined
               ? db``
               : db`and created_at <= ${after[0]}::timestamptz
                    and (created_at < ${after[0]}::timestamptz or bill_id > ${after[1]})`
           }
     order by created_at desc, bill_id limit ${rows}`
}

/** Selects changed bills. The last minute is left out, because an import may still add bills with a time in it. */
function changedBills(
  db: Db,
  { after, updated_since }: ParsedOf<typeof contract.listPublicBills>,
  rows: number,
): Part {
  return db`
    select ${db.unsafe(scannedColumns)}, changed_at as at, row_number() over (order by changed_at, bill_id) as position
      from bills
     where changed_at >= ${updated_since ?? null}::timestamptz and changed_at < now() - interval '1 minute'
           ${after === undefined ? db`` : db`and (changed_at, bill_id) > (${after[0]}::timestamptz, ${after[1]})`}
     order by changed_at, bill_id limit ${rows}`
}

type BillDetail = OutputOf<typeof contract.getPublicBill>['bill']

export async function getPublicBill(db: Db, bill_id: string): Promise<BillDetail | undefined> {
  const [row] = await db<(Omit<BillDetail, 'source'> & SourceColumns)[]>`
    select ${billColumns(db)}, b.ended_by,
           coalesce((
             select jsonb_agg(jsonb_build_object('name', name, 'classification', classification, 'entity_type', entity_type,
                                'party', party, 'district', district, 'rep_id', rep_id, 'sponsored_on', sponsored_on,
                                'withdrawn_on', withdrawn_on) order by position)
               from bill_sponsorships where bill_id = b.bill_id), '[]') as sponsorships,
           coalesce((
             select jsonb_agg(jsonb_build_object('acted_on', acted_on, 'chamber', chamber, 'description', description,
                                'classification', classification, 'stage', stage, 'vote_event_id', vote_event_id)
                              order by position)
               from bill_actions where bill_id = b.bill_id), '[]') as actions,
           coalesce((
             select jsonb_agg(jsonb_build_object('committee_id', committee_id, 'name', name, 'chamber', chamber,
                                'parent_name', parent_name, 'activity', activity, 'occurred_on', occurred_on)
                              order by position)
               from bill_committees where bill_id = b.bill_id), '[]') as committees,
           coalesce((
             select jsonb_agg(jsonb_build_object('bill_id', o.bill_id, 'bill_code', r.related_bill_code,
                                'relation_type', r.relation_type, 'identified_by', r.identified_by)
                              order by r.related_source_id, r.relation_type, r.identified_by)
               from related_bills r left join bills o on o.source_id = r.related_source_id
              where r.bill_id = b.bill_id), '[]') as related_bills,
           coalesce((
             select jsonb_agg(subject order by subject) from bill_subjects where bill_id = b.bill_id), '[]') as subjects
      from bills b where b.bill_id = ${bill_id}`
  return row && withSource(row)
}

export async function hasBill(db: Db, bill_id: string): Promise<boolean> {
  const rows = await db`select from bills where bill_id = ${bill_id}`
  return rows.length > 0
}
