import { forgotPasswordPath } from '#contract/accounts/accounts.ts'
import type { EndedAccess } from '#server/members/accounts/recovery.ts'
import { describeEnded } from '#server/members/accounts/recoveryNotice.ts'
import { isRateLimited, type LimitRule } from '#server/platform/limits/limits.ts'
import { emailMember } from '#server/platform/mail/outbox.ts'
import { passwordNotice } from '#server/platform/mail/securityTemplates.ts'
import type { Db } from '#server/platform/postgres/db.ts'

const validDays = 7
/** Otherwise somebody who registered with another person's address could fill that mailbox with changes of the password. */
const toUnverified: LimitRule = { rule: 'password_notice', attempts: 1, seconds: 24 * 60 * 60 }

/**
 * Emails the member that the password was changed and what ended with it. An address that is not verified gets the notice
 * too: after a reset, because the link has proven who reads the mailbox, and once a day after a change, because the owner
 * of the mailbox may not know that somebody registered with it.
 */
export async function emailPasswordNotice(
  db: Db,
  user_id: string,
  { cause, ended, origin }: { cause: 'change' | 'reset'; ended: Partial<EndedAccess>; origin: string },
): Promise<void> {
  const [account] = await db<{ username: string; email: string; is_verified: boolean }[]>`
    select username, email, email_verified_at is not null as is_verified from users where user_id = ${user_id}`
  if (!account) return
  const isLimited = cause === 'change' && !account.is_verified
  if (isLimited && (await isRateLimited(db, [{ rule: toUnverified, subject: account.email }]))) return
  await emailMember(db, user_id, {
    template: passwordNotice(account.username, () => describeEnded(ended), {
      forgotPage: origin + forgotPasswordPath,
      origin,
    }),
    purpose: 'password_notice',
    to: account.email,
    validMinutes: validDays * 24 * 60,
  })
}
