import type { Db } from '../postgres/db.ts'
import type { BillPage } from './queries.ts'
import {
  containsKeyword,
  containsKeywordByIndex,
  meetsFilters,
  pieceOverlap,
  type Search,
  type Terms,
} from './searchConditions.ts'

/** Each word is a lookup in the index. A part that occurs in more words is searched by its trigrams instead. */
const maxTerms = 50

type Row = { bill_id: string }

const idsOf = (rows: Row[]) => rows.map(({ bill_id }) => bill_id)

/** Matches among the first `sample` bills in the page's order. */
export async function selectFromFirst(
  db: Db,
  search: Search,
  sample: number,
  limit: number,
): Promise<string[]> {
  const direction = directionOf(db, search.page)
  return idsOf(
    await db<Row[]>`
      select s.bill_id
        from (select * from bill_search s order by s.created_at ${direction}, s.bill_id ${rows(db, sample)}) s
       where ${containsKeyword(db, search.keyword)} and ${meetsFilters(db, search)}
       order by s.created_at ${direction}, s.bill_id ${rows(db, limit)}`,
  )
}

/** The same with `limit` = `sample`, and the words that contain each part, in one statement. A code has no such words. */
export async function selectSample(
  db: Db,
  search: Search,
  sample: number,
): Promise<{ sample: string[]; terms: Terms }> {
  const { code, parts } = search.keyword
  if (code !== null) {
    return { sample: await selectFromFirst(db, search, sample, sample), terms: parts.map(() => null) }
  }
  const direction = directionOf(db, search.page)
  const patterns = parts
    .map((part, position) => db`(${patternOf(part)}::text, ${db.unsafe(String(position))})`)
    .reduce((all, pattern) => db`${all}, ${pattern}`)
  const found = await db<{ sample: string[]; terms: string[] }[]>`
    select array(
             select s.bill_id
               from (select * from bill_search s
                      order by s.created_at ${direction}, s.bill_id ${rows(db, sample)}) s
              where ${containsKeyword(db, search.keyword)} and ${meetsFilters(db, search)}
              order by s.created_at ${direction}, s.bill_id ${rows(db, sample)}) as sample,
           array(select term from bill_terms where term like p.pattern ${rows(db, maxTerms + 1)}) as terms
      from (values ${patterns}) p (pattern, position) order by p.position`
  return {
    sample: found[0]?.sample ?? [],
    terms: found.map((row) => (row.terms.length > maxTerms ? null : row.terms)),
  }
}

/**
 * A `like` pattern for the words that may contain a part; parts never contain `%`. Of several words the longest is the
 * most selective. The first word may match the end of an indexed word, and the last its beginning.
 */
function patternOf(part: string): string {
  const words = part.trim().split(' ')
  const longest = Math.max(...words.map((word) => word.length))
  const index = words.findIndex((word) => word.length === longest)
  const letters = Array.from(words[index] ?? '')
  const isBeginning = index > 0 || part.startsWith(' ')
  const isWhole = index < words.length - 1 && letters.length <= pieceOverlap
  return `${isBeginning ? '' : '%'}${letters.slice(0, pieceOverlap).join('')}${isWhole ? '' : '%'}`
}

/**
 * All matches, read from the index of words and then sorted; for a keyword in few bills. Materialized, because for the
 * limit PostgreSQL would prefer to walk all bills in their order.
 */
export async function selectByIndex(db: Db, search: Search, terms: Terms, limit: number): Promise<string[]> {
  const direction = directionOf(db, search.page)
  return idsOf(
    await db<Row[]>`
      with s as materialized (
        select s.bill_id, s.created_at from bill_search s
         where ${containsKeywordByIndex(db, search.keyword, terms)} and ${meetsFilters(db, search)})
      select s.bill_id from s order by s.created_at ${direction}, s.bill_id ${rows(db, limit)}`,
  )
}

/**
 * Matches month by month in the page's order. The index of words includes the month, so only as many months are read as
 * the limit needs. Each month costs about as much as reading fifty bills.
 */
export async function selectByMonth(db: Db, search: Search, terms: Terms, limit: number): Promise<string[]> {
  const direction = directionOf(db, search.page)
  const isAscending = search.page.order === 'asc'
  const next = isAscending ? db`min(created_at)` : db`max(created_at)`
  const isBeyond = isAscending
    ? db`created_at >= date_trunc('month', m.at, 'UTC') + interval '1 month'`
    : db`created_at < date_trunc('month', m.at, 'UTC')`
  return idsOf(
    await db<Row[]>`
      with recursive months as (
        select ${next} as at from bill_search
         union all
        select (select ${next} from bill_search where ${isBeyond}) from months m where m.at is not null)
      select found.bill_id
        from months
       cross join lateral (
         select s.bill_id from bill_search s
          where s.keys @> array[search_month(months.at)]
            and ${containsKeywordByIndex(db, search.keyword, terms)} and ${meetsFilters(db, search)}
          order by s.created_at ${direction}, s.bill_id ${rows(db, limit)}) found
       where months.at is not null
       ${rows(db, limit)}`,
  )
}

/** The bills with exactly this code, in the page's order. */
export async function selectByCode(db: Db, search: Search, limit: number): Promise<string[]> {
  return idsOf(
    await db<Row[]>`
      select s.bill_id from bill_search s join bill_counters c using (bill_id)
       where s.code_key = ${search.keyword.code} and ${meetsFilters(db, search)}
       order by ${pageOrder(db, search.page)} ${rows(db, limit)}`,
  )
}

/** Matches among the member's bookmarks. */
export async function selectBookmarked(db: Db, search: Search, limit: number): Promise<string[]> {
  return idsOf(
    await db<Row[]>`
      select s.bill_id
        from bookmarks k join bill_search s using (bill_id) join bill_counters c using (bill_id)
       where k.user_id = ${search.me.user_id}
         and ${containsKeyword(db, search.keyword)} and ${meetsFilters(db, search)}
       order by ${pageOrder(db, search.page)} ${rows(db, limit)}`,
  )
}

/** Sorts bills by activity. */
export async function sortByActivity(
  db: Db,
  { page }: Search,
  bill_ids: readonly string[],
): Promise<string[]> {
  return idsOf(
    await db<Row[]>`
      select c.bill_id from bill_counters c join bill_search s using (bill_id)
       where c.bill_id = any(${bill_ids}::uuid[]) order by ${pageOrder(db, page)}`,
  )
}

/**
 * Moves the viewer's own bills to the front of each `block` of matches. Later pages find more matches, which must not move
 * those of earlier pages.
 */
export async function sortByRelevance(
  db: Db,
  { me }: Search,
  bill_ids: readonly string[],
  block: number,
): Promise<string[]> {
  return idsOf(
    await db<Row[]>`
      select b.bill_id
        from unnest((select ${bill_ids}::uuid[])) with ordinality found (bill_id, position)
        join bills b using (bill_id)
       cross join (select places_of(${me.user_id}) as places, topics_followed_by(${me.user_id}) as followed) viewer
       order by (found.position - 1) / ${block}::int,
                bill_reason(b.jurisdiction, b.government_level, b.topics, viewer.places, viewer.followed) is null,
                found.position`,
  )
}

/** The most active matches; for a keyword in many bills. */
export async function selectByActivity(db: Db, search: Search, limit: number): Promise<string[]> {
  return idsOf(
    await db<Row[]>`
      select s.bill_id from bill_counters c join bill_search s using (bill_id)
       where ${containsKeyword(db, search.keyword)} and ${meetsFilters(db, search)}
       order by ${pageOrder(db, search.page)} ${rows(db, limit)}`,
  )
}

function directionOf(db: Db, { order }: BillPage) {
  return order === 'asc' ? db`asc` : db`desc`
}

/** The order of a page of the feed; `s` is the row of bill_search and `c` that of bill_counters. */
function pageOrder(db: Db, page: BillPage) {
  const direction = directionOf(db, page)
  return page.sort === 'created_at'
    ? db`s.created_at ${direction}, s.bill_id`
    : db`c.activity_score ${direction}, c.created_at desc, c.bill_id`
}

/** A literal, for the reason in queries.ts. `limit` is one of few numbers, so there are few statements to prepare. */
function rows(db: Db, limit: number) {
  return db.unsafe(`limit ${limit}`)
}
