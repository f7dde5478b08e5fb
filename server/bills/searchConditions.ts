import type { Keyword } from '../../contract/rules/billSearch.ts'
import type { Member } from '../http/route/route.ts'
import type { Db } from '../postgres/db.ts'
import type { BillPage } from './queries.ts'

/*
 * The conditions of a search, on the row `s` of bill_search. They are composed because the number of parts and filters
 * varies and PostgreSQL uses an index only for conditions that are written out.
 */

export type Search = { me: Member; keyword: Keyword; page: BillPage }

/** For each part of a keyword the indexed words that contain it; null if there are too many to look up each. */
export type Terms = (string[] | null)[]

/** At least this many characters of a long word are in each of its pieces (search_terms in db/schema/40_bills.sql). */
export const pieceOverlap = 200

/** The bill contains every part of the keyword, or has its code. No index is used. */
export function containsKeyword(db: Db, { code, parts }: Keyword) {
  const containsParts = parts.map((part) => contains(db, part)).reduce((all, part) => db`${all} and ${part}`)
  return code === null ? containsParts : db`(${containsParts} or ${containsCode(db, code)})`
}

/** The same condition by an index: that of words, or that of trigrams if all parts occur in too many words. */
export function containsKeywordByIndex(db: Db, { code, parts }: Keyword, terms: Terms) {
  const hasTerms = terms.some((words) => words !== null)
  const containsParts = parts
    .map((part, index) => {
      const words = terms[index] ?? null
      if (words === null) return hasTerms ? contains(db, part) : isLike(db, part)
      // A part with several words was looked up by one of them only.
      const isOneWord = !part.includes(' ') && part.length <= pieceOverlap
      return isOneWord ? hasTerm(db, words) : db`${hasTerm(db, words)} and ${contains(db, part)}`
    })
    .reduce((all, part) => db`${all} and ${part}`)
  // The words include the code and have an index; the second condition excludes a title that contains "hr22".
  return code === null
    ? containsParts
    : db`(${containsParts} or ${isLike(db, code)} and ${containsCode(db, code)})`
}

/** The bill meets the filters of the page. */
export function meetsFilters(db: Db, { me, page }: Search) {
  const keys = [
    ...(page.government_level ? [`level:${page.government_level}`] : []),
    ...(page.status ? [`status:${page.status}`] : []),
    ...(page.scope === 'congress' ? ['level:federal'] : []),
  ]
  const topics = page.topics.map((topic) => `topic:${topic}`)
  return db`true
    ${keys.length > 0 ? db`and s.keys @> ${keys}::text[]` : db``}
    ${
      page.scope && page.scope !== 'congress'
        ? db`and s.keys @> (select array['place:' || scope_division(${me.user_id}, ${page.scope})])`
        : db``
    }
    ${topics.length > 0 ? db`and s.keys && ${topics}::text[]` : db``}
    ${
      page.bookmarked === undefined
        ? db``
        : db`and s.bill_id in (select bill_id from bookmarks where user_id = ${me.user_id})`
    }`
}

// The subquery makes PostgreSQL use one plan for all values, because planning takes as long as the search.
function hasTerm(db: Db, terms: string[]) {
  return db`search_terms(s.words) && (select ${terms}::text[])`
}

function isLike(db: Db, part: string) {
  return db`s.words like ${`%${part}%`}`
}

// Where no index is used, `strpos` takes a third of the time of `like`.
function contains(db: Db, part: string) {
  return db`strpos(s.words, ${part}) > 0`
}

function containsCode(db: Db, code: string) {
  return db`strpos(s.code_key, ${code}) > 0`
}
