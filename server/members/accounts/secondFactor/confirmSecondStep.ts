import { refuse } from '#contract/kit/refusals.ts'
import { selectCredentialsOf } from '#server/members/accounts/queries.ts'
import type { AccountRules } from '#server/members/accounts/rules.ts'
import { allowGuess } from '#server/members/accounts/signIn/guesses.ts'
import type { Caller, Member } from '#server/platform/http/route/route.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { getSecondFactor } from './secondFactor.ts'
import { refuseWrongStep, type SecondStep } from './secondStep.ts'

/**
 * Checks the second step of a change that needs no password, if two-step sign-in is on. Somebody with a stolen session has
 * neither. Attempts are counted like those of a sign-in. Runs outside any transaction, because a refusal would roll back
 * the count.
 */
export async function confirmSecondStep(
  pool: Pool,
  me: Pick<Member, 'user_id'>,
  step: SecondStep,
  { caller, rules }: { caller: Caller; rules: AccountRules },
): Promise<void> {
  const { is_on } = await getSecondFactor(pool, me.user_id)
  if (!is_on) return
  if (!step.code && !step.passkey) refuse('second_step_required')
  const account = (await selectCredentialsOf(pool, me.user_id)) ?? refuse('session_expired')
  const guess = await allowGuess(pool, account.email, caller, rules)
  await refuseWrongStep(pool, me, step, { guess, rules })
  await guess.wasRight()
}
