import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { decideAppeal as decideAppealEndpoint } from '#contract/moderation/appeals.ts'
import type { ReportTarget } from '#contract/moderation/reports.ts'
import { restore, show } from '#server/operations/moderation/cases/applyDecision.ts'
import { emailAppellant } from '#server/operations/moderation/cases/notices.ts'
import { operatorOf } from '#server/operations/moderation/cases/operatorRoute.ts'
import { selectTarget } from '#server/operations/moderation/cases/target.ts'
import { otherSuspensions } from '#server/operations/moderation/otherSuspensions.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { mayDecide } from './queue.ts'

type WaitingAppeal = {
  appeal_id: string
  user_id: string
  target_type: ReportTarget
  target_id: string
  decision: 'hide' | 'suspend'
  is_resolved: boolean
  can_decide: boolean
}

/** Decides an appeal and, if it succeeds, undoes the decision. Runs in the transaction of the write. */
export async function decideAppeal(
  db: Db,
  me: Member,
  { appeal_id, outcome, answer: written }: ParsedOf<typeof decideAppealEndpoint>,
  publicOrigin: string,
): Promise<OutputOf<typeof decideAppealEndpoint>> {
  const operator = operatorOf(me)
  const answer = written?.trim() ?? ''
  const appeal = (await lockAppeal(db, me, appeal_id)) ?? refuse('appeal_not_found')
  if (appeal.is_resolved) refuse('appeal_decided')
  if (appeal.user_id === me.user_id) refuse('own_case')
  if (!appeal.can_decide) refuse('appeal_of_own_decision')
  if (outcome === 'reversed') await undo(db, appeal, operator)
  await db`
    update appeals set outcome = ${outcome}, answer = ${answer}, resolved_by = ${operator}, resolved_at = now()
     where appeal_id = ${appeal_id}`
  await recordAction(db, {
    action: 'appeal_decided',
    user_id: appeal.user_id,
    operator,
    detail: { appeal_id, outcome },
  })
  await emailAppellant(db, appeal.user_id, { outcome, answer, publicOrigin })
  return { appeal_id, outcome }
}

/**
 * Locks an appeal. If two moderators decide at the same time, the second waits here and then finds the appeal decided.
 */
async function lockAppeal(db: Db, me: Member, appeal_id: string): Promise<WaitingAppeal | undefined> {
  const [appeal] = await db<WaitingAppeal[]>`
    select a.appeal_id, a.user_id, a.target_type, a.target_id, a.decision, a.resolved_at is not null as is_resolved,
           ${mayDecide(db, me)} as can_decide
      from appeals a where a.appeal_id = ${appeal_id} and a.appealed_at is not null
       for no key update`
  return appeal
}

/**
 * Undoes a decision. Content that the author has deleted since then stays deleted. If other suspensions are in force, the
 * account stays suspended until the last of them ends.
 */
async function undo(db: Db, appeal: WaitingAppeal, operator: string): Promise<void> {
  const { appeal_id, user_id, target_type, target_id, decision } = appeal
  const { ends_at } = await otherSuspensions(db, user_id, { appeal_id })
  const key = { target_type, target_id }
  const target = await selectTarget(db, key)
  if (decision === 'suspend' && ends_at === null) {
    await restore(db, key, { target, author_id: user_id }, operator)
    return
  }
  if (decision === 'suspend') {
    await db`
      update users set suspended_until = nullif(${ends_at}::timestamptz, 'infinity')
       where user_id = ${user_id} and account_status = 'suspended'`
  }
  if (target?.state === 'hidden') await show(db, key, operator)
}
