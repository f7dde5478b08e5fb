import { refuse } from '#contract/kit/refusals.ts'
import { selectCredentialsOf } from '#server/members/accounts/queries.ts'
import type { AccountRules } from '#server/members/accounts/rules.ts'
import { refuseWrongStep, type SecondStep } from '#server/members/accounts/secondFactor/secondStep.ts'
import { allowGuess } from '#server/members/accounts/signIn/guesses.ts'
import type { Caller, Member } from '#server/platform/http/route/route.ts'
import { recordAttempt, type AuditAction } from '#server/platform/limits/audit.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { verifyPassword } from './passwords.ts'

type Proof = {
  currentPassword: string
  /** The field is missing or null if the password alone is enough. */
  secondStep?: SecondStep | null
}

/**
 * Checks that the caller is the owner of the session's account. Each attempt is counted like a sign-in before anything
 * is checked so that somebody with a stolen session cannot guess the password. Runs outside any transaction, because
 * hashing takes long and a refusal would roll back the count. Refuses `wrong_current_password`, `too_many_attempts`,
 * and the codes that `acceptSecondStep` returns.
 */
export async function confirmOwner(
  pool: Pool,
  me: Member,
  { currentPassword, secondStep }: Proof,
  { caller, rules, failure }: { caller: Caller; rules: AccountRules; failure: AuditAction },
) {
  const account = (await selectCredentialsOf(pool, me.user_id)) ?? refuse('session_expired')
  const guess = await allowGuess(pool, account.email, caller, rules)
  if (!(await verifyPassword(account.password_hash, currentPassword))) {
    await recordAttempt(pool, { action: failure, user_id: me.user_id })
    refuse('wrong_current_password')
  }
  if (secondStep) await refuseWrongStep(pool, me, secondStep, { guess, rules })
  await guess.wasRight()
  return account
}
