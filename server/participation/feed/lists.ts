import { encodeCursor } from '#server/platform/http/page.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { cacheOf, type Memory } from '#server/platform/records/memory.ts'
import { Shared } from '#server/platform/records/shared.ts'
import { type BillList, type BillPage, emptyList, type Filters, filtersOf, maxTotalOf } from './billPage.ts'
import { factColumns, keepListed, type FactsRow } from './cards.ts'
import { readAfter } from './feedCursor.ts'
import type { Reading } from './home.ts'

type List = { ids: string[]; total: number; next: string | null }

const listsOf = cacheOf(
  (memory) =>
    new Shared<List>(memory, { name: 'bill_lists', maxBytes: 4e6, sizeOf: ({ ids }) => 100 * ids.length }),
)

/** Reads one page of bills by date or by activity. All lists but bookmarks are shared. */
export async function listBillPage(reading: Reading, page: BillPage): Promise<BillList> {
  const { db, memory } = reading
  const filters = await filtersOf(reading, page)
  if (!filters) return emptyList
  const { sort, order, offset, limit } = page
  const load = (database: Db) => loadList(database, memory, filters, page)
  const key = `bills ${JSON.stringify([filters, sort, order, readAfter(page), offset, limit])}`
  const list = await (filters.bookmarks_of === null ? listsOf(memory).get(key, db, load) : load(db))
  return { ...list, maxTotal: maxTotalOf(filters) }
}

/**
 * Reads a page with the facts of its bills so that a page that nobody has read lately costs one statement besides the
 * member's own part. Records that are not in memory cost another one.
 */
async function loadList(db: Db, memory: Memory, filters: Filters, page: BillPage): Promise<List> {
  const after = readAfter(page)
  const { sort, offset, limit } = page
  const since = performance.now()
  const rows = await db<(FactsRow & { total: number; keys: readonly unknown[] | null })[]>`
    with page as materialized (
      select list_page(${filters.bookmarks_of}, ${filters.place}, ${filters.level}, ${filters.status},
                       ${filters.topics}::text[], ${filters.is_current}, ${sort}, ${page.order === 'asc'},
                       ${after.score}::float8, ${after.time}::timestamptz, ${after.bill_id}::uuid, ${offset}, ${limit}) as ids,
             count_listed(${filters.bookmarks_of}, ${filters.place}, ${filters.level}, ${filters.status},
                          ${filters.topics}::text[], ${filters.is_current}) as total)
    select ${factColumns(db)}, p.total,
           case when item.position = ${limit}::int and cardinality(p.ids) > ${limit}::int then (
             select case when ${sort} = 'activity_score'
                         then json_build_array(c.activity_score, time_key(c.created_at), c.bill_id)
                         else json_build_array(time_key(c.created_at), c.bill_id) end
               from bill_counters c where c.bill_id = b.bill_id) end as keys
      from page p
      left join unnest(p.ids[:${limit}::int]) with ordinality item (bill_id, position) on true
      left join listed_bills b on b.bill_id = item.bill_id
     order by item.position`
  const bills = rows.filter(({ bill_id }) => bill_id !== null)
  keepListed(memory, bills, since)
  const keys = bills.at(-1)?.keys
  return {
    ids: bills.map(({ bill_id }) => bill_id),
    total: rows[0]?.total ?? 0,
    next: keys ? encodeCursor(keys) : null,
  }
}
