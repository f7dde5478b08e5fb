import type { Keyword } from '../../contract/rules/billSearch.ts'
import type { Member } from '../http/route/route.ts'
import type { Db } from '../postgres/db.ts'
import type { BillPage } from './queries.ts'

export type Search = { me: Member; keyword: Keyword; page: BillPage }

/** Of each part of a keyword the words of bills that have it in them; null where there are too many to ask for each. */
export type Terms = (string[] | null)[]

/** An index is asked for one word after the other; what stands in more of them is looked for by its trigrams. */
const mostTerms = 50
/** The least that a word in pieces has of itself in one of them (search_terms in db/schema/40_bills.sql). */
const pieceOverlap = 200

type Row = { bill_id: string }

const idsOf = (rows: Row[]) => rows.map(({ bill_id }) => bill_id)

/** What matches among the `sample` bills that come first in the page's order, in that order. */
export async function selectFromFirst(
  db: Db,
  search: Search,
  sample: number,
  most: number,
): Promise<string[]> {
  return idsOf(await fromFirst(db, search, sample, most))
}

/** The same, and the words that the keyword stands in, in one statement; a code is no word. */
export async function selectSample(
  db: Db,
  search: Search,
  sample: number,
): Promise<{ sample: string[]; terms: Terms }> {
  const { code, parts } = search.keyword
  if (code !== null) {
    return { sample: await selectFromFirst(db, search, sample, sample), terms: parts.map(() => null) }
  }
  const asked = parts
    .map((part, place) => db`(${patternOf(part)}::text, ${db.unsafe(String(place))})`)
    .reduce((all, one) => db`${all}, ${one}`)
  const found = await db<{ sample: string[]; terms: string[] }[]>`
    select array(${fromFirst(db, search, sample, sample)}) as sample,
           array(select term from bill_terms where term like p.pattern ${rows(db, mostTerms + 1)}) as terms
      from (values ${asked}) p (pattern, place) order by p.place`
  return {
    sample: found[0]?.sample ?? [],
    terms: found.map((row) => (row.terms.length > mostTerms ? null : row.terms)),
  }
}

function fromFirst(db: Db, search: Search, sample: number, most: number) {
  return db<Row[]>`
    select s.bill_id
      from (select * from bill_search s order by ${byDate(db, search.page)} ${rows(db, sample)}) s
     where ${matching(db, search)}
     order by ${byDate(db, search.page)} ${rows(db, most)}`
}

/**
 * The words that a part may stand in; `%` is any letters, and no part has one in it. Of several words the longest says
 * the most; the first may be the end of a word, and the last its beginning.
 */
function patternOf(part: string): string {
  const words = part.trim().split(' ')
  const longest = Math.max(...words.map((word) => word.length))
  const at = words.findIndex((word) => word.length === longest)
  const letters = Array.from(words[at] ?? '')
  const isBeginning = at > 0 || part.startsWith(' ')
  const isWhole = at < words.length - 1 && letters.length <= pieceOverlap
  return `${isBeginning ? '' : '%'}${letters.slice(0, pieceOverlap).join('')}${isWhole ? '' : '%'}`
}

/** What matches, all of it read from the index of words and then sorted; for what stands in few bills. */
export async function selectByIndex(db: Db, search: Search, terms: Terms, most: number): Promise<string[]> {
  // Sorted apart: for the sake of the limit the database would rather walk all bills in their order.
  return idsOf(
    await db<Row[]>`
      with s as materialized (
        select s.bill_id, s.created_at from bill_search s where ${matchingByIndex(db, search, terms)})
      select s.bill_id from s order by ${byDate(db, search.page)} ${rows(db, most)}`,
  )
}

/**
 * What matches, month by month in the page's order until there are `most`: the index of words knows the month, so
 * only the months that are needed are read. A look into a month costs as much as some fifty bills.
 */
export async function selectByMonth(db: Db, search: Search, terms: Terms, most: number): Promise<string[]> {
  const isAscending = search.page.order === 'asc'
  const next = isAscending ? db`min(created_at)` : db`max(created_at)`
  const beyond = isAscending
    ? db`created_at >= date_trunc('month', m.at, 'UTC') + interval '1 month'`
    : db`created_at < date_trunc('month', m.at, 'UTC')`
  return idsOf(
    await db<Row[]>`
      with recursive months as (
        select ${next} as at from bill_search
         union all
        select (select ${next} from bill_search where ${beyond}) from months m where m.at is not null)
      select found.bill_id
        from months
       cross join lateral (
         select s.bill_id from bill_search s
          where s.keys @> array[search_month(months.at)] and ${matchingByIndex(db, search, terms)}
          order by ${byDate(db, search.page)} ${rows(db, most)}) found
       where months.at is not null
       ${rows(db, most)}`,
  )
}

/** The bills of this very code, in the page's order. */
export async function selectByCode(db: Db, search: Search, most: number): Promise<string[]> {
  return idsOf(
    await db<Row[]>`
      select s.bill_id from bill_search s join bill_counters c using (bill_id)
       where s.code_key = ${search.keyword.code} and ${narrowing(db, search)}
       order by ${inOrder(db, search.page)} ${rows(db, most)}`,
  )
}

/** What matches among the member's own bookmarks. */
export async function selectBookmarked(db: Db, search: Search, most: number): Promise<string[]> {
  return idsOf(
    await db<Row[]>`
      select s.bill_id
        from bookmarks k join bill_search s using (bill_id) join bill_counters c using (bill_id)
       where k.user_id = ${search.me.user_id} and ${matching(db, search)}
       order by ${inOrder(db, search.page)} ${rows(db, most)}`,
  )
}

/** These bills, the most active first. */
export async function sortByActivity(
  db: Db,
  { page }: Search,
  bill_ids: readonly string[],
): Promise<string[]> {
  return idsOf(
    await db<Row[]>`
      select c.bill_id from bill_counters c join bill_search s using (bill_id)
       where c.bill_id = any(${bill_ids}::uuid[]) order by ${inOrder(db, page)}`,
  )
}

/** The most active bills that match; for a keyword that stands in many. */
export async function selectByActivity(db: Db, search: Search, most: number): Promise<string[]> {
  return idsOf(
    await db<Row[]>`
      select s.bill_id from bill_counters c join bill_search s using (bill_id)
       where ${matching(db, search)}
       order by ${inOrder(db, search.page)} ${rows(db, most)}`,
  )
}

/** The keyword and the filters, on the row `s` of bill_search that is being read anyway. */
function matching(db: Db, search: Search) {
  const { code, parts } = search.keyword
  const hasParts = parts.map((part) => standsIn(db, part)).reduce((all, one) => db`${all} and ${one}`)
  return db`${code === null ? hasParts : db`(${hasParts} or ${isOfCode(db, code)})`} and ${narrowing(db, search)}`
}

/** The same by an index: that of words where they are few, else that of trigrams. */
function matchingByIndex(db: Db, search: Search, terms: Terms) {
  const { code, parts } = search.keyword
  const byTerms = terms.some((held) => held !== null)
  const hasParts = parts
    .map((part, at) => {
      const held = terms[at] ?? null
      if (held === null) return byTerms ? standsIn(db, part) : isLike(db, part)
      // Of several words one was asked for.
      const isOneWord = !part.includes(' ') && part.length <= pieceOverlap
      return isOneWord ? hasTerm(db, held) : db`${hasTerm(db, held)} and ${standsIn(db, part)}`
    })
    .reduce((all, one) => db`${all} and ${one}`)
  // The words hold the code too, and have the index; a title with "hr22" in it is not of that code.
  const found = code === null ? hasParts : db`(${hasParts} or ${isLike(db, code)} and ${isOfCode(db, code)})`
  return db`${found} and ${narrowing(db, search)}`
}

function hasTerm(db: Db, terms: string[]) {
  // As a question of its own, so that one plan does for all values: planning anew takes as long as the search.
  return db`search_terms(s.words) && (select ${terms}::text[])`
}

function isLike(db: Db, part: string) {
  return db`s.words like ${`%${part}%`}`
}

// Not by `like`, which takes three times as long where no index answers it.
function standsIn(db: Db, part: string) {
  return db`strpos(s.words, ${part}) > 0`
}

function isOfCode(db: Db, code: string) {
  return db`strpos(s.code_key, ${code}) > 0`
}

function narrowing(db: Db, { me, page }: Search) {
  const all = [
    ...(page.government_level ? [`level:${page.government_level}`] : []),
    ...(page.status ? [`status:${page.status}`] : []),
  ]
  const topics = page.topics.map((topic) => `topic:${topic}`)
  return db`true
    ${all.length > 0 ? db`and s.keys @> ${all}::text[]` : db``}
    ${topics.length > 0 ? db`and s.keys && ${topics}::text[]` : db``}
    ${
      page.bookmarked === undefined
        ? db``
        : db`and s.bill_id in (select bill_id from bookmarks where user_id = ${me.user_id})`
    }`
}

function byDate(db: Db, { order }: BillPage) {
  return order === 'asc' ? db`s.created_at, s.bill_id` : db`s.created_at desc, s.bill_id`
}

/** As the feed orders its pages; `c` is the row of bill_counters. */
function inOrder(db: Db, page: BillPage) {
  if (page.sort === 'created_at') return byDate(db, page)
  const activity = page.order === 'asc' ? db`c.activity_score` : db`c.activity_score desc`
  return db`${activity}, c.created_at desc, c.bill_id`
}

/** As digits and not as a parameter, for the reason that queries.ts tells; `most` is one of few numbers. */
function rows(db: Db, most: number) {
  return db.unsafe(`limit ${most}`)
}
