import { followTargetTypes } from '#contract/alerts.ts'
import type { Branding } from '#contract/branding/branding.ts'
import { Id } from '#contract/kit/endpoint.ts'
import { searchWords } from '#contract/search.ts'
import {
  joinTargets,
  nameColumns,
  normalizeTarget,
  type Target,
  targetName,
} from '#server/participation/alerts/followTargets.ts'
import type { Admission } from '#server/platform/http/admission.ts'
import type { ReadLimits } from '#server/platform/http/readLimits.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'

/** The values that the routes of feeds and calendars need. */
export type FeedParts = {
  branding: () => Branding
  pool: Pool
  visitorReads: Admission
  readLimits: ReadLimits
  publicOrigin: string
  rateLimits: boolean
}

/**
 * Returns the target of a feed or calendar, or null for a target that cannot have one. A group has the feed and the
 * calendar of its place.
 */
export async function findTarget(db: Db, type: string, id: string): Promise<Target | null> {
  if (type === 'group') {
    if (!Id.safeParse(id).success) return null
    const [group] = await db<
      { jurisdiction: string }[]
    >`select jurisdiction from groups where group_id = ${id}`
    return group ? { target_type: 'jurisdiction', target_id: group.jurisdiction } : null
  }
  const target_type = followTargetTypes.find((name) => name === type)
  if (!target_type || (target_type === 'search' && searchWords(id) === '')) return null
  if (target_type === 'bill') {
    if (!Id.safeParse(id).success) return null
    const [bill] = await db<{ bill_id: string }[]>`select bill_id from bills where bill_id = ${id}`
    return bill ? { target_type, target_id: bill.bill_id } : null
  }
  return { target_type, target_id: normalizeTarget({ target_type, target_id: id }).target_id }
}

export async function selectName(db: Db, target: Target): Promise<string> {
  const { target_type, target_id } = target
  const [row] = await db<{ bill_code: string | null; rep_name: string | null }[]>`
    select ${db.unsafe(nameColumns)}
      from (select ${target_type}::text as target_type, ${target_id}::text as target_id) f ${joinTargets(db)}`
  return targetName({
    target_type,
    target_id,
    bill_code: row?.bill_code ?? null,
    rep_name: row?.rep_name ?? null,
  })
}
