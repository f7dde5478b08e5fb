import type { Db } from '#server/platform/postgres/db.ts'
import type { Filters } from './billPage.ts'
import type { Entry } from './streams.ts'

/** Selects the bills that a member has saved and that match the filters, the latest official action first. */
export function selectBookmarked(
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
