import type { SignedChallenge } from '#contract/accounts/passkeys.ts'
import { checkSignInCode } from '#contract/accounts/secondFactor.ts'
import { Refusal, refuse, type RefusalCode } from '#contract/kit/refusals.ts'
import type { AccountRules } from '#server/members/accounts/rules.ts'
import type { allowGuess } from '#server/members/accounts/signIn/guesses.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import { recordAttempt } from '#server/platform/limits/audit.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { acceptCode } from './acceptCode.ts'
import type { ChallengePurpose } from './passkeyChallenges.ts'
import { acceptPasskey } from './verifyPasskey.ts'

/**
 * A second step is a code of the app, a recovery code, or a challenge signed by a passkey. If both fields are present,
 * the passkey is checked.
 */
export type SecondStep = { code: string | null; passkey: SignedChallenge | null }

/**
 * Checks the second step. Returns null, or the code of the refusal. The caller must count the attempt first, because
 * this function limits nothing.
 */
export async function acceptSecondStep(
  pool: Pool,
  user_id: string,
  { code, passkey }: SecondStep,
  purpose: Exclude<ChallengePurpose, 'add'>,
  rules: AccountRules,
): Promise<RefusalCode | null> {
  if (passkey) return acceptPasskey(pool, user_id, passkey, purpose, rules)
  return (await acceptCode(pool, user_id, code ?? '', rules)) ? null : 'wrong_code'
}

/**
 * Refuses `invalid_request` with a message for the field if the input contains neither a passkey nor a text that has
 * the form of a code.
 */
export function checkSecondStep({ code, passkey }: SecondStep): void {
  const message = passkey ? null : checkSignInCode(code ?? '')
  if (message) throw new Refusal('invalid_request', { words: message, fields: { code: message } })
}

/** Returns the refusal of a sign-in without its second step. The refusal names what the account accepts. */
export function missingStep({
  has_app,
  has_passkeys,
}: {
  has_app: boolean
  has_passkeys: boolean
}): RefusalCode {
  if (!has_passkeys) return 'second_factor_required'
  return has_app ? 'passkey_or_code_required' : 'passkey_required'
}

/** Counts and checks a second step. Refuses and records a wrong one. */
export async function refuseWrongStep(
  pool: Pool,
  me: Pick<Member, 'user_id'>,
  step: SecondStep,
  { guess, rules }: { guess: Awaited<ReturnType<typeof allowGuess>>; rules: AccountRules },
): Promise<void> {
  await guess.countCode()
  const refusal = await acceptSecondStep(pool, me.user_id, step, 'confirm', rules)
  if (!refusal) return
  await recordAttempt(pool, {
    action: 'second_factor_failed',
    user_id: me.user_id,
    detail: { code: refusal },
  })
  refuse(refusal)
}
