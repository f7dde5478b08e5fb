import { settingsPath } from '#contract/accounts/accounts.ts'
import { t } from '#contract/kit/translate.ts'
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
    template: recoveryNotice(username, describeEnded(ended), {
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
    countText(ended.sessions, 'session'),
    ended.addresses ? t('the private addresses of your feed and calendar') : null,
    ended.apps ? t('the authenticator app') : null,
    countText(ended.passkeys, 'passkey'),
    countText(ended.recovery_codes, 'recovery code'),
    countText(ended.api_keys, 'API key'),
  ].filter((item) => item !== null)
  return items.length === 0 ? null : t('These no longer work: {listOf}.', { listOf: listOf(items) })
}

/** Returns what the audit log records about a recovery. */
export function endedDetail({ sessions, addresses, ...added }: EndedAccess) {
  return { sessions_ended: sessions, addresses_ended: addresses, ...added }
}

function countText(count: number | undefined, noun: string): string | null {
  if (!count) {
    return null
  }
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}

function listOf(items: string[]): string {
  return new Intl.ListFormat('en-US').format(items)
}
