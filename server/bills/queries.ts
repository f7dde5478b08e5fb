import type * as z from 'zod/mini'
import { type BillDetail, type BookmarkedBill, type listBills } from '../../contract/bills.ts'
import type { ParsedOf } from '../../contract/kit/endpoint.ts'
import type { Stance } from '../../contract/rules/stances.ts'
import type { Member } from '../http/route/route.ts'
import type { Db, Part } from '../postgres/db.ts'
import { readAfter } from './feedCursor.ts'
import { viewerParts } from './parts/partQueries.ts'
import type { SharedBill } from './sharing/sharePicture.ts'
import { versionColumns } from './versions/queries.ts'

/** The parameters of a page of bills without a keyword; `searchBills` in search.ts handles keywords. */
export type BillPage = Omit<ParsedOf<typeof listBills>, 'q'>

export type ListedBills = {
  /** The JSON of the bills of a page, separated by commas. */
  bills: Buffer[]
  /** Exact up to `maxCounted` where it is not stored. */
  total: number
  /** The cursor for the next page. */
  next: string | null
}

/** One page of bills by date or by activity, as the member sees them (list_bills in db/schema/52_feed.sql). */
export async function selectBills(db: Db, me: Member, page: BillPage): Promise<ListedBills> {
  const after = readAfter(page)
  const [row = []] = await db`
    select bills, total, next_page
      from list_bills(
        ${me.user_id}, ${me.ocd_city_id}, ${page.scope ?? null}, ${page.government_level ?? null},
        ${page.status ?? null}, ${page.topics}::text[], ${page.bookmarked !== undefined},
        ${page.sort}, ${page.order === 'asc'}, ${after.score}::float8, ${after.time}::timestamptz,
        ${after.bill_id}::uuid, ${page.offset}, ${page.limit})`.raw()
  return listedBills(row)
}

/** A row of the bills of a page, their total and the sort keys of the last one. */
export function listedBills([bills, total, next]: readonly Buffer[]): ListedBills {
  return {
    bills: bills ? [bills] : [],
    total: Number(total?.toString() ?? 0),
    next: next?.toString('base64url') ?? null,
  }
}

/** The JSON of these bills in this order, separated by commas. */
export async function selectListed(db: Db, me: Member, bill_ids: readonly string[]): Promise<Buffer[]> {
  const [row] = await db`select bill_cards(${me.user_id}, ${me.ocd_city_id}, ${bill_ids}::uuid[], null)`.raw()
  return row ?? []
}

// A larger total is of no use to a reader, and counting it would cost more than the page.
export const maxCounted = 10_000

/** Totals by level, status and one topic are stored; others are counted (count_listed in db/schema/52_feed.sql). */
export function hasStoredTotal(page: BillPage): boolean {
  const isPlace = page.scope === 'city' || page.scope === 'state'
  return page.bookmarked === undefined && page.topics.length <= 1 && !isPlace
}

/** A local bill of the member's own city. */
function isLocal(db: Db, me: Member) {
  return db`coalesce(b.government_level = 'local' and b.jurisdiction = ${me.ocd_city_id}, false)`
}

/** Comments by members in the viewer's city; the counts of other cities are never shown. */
function localCount(db: Db, me: Member) {
  if (me.ocd_city_id === null) return db`null::int`
  return db`coalesce((
    select n.comment_count from bill_local_counts n
     where n.bill_id = b.bill_id and n.ocd_city_id = ${me.ocd_city_id}), 0)`
}

/** The JSON of the bill, most of which is stored as text. */
export async function selectBill(db: Db, me: Member, bill_id: string): Promise<Buffer | undefined> {
  const rows = await db`
    select concat(left(row_to_json(v)::text, -1), ',',
                  coalesce((select detail from bill_parts p where p.bill_id = v.bill_id), bill_parts_detail(v.bill_id, null)),
                  '}')
      from (
        select b.bill_id, b.bill_code, b.title, b.summary, b.topics, b.government_level, b.jurisdiction, b.status,
               iso_time(b.created_at) as created_at, b.source_url, b.progress_line, b.progress_dots, b.path,
               t.formatted_text, t.bill_sections, t.full_text,
               c.support_count, c.oppose_count, c.neutral_count, c.learning_count, c.discussion_count,
               c.activity_score, ${localCount(db, me)} as local_count,
               s.stance as user_stance, k.user_id is not null as is_bookmarked,
               ${isLocal(db, me)} as is_local,
               b.sponsors, b.actions, b.source_name, iso_time(b.source_checked_at) as source_checked_at, b.ended_by,
               ${sessionOfBill(db)} as legislative_session,
               (select row_to_json(shown)
                  from (select ${versionColumns(db)}
                          from bill_versions v where v.bill_id = c.bill_id and v.version_no = c.version_no) shown) as version,
               (select row_to_json(shown)
                  from (select v.version_no, v.text_format, v.sections
                          from bill_versions v where v.bill_id = c.bill_id and v.version_no = c.text_version_no) shown)
                 as text_version,
               ${viewerParts(db, me)}
          from bills b
          join bill_counters c on c.bill_id = b.bill_id
          left join bill_texts t on t.bill_id = b.bill_id
          left join stances s on s.bill_id = b.bill_id and s.user_id = ${me.user_id}
          left join bookmarks k on k.bill_id = b.bill_id and k.user_id = ${me.user_id}
         where b.bill_id = ${bill_id}) v`.raw()
  return rows[0]?.[0] ?? undefined
}

/** The session of `b` as `BillSession` in contract/legislativeSessions.ts describes it, or null. */
function sessionOfBill(db: Db): Part {
  return db`(
    select jsonb_build_object('identifier', s.identifier, 'name', s.name, 'end_date', s.end_date,
             'last_day_for_bills', s.last_day_for_bills,
             'state', session_state(s.start_date, s.end_date, s.last_day_for_bills, current_date),
             'carry_over', s.carry_over, 'is_closed', s.closed_at is not null)
      from legislative_sessions s
     where s.jurisdiction = b.jurisdiction and b.legislative_session = any(s.keys)
     order by s.start_date desc limit 1)`
}

/** Undefined if there is no such bill; all null if it has no text. */
export async function selectText(
  db: Db,
  bill_id: string,
): Promise<Pick<BillDetail, 'formatted_text' | 'bill_sections' | 'full_text'> | undefined> {
  const [text] = await db<Pick<BillDetail, 'formatted_text' | 'bill_sections' | 'full_text'>[]>`
    select t.formatted_text, t.bill_sections, t.full_text
      from bills b left join bill_texts t using (bill_id)
     where b.bill_id = ${bill_id}`
  return text
}

/** The public fields that a shared link shows. */
export async function selectShared(db: Db, bill_id: string): Promise<SharedBill | undefined> {
  const [bill] = await db<SharedBill[]>`
    select b.bill_code, left(b.title, 1000) as title, left(b.summary, 1000) as summary, b.government_level,
           b.jurisdiction, b.status, c.support_count, c.oppose_count, c.neutral_count, c.learning_count
      from bills b join bill_counters c using (bill_id) where b.bill_id = ${bill_id}`
  return bill
}

/** Undefined if there is no such bill. */
export async function selectStance(db: Db, me: Member, bill_id: string) {
  const [row] = await db<{ stance: Stance | null; created_at: string | null }[]>`
    select s.stance, s.changed_at as created_at
      from bills b left join stances s on s.bill_id = b.bill_id and s.user_id = ${me.user_id}
     where b.bill_id = ${bill_id}`
  return row
}

export async function billExists(db: Db, bill_id: string): Promise<boolean> {
  const rows = await db`select from bills where bill_id = ${bill_id}`
  return rows.length > 0
}

export function selectBookmarks(db: Db, me: Member): Promise<z.infer<typeof BookmarkedBill>[]> {
  return db<z.infer<typeof BookmarkedBill>[]>`
    select k.bill_id, b.title, b.bill_code, b.government_level, s.stance as user_stance,
           k.created_at as bookmarked_at
      from bookmarks k join bills b using (bill_id)
      left join stances s on s.bill_id = k.bill_id and s.user_id = k.user_id
     where k.user_id = ${me.user_id} order by k.created_at desc, k.bill_id`
}
