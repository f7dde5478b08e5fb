import { settingsPath } from '../../../contract/accounts.ts'
import { emailMember } from '../../mail/outbox.ts'
import { secondFactorNotice, type SecondFactorChange } from '../../mail/templates.ts'
import type { Db } from '../../postgres/db.ts'

const validDays = 7

/** Emails the member that two-step sign-in changed, if the address is verified. */
export async function emailSecondFactorNotice(
  db: Db,
  user_id: string,
  change: SecondFactorChange,
  origin: string,
): Promise<void> {
  const [account] = await db<{ username: string; email: string }[]>`
    select username, email from users where user_id = ${user_id} and email_verified_at is not null`
  if (!account) return
  await emailMember(db, user_id, {
    ...secondFactorNotice(change, account.username, origin + settingsPath, origin),
    purpose: 'second_factor_notice',
    to: account.email,
    validMinutes: validDays * 24 * 60,
  })
}
