import type { MemberType } from '../../contract/rules/memberTypes.ts'
import { endSessionsOf } from '../accounts/signIn/sessions.ts'
import { recordAction } from '../kit/audit.ts'
import { showActionsOf } from '../notifications/notify.ts'
import type { Db } from '../postgres/db.ts'
import { lockNeighbors } from './neighbors.ts'

/** Hides an account until it is reactivated: it leaves lists and counts, and every session ends (R24). */
export async function deactivate(db: Db, user_id: string): Promise<void> {
  if (!(await changeStatus(db, user_id, 'active', 'inactive'))) return
  await endSessionsOf(db, user_id)
  await recordAction(db, { act: 'deactivated', user_id })
}

export async function reactivate(db: Db, user_id: string): Promise<void> {
  if (await changeStatus(db, user_id, 'inactive', 'active')) {
    await recordAction(db, { act: 'reactivated', user_id })
  }
}

/**
 * Shuts an account out: its sessions end, it can sign in no more, and for others it is as a deactivated one (R74). What
 * it wrote stays; that is hidden piece by piece. False when it is suspended already.
 */
export async function suspend(db: Db, user_id: string): Promise<boolean> {
  await lockNeighbors(db, user_id)
  const [was] = await db<{ suspended_from: string }[]>`
    update users set suspended_from = account_status, account_status = 'suspended'
     where user_id = ${user_id} and account_status <> 'suspended' returning suspended_from`
  if (!was) return false
  if (was.suspended_from === 'active') await setVisible(db, user_id, false)
  await endSessionsOf(db, user_id)
  return true
}

/** Gives an account back as it was before it was suspended. False when it is not suspended. */
export async function liftSuspension(db: Db, user_id: string): Promise<boolean> {
  await lockNeighbors(db, user_id)
  const [is] = await db<{ account_status: string }[]>`
    update users set account_status = coalesce(suspended_from, 'active'), suspended_from = null
     where user_id = ${user_id} and account_status = 'suspended' returning account_status`
  if (!is) return false
  if (is.account_status === 'active') await setVisible(db, user_id, true)
  return true
}

/** Whether anything changed: a repeat, or two at once, count only once. */
async function changeStatus(
  db: Db,
  user_id: string,
  from: 'active' | 'inactive',
  to: 'active' | 'inactive',
): Promise<boolean> {
  await lockNeighbors(db, user_id)
  const { count } = await db`
    update users set account_status = ${to} where user_id = ${user_id} and account_status = ${from}`
  if (count === 1) await setVisible(db, user_id, to === 'active')
  return count === 1
}

/** A label that gives no rights (R68). */
export async function saveMemberType(db: Db, user_id: string, member_type: MemberType): Promise<void> {
  await db`update users set member_type = ${member_type} where user_id = ${user_id}`
}

/** Hidden people count for nobody and are named in nothing that others were told; both come back with them. */
async function setVisible(db: Db, user_id: string, isSeen: boolean): Promise<void> {
  await countFollows(db, user_id, isSeen ? 1 : -1)
  await showActionsOf(db, user_id, isSeen)
}

/** Only active people count as followers and as followed; their neighbours' locks are held. */
export async function countFollows(db: Db, user_id: string, step: 1 | -1): Promise<void> {
  await db`
    update users u set follower_count = u.follower_count + ${step}
      from follows f where f.follower_id = ${user_id} and u.user_id = f.followee_id`
  await db`
    update users u set following_count = u.following_count + ${step}
      from follows f where f.followee_id = ${user_id} and u.user_id = f.follower_id`
}
