import { refuseCursor, timeKey } from '../../http/page.ts'
import type { Member } from '../../http/route/route.ts'
import type { Db } from '../../postgres/db.ts'
import { billJson, hasStoredTotal, type BillPage, type ListedBills, storedTotal } from '../queries.ts'

/** Pages by offset end here, because a page has to find all bills before it. Pages by cursor have no end. */
const maxDepth = 2_000

const sections = ['own', 'other'] as const

// A page by offset passes over this many short pages at most.
const maxShortPages = 20

/** One page in the order of relevance (feed_page in db/schema/52_feed.sql), and one more bill if there are more. */
export async function selectRelevant(db: Db, me: Member, page: BillPage): Promise<ListedBills> {
  let start = readCursor(page.after)
  let skipped = page.after ? 0 : page.offset
  if (skipped > maxDepth) return { bills: [], total: undefined, next: null }
  for (let tries = 0; ; tries += 1) {
    const rows = await selectRows(db, me, page, start, skipped)
    const end = endOf(rows)
    const listed = end ? rows.length - 1 : rows.length
    const isReached = skipped === 0 || listed > skipped
    if (!end || isReached || tries === maxShortPages) return pageOf(rows, page.limit, skipped)
    // The search ended before the offset was reached. It goes on where it ended.
    start = readCursor(cursorOf(end))
    skipped -= listed
  }
}

type Start = { section: number | null; time: string | null; bill_id: string | null }

/** Rows of bill, cursor and total. The first `skipped` bills are empty, and the cursor is there where a page may end. */
async function selectRows(db: Db, me: Member, page: BillPage, start: Start, skipped: number) {
  const ids = page.bookmarked === undefined ? db`feed_page` : db`bookmark_page`
  // Literals, for the reason in queries.ts: with an offset as a parameter every call would be planned again.
  const [first, last] = [db.unsafe(String(skipped)), db.unsafe(String(skipped + page.limit))]
  return db`
    select case when b.bill_id is not null then ${billJson(db, me, db`page.reason`)} end,
           case when page.position = ${last} or not page.is_listed then
             json_build_array((array['own', 'other'])[page.section], ${timeKey(db, 'page.latest_action_at')}, page.bill_id)
           end,
           ${hasStoredTotal(page) ? storedTotal(db, page) : null}
      from ${ids}(${me.user_id}, ${page.scope ?? null}, ${page.government_level ?? null}, ${page.status ?? null},
                  ${page.topics}::text[], ${start.section}::int, ${start.time}::timestamptz, ${start.bill_id}::uuid,
                  ${last} + 1)
             with ordinality page (section, latest_action_at, bill_id, reason, is_listed, position)
      left join bills b on b.bill_id = page.bill_id and page.is_listed and page.position > ${first}
      left join bill_counters c on c.bill_id = b.bill_id
     order by page.position`.raw()
}

/** The last row if it is no bill but says where the search has to go on. */
function endOf(rows: readonly Buffer[][]): Buffer[] | null {
  const last = rows.at(-1)
  return last && !last[0] && last[1] ? last : null
}

function pageOf(rows: readonly Buffer[][], limit: number, skipped: number): ListedBills {
  const bills = rows.flatMap(([bill]) => bill ?? [])
  const end = bills.length > limit ? rows[skipped + limit - 1] : endOf(rows)
  const total = rows[0]?.[2]
  return {
    bills,
    total: total ? Number(total.toString('latin1')) : undefined,
    next: end?.[1]?.toString('base64url') ?? null,
  }
}

function cursorOf(row: readonly Buffer[]): BillPage['after'] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement writes the cursor of this order
  return JSON.parse(row[1]?.toString('utf8') ?? 'null') as BillPage['after']
}

function readCursor(after: BillPage['after']): Start {
  if (!after) return { section: null, time: null, bill_id: null }
  const [name, time, bill_id] = after
  const index = sections.findIndex((section) => section === name)
  if (index === -1 || typeof time !== 'string' || typeof bill_id !== 'string') refuseCursor()
  return { section: index + 1, time, bill_id }
}
