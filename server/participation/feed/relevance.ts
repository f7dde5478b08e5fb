import { encodeCursor } from '#contract/kit/cursor.ts'
import { refuseCursor } from '#server/platform/http/page.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { cacheOf } from '#server/platform/records/memory.ts'
import { Shared } from '#server/platform/records/shared.ts'
import {
  type BillPage,
  emptyList,
  type Filters,
  filtersOf,
  type ListedBills,
  maxTotalOf,
} from './billPage.ts'
import { listCards, type Reading } from './cards.ts'
import { type Home, homeOf, isOwn, reasonOf } from './home.ts'
import { type Entry, hasFilters, mergeStreams, positionOf, type Stream } from './streams.ts'

/** The first section has the bills that concern the member, and the second has all others. */
type Section = 'own' | 'other'
type Position = { section: Section; key: string | null }
type Found = { section: Section; entry: Entry }
/** `end` is the position at which the next page begins although this one is not full. */
type Part = { found: Found[]; end: Position | null }

/** A page by offset reads the pages before it, even if some of them are short, so the offset is limited. */
const maxDepth = 2_000
const maxShortPages = 20
const ownCandidates = 500
const otherCandidates = 2_000

const totalsOf = cacheOf(
  (memory) =>
    new Shared<{ total: number }>(memory, { name: 'bill_totals', maxBytes: 1e6, sizeOf: () => 100 }),
)

/** Reads one page of bills by relevance. */
export async function listRelevant(reading: Reading, page: BillPage): Promise<ListedBills> {
  const filters = await filtersOf(reading, page)
  if (!filters) return emptyList
  const home = await homeOf(reading)
  const after = readPosition(page.after)
  const skipped = page.after ? 0 : page.offset
  const [total, { found, end }] = await Promise.all([
    countListed(reading, filters),
    skipped > maxDepth
      ? { found: [], end: null }
      : readFrom(reading, { home, page, filters }, after, { skipped, limit: page.limit }),
  ])
  const shown = found.slice(skipped, skipped + page.limit)
  const last = found.length > skipped + page.limit ? shown.at(-1) : undefined
  const next = last ? { section: last.section, key: last.entry.key } : end
  const ids = shown.map(({ entry }) => entry.bill_id)
  return {
    json: await listCards(reading, ids, (card) => reasonOf(home, card)),
    total,
    maxTotal: maxTotalOf(filters),
    next: next?.key ? encodeCursor([next.section, ...positionOf(next.key)]) : null,
  }
}

async function countListed({ db, memory }: Reading, filters: Filters): Promise<number> {
  const load = async (database: Db) => {
    const [row] = await database<{ total: number }[]>`
      select count_listed(${filters.bookmarks_of}, ${filters.place}, ${filters.level}, ${filters.status},
                          ${filters.topics}::text[], ${filters.is_current}) as total`
    return { total: row?.total ?? 0 }
  }
  const isShared = filters.bookmarks_of === null
  const counted = await (isShared
    ? totalsOf(memory).get(`bills ${JSON.stringify(filters)}`, db, load)
    : load(db))
  return counted.total
}

function readPosition(after: BillPage['after']): Position {
  if (!after) return { section: 'own', key: null }
  const [section, time, bill_id] = after
  const isSection = section === 'own' || section === 'other'
  if (!isSection || typeof time !== 'string' || typeof bill_id !== 'string') refuseCursor()
  return { section, key: `${time} ${bill_id}` }
}

type Feed = { home: Home; page: BillPage; filters: Filters }

/** Reads until the page is full. To skip bills, it also reads the short pages before them. */
async function readFrom(
  reading: Reading,
  feed: Feed,
  after: Position,
  { skipped, limit }: { skipped: number; limit: number },
): Promise<Part> {
  const found: Found[] = []
  let position = after
  for (let shortPages = 0; ; shortPages += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each part begins where the previous one ended
    const part = await readPart(reading, feed, position, skipped + limit + 1 - found.length)
    found.push(...part.found)
    const isDone = skipped === 0 || found.length > skipped || shortPages === maxShortPages
    if (!part.end || isDone) return { found, end: part.end }
    position = part.end
  }
}

/** Reads at most this many bills. */
async function readPart(reading: Reading, feed: Feed, after: Position, wanted: number): Promise<Part> {
  const { home, page, filters } = feed
  if (filters.bookmarks_of !== null) return readBookmarked(reading, feed, after, wanted)
  const found: Found[] = []
  if (after.section === 'own') {
    const own = await mergeStreams(reading, {
      streams: ownStreams(feed),
      filters,
      after: after.key,
      wanted,
      budget: hasFilters(filters) ? Math.max(ownCandidates, wanted) : wanted,
      accepts: () => true,
    })
    found.push(...own.entries.map((entry) => ({ section: 'own' as const, entry })))
    if (own.end) return { found, end: { section: 'own', key: own.end } }
  }
  const areAllFollowed =
    filters.topics.length > 0 && filters.topics.every((topic) => home.topics.includes(topic))
  const hasOthers = page.scope === undefined && filters.level !== 'federal' && !areAllFollowed
  if (found.length >= wanted || !hasOthers) return { found, end: null }
  const all: Stream = { kind: 'all', name: '' }
  const other = await mergeStreams(reading, {
    streams: filters.topics.length > 0 ? filters.topics.map(topicStream) : [all],
    filters,
    after: after.section === 'other' ? after.key : null,
    wanted: wanted - found.length,
    budget: Math.max(otherCandidates, wanted),
    accepts: (entry) => !isOwn(home, entry),
  })
  found.push(...other.entries.map((entry) => ({ section: 'other' as const, entry })))
  return { found, end: other.end ? { section: 'other', key: other.end } : null }
}

function ownStreams({ home, page, filters }: Feed): Stream[] {
  const congress: Stream = { kind: 'congress', name: '' }
  if (page.scope === 'congress') return [congress]
  if (filters.place !== null) return [placeStream(filters.place)]
  return [congress, ...[...home.places.keys()].map(placeStream), ...home.topics.map(topicStream)]
}

const placeStream = (name: string): Stream => ({ kind: 'place', name })
const topicStream = (name: string): Stream => ({ kind: 'topic', name })

/** Reads the member's bookmarks in the same order. All of them are read, because their number is limited. */
async function readBookmarked(
  { db, me }: Reading,
  { home, filters }: Feed,
  after: Position,
  wanted: number,
): Promise<Part> {
  const entries = await selectBookmarked(db, me.user_id, filters)
  const sections: Section[] = ['own', 'other']
  const found = sections.flatMap((section) =>
    entries
      .filter((entry) => isOwn(home, entry) === (section === 'own'))
      .map((entry) => ({ section, entry })),
  )
  const isAfter = ({ section, entry }: Found) =>
    section === after.section ? after.key === null || entry.key < after.key : section === 'other'
  return { found: found.filter(isAfter).slice(0, wanted), end: null }
}

/** Selects the bills that a member has saved and that match the filters, the latest official action first. */
function selectBookmarked(
  db: Db,
  user_id: string,
  { place, level, status, topics }: Filters,
): Promise<Entry[]> {
  return db<Entry[]>`
    select concat(time_key(b.latest_action_at), ' ', b.bill_id) as key, b.bill_id, b.jurisdiction,
           b.government_level, b.topics
      from bookmarks k join bills b on b.bill_id = k.bill_id
     where k.user_id = ${user_id}
       and (${place}::text is null or b.jurisdiction = ${place})
       and (${level}::text is null or b.government_level = ${level})
       and (${status}::text is null or b.status = ${status})
       and (cardinality(${topics}::text[]) = 0 or b.topics && ${topics}::text[])
     order by b.latest_action_at desc, b.bill_id desc`
}
