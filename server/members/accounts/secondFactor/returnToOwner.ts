import { lockAddresses } from '#server/members/accounts/email/emailLinks.ts'
import { recoverAccount, sinceRegistration, type EndedAccess } from '#server/members/accounts/recovery.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { emailSecondFactorNotice } from './notice.ts'
import { getSecondFactor } from './secondFactor.ts'

/**
 * Returns an account to its owner, who lost the second step and has proven to an operator who they are. The operator
 * cannot know who added what, so everything ends: two-step sign-in, sessions, API keys and secret URLs. Returns
 * null if two-step sign-in is not on.
 */
export async function returnToOwner(
  db: Db,
  user_id: string,
  publicOrigin: string,
): Promise<EndedAccess | null> {
  await lockAddresses(db, user_id)
  const { is_on } = await getSecondFactor(db, user_id)
  if (!is_on) return null
  const ended = await recoverAccount(db, user_id, { addedSince: sinceRegistration })
  await emailSecondFactorNotice(db, user_id, 'removed', { origin: publicOrigin, ended })
  return ended
}
