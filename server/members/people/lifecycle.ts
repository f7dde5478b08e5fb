import type { MemberType } from '#contract/accounts/memberRoles.ts'
import { updateMemberships } from '#server/legislation/places/groups/memberships.ts'
import { endSessionsOf } from '#server/members/accounts/signIn/sessions.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { lockMemberAndFollows } from './followLocks.ts'
import { showActionsOf } from './shownActions.ts'

/** Hides an account from lists and counts until it is reactivated, and ends every session. */
export async function deactivate(db: Db, user_id: string): Promise<void> {
  if (!(await changeStatus(db, user_id, 'active', 'inactive'))) return
  await endSessionsOf(db, user_id)
  await recordAction(db, { action: 'deactivated', user_id })
}

export async function reactivate(db: Db, user_id: string): Promise<void> {
  if (await changeStatus(db, user_id, 'inactive', 'active')) {
    await recordAction(db, { action: 'reactivated', user_id })
  }
}

/**
 * Suspends an account: ends its sessions, blocks signing in, and hides it like a deactivated account. Its posts stay
 * visible, because moderators hide them one by one. With `days`, maintenance lifts the suspension after that many days.
 * If the account is already suspended, the later of the two ends applies. Returns false if that is less than a day later, because
 * two operators may decide the same. Returns false also for an account that is closed.
 */
export async function suspend(db: Db, user_id: string, days: number | null = null): Promise<boolean> {
  await lockMemberAndFollows(db, user_id)
  const [before] = await db<{ suspended_from: string }[]>`
    update users set suspended_from = account_status, account_status = 'suspended',
                     suspended_until = now() + make_interval(days => ${days}::int)
     where user_id = ${user_id} and account_status in ('active', 'inactive') returning suspended_from`
  if (!before) {
    const end = db`(now() + make_interval(days => ${days}::int))`
    const [extended] = await db<{ is_longer: boolean }[]>`
      update users u set suspended_until = ${end}
        from (select coalesce(suspended_until, 'infinity') as former from users where user_id = ${user_id}) before
       where u.user_id = ${user_id} and u.account_status = 'suspended' and former < coalesce(${end}, 'infinity')
      returning former < coalesce(${end} - interval '1 day', 'infinity') as is_longer`
    return extended?.is_longer === true
  }
  if (before.suspended_from === 'active') await setVisible(db, user_id, false)
  await endSessionsOf(db, user_id)
  return true
}

/** Restores the status from before the suspension. Returns false if the account is not suspended. */
export async function liftSuspension(db: Db, user_id: string): Promise<boolean> {
  await lockMemberAndFollows(db, user_id)
  const [after] = await db<{ account_status: string }[]>`
    update users set account_status = coalesce(suspended_from, 'active'), suspended_from = null,
                     suspended_until = null
     where user_id = ${user_id} and account_status = 'suspended' returning account_status`
  if (!after) return false
  if (after.account_status === 'active') await setVisible(db, user_id, true)
  return true
}

/**
 * Closes an account, which hides it like a deactivated one, and ends every session. Returns the status from before.
 * Undefined if there is no such account or it is closed already.
 */
export async function hideClosed(db: Db, user_id: string): Promise<string | undefined> {
  await lockMemberAndFollows(db, user_id)
  const [before] = await db<{ status: string }[]>`
    select account_status as status from users where user_id = ${user_id} and account_status <> 'closed'`
  if (!before) return undefined
  await db`update users set account_status = 'closed' where user_id = ${user_id}`
  if (before.status === 'active') await setVisible(db, user_id, false)
  await endSessionsOf(db, user_id)
  return before.status
}

/** Gives a closed account its former status. */
export async function showOpened(db: Db, user_id: string): Promise<void> {
  await lockMemberAndFollows(db, user_id)
  const [after] = await db<{ status: string }[]>`
    with closed as (delete from closed_accounts where user_id = ${user_id} returning former_status)
    update users set account_status = closed.former_status from closed
     where user_id = ${user_id} returning account_status as status`
  if (after?.status === 'active') await setVisible(db, user_id, true)
}

/**
 * Changes the status. Returns false if the status has already changed so that repeated or concurrent calls adjust the
 * counts only once.
 */
async function changeStatus(
  db: Db,
  user_id: string,
  from: 'active' | 'inactive',
  to: 'active' | 'inactive',
): Promise<boolean> {
  await lockMemberAndFollows(db, user_id)
  const { count } = await db`
    update users set account_status = ${to} where user_id = ${user_id} and account_status = ${from}`
  if (count === 1) await setVisible(db, user_id, to === 'active')
  return count === 1
}

/**
 * Saves the member type, which is a label and grants no rights. The label is shown, even if a new name had hidden it. A
 * proposal of an operator has ended.
 */
export async function saveMemberType(db: Db, user_id: string, member_type: MemberType): Promise<void> {
  await db`delete from label_proposals where user_id = ${user_id}`
  await db`update users set member_type = ${member_type}, is_label_hidden = false where user_id = ${user_id}`
  await updateMemberships(db, user_id)
}

/**
 * Hides a member or shows the member again. A hidden member belongs to no group and is not counted as a follower or as
 * followed, and notifications about the member are hidden.
 */
async function setVisible(db: Db, user_id: string, isVisible: boolean): Promise<void> {
  await countFollows(db, user_id, isVisible ? 1 : -1)
  await updateMemberships(db, user_id)
  await showActionsOf(db, user_id, isVisible)
}

/** Adjusts the counts of all members that the member follows or is followed by. Requires the locks of lockMemberAndFollows. */
async function countFollows(db: Db, user_id: string, step: 1 | -1): Promise<void> {
  await db`
    update users u set follower_count = u.follower_count + ${step}
      from follows f where f.follower_id = ${user_id} and u.user_id = f.followee_id`
  await db`
    update users u set following_count = u.following_count + ${step}
      from follows f where f.followee_id = ${user_id} and u.user_id = f.follower_id`
}
