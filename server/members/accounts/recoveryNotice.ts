import { settingsPath } from '#contract/accounts/accounts.ts'
import { listFormat, plural, t } from '#contract/kit/translate.ts'
import { emailMember } from '#server/platform/mail/outbox.ts'
import { recoveryNotice } from '#server/platform/mail/securityTemplates.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import type { EndedAccess } from './recovery.ts'
import type { AccountRules } from './rules.ts'

const validDays = 7

/** Emails the owner what a recovery ended. */
export async function emailRecoveryNotice(
  db: Db,
  user_id: string,
  { username, to, ended }: { username: string; to: string; ended: EndedAccess },
  { publicOrigin }: Pick<AccountRules, 'publicOrigin'>,
): Promise<void> {
  await emailMember(db, user_id, {
    template: recoveryNotice(username, () => describeEnded(ended), {
      settings: publicOrigin + settingsPath,
      origin: publicOrigin,
    }),
    purpose: 'recovery_notice',
    to,
    validMinutes: validDays * 24 * 60,
  })
}

/** Returns a sentence that lists what ended, or null if nothing did. */
export function describeEnded(ended: Partial<EndedAccess>): string | null {
  const items = [
    ended.sessions ? plural(ended.sessions, '{n} session|{n} sessions') : null,
    ended.addresses ? t('the private addresses of your feed and calendar') : null,
    ended.apps ? t('the authenticator app') : null,
    ended.passkeys ? plural(ended.passkeys, '{n} passkey|{n} passkeys') : null,
    ended.recovery_codes ? plural(ended.recovery_codes, '{n} recovery code|{n} recovery codes') : null,
    ended.api_keys ? plural(ended.api_keys, '{n} API key|{n} API keys') : null,
  ].filter((item) => item !== null)
  return items.length === 0 ? null : t('These no longer work: {list}.', { list: listFormat().format(items) })
}

/** Returns what the audit log records about a recovery. */
export function endedDetail({ sessions, addresses, ...added }: EndedAccess) {
  return { sessions_ended: sessions, addresses_ended: addresses, ...added }
}
