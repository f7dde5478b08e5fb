import type { countComments as countCommentsEndpoint } from '#contract/discussions.ts'
import type { OutputOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** Returns the number of live comments on a bill. */
export async function countDiscussion(db: Db, bill_id: string): Promise<number> {
  const [row] = await db<{ discussion_count: number }[]>`
    select discussion_count from current_bill_counts where bill_id = ${bill_id}`
  return row?.discussion_count ?? refuse('bill_not_found')
}

/** Returns the number of live comments on a bill, and of those by members in the caller's city. */
export async function countComments(
  db: Db,
  me: Member,
  bill_id: string,
): Promise<OutputOf<typeof countCommentsEndpoint>['counts']> {
  const total = await countDiscussion(db, bill_id)
  if (me.ocd_city_id === null) return { local: 0, total, has_local_data: false }
  const [row] = await db<{ local: number }[]>`
    select comment_count as local from bill_local_counts
     where bill_id = ${bill_id} and ocd_city_id = ${me.ocd_city_id}`
  return { local: row?.local ?? 0, total, has_local_data: true }
}
