import type { Update } from '../../../contract/alerts.ts'
import type { Db, Part } from '../../postgres/db.ts'
import type { Target } from '../followTargets.ts'
import { asFollowedUpdate, type UpdateRow } from '../updatesList.ts'

export const feedEntries = 50

/** A feed can be about anything that an update can belong to, and about a group, which has the updates of its place. */
export type FeedTarget = Omit<Target, 'target_type'> & {
  target_type: Exclude<Target['target_type'], 'search'>
}

/** Selects the ids of the newest updates of a target, newest first. An index has this order. */
function newestUpdates(db: Db, { target_type, target_id }: FeedTarget, limit: number): Part {
  if (target_type === 'bill') {
    return db`
      select update_id from bill_updates where bill_id = ${target_id}::uuid and is_alertable
       order by update_id desc limit ${limit}`
  }
  return db`
    select update_id from bill_update_targets where target_type = ${target_type} and target_id = ${target_id}
     order by update_id desc limit ${limit}`
}

/** Returns the id of the newest update of a target, which identifies the state of its feed. 0 if there is none. */
export async function selectNewestUpdate(db: Db, target: FeedTarget): Promise<number> {
  const [row] = await db<{ update_id: number }[]>`${newestUpdates(db, target, 1)}`
  return row?.update_id ?? 0
}

export async function selectFeedUpdates(db: Db, target: FeedTarget): Promise<Update[]> {
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
