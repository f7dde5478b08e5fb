import { refuseCursor } from '#server/platform/http/page.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { type BillPage, leavesOutPast, type ListedBills, listedBills } from './queries.ts'

/** Selects one page in the order of relevance (list_relevant_bills in db/functions/52_feed.sql). */
export async function selectRelevant(db: Db, me: Member, page: BillPage): Promise<ListedBills> {
  const after = readCursor(page.after)
  const [row = []] = await db`
    select bills, total, next_page
      from list_relevant_bills(
        ${me.user_id}, ${me.ocd_city_id}, ${page.scope ?? null}, ${page.government_level ?? null},
        ${page.status ?? null}, ${page.topics}::text[], ${page.bookmarked !== undefined},
        ${leavesOutPast(page)}, ${after.section}, ${after.time}::timestamptz, ${after.bill_id}::uuid, ${page.offset}, ${page.limit})`.raw()
  return listedBills(row)
}

function readCursor(after: BillPage['after']) {
  if (!after) return { section: null, time: null, bill_id: null }
  const [section, time, bill_id] = after
  const isSection = section === 'own' || section === 'other'
  if (!isSection || typeof time !== 'string' || typeof bill_id !== 'string') refuseCursor()
  return { section, time, bill_id }
}
