import { refuseCursor, timeKey } from '../../http/page.ts'
import type { Member } from '../../http/route/route.ts'
import type { Db } from '../../postgres/db.ts'
import { billJson, hasStoredTotal, type BillPage, type ListedBills, storedTotal } from '../queries.ts'

/** Pages by offset end here, because a page has to find all bills before it. Pages by cursor have no end. */
const maxDepth = 2_000

const sections = ['own', 'other'] as const

/** One page in the order of relevance (feed_page in db/schema/52_feed.sql), and one more bill if there are more. */
export async function selectRelevant(db: Db, me: Member, page: BillPage): Promise<ListedBills> {
  const { section, time, bill_id } = readCursor(page)
  const offset = page.after ? 0 : page.offset
  if (offset > maxDepth) return { bills: [], total: undefined, next: null }
  const ids = page.bookmarked === undefined ? db`feed_page` : db`bookmark_page`
  // Literals, for the reason in queries.ts: with an offset as a parameter every call would be planned again.
  const last = db.unsafe(String(offset + page.limit))
  const rows = await db`
    select case when page.is_listed then ${billJson(db, me, db`page.reason`)} end,
           case when page.position = ${last} or not page.is_listed then
             json_build_array((array['own', 'other'])[page.section], ${timeKey(db, 'page.latest_action_at')}, page.bill_id)
           end,
           ${hasStoredTotal(page) ? storedTotal(db, page) : null}
      from ${ids}(${me.user_id}, ${page.scope ?? null}, ${page.government_level ?? null}, ${page.status ?? null},
                  ${page.topics}::text[], ${section}::int, ${time}::timestamptz, ${bill_id}::uuid,
                  ${db.unsafe(String(offset + page.limit + 1))})
             with ordinality page (section, latest_action_at, bill_id, reason, is_listed, position)
      left join bills b on b.bill_id = page.bill_id and page.is_listed
      left join bill_counters c on c.bill_id = b.bill_id
     order by page.position
    ${offset > 0 ? db.unsafe(`offset ${offset}`) : db``}`.raw()
  const bills = rows.flatMap(([bill]) => bill ?? [])
  // Either one more bill was found, or the last row says where the search for more has to go on.
  const end =
    bills.length > page.limit ? rows[page.limit - 1] : rows.length > bills.length ? rows.at(-1) : null
  const total = rows[0]?.[2]
  return {
    bills,
    total: total ? Number(total.toString('latin1')) : undefined,
    next: end?.[1]?.toString('base64url') ?? null,
  }
}

function readCursor({ after }: BillPage) {
  if (!after) return { section: null, time: null, bill_id: null }
  const [name, time, bill_id] = after
  const index = sections.findIndex((section) => section === name)
  if (index === -1 || typeof time !== 'string' || typeof bill_id !== 'string') refuseCursor()
  return { section: index + 1, time, bill_id }
}
