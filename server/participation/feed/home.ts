import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { cacheOf, type Memory } from '#server/platform/records/memory.ts'
import { Shared } from '#server/platform/records/shared.ts'

/** What a read of the feed needs: the database, the memory of this instance, and the member. */
export type Reading = {
  db: Db
  memory: Memory
  me: Pick<Member, 'user_id' | 'ocd_city_id'>
  /** The cards have Hurd's own summaries in this language too. */
  language?: string | undefined
}

export const country = 'ocd-division/country:us'

/** What decides which bills come first for a member: where the member lives, and what the member follows. */
export type Home = {
  /** The names of the member's divisions without the country, such as "Chicago" or "Illinois", by OCD id. */
  places: ReadonlyMap<string, string>
  /** The OCD id of the member's state. */
  state: string | null
  topics: readonly string[]
  /** The divisions whose representatives are the member's own. */
  represented: readonly string[]
}

type Bill = { topics: readonly string[]; government_level: string; jurisdiction: string }
/** What the reason of a bill depends on. */
export type HomeBill = Bill & { is_example: boolean }

const homesOf = cacheOf(
  (memory) =>
    new Shared<Home>(memory, {
      name: 'homes',
      maxBytes: 8e6,
      sizeOf: ({ places, topics, represented }) => 200 * (places.size + topics.length + represented.length),
    }),
)

export function homeOf({ db, memory, me }: Reading): Promise<Home> {
  return homesOf(memory).get(me.user_id, db, async (database) => {
    type Row = { places: [division: string, name: string][]; topics: string[]; represented: string[] }
    const [row] = await database<Row[]>`
      select (select coalesce(json_agg(json_build_array(m.division, division_name(m.division, d.name))), '[]')
                from member_divisions m left join divisions d using (division)
               where m.user_id = ${me.user_id} and m.division <> ${country}) as places,
             array(select topic from topic_follows where user_id = ${me.user_id} order by topic) as topics,
             divisions_represented(${me.user_id}) as represented`
    const { places = [], topics = [], represented = [] } = row ?? {}
    const state = places.find(([division]) =>
      /^ocd-division\/country:us\/(state|district|territory):[a-z]{2}$/.test(division),
    )
    return { places: new Map(places), state: state?.[0] ?? null, topics, represented }
  })
}

export function isOfCongress({ government_level, jurisdiction }: Omit<Bill, 'topics'>): boolean {
  return government_level === 'federal' && jurisdiction === country
}

/** Returns true if the bill is in the first section of the feed: of the member's places, of Congress, or of a followed topic. */
export function isOwn({ places, topics }: Home, bill: Bill): boolean {
  return (
    places.has(bill.jurisdiction) || isOfCongress(bill) || bill.topics.some((topic) => topics.includes(topic))
  )
}

/** Returns the field `reason` of a bill: why it comes first, or that it is an example. Null for every other bill. */
export function reasonOf(home: Home, bill: HomeBill): { kind: string; name: string } | null {
  if (bill.is_example) return { kind: 'example', name: 'Examples' }
  if (!isOwn(home, bill)) return null
  const place = home.places.get(bill.jurisdiction)
  if (place !== undefined) return { kind: 'place', name: place }
  const topic = home.topics.find((followed) => bill.topics.includes(followed))
  return topic === undefined ? { kind: 'congress', name: 'Congress' } : { kind: 'topic', name: topic }
}
