import { cancelEmails } from '#server/platform/mail/outbox.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { endEmailChange } from './email/emailLinks.ts'
import { deleteResetToken } from './password/resetTokens.ts'
import { digest } from './signIn/tokens.ts'

/** What a recovery ended. Everything is a count, except `addresses`, the secret URLs of the feed and the calendar. */
export type EndedAccess = {
  sessions: number
  addresses: boolean
  apps: number
  passkeys: number
  recovery_codes: number
  api_keys: number
}

type Recovery = {
  /**
   * The start of the time in which somebody else may have used the account. Ends what was added since. Null for an owner
   * who only forgot the password, and `sinceRegistration` if nobody has ever proven to own the address.
   */
  addedSince: string | null
  /** The session of the owner, which stays. */
  ownToken?: string | null
}

export const sinceRegistration = '-infinity'

/**
 * Ends every access to an account whose owner has just proven who they are, in the transaction of the proof: sessions,
 * secret URLs, pending links, and everything that was added since a time. Call `sessions.forgetMember` after the
 * commit.
 */
export async function recoverAccount(
  db: Db,
  user_id: string,
  { addedSince, ownToken = null }: Recovery,
): Promise<EndedAccess> {
  const ownSession = ownToken === null ? null : digest(ownToken)
  const [row] = await db<{ ended: EndedAccess }[]>`
    select recover_account(${user_id}, ${addedSince}::timestamptz, ${ownSession}::bytea) as ended`
  await endEmailChange(db, user_id)
  await deleteResetToken(db, user_id)
  await cancelEmails(db, user_id, 'reset_password')
  return row!.ended
}

/** Ends the secret URLs of the member's feed and calendar. Returns whether there were any. */
export async function endSecretUrls(db: Db, user_id: string): Promise<boolean> {
  const [row] = await db<{ ended: boolean }[]>`select end_feed_addresses(${user_id}) as ended`
  return row!.ended
}
