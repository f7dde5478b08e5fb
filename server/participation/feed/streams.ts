import type { Db } from '#server/platform/postgres/db.ts'
import { cacheOf } from '#server/platform/records/memory.ts'
import { Shared } from '#server/platform/records/shared.ts'
import type { Filters } from './billPage.ts'
import { country, type Reading } from './home.ts'

/* The feed by relevance is a merge of streams that many members share: the bills of a place, of Congress, of a topic, and all
   bills, each with the latest official action first. */

/** The bills of a place or a topic with this name, those of Congress, all bills, or those that were invented. */
export type Stream =
  | { kind: 'place' | 'topic'; name: string }
  | { kind: 'congress' | 'all' | 'examples'; name: '' }

/** Bills that can still move, bills that are over, and bills that were invented for the demonstration. */
export type Rank = 0 | 1 | 2

/** A bill in a stream. Keys sort like the time of the latest action and then the id. */
export type Entry = {
  key: string
  bill_id: string
  jurisdiction: string
  government_level: string
  topics: string[]
}

type StreamFilters = Pick<Filters, 'level' | 'status' | 'topics' | 'is_current'> & { ranks: readonly Rank[] }

/** What a merge reads. */
export type Merge = {
  streams: readonly Stream[]
  filters: StreamFilters
  /** The key of the entry after which the merge begins. Null begins with the newest entry. */
  after: string | null
  /** How many entries are wanted. */
  wanted: number
  /** How many bills of each stream are read at most, because a filter or `accepts` may reject most of them. */
  budget: number
  accepts: (entry: Entry) => boolean
}

/** `end` is the key at which the merge stopped before it had all wanted entries or reached the end. */
export type MergedEntries = { entries: Entry[]; end: string | null }

/** A part of a stream. After `end` the stream goes on. `read` is how many bills were read for it. */
type Chunk = { entries: Entry[]; end: string | null; read: number }

const chunkSize = 100

const chunksOf = cacheOf(
  (memory) =>
    new Shared<Chunk>(memory, {
      name: 'bill_streams',
      maxBytes: 16e6,
      sizeOf: ({ entries }) => 500 * entries.length,
    }),
)

/** Merges streams, newest first, each bill once. */
export async function mergeStreams({ db, memory }: Reading, merge: Merge): Promise<MergedEntries> {
  const { streams, filters, after, wanted, budget, accepts } = merge
  const chunks = chunksOf(memory)
  const { level, status, topics, is_current, ranks } = filters
  const rest = JSON.stringify([level, status, topics, is_current, ranks, budget])
  const readChunk = (stream: Stream, before: string | null) =>
    chunks.get(`bills ${JSON.stringify([stream, before])} ${rest}`, db, (database) =>
      selectChunk(database, stream, filters, before, budget),
    )
  const heads = await Promise.all(
    streams.map(async (stream) => {
      const chunk = await readChunk(stream, after)
      return { stream, chunk, position: 0, read: chunk.read }
    }),
  )
  const entries: Entry[] = []
  let last = ''
  while (entries.length < wanted) {
    let next: { head: (typeof heads)[number]; key: string } | undefined
    for (const head of heads) {
      const key = head.chunk.entries[head.position]?.key ?? head.chunk.end
      if (key === null) continue
      if (!next || key > next.key || (key === next.key && hasEntry(head))) next = { head, key }
    }
    if (!next) break
    const { head } = next
    const entry = head.chunk.entries[head.position]
    if (!entry) {
      if (head.read >= budget) return { entries, end: head.chunk.end }
      // oxlint-disable-next-line no-await-in-loop -- the next chunk begins where this one ended
      head.chunk = await readChunk(head.stream, head.chunk.end)
      head.read += head.chunk.read
      head.position = 0
      continue
    }
    head.position += 1
    if (entry.key === last) continue
    last = entry.key
    if (accepts(entry)) entries.push(entry)
  }
  return { entries, end: null }
}

function hasEntry({ chunk, position }: { chunk: Chunk; position: number }): boolean {
  return position < chunk.entries.length
}

/** The row after which every stream begins. */
const start = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const

/** Returns the time and the id of a key. */
export function positionOf(key: string): readonly [time: string, bill_id: string] {
  const [time = '', bill_id = ''] = key.split(' ')
  return [time, bill_id]
}

async function selectChunk(
  db: Db,
  stream: Stream,
  filters: StreamFilters,
  before: string | null,
  budget: number,
): Promise<Chunk> {
  const candidates = hasFilters(filters) ? Math.max(budget, chunkSize) : chunkSize
  const rows = await selectCandidates(
    db,
    stream,
    filters,
    before === null ? start : positionOf(before),
    candidates,
  )
  const last = rows.at(-1)
  const isEnd = !last || (rows.length < chunkSize && last.position < candidates)
  return {
    entries: rows.filter(({ is_match }) => is_match),
    end: isEnd ? null : last.key,
    read: last?.position ?? 0,
  }
}

export function hasFilters({
  level,
  status,
  topics,
  is_current,
}: Pick<Filters, 'level' | 'status' | 'topics' | 'is_current'>): boolean {
  return level !== null || status !== null || topics.length > 0 || is_current
}

type Candidate = Entry & { position: number; is_match: boolean }

/**
 * Selects the first bills of a stream that match the filters among this many candidates, and the last candidate even if it
 * does not match, because the next chunk begins after it.
 */
function selectCandidates(
  db: Db,
  { kind, name }: Stream,
  { level, status, topics, is_current, ranks }: StreamFilters,
  [time, bill_id]: readonly [string, string],
  candidates: number,
): Promise<Candidate[]> {
  if (kind === 'topic') {
    return db<Candidate[]>`
      select concat(time_key(c.latest_action_at), ' ', c.bill_id) as key, c.bill_id, b.jurisdiction,
             b.government_level, b.topics, c.position::int,
             c.is_match and b.feed_rank = any(${ranks}::smallint[]) as is_match
        from (select t.latest_action_at, t.bill_id,
                     row_number() over (order by t.latest_action_at desc, t.bill_id desc) as position,
                     (${level}::text is null or t.government_level = ${level})
                       and (${status}::text is null or t.status = ${status})
                       and (not ${is_current} or not t.is_past)
                       and (cardinality(${topics}::text[]) = 0 or t.topic = any(${topics}::text[])
                            or exists (select from bill_topics o
                                        where o.bill_id = t.bill_id and o.topic = any(${topics}::text[]))) as is_match
                from bill_topics t
               where t.topic = ${name} and (t.latest_action_at, t.bill_id) < (${time}::timestamptz, ${bill_id}::uuid)
               order by t.latest_action_at desc, t.bill_id desc limit ${candidates}) c
        join bills b on b.bill_id = c.bill_id
       where c.is_match or c.position = ${candidates}
       order by c.position limit ${chunkSize}`
  }
  const scope = {
    place: db`b.jurisdiction = ${name} and`,
    congress: db`b.jurisdiction = ${country} and`,
    examples: db`b.feed_rank = 2 and`,
    all: db``,
  }[kind]
  return db<Candidate[]>`
    select concat(time_key(c.latest_action_at), ' ', c.bill_id) as key, c.bill_id, c.jurisdiction,
           c.government_level, c.topics, c.position::int, c.is_match
      from (select b.latest_action_at, b.bill_id, b.jurisdiction, b.government_level, b.topics,
                   row_number() over (order by b.latest_action_at desc, b.bill_id desc) as position,
                   (${kind} <> 'congress' or b.government_level = 'federal')
                     and (${level}::text is null or b.government_level = ${level})
                     and (${status}::text is null or b.status = ${status})
                     and (not ${is_current} or not b.is_past)
                     and b.feed_rank = any(${ranks}::smallint[])
                     and (cardinality(${topics}::text[]) = 0 or b.topics && ${topics}::text[]) as is_match
              from bills b
             where ${scope} (b.latest_action_at, b.bill_id) < (${time}::timestamptz, ${bill_id}::uuid)
             order by b.latest_action_at desc, b.bill_id desc limit ${candidates}) c
     where c.is_match or c.position = ${candidates}
     order by c.position limit ${chunkSize}`
}
