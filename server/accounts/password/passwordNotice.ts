import { forgotPasswordPath } from '../../../contract/accounts/accounts.ts'
import { emailMember } from '../../mail/outbox.ts'
import { passwordNotice } from '../../mail/securityTemplates.ts'
import type { Db } from '../../postgres/db.ts'
import type { EndedAccess } from '../recovery.ts'
import { describeEnded } from '../recoveryNotice.ts'

const validDays = 7

/**
 * Emails the member that the password was changed and what ended with it. An address that is not verified gets the notice
 * too: after a reset, because the link has proven who reads the mailbox, and after a change, because the owner of the
 * mailbox may not know that somebody registered with it.
 */
export async function emailPasswordNotice(
  db: Db,
  user_id: string,
  { ended, origin }: { ended: Partial<EndedAccess>; origin: string },
): Promise<void> {
  const [account] = await db<{ username: string; email: string }[]>`
    select username, email from users where user_id = ${user_id}`
  if (!account) return
  await emailMember(db, user_id, {
    template: passwordNotice(account.username, describeEnded(ended), {
      forgotPage: origin + forgotPasswordPath,
      origin,
    }),
    purpose: 'password_notice',
    to: account.email,
    validMinutes: validDays * 24 * 60,
  })
}
