import { queryWords, readKeyword, type FoundBill } from '#contract/search.ts'
import { cutText } from '#server/participation/feed/cutText.ts'
import { maxMatches } from '#server/participation/feed/search.ts'
import { billText } from '#server/platform/language/billTexts.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { excerptOf } from './excerpt.ts'

type Row = Omit<FoundBill, 'excerpt' | 'translated_excerpt'> & {
  summary: string
  total: number
  keyword_total: number
}

export const noBills = { bill_total: 0, keyword_total: 0, total_is_exact: true }

const maxTitle = 300
/** How much of a summary is searched for an excerpt. */
const maxSummary = 6000

type Search = {
  input: string
  limit: number
  /** The language of the translated excerpts. There are none without it. */
  language?: string | undefined
}

/** Finds the bills that match best (ranked_bills in db/functions/85_search.sql), for a member or for a visitor. */
export async function findBills(db: Db, viewer: string | null, { input, limit, language }: Search) {
  const keyword = readKeyword(input)
  const words = queryWords(input)
  if (!keyword || words.length === 0) return { bills: [], ...noBills }
  const rows = await db<(Row | (Pick<Row, 'total' | 'keyword_total'> & { bill_id: null }))[]>`
    with found as materialized (
      select * from ranked_bills(${viewer}::uuid, ${words}::text[], ${keyword.parts}::text[], ${keyword.code}, ${limit}))
    select f.total, f.keyword_total, b.bill_id, b.bill_code, left(b.title, ${maxTitle + 1}) as title, b.government_level, b.jurisdiction,
           b.status, left(b.summary, ${maxSummary}) as summary,
           case when b.bill_id = any(f.by_sponsor) then (
             select p.name from bill_sponsorships p
              where p.bill_id = b.bill_id and p.classification = 'primary' and p.withdrawn_on is null
                and name_words(p.name) @@ words_query(${words}::text[], '|')
              order by p.position limit 1) end as sponsor
      from found f
      left join unnest(f.bill_ids) with ordinality item (bill_id, position) on true
      left join bills b on b.bill_id = item.bill_id
     order by item.position`
  const { total, keyword_total } = rows[0] ?? { total: 0, keyword_total: 0 }
  return {
    bills: rows.flatMap((row) => (row.bill_id === null ? [] : [asFound(row, words, language)])),
    bill_total: Math.min(total, maxMatches),
    keyword_total: Math.min(keyword_total, maxMatches),
    total_is_exact: total <= maxMatches,
  }
}

function asFound(
  { summary, total: _total, keyword_total: _keyword_total, ...bill }: Row,
  words: readonly string[],
  language: string | undefined,
): FoundBill {
  const translated = language === undefined ? null : billText(summary, language)
  const match = excerptOf(summary, bill.title, words, translated)
  return {
    ...bill,
    title: cutText(bill.title, maxTitle),
    excerpt: match?.excerpt ?? null,
    ...(match?.translation ? { translated_excerpt: match.translation } : {}),
  }
}
