import { forgotPasswordPath, loginPath } from '#contract/accounts/accounts.ts'
import { isRateLimited, type LimitRule } from '#server/platform/limits/limits.ts'
import { emailMember } from '#server/platform/mail/outbox.ts'
import { registrationNotice } from '#server/platform/mail/securityTemplates.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import type { AccountRules } from './rules.ts'

const validDays = 7
/** At most one email a week so that nobody can fill another person's mailbox. */
const noticeLimit: LimitRule = { rule: 'register_notice', attempts: 1, seconds: 7 * 24 * 60 * 60 }

/**
 * Emails the owner of an account that somebody tried to register with its address. The response to the attempt stays the same.
 * An address that is only reserved, for example for a deleted account, gets no email.
 */
export async function emailRegistrationNotice(
  pool: Pool,
  email: string,
  { publicOrigin, rateLimits }: Pick<AccountRules, 'publicOrigin' | 'rateLimits'>,
): Promise<void> {
  await pool.begin(async (db) => {
    const [account] = await db<{ user_id: string; username: string }[]>`
      select user_id, username from users
       where email = ${email} and account_status in ('active', 'inactive') for key share`
    if (!account) return
    if (rateLimits && (await isRateLimited(db, [{ rule: noticeLimit, subject: account.user_id }]))) return
    await emailMember(db, account.user_id, {
      template: registrationNotice(account.username, {
        signInPage: publicOrigin + loginPath,
        forgotPage: publicOrigin + forgotPasswordPath,
        origin: publicOrigin,
      }),
      purpose: 'registration_notice',
      to: email,
      validMinutes: validDays * 24 * 60,
    })
  })
}
