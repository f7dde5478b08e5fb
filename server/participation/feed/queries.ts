import type { listBills } from '#contract/bills/bills.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { readAfter } from './feedCursor.ts'

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

/** Selects one page of bills by date or by activity, as the member sees them (list_bills in db/functions/52_feed.sql). */
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
 * counted (count_listed in db/functions/52_feed.sql).
 */
export function hasStoredTotal(page: BillPage): boolean {
  const isPlace = page.scope === 'city' || page.scope === 'state'
  return page.bookmarked === undefined && page.topics.length <= 1 && !isPlace
}
