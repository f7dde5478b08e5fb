import type * as z from 'zod/mini'
import { type BillDetail, type BookmarkedBill, type listBills } from '../../contract/bills/bills.ts'
import type { ParsedOf } from '../../contract/kit/endpoint.ts'
import type { Stance } from '../../contract/rules/stances.ts'
import type { Member } from '../http/route/route.ts'
import type { Db } from '../postgres/db.ts'
import { readAfter } from './feedCursor.ts'
import type { SharedBill } from './sharing/sharePicture.ts'

/** The parameters of a page of bills without a keyword; `searchBills` in search.ts handles keywords. */
export type BillPage = Omit<ParsedOf<typeof listBills>, 'q'>

export type ListedBills = {
  /** The JSON of the bills of a page. The bills are separated by commas. */
  bills: Buffer[]
  /** The total is exact up to `maxCounted`. A stored total is always exact. */
  total: number
  /** The cursor for the next page. */
  next: string | null
}

/** Selects one page of bills by date or by activity, as the member sees them (list_bills in db/schema/52_feed.sql). */
export async function selectBills(db: Db, me: Member, page: BillPage): Promise<ListedBills> {
  const after = readAfter(page)
  const [row = []] = await db`
    select bills, total, next_page
      from list_bills(
        ${me.user_id}, ${me.ocd_city_id}, ${page.scope ?? null}, ${page.government_level ?? null},
        ${page.status ?? null}, ${page.topics}::text[], ${page.bookmarked !== undefined},
        ${leavesOutPast(page)}, ${page.sort}, ${page.order === 'asc'}, ${after.score}::float8, ${after.time}::timestamptz,
        ${after.bill_id}::uuid, ${page.offset}, ${page.limit})`.raw()
  return listedBills(row)
}

export function leavesOutPast({ past_sessions }: BillPage): boolean {
  return past_sessions === 'exclude'
}

/** Reads a row with the bills of a page, their total and the sort keys of the last bill. */
export function listedBills([bills, total, next]: readonly Buffer[]): ListedBills {
  return {
    bills: bills ? [bills] : [],
    total: Number(total?.toString() ?? 0),
    next: next?.toString('base64url') ?? null,
  }
}

/** Selects the JSON of these bills in this order, separated by commas. */
export async function selectListed(db: Db, me: Member, bill_ids: readonly string[]): Promise<Buffer[]> {
  const [row] = await db`select bill_cards(${me.user_id}, ${me.ocd_city_id}, ${bill_ids}::uuid[], null)`.raw()
  return row ?? []
}

// A larger total is of no use to a reader. Counting it would cost more than reading the page.
export const maxCounted = 10_000

/**
 * Returns true if the total of a list is stored. Totals by level, status and one topic are stored. Other totals are
 * counted (count_listed in db/schema/52_feed.sql).
 */
export function hasStoredTotal(page: BillPage): boolean {
  const isPlace = page.scope === 'city' || page.scope === 'state'
  return page.bookmarked === undefined && page.topics.length <= 1 && !isPlace
}

/** Selects the bill as JSON (bill_detail in db/schema/71_bill_detail.sql). */
export async function selectBill(db: Db, me: Member, bill_id: string): Promise<Buffer | undefined> {
  const rows = await db`select bill_detail(${bill_id}, ${me.user_id}, ${me.ocd_city_id})`.raw()
  return rows[0]?.[0] ?? undefined
}

/** Selects the text of a bill. Undefined if the bill does not exist. All fields are null if it has no text. */
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

/** Selects the public fields that a shared link shows. */
export async function selectShared(db: Db, bill_id: string): Promise<SharedBill | undefined> {
  const [bill] = await db<SharedBill[]>`
    select b.bill_code, left(b.title, 1000) as title, left(b.summary, 1000) as summary, b.government_level,
           b.jurisdiction, b.status, c.support_count, c.oppose_count, c.neutral_count, c.learning_count
      from bills b join current_bill_counts c using (bill_id) where b.bill_id = ${bill_id}`
  return bill
}

/** Selects the member's stance. Undefined if the bill does not exist. */
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
