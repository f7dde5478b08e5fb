import {
  type Follow,
  followTarget,
  maxFollows,
  unfollowTarget,
  defaultUpdateTypes,
} from '#contract/alerts.ts'
import { action, responseOf } from '#server/platform/http/route/action.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { joinTargets, nameColumns, normalizeTarget, requireId, targetName } from './followTargets.ts'

export const followRoutes = [
  action(followTarget, ({ db, input, write }) => {
    const { target_type, target_id } = requireId(normalizeTarget(input))
    return responseOf(db`
      select response
        from follow_target(${write}, ${target_type}, ${target_id}, ${input.update_types ?? null}::text[],
                           ${defaultUpdateTypes}::text[], ${maxFollows})`)
  }),
  action(unfollowTarget, ({ db, input, write }) => {
    const { target_type, target_id } = normalizeTarget(input)
    return responseOf(db`select response from unfollow_target(${write}, ${target_type}, ${target_id})`)
  }),
]

type Row = Omit<Follow, 'name'> & { bill_code: string | null; title: string | null; rep_name: string | null }

export async function listFollows(db: Db, me: Member): Promise<Follow[]> {
  const rows = await db<Row[]>`
    select f.target_type, f.target_id, f.update_types, f.created_at, ${db.unsafe(nameColumns)}, named_bill.title
      from followed_targets f ${joinTargets(db)}
     where f.user_id = ${me.user_id} order by f.created_at desc, f.target_type, f.target_id`
  return rows.map(({ target_type, target_id, update_types, created_at, title, ...names }) => {
    const name = targetName({ target_type, target_id, ...names })
    return { target_type, target_id, name: title ? `${name}: ${title}` : name, update_types, created_at }
  })
}
