import { type Follow, maxFollows } from '../../contract/alerts.ts'
import { refuse } from '../../contract/kit/refusals.ts'
import { defaultUpdateTypes, type FollowedUpdateType } from '../../contract/rules/billUpdates.ts'
import { followTopic, unfollowTopic } from '../bills/topics.ts'
import type { Member } from '../http/route/route.ts'
import type { Db } from '../postgres/db.ts'
import {
  joinTargets,
  nameColumns,
  normalizeTarget,
  requireTarget,
  type Target,
  targetName,
} from './followTargets.ts'

/** Follows a target, or chooses the kinds of updates of one that is followed already. */
export async function follow(
  db: Db,
  me: Member,
  input: Target & { update_types?: FollowedUpdateType[] | undefined },
): Promise<{ is_following: boolean }> {
  const { target_type, target_id } = normalizeTarget(input)
  const update_types = input.update_types ?? null
  if (target_type === 'topic') {
    await followTopic(db, me, target_id)
    if (update_types) {
      await db`
        update topic_follows set update_types = ${update_types}
         where user_id = ${me.user_id} and topic = ${target_id}`
    }
  } else {
    await requireTarget(db, { target_type, target_id })
    if (await isFull(db, me, { target_type, target_id })) refuse('follow_limit')
    await db`
      insert into alert_follows as f (user_id, target_type, target_id, update_types)
      values (${me.user_id}, ${target_type}, ${target_id}, ${update_types ?? defaultUpdateTypes})
      on conflict (user_id, target_type, target_id) do update
         set update_types = coalesce(${update_types}::text[], f.update_types)`
  }
  await db`select start_alerts(${me.user_id})`
  return { is_following: true }
}

export async function unfollow(db: Db, me: Member, input: Target): Promise<{ is_following: boolean }> {
  const { target_type, target_id } = normalizeTarget(input)
  if (target_type === 'topic') await unfollowTopic(db, me, target_id)
  else {
    await db`
      delete from alert_follows
       where user_id = ${me.user_id} and target_type = ${target_type} and target_id = ${target_id}`
  }
  return { is_following: false }
}

/** Whether one more follow would exceed the limit. The member's writes run one at a time, so that none slips through. */
async function isFull(db: Db, me: Member, { target_type, target_id }: Target): Promise<boolean> {
  const [row] = await db<{ is_full: boolean }[]>`
    select count(*) >= ${maxFollows} and not coalesce(bool_or((target_type, target_id) = (${target_type}, ${target_id})), false)
           as is_full
      from alert_follows where user_id = ${me.user_id}`
  return row?.is_full ?? false
}

type Row = Omit<Follow, 'name'> & { bill_code: string | null; title: string | null; rep_name: string | null }

export async function selectFollows(db: Db, me: Member): Promise<Follow[]> {
  const rows = await db<Row[]>`
    select f.target_type, f.target_id, f.update_types, f.created_at, ${db.unsafe(nameColumns)}, named_bill.title
      from followed_targets f ${joinTargets(db)}
     where f.user_id = ${me.user_id} order by f.created_at desc, f.target_type, f.target_id`
  return rows.map(({ target_type, target_id, update_types, created_at, title, ...names }) => {
    const name = targetName({ target_type, target_id, ...names })
    return { target_type, target_id, name: title ? `${name}: ${title}` : name, update_types, created_at }
  })
}
