import type { Db } from '#server/platform/postgres/db.ts'
import { cacheOf } from '#server/platform/records/memory.ts'
import { Shared } from '#server/platform/records/shared.ts'
import { country, isOfCongress, type Reading } from './home.ts'
import { byScore, type Candidate, scoreOf } from './ranking.ts'
import type { Entry, Stream } from './streams.ts'

/** How many of the latest bills of a stream, and how many of those with the most activity, may be among the first. */
const [latest, mostActive] = [24, 12]

/** The candidates of one stream, sorted by `byScore`, and the keys of the latest ones. */
type CandidateList = {
  candidates: Candidate[]
  newest: { congress: string | null; others: string | null }
}

const candidatesOf = cacheOf(
  (memory) =>
    new Shared<CandidateList>(memory, {
      name: 'bill_candidates',
      maxBytes: 4e6,
      sizeOf: ({ candidates }) => 500 * candidates.length,
    }),
)

/**
 * Returns the bills of each of these streams that may be among the first of a feed. All bills can still move. They are the same
 * for every member with the stream.
 */
export async function readCandidates(
  { db, memory }: Reading,
  streams: readonly Stream[],
  is_current: boolean,
): Promise<CandidateList[]> {
  const byKey = new Map(
    streams.map((stream) => [`bills candidates ${JSON.stringify([stream, is_current])}`, stream]),
  )
  const lists = await candidatesOf(memory).find([...byKey.keys()], db, async (database, missing) => {
    const wanted = missing.map((key) => ({ key, ...byKey.get(key)! }))
    const rows = Map.groupBy(await selectCandidates(database, wanted, is_current), (row) => row.stream_key)
    return new Map(wanted.map(({ key, kind }) => [key, listOf(kind, rows.get(key) ?? [])]))
  })
  return [...lists.values()]
}

function listOf(kind: Stream['kind'], rows: readonly Row[]): CandidateList {
  const candidates = rows.map(({ stream_key: _key, days, activity, ...entry }) => {
    return { ...entry, score: scoreOf({ days, activity }) }
  })
  const newest = (isCongress: boolean) => {
    return keysOf(candidates.filter((each) => isOfCongress(each) === isCongress)).at(-1) ?? null
  }
  // If the latest bills of a topic are all of Congress, its others are older than these.
  const oldest = kind === 'topic' ? (keysOf(candidates)[0] ?? null) : null
  return {
    candidates: candidates.toSorted(byScore),
    newest: { congress: newest(true), others: newest(false) ?? oldest },
  }
}

function keysOf(entries: readonly Entry[]): string[] {
  return entries.map(({ key }) => key).toSorted()
}

/** A bill with how many days ago its newest official action happened, and its points of the last two weeks. */
type Row = Entry & { stream_key: string; days: number; activity: number }

function selectCandidates(
  db: Db,
  streams: readonly ({ key: string } & Stream)[],
  is_current: boolean,
): Promise<Row[]> {
  const kinds = streams.map(({ kind }) => kind)
  const names = streams.map(({ kind, name }) => (kind === 'congress' ? country : name))
  return db<Row[]>`
    select s.key as stream_key, concat(time_key(b.latest_action_at), ' ', b.bill_id) as key, b.bill_id, b.jurisdiction,
           b.government_level, b.topics, extract(epoch from now() - b.latest_action_at)::float8 / 86400 as days,
           c.activity_score as activity
      from unnest(${streams.map(({ key }) => key)}::text[], ${kinds}::text[], ${names}::text[]) s (key, kind, name)
     cross join lateral (
       (select bill_id from bills
         where s.kind <> 'topic' and jurisdiction = s.name and feed_rank = 0 and not (${is_current} and is_past)
           and (s.kind = 'place' or government_level = 'federal')
         order by latest_action_at desc, bill_id desc limit ${latest})
       union
       (select bill_id from bill_counters
         where s.kind <> 'topic' and jurisdiction = s.name and activity_score > 0 and not (${is_current} and is_past)
           and status not in ('passed', 'rejected')
         order by activity_score desc, created_at desc, bill_id limit ${mostActive})
       union
       (select t.bill_id from bill_topics t
         where s.kind = 'topic' and topic = s.name and status not in ('passed', 'rejected')
           and not (${is_current} and is_past)
           and exists (select from bills where bill_id = t.bill_id and feed_rank = 0)
         order by latest_action_at desc, bill_id desc limit ${latest})) ids
      join bills b on b.bill_id = ids.bill_id
      join bill_counters c on c.bill_id = b.bill_id
     where b.feed_rank = 0 and (s.kind <> 'congress' or b.government_level = 'federal')`
}
