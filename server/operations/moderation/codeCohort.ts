import { liftSuspension, suspend } from '#server/members/people/lifecycle.ts'
import { removeVotes } from '#server/participation/discussions/accounts/accountDeletion.ts'
import { lockForRestore, restoreVotes } from '#server/participation/discussions/accounts/accountRestore.ts'
import { removeLikes, restoreLikes } from '#server/participation/groups/accountDeletion.ts'
import { removeStances, restoreStances } from '#server/participation/stances/accountDeletion.ts'
import { lockWrites } from '#server/platform/limits/limits.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { dropSetAside, rowKeeper, setAsideRows } from '#server/platform/postgres/setAside.ts'
import { otherSuspensions } from './otherSuspensions.ts'

export type CodeHolder = {
  user_id: string
  username: string
  account_status: 'active' | 'inactive' | 'suspended'
  /** The end of a suspension. Null if it has none, or if the member is not suspended. */
  suspended_until: string | null
  created_at: string
  email_verified: boolean
  /** Stances, votes and likes, whether they are counted or set aside. */
  stances: number
  votes: number
  likes: number
  /**
   * True if the member was suspended with the cohort, so the member's stances, votes and likes are not counted.
   */
  is_uncounted: boolean
  /** True if a suspension of the code is in force, or if the audit log has no suspension of the member. */
  is_code_suspended: boolean
  /** The earliest member of the cohort with the same mailbox, or null if this member is the earliest. */
  same_mailbox_as: string | null
}

/** Returns every member who registered with an access code, the oldest account first. */
export function selectCohort(db: Db, code: string): Promise<CodeHolder[]> {
  return db<CodeHolder[]>`
    select u.user_id, username, account_status, suspended_until, created_at,
           email_verified_at is not null as email_verified,
           (select count(*) from stances s where s.user_id = u.user_id)::int + k.stances as stances,
           (select count(*) from comment_votes v where v.user_id = u.user_id)::int + k.votes as votes,
           (select count(*) from group_likes l where l.user_id = u.user_id)::int + k.likes as likes,
           k.is_uncounted,
           (select coalesce(bool_or(s.detail->>'code' = ${code} and not exists (
                     select from audit_log l where l.user_id = s.user_id and l.action = 'suspension_lifted'
                                               and l.audit_id > s.audit_id)), true)
              from audit_log s where s.user_id = u.user_id and s.action = 'suspended') as is_code_suspended,
           nullif(first_value(username) over (
             partition by mailbox_key(email) order by created_at, user_id), username) as same_mailbox_as
      from users u
     cross join lateral (
       select count(*) filter (where table_name = 'stances')::int as stances,
              count(*) filter (where table_name = 'comment_votes')::int as votes,
              count(*) filter (where table_name = 'group_likes')::int as likes, count(*) > 0 as is_uncounted
         from set_aside_rows where user_id = u.user_id) k
     where access_code = ${code} and account_status <> 'closed' order by created_at, user_id`
}

/**
 * Suspends a member and subtracts the member's stances, votes, likes and changed minds from every count, in one
 * transaction. The rows are set aside. Comments and posts stay. Returns false if nothing changed, as for an account that was closed
 * in the meantime, which keeps its numbers.
 */
export async function suspendAndUncount(
  db: Db,
  user_id: string,
  days: number | null = null,
): Promise<boolean> {
  // This takes the lock of the member's own writes so that none of them is counted after the subtraction.
  await lockWrites(db, user_id)
  const [open] = await db`select from users where user_id = ${user_id} and account_status <> 'closed'`
  if (!open) return false
  const [marker] = await db`select from set_aside_rows where user_id = ${user_id} limit 1`
  if (!marker) {
    const keep = rowKeeper(db, user_id)
    // This row is never restored. It marks the member as uncounted, even if no other row was set aside, and contains
    // the earlier status and the end of an earlier suspension.
    await keep(
      'users',
      db`select user_id, account_status, suspended_until from users where user_id = ${user_id}`,
    )
    await removeVotes(db, user_id, keep)
    await removeStances(db, user_id, keep)
    await removeLikes(db, user_id, keep)
    await db`update users set total_stances = 0 where user_id = ${user_id}`
  }
  const isChanged = await suspend(db, user_id, days)
  return isChanged || !marker
}

/** Lifts a suspension and counts again what it subtracted. Returns false if the member was not suspended. */
export async function liftAndCount(db: Db, user_id: string): Promise<boolean> {
  await countAgain(db, user_id)
  return liftSuspension(db, user_id)
}

/**
 * Undoes the `suspendAndUncount` of a code. A member who was suspended for another reason before, or since then by a decision
 * about a case or a cohort, stays suspended until that suspension ends. Returns `unchanged` if the member is counted.
 */
export async function undoUncounted(
  db: Db,
  user_id: string,
  code: string,
): Promise<'lifted' | 'still_suspended' | 'unchanged'> {
  const other = await otherSuspensions(db, user_id, { code })
  const endAt = async (ends_at: string) => {
    await db`
      update users set suspended_until = nullif(${ends_at}::timestamptz, 'infinity')
       where user_id = ${user_id} and account_status = 'suspended'`
    return 'still_suspended' as const
  }
  if (other.is_uncounted && other.ends_at !== null) return endAt(other.ends_at)
  const before = await countAgain(db, user_id)
  if (!before) return 'unchanged'
  if (other.ends_at !== null) return endAt(other.ends_at)
  // An operator may have deleted the record of an earlier suspension with `audit forget`.
  if (before.is_suspended && !other.is_recorded) return endAt(before.suspended_until ?? 'infinity')
  await liftSuspension(db, user_id)
  return 'lifted'
}

type EarlierSuspension = { is_suspended: boolean; suspended_until: string | null }

/**
 * Restores and counts what a suspension subtracted. Returns whether an earlier suspension is in force and when it ends, or
 * undefined if nothing was set aside.
 */
async function countAgain(db: Db, user_id: string): Promise<EarlierSuspension | undefined> {
  await lockWrites(db, user_id)
  const [before] = await db<EarlierSuspension[]>`
    select account_status = 'suspended' and (suspended_until > now()) is not false as is_suspended, suspended_until
      from ${setAsideRows(db, user_id, 'users')} u`
  await lockForRestore(db, user_id)
  await restoreLikes(db, user_id)
  await restoreStances(db, user_id)
  await restoreVotes(db, user_id)
  await db`
    update users set total_stances = (select count(*) from stances where user_id = ${user_id})
     where user_id = ${user_id}`
  await dropSetAside(db, user_id)
  return before
}
