import type { Db } from '#server/platform/postgres/db.ts'
import { cacheOf } from '#server/platform/records/memory.ts'
import { Shared } from '#server/platform/records/shared.ts'
import { country, type Reading } from './home.ts'
import { type Candidate, scoreOf } from './ranking.ts'
import type { Entry, Stream } from './streams.ts'

/** How many of the latest bills of a stream, and how many of those with the most activity, may be among the first. */
const [latest, mostActive] = [24, 12]

type CandidateList = { candidates: Candidate[] }

const candidatesOf = cacheOf(
  (memory) =>
    new Shared<CandidateList>(memory, {
      name: 'bill_candidates',
      maxBytes: 4e6,
      sizeOf: ({ candidates }) => 500 * candidates.length,
    }),
)

/**
 * Returns the bills of these streams that may be among the first of a feed. All bills can still move. They are the same for
 * every member with the stream.
 */
export async function readCandidates(
  { db, memory }: Reading,
  streams: readonly Stream[],
  is_current: boolean,
): Promise<Candidate[]> {
  const byKey = new Map(
    streams.map((stream) => [`bills candidates ${JSON.stringify([stream, is_current])}`, stream]),
  )
  const lists = await candidatesOf(memory).find([...byKey.keys()], db, async (database, missing) => {
    const lists = new Map<string, CandidateList>(missing.map((key) => [key, { candidates: [] }]))
    const wanted = missing.map((key) => ({ key, ...byKey.get(key)! }))
    for (const { stream_key, days, activity, ...entry } of await selectCandidates(
      database,
      wanted,
      is_current,
    )) {
      lists.get(stream_key)?.candidates.push({ ...entry, score: scoreOf({ days, activity }) })
    }
    return lists
  })
  const distinct = new Map<string, Candidate>()
  for (const { candidates } of lists.values()) {
    for (const candidate of candidates) distinct.set(candidate.bill_id, candidate)
  }
  return [...distinct.values()]
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
       (select bill_id from bill_topics
         where s.kind = 'topic' and topic = s.name and status not in ('passed', 'rejected')
           and not (${is_current} and is_past)
         order by latest_action_at desc, bill_id desc limit ${latest})) ids
      join bills b on b.bill_id = ids.bill_id
      join bill_counters c on c.bill_id = b.bill_id
     where b.feed_rank = 0 and (s.kind <> 'congress' or b.government_level = 'federal')`
}
