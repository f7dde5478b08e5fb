import { rankedBills, relevanceSections } from '#contract/bills/bills.ts'
import { encodeCursor, refuseCursor } from '#server/platform/http/page.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { cacheOf } from '#server/platform/records/memory.ts'
import { Shared } from '#server/platform/records/shared.ts'
import { type BillList, type BillPage, emptyList, type Filters, filtersOf, maxTotalOf } from './billPage.ts'
import { readCandidates } from './candidates.ts'
import { type Home, homeOf, isOfCongress, isOwn, reasonOf, type Reading } from './home.ts'
import { longestRow, rank } from './ranking.ts'
import {
  type Entry,
  hasFilters,
  type MergedEntries,
  mergeStreams,
  positionOf,
  type Rank,
  type Stream,
} from './streams.ts'

/**
 * The sections of the feed: bills that concern the member and can still move, those that are over, all others, and those that
 * were invented for the demonstration.
 */
type Section = (typeof relevanceSections)[number]

/** Where a page begins. Keys are those of the last bill that is not of Congress and of the last one of Congress. */
type Position = {
  section: Section
  key: string | null
  congressKey: string | null
  /** How many bills of Congress stand in a row before it. */
  row: number
  /** The ranked bills that are still to be shown, and those that were shown. Null if nothing is ranked yet. */
  ranked: { next: readonly string[]; shown: readonly string[] } | null
}
/** `after` returns the position behind the bill. Only that of the last bill of a page is needed. */
type PageBill = { bill_id: string; after: () => Position }
/** `end` is the position at which the next page begins although this one is not full. */
type Part = { bills: PageBill[]; end: Position | null }

/** A page by offset reads the pages before it, even if some of them are short, so the offset is limited. */
const maxDepth = 2_000
const maxShortPages = 20
const ownCandidates = 500
const otherCandidates = 2_000

const totalsOf = cacheOf(
  (memory) =>
    new Shared<{ total: number }>(memory, { name: 'bill_totals', maxBytes: 1e6, sizeOf: () => 100 }),
)

export async function listRelevant(reading: Reading, page: BillPage): Promise<BillList> {
  const filters = await filtersOf(reading, page)
  if (!filters) return emptyList
  const home = await homeOf(reading)
  const after = readPosition(page.after)
  const skipped = page.after ? 0 : page.offset
  const [total, { bills, end }] = await Promise.all([
    countListed(reading, filters),
    skipped > maxDepth
      ? { bills: [], end: null }
      : readFrom(reading, { home, page, filters }, after, { skipped, limit: page.limit }),
  ])
  const shown = bills.slice(skipped, skipped + page.limit)
  const last = bills.length > skipped + page.limit ? shown.at(-1) : undefined
  const next = last ? last.after() : end
  return {
    ids: shown.map(({ bill_id }) => bill_id),
    total,
    maxTotal: maxTotalOf(filters),
    next: next && encodeCursor(cursorOf(next)),
    reasonOf: (bill) => reasonOf(home, bill),
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
  const totals = await (isShared
    ? totalsOf(memory).get(`bills ${JSON.stringify(filters)}`, db, load)
    : load(db))
  return totals.total
}

const start: Position = { section: 'own', key: null, congressKey: null, row: 0, ranked: null }

function readPosition(after: BillPage['after']): Position {
  if (!after) return start
  if (after.length !== 6) refuseCursor()
  const [section, key, congressKey, row, next, shown] = after
  return {
    section,
    key: key && key.join(' '),
    congressKey: congressKey && congressKey.join(' '),
    row,
    ranked: { next, shown },
  }
}

function cursorOf({ section, key, congressKey, row, ranked }: Position): readonly unknown[] {
  return [
    section,
    key && positionOf(key),
    congressKey && positionOf(congressKey),
    row,
    ranked?.next ?? [],
    ranked?.shown ?? [],
  ]
}

type Feed = { home: Home; page: BillPage; filters: Filters }

/** Reads until the page is full. To skip bills, it also reads the short pages before them. */
async function readFrom(
  reading: Reading,
  feed: Feed,
  after: Position,
  { skipped, limit }: { skipped: number; limit: number },
): Promise<Part> {
  const bills: PageBill[] = []
  let position = after
  for (let shortPages = 0; ; shortPages += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each part begins where the previous one ended
    const part = await readPart(reading, feed, position, skipped + limit + 1 - bills.length)
    bills.push(...part.bills)
    const isDone = skipped === 0 || bills.length > skipped || shortPages === maxShortPages
    if (!part.end || isDone) return { bills, end: part.end }
    position = part.end
  }
}

/** Reads at most this many bills. */
async function readPart(reading: Reading, feed: Feed, after: Position, wanted: number): Promise<Part> {
  if (feed.filters.bookmarks_of !== null) return readBookmarked(reading, feed, after, wanted)
  const bills: PageBill[] = []
  let position: Position | null = after
  while (position && bills.length < wanted) {
    // oxlint-disable-next-line no-await-in-loop -- each section begins where the previous one ended
    const part = await readSection(reading, feed, position, wanted - bills.length)
    bills.push(...part.bills)
    if (part.end) return { bills, end: part.end }
    position = bills.length < wanted ? nextSection(feed, position) : null
  }
  return { bills, end: null }
}

/** Returns the position at which the next section of the feed begins. */
function nextSection({ home, page, filters }: Feed, { section, ranked }: Position): Position | null {
  const areAllFollowed =
    filters.topics.length > 0 && filters.topics.every((topic) => home.topics.includes(topic))
  const hasOthers = page.scope === undefined && filters.level !== 'federal' && !areAllFollowed
  const later = relevanceSections.slice(relevanceSections.indexOf(section) + 1)
  const next = later.find((each) =>
    each === 'other' ? hasOthers : each !== 'ended' || filters.status === null || isOver(filters.status),
  )
  return next ? { ...start, section: next, ranked } : null
}

function readSection(reading: Reading, feed: Feed, after: Position, wanted: number): Promise<Part> {
  const { filters, home } = feed
  if (after.section === 'own') return readOwn(reading, feed, after, wanted)
  if (after.section === 'ended') return readByTime(reading, feed, after, wanted, ownStreams(feed), [1])
  if (after.section === 'example') {
    return readByTime(reading, feed, after, wanted, [{ kind: 'examples', name: '' }], [2], (entry) =>
      filters.place === null ? true : entry.jurisdiction === filters.place,
    )
  }
  const all: Stream = { kind: 'all', name: '' }
  const streams = filters.topics.length > 0 ? filters.topics.map(topicStream) : [all]
  return readByTime(reading, feed, after, wanted, streams, [0, 1], (entry) => !isOwn(home, entry))
}

/** Reads a section in which the latest official action comes first. */
async function readByTime(
  reading: Reading,
  { filters }: Feed,
  after: Position,
  wanted: number,
  streams: readonly Stream[],
  ranks: readonly Rank[],
  accepts: (entry: Entry) => boolean = () => true,
): Promise<Part> {
  const isOwnSection = after.section === 'ended'
  const { entries, end } = await mergeStreams(reading, {
    streams,
    filters: { ...filters, ranks },
    after: after.key,
    wanted,
    budget: Math.max(isOwnSection ? ownCandidates : otherCandidates, wanted),
    accepts,
  })
  return {
    bills: entries.map(({ bill_id, key }) => ({ bill_id, after: () => ({ ...after, key }) })),
    end: end === null ? null : { ...after, key: end },
  }
}

/**
 * Reads the bills that concern the member and can still move: first the ranked ones, then the others by the time of the latest
 * official action, with at most three of Congress in a row while there are others.
 */
async function readOwn(reading: Reading, feed: Feed, after: Position, wanted: number): Promise<Part> {
  const { status } = feed.filters
  if (status !== null && isOver(status)) return { bills: [], end: null }
  const position = after.ranked ? after : await rankFirst(reading, feed)
  const { next, shown } = position.ranked ?? { next: [], shown: [] }
  const afterRanked = (count: number): Position => ({
    ...position,
    ranked: { next: next.slice(count), shown: [...shown, ...next.slice(0, count)] },
  })
  const bills = next
    .slice(0, wanted)
    .map((bill_id, index): PageBill => ({ bill_id, after: () => afterRanked(index + 1) }))
  if (bills.length === wanted) return { bills, end: null }
  const rest = await readUnranked(reading, feed, afterRanked(bills.length), wanted - bills.length)
  return { bills: [...bills, ...rest.bills], end: rest.end }
}

/** Returns true if a bill with this status cannot move any further. `bills.feed_rank` is the same rule. */
function isOver(status: string): boolean {
  return status === 'passed' || status === 'rejected'
}

/** Ranks the first bills. Those that are added later are not part of the pages that follow, as in every list with a cursor. */
async function rankFirst(reading: Reading, feed: Feed): Promise<Position> {
  const { home, filters } = feed
  const none = { ...start, ranked: { next: [], shown: [] } }
  if (filters.level !== null || filters.status !== null || filters.topics.length > 0) return none
  const lists = await readCandidates(reading, ownStreams(feed), filters.is_current)
  const ranked = rank(
    lists.map(({ candidates }) => candidates),
    home.places,
    rankedBills,
  )
  // The bills after the ranked ones begin with the newest.
  const newest = (kind: 'congress' | 'others') => {
    const last = lists.map((list) => list.newest[kind] ?? '').reduce((a, b) => (a > b ? a : b), '')
    return last === '' ? null : `${positionOf(last)[0]} ${lastId}`
  }
  const lastOther = ranked.findLastIndex((entry) => !isOfCongress(entry))
  return {
    section: 'own',
    key: newest('others'),
    congressKey: newest('congress'),
    row: ranked.length - 1 - lastOther,
    ranked: { next: ranked.map(({ bill_id }) => bill_id), shown: [] },
  }
}

/** The id that sorts after all others. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

async function readUnranked(reading: Reading, feed: Feed, after: Position, wanted: number): Promise<Part> {
  const { filters } = feed
  const shown = new Set(after.ranked?.shown)
  const streams = ownStreams(feed)
  const hasCongress = streams.some(({ kind }) => kind === 'congress')
  const merge = (isCongress: boolean) => {
    const some = streams.filter(({ kind }) => (kind === 'congress') === isCongress)
    if (some.length === 0) return { entries: [], end: null }
    return mergeStreams(reading, {
      streams: some,
      filters: { ...filters, ranks: [0] },
      after: isCongress ? after.congressKey : after.key,
      wanted,
      budget: hasFilters(filters) ? Math.max(ownCandidates, wanted) : wanted,
      // The stream of Congress has these bills already.
      accepts: (entry) => !shown.has(entry.bill_id) && (isCongress || !hasCongress || !isOfCongress(entry)),
    })
  }
  const [others, congress] = await Promise.all([merge(false), merge(true)])
  return interleave(others, congress, after, wanted)
}

/** Merges two lists by time, with at most three of Congress in a row while there are others. */
function interleave(others: MergedEntries, congress: MergedEntries, after: Position, wanted: number): Part {
  const bills: PageBill[] = []
  let position = after
  let [at, atCongress] = [0, 0]
  while (bills.length < wanted) {
    const other = others.entries[at]
    const federal = congress.entries[atCongress]
    // A list that ended early may go on with a bill that comes first.
    if ((!other && others.end !== null) || (!federal && congress.end !== null)) {
      const [key, congressKey] = [
        other ? position.key : others.end,
        federal ? position.congressKey : congress.end,
      ]
      return {
        bills,
        end: { ...position, key: key ?? position.key, congressKey: congressKey ?? position.congressKey },
      }
    }
    const isCongressNext =
      federal !== undefined && (!other || (federal.key > other.key && position.row < longestRow))
    const entry = isCongressNext ? federal : other
    if (!entry) break
    if (isCongressNext) {
      atCongress += 1
      position = Object.assign({}, position, {
        congressKey: entry.key,
        row: Math.min(position.row + 1, longestRow),
      })
    } else {
      at += 1
      position = Object.assign({}, position, { key: entry.key, row: 0 })
    }
    const reached = position
    bills.push({ bill_id: entry.bill_id, after: () => reached })
  }
  return { bills, end: null }
}

function ownStreams({ home, page, filters }: Feed): Stream[] {
  const congress: Stream = { kind: 'congress', name: '' }
  if (page.scope === 'congress') return [congress]
  if (filters.place !== null) return [placeStream(filters.place)]
  return [congress, ...[...home.places.keys()].map(placeStream), ...home.topics.map(topicStream)]
}

const placeStream = (name: string): Stream => ({ kind: 'place', name })
const topicStream = (name: string): Stream => ({ kind: 'topic', name })

/** Reads the member's bookmarks, those that concern the member first. All of them are read, because their number is limited. */
async function readBookmarked(
  { db, me }: Reading,
  { home, filters }: Feed,
  after: Position,
  wanted: number,
): Promise<Part> {
  const entries = await selectBookmarked(db, me.user_id, filters)
  const sections: Section[] = ['own', 'other']
  const bills = sections.flatMap((section) =>
    entries
      .filter((entry) => isOwn(home, entry) === (section === 'own'))
      .map(({ bill_id, key }) => ({ bill_id, section, key })),
  )
  const later = bills.filter(({ section, key }) =>
    section === after.section ? after.key === null || key < after.key : section === 'other',
  )
  return {
    bills: later
      .slice(0, wanted)
      .map(({ bill_id, ...position }) => ({ bill_id, after: () => ({ ...start, ...position }) })),
    end: null,
  }
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
