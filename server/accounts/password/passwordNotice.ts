import { forgotPasswordPath } from '../../../contract/accounts/accounts.ts'
import { emailMember } from '../../mail/outbox.ts'
import { passwordNotice } from '../../mail/templates.ts'
import type { Db } from '../../postgres/db.ts'

const validDays = 7

/** Emails the member that the password was changed, if the address is verified. */
export async function emailPasswordNotice(db: Db, user_id: string, origin: string): Promise<void> {
  const [account] = await db<{ username: string; email: string }[]>`
    select username, email from users where user_id = ${user_id} and email_verified_at is not null`
  if (!account) return
  await emailMember(db, user_id, {
    template: passwordNotice(account.username, origin + forgotPasswordPath, origin),
    purpose: 'password_notice',
    to: account.email,
    validMinutes: validDays * 24 * 60,
  })
}
