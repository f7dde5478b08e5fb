import { billText } from '#server/platform/language/billTexts.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'
import { cacheOf, type Memory } from '#server/platform/records/memory.ts'
import { Records } from '#server/platform/records/records.ts'
import { Shared } from '#server/platform/records/shared.ts'
import { cutText } from './cutText.ts'
import { homeOf, type Reading } from './home.ts'

/** The record of a bill in lists: what only an update of its row changes. */
type Card = {
  version: string
  /** The JSON object without its closing brace. */
  json: string
  summary: string
  topics: readonly string[]
  government_level: string
  jurisdiction: string
  is_example: boolean
}

/** A bill as lists show it to everybody, at most a second old. */
type ListedBill = {
  card: Card
  /** The JSON of the fields that every reader sees, from the opening brace to the comma before the member's own fields. */
  bytes: Buffer
  has_votes: boolean
  sponsor_offices: Readonly<Record<string, string>> | null
}

type CardColumns = {
  bill_code: string
  title: string
  summary: string
  topics: string[]
  government_level: string
  jurisdiction: string
  status: string
  created_at: string
  source_url: string | null
  progress_dots: string[]
  reached_on: string | null
  final_words: string | null
  is_example: boolean
  path: string
}

/** The fields of a bill in lists that change without an update of its row, which are columns of the view `listed_bills`. */
const factNames = [
  'progress_line',
  'reached_votes',
  'checked_on',
  'support_count',
  'oppose_count',
  'neutral_count',
  'learning_count',
  'discussion_count',
  'activity_score',
  'new_comments',
]
const factsText = ['bill_id', 'version', 'has_votes', 'sponsor_offices', ...factNames]
  .map((name) => `b.${name}`)
  .join(', ')

/** The facts of a bill `b` of `listed_bills`, and the version of its record. */
export function factColumns(db: Db): Part {
  return db.unsafe(factsText)
}

export type FactsRow = { bill_id: string; version: string } & Pick<
  ListedBill,
  'has_votes' | 'sponsor_offices'
>
/** A row of the view `listed_bills`. */
type ListedRow = FactsRow & CardColumns

const cardsOf = cacheOf(
  (memory) =>
    new Records<Card>(memory, {
      name: 'bill_cards',
      maxBytes: 16e6,
      sizeOf: ({ json, summary }) => 2 * (json.length + summary.length),
    }),
)
const listedOf = cacheOf(
  (memory) =>
    new Shared<ListedBill>(memory, {
      name: 'listed_bills',
      maxBytes: 4e6,
      sizeOf: ({ bytes }) => bytes.length,
    }),
)

/** Keeps the facts of bills that a statement, sent at this time, has read, as far as the records are in memory. */
export function keepListed(memory: Memory, rows: readonly FactsRow[], since: number): void {
  listedOf(memory).keep(withCards(memory, rows), since)
}

function withCards(memory: Memory, rows: readonly FactsRow[]): Map<string, ListedBill> {
  const cards = cardsOf(memory)
  const bills = new Map<string, ListedBill>()
  for (const row of rows) {
    const card = cards.get(row.bill_id, row.version)
    if (card) bills.set(row.bill_id, listedBill(card, row))
  }
  return bills
}

/** Returns these bills as lists show them to everybody, without those that do not exist. */
async function findListed({ db, memory }: Reading, ids: readonly string[]): Promise<Map<string, ListedBill>> {
  return listedOf(memory).find(ids, db, (database, missing) => loadListed(database, memory, missing))
}

/** Reads the facts of bills, in the same statement as the record unless that is in memory. */
async function loadListed(db: Db, memory: Memory, ids: readonly string[]): Promise<Map<string, ListedBill>> {
  const cards = cardsOf(memory)
  const cachedIds = ids.filter((id) => cards.has(id))
  const unknown = ids.filter((id) => !cards.has(id))
  const [rows, facts] = await Promise.all([selectRows(db, unknown), selectFacts(db, cachedIds)])
  const bills = withCards(memory, facts)
  const outdated = facts.flatMap(({ bill_id }) => (bills.has(bill_id) ? [] : [bill_id]))
  for (const row of [...rows, ...(await selectRows(db, outdated))]) {
    bills.set(row.bill_id, listedBill(cardOf(memory, row), row))
  }
  return bills
}

async function selectRows(db: Db, ids: readonly string[]): Promise<ListedRow[]> {
  return ids.length === 0
    ? []
    : db<ListedRow[]>`select * from listed_bills where bill_id = any(${ids}::uuid[])`
}

async function selectFacts(db: Db, ids: readonly string[]): Promise<FactsRow[]> {
  if (ids.length === 0) return []
  return db<FactsRow[]>`
    select ${factColumns(db)} from listed_bills b where b.bill_id = any(${ids}::uuid[])`
}

function listedBill(card: Card, row: FactsRow): ListedBill {
  const { has_votes, sponsor_offices } = row
  const facts = JSON.stringify(row, factNames).slice(1, -1)
  return { card, bytes: Buffer.from(`${card.json},${facts},`), has_votes, sponsor_offices }
}

function cardOf(memory: Memory, row: ListedRow): Card {
  const cards = cardsOf(memory)
  const { bill_id, version, bill_code, topics, government_level, jurisdiction, status, created_at } = row
  const cachedCard = cards.get(bill_id, version)
  if (cachedCard) return cachedCard
  const fields = {
    bill_id,
    bill_code,
    title: cutText(row.title, 300),
    summary: cutText(row.summary, 500),
    topics,
    government_level,
    jurisdiction,
    status,
    created_at,
    source_url: row.source_url,
    progress_dots: row.progress_dots,
    reached_on: row.reached_on,
    final_words: row.final_words,
    path: row.path,
    formatted_text: null,
    bill_sections: null,
    full_text: null,
  }
  return cards.keep(bill_id, {
    version,
    json: JSON.stringify(fields).slice(0, -1),
    summary: fields.summary,
    topics,
    government_level,
    jurisdiction,
    is_example: row.is_example,
  })
}

/** Returns the parts of the JSON list of these bills in this order, as the member sees them. */
export async function listCards(
  reading: Reading,
  ids: readonly string[],
  reasonOf?: (card: Card) => object | null,
): Promise<Buffer[]> {
  if (ids.length === 0) return [Buffer.from('[]')]
  const { db, me, language } = reading
  const [bills, own] = await Promise.all([findListed(reading, ids), selectOwn(db, me, ids)])
  const voted = ids.filter((id) => bills.get(id)?.has_votes)
  const isSponsored = ids.some((id) => bills.get(id)?.sponsor_offices)
  const { represented } = voted.length > 0 || isSponsored ? await homeOf(reading) : { represented: [] }
  const votes = voted.length > 0 ? await selectVotes(db, represented, voted) : null
  const city = me.ocd_city_id
  const parts: Buffer[] = []
  let between = '['
  for (const id of ids) {
    const bill = bills.get(id)
    if (!bill) continue
    const { card, bytes, sponsor_offices } = bill
    const stance = own.stances.get(id)
    const isLocal = card.government_level === 'local' && card.jurisdiction === city
    parts.push(Buffer.from(between), bytes)
    between = `"local_count":${city === null ? 'null' : (own.local.get(id) ?? '0')}`
    between += `,"user_stance":${stance ? `"${stance}"` : 'null'},"is_bookmarked":${own.bookmarks.has(id)}`
    const summary = language && billText(card.summary, language)
    if (summary) between += `,"translation":${JSON.stringify({ language, summary })}`
    const sponsor = sponsor_offices && represented.find((division) => division in sponsor_offices)
    if (sponsor) between += `,"own_sponsor":${JSON.stringify(sponsor_offices[sponsor])}`
    between += `,"is_local":${isLocal},"your_representatives":${votes?.get(id) ?? 'null'}`
    between += reasonOf ? `,"reason":${JSON.stringify(reasonOf(card))}},` : '},'
  }
  parts.push(Buffer.from(parts.length === 0 ? '[]' : `${between.slice(0, -1)}]`))
  return parts
}

/** Selects what only this member sees, which is never shared: stances, bookmarks, and the counts of the member's city. */
async function selectOwn(db: Db, me: Reading['me'], ids: readonly string[]) {
  const rows = await db`
    select bill_id, 'stance', stance::text from stances where user_id = ${me.user_id} and bill_id = any(${ids}::uuid[])
     union all
    select bill_id, 'bookmark', null from bookmarks where user_id = ${me.user_id} and bill_id = any(${ids}::uuid[])
     union all
    select bill_id, 'local', comment_count::text from bill_local_counts
     where ocd_city_id = ${me.ocd_city_id} and bill_id = any(${ids}::uuid[])`.texts()
  const of = (wanted: string) =>
    new Map(rows.flatMap(([id, kind, value]) => (id && kind === wanted ? [[id, value]] : [])))
  return { stances: of('stance'), bookmarks: of('bookmark'), local: of('local') }
}

/** Selects how the representatives of these divisions voted on these bills, as JSON. */
async function selectVotes(
  db: Db,
  represented: readonly string[],
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await db<{ bill_id: string; votes: string | null }[]>`
    select bill_id, own_votes(bill_id, ${represented}::text[])::text as votes
      from unnest(${ids}::uuid[]) bill_id`
  return new Map(rows.map(({ bill_id, votes }) => [bill_id, votes]))
}
