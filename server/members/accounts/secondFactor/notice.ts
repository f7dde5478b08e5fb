import { settingsPath } from '#contract/accounts/accounts.ts'
import type { EndedAccess } from '#server/members/accounts/recovery.ts'
import { describeEnded } from '#server/members/accounts/recoveryNotice.ts'
import { emailMember } from '#server/platform/mail/outbox.ts'
import { secondFactorNotice, type SecondFactorEvent } from '#server/platform/mail/securityTemplates.ts'
import type { Db } from '#server/platform/postgres/db.ts'

const sendWithinDays = 7

/** Emails the member that two-step sign-in changed or a recovery code was used. */
export async function emailSecondFactorNotice(
  db: Db,
  user_id: string,
  change: SecondFactorEvent,
  { origin, ended = {} }: { origin: string; ended?: Partial<EndedAccess> },
): Promise<void> {
  const [account] = await db<{ username: string; email: string }[]>`
    select username, email from users where user_id = ${user_id}`
  if (!account) return
  await emailMember(db, user_id, {
    template: secondFactorNotice(change, account.username, () => describeEnded(ended), {
      settings: origin + settingsPath,
      origin,
    }),
    purpose: 'second_factor_notice',
    to: account.email,
    validMinutes: sendWithinDays * 24 * 60,
  })
}
