import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { CohortMember } from '#contract/moderation/cohorts.ts'
import type * as contract from '#contract/moderation/cohorts.ts'
import { closeAppealsOf } from '#server/operations/moderation/appeals/store.ts'
import { emailAuthor } from '#server/operations/moderation/cases/notices.ts'
import { operatorOf } from '#server/operations/moderation/cases/operatorRoute.ts'
import { liftAndCount, suspendAndUncount } from '#server/operations/moderation/codeCohort.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { readCohortMember } from './cohorts.ts'
import { countCohortInside } from './countCohort.ts'

/** Larger cohorts show the new counts after the next round, because counting them would take too long here. */
const countedAtOnce = 500

/** Suspends or restores one member in the same way as the commands. Runs in the transaction of the write. */
export async function decideCohortMember(
  db: Db,
  me: Member,
  input: ParsedOf<typeof contract.decideCohortMember>,
  publicOrigin: string,
): Promise<CohortMember> {
  const { cohort_id, user_id, decision, days } = input
  const reason = input.reason?.trim() ?? ''
  const member = await readCohortMember(db, me, input)
  if (user_id === me.user_id) refuse('own_case')
  if (!member.can_decide) refuse('operator_case')
  const isChanged =
    decision === 'suspend' ? await suspendAndUncount(db, user_id, days) : await liftAndCount(db, user_id)
  if (!isChanged) refuse('nothing_to_change')
  const by = operatorOf(me)
  const key = { target_type: 'user' as const, target_id: user_id }
  if (decision === 'suspend') {
    await recordAction(db, {
      action: 'suspended',
      user_id,
      operator: by,
      detail: { cohort_id, reason, days, stances: member.stances, votes: member.votes },
    })
  } else {
    await recordAction(db, {
      action: 'suspension_lifted',
      user_id,
      operator: by,
      detail: { cohort_id, reason },
    })
    await closeAppealsOf(db, key, { by, answer: reason })
  }
  await emailAuthor(db, user_id, { ...key, decision, reason, decided_by: by, publicOrigin })
  const [cohort] = await db<{ member_count: number }[]>`
    select member_count from cohorts where cohort_id = ${cohort_id}`
  if (cohort && cohort.member_count <= countedAtOnce) await countCohortInside(db, cohort_id)
  return readCohortMember(db, me, input)
}
