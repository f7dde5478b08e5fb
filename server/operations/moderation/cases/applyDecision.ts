import { refuse } from '#contract/kit/refusals.ts'
import { suspend } from '#server/members/people/lifecycle.ts'
import { liftAndCount } from '#server/operations/moderation/codeCohort.ts'
import { changeVisibility } from '#server/operations/moderation/visibility.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import type { CaseKey, Target } from './target.ts'

/** Hides content. Returns false if that changes nothing or if the case is about a member. */
export function hide(db: Db, key: CaseKey, operator: string): Promise<boolean> {
  return changeContent(db, 'hide', key, operator)
}

/** Shows content again. Returns false if that changes nothing. */
export function show(db: Db, key: CaseKey, operator: string): Promise<boolean> {
  return changeContent(db, 'restore', key, operator)
}

/** Shows the content again and ends the suspension of its author. Returns false if that changes nothing. */
export async function restore(
  db: Db,
  key: CaseKey,
  { target, author_id }: { target: Target | undefined; author_id: string },
  operator: string,
): Promise<boolean> {
  const isShown = target?.state === 'hidden' && (await show(db, key, operator))
  const isLifted = await liftAndCount(db, author_id)
  if (isLifted) await recordAction(db, { action: 'suspension_lifted', user_id: author_id, operator })
  return isShown || isLifted
}

/** Suspends the author. Refuses if the author has an operator's role, or has deleted the account in the meantime. */
export async function suspendAuthor(
  db: Db,
  { target_type: type, target_id: id }: CaseKey,
  { user_id, days }: { user_id: string; days: number | null },
  operator: string,
): Promise<void> {
  const [role] = await db`select from operator_roles where user_id = ${user_id}`
  if (role) refuse('operator_case')
  await suspend(db, user_id, days)
  const [author] = await db`select from users where user_id = ${user_id} and account_status = 'suspended'`
  if (!author) refuse('nothing_to_change')
  await recordAction(db, { action: 'suspended', user_id, operator, detail: { days, type, id } })
}

async function changeContent(
  db: Db,
  change: 'hide' | 'restore',
  { target_type, target_id }: CaseKey,
  operator: string,
): Promise<boolean> {
  if (target_type === 'user') return false
  const result = await changeVisibility(db, change, { type: target_type, id: target_id }, operator)
  return result === 'changed'
}
