import { bareCode } from '#contract/accounts/secondFactor.ts'
import { randomCode } from '#server/members/accounts/randomCode.ts'
import { digest } from '#server/members/accounts/signIn/tokens.ts'
import type { Db } from '#server/platform/postgres/db.ts'

const codeCount = 10

/**
 * Replaces the recovery codes of a member and returns the new ones. The codes are random, so a plain SHA-256 hash does
 * not reveal them.
 */
export async function replaceRecoveryCodes(db: Db, user_id: string): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, randomCode)
  await db`delete from recovery_codes where user_id = ${user_id}`
  await db`
    insert into recovery_codes (user_id, code_hash)
    select ${user_id}::uuid, hash from unnest(${codes.map(hashOf)}::bytea[]) hash`
  return codes
}

/** Uses up a recovery code. Returns false if the code is unknown or was used before. */
export async function spendRecoveryCode(db: Db, user_id: string, code: string): Promise<boolean> {
  const { count } = await db`
    update recovery_codes set used_at = now()
     where user_id = ${user_id} and code_hash = ${hashOf(code)} and used_at is null`
  return count === 1
}

function hashOf(code: string): Buffer {
  return digest(bareCode(code))
}
