import type { Update } from '#contract/alerts.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { readKeyword } from '#contract/search.ts'
import type { Target } from '#server/participation/alerts/followTargets.ts'
import {
  asFollowedUpdate,
  matchingUpdates,
  type UpdateRow,
} from '#server/participation/alerts/updatesList.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'

export const feedEntries = 50

/** Selects the ids of the newest updates of a target, newest first. An index has this order, except that of a search. */
function newestUpdates(db: Db, { target_type, target_id }: Target, limit: number): Part {
  if (target_type === 'search') {
    const keyword = readKeyword(target_id) ?? refuse('not_found')
    return matchingUpdates(db, keyword, { after: 0, before: null, limit })
  }
  if (target_type === 'bill') {
    return db`
      select update_id from bill_updates where bill_id = ${target_id}::uuid and is_alertable
       order by update_id desc limit ${limit}`
  }
  return db`
    select update_id from bill_update_targets where target_type = ${target_type} and target_id = ${target_id}
     order by update_id desc limit ${limit}`
}

/**
 * Returns the id of the newest update of a target, which identifies the state of its feed. 0 if there is none. For a search, it
 * is the newest update of all bills, because a search would cost as much as the feed.
 */
export async function selectNewestUpdate(db: Db, target: Target): Promise<number> {
  const newest =
    target.target_type === 'search'
      ? db`select update_id from bill_updates where is_alertable order by update_id desc limit 1`
      : newestUpdates(db, target, 1)
  const [row] = await db<{ update_id: number }[]>`${newest}`
  return row?.update_id ?? 0
}

export async function selectFeedUpdates(db: Db, target: Target): Promise<Update[]> {
  const rows = await db<UpdateRow[]>`
    select u.update_id, u.update_type, u.summary, u.occurred_on, u.first_seen_at, u.source_name,
           b.bill_id, b.bill_code, b.title, b.status, b.jurisdiction
      from (${newestUpdates(db, target, feedEntries)}) newest
      join bill_updates u using (update_id)
      join bills b using (bill_id)
     order by u.update_id desc`
  const { target_type, target_id } = target
  return rows.map((row) => asFollowedUpdate(row, { target_type, target_id, name: target_id }, 0))
}
