import { bareCode, isTotpCode } from '#contract/accounts/secondFactor.ts'
import type { AccountRules } from '#server/members/accounts/rules.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { emailSecondFactorNotice } from './notice.ts'
import { spendRecoveryCode } from './recoveryCodes.ts'
import { stepOf, unseal } from './totp.ts'

/**
 * Accepts a code of the member's authenticator app or one of the member's recovery codes. Each code works once. Returns
 * false for any other text. The caller must count the attempt first, because this function limits nothing.
 */
export async function acceptCode(
  pool: Pool,
  user_id: string,
  code: string,
  rules: AccountRules,
): Promise<boolean> {
  if (isTotpCode(code)) return acceptTotpCode(pool, user_id, bareCode(code))
  return pool.begin(async (db) => {
    if (!(await spendRecoveryCode(db, user_id, code))) return false
    await recordAction(db, { action: 'recovery_code_used', user_id })
    await emailSecondFactorNotice(db, user_id, 'recovery_code_used', { origin: rules.publicOrigin })
    return true
  })
}

async function acceptTotpCode(db: Db, user_id: string, code: string): Promise<boolean> {
  const [factor] = await db<{ sealed_secret: Buffer }[]>`
    select sealed_secret from second_factors where user_id = ${user_id} and sealed_secret is not null`
  const step = factor && stepOf(await unseal(db, user_id, factor.sealed_secret), code)
  if (step == null) return false
  const { count } = await db`
    update second_factors set last_step = ${step} where user_id = ${user_id} and last_step < ${step}`
  return count === 1
}
