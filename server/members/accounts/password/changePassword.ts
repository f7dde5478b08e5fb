import type * as contract from '#contract/accounts/accounts.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { t } from '#contract/kit/translate.ts'
import { endSecretUrls } from '#server/members/accounts/recovery.ts'
import type { AccountRules } from '#server/members/accounts/rules.ts'
import {
  endOtherSessionsOf,
  refuseEndedSession,
  type openSessions,
} from '#server/members/accounts/signIn/sessions.ts'
import type { Caller, Member } from '#server/platform/http/route/route.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import { cancelEmails } from '#server/platform/mail/outbox.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { confirmOwner } from './confirmOwner.ts'
import { emailPasswordNotice } from './passwordNotice.ts'
import { hashPassword } from './passwords.ts'
import { deleteResetToken, replacePassword } from './resetTokens.ts'
import { refuseWeakPassword } from './weakPasswords.ts'

/**
 * Sets a new password after checking the current one, ends every other session and, unless the member declines, the
 * secret URLs. Hashing happens outside the transaction. Refuses `wrong_current_password` even if the password was changed elsewhere in the meantime.
 */
export async function changePassword(
  pool: Pool,
  me: Member,
  input: ParsedOf<typeof contract.changePassword>,
  caller: Caller,
  rules: AccountRules,
  sessions: ReturnType<typeof openSessions>,
) {
  const [current, wanted] = [input.currentPassword ?? '', input.newPassword ?? '']
  const proof = { currentPassword: current }
  const account = await confirmOwner(pool, me, proof, { caller, rules, failure: 'password_change_failed' })
  await refuseWeakPassword(rules, wanted, account)
  const password_hash = await hashPassword(wanted)

  await pool.begin(async (db) => {
    const isReplaced = await replacePassword(db, me.user_id, account.password_hash, password_hash)
    if (!isReplaced) {
      refuse('wrong_current_password')
    }
    // This session may have been ended during the hashing of the password. An ended session must not change anything.
    await refuseEndedSession(db, me, caller)
    const sessions = await endOtherSessionsOf(db, me.user_id, caller.token)
    const addresses = input.endFeedAddresses && (await endSecretUrls(db, me.user_id))
    const detail = { sessions_ended: sessions, addresses_ended: addresses }
    await recordAction(db, { action: 'password_changed', user_id: me.user_id, detail })
    await deleteResetToken(db, me.user_id)
    await cancelEmails(db, me.user_id, 'reset_password')
    await emailPasswordNotice(db, me.user_id, {
      cause: 'change',
      ended: { sessions, addresses },
      origin: rules.publicOrigin,
    })
  })
  sessions.forgetMember(me.user_id)
  return { message: t('Password changed successfully') }
}
