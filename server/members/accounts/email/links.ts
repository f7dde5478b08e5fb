import { resetPasswordPath } from '#contract/accounts/accounts.ts'
import type * as contract from '#contract/accounts/accounts.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { t } from '#contract/kit/translate.ts'
import { emailPasswordNotice } from '#server/members/accounts/password/passwordNotice.ts'
import { hashPassword } from '#server/members/accounts/password/passwords.ts'
import {
  lockResettableAccount,
  resetMinutes,
  savePassword,
  saveResetToken,
  selectResetAccount,
  consumeResetToken,
} from '#server/members/accounts/password/resetTokens.ts'
import { refuseWeakPassword } from '#server/members/accounts/password/weakPasswords.ts'
import { recoverAccount, sinceRegistration } from '#server/members/accounts/recovery.ts'
import { endedDetail } from '#server/members/accounts/recoveryNotice.ts'
import type { AccountRules } from '#server/members/accounts/rules.ts'
import { forgetGuesses } from '#server/members/accounts/signIn/guesses.ts'
import type { openSessions } from '#server/members/accounts/signIn/sessions.ts'
import { rememberDevice } from '#server/members/accounts/signIn/signInNotice.ts'
import { newLinkToken } from '#server/members/accounts/signIn/tokens.ts'
import type { Caller } from '#server/platform/http/route/route.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import { countAttempts, isRateLimited, type LimitRule } from '#server/platform/limits/limits.ts'
import { emailMember } from '#server/platform/mail/outbox.ts'
import { passwordResetEmail } from '#server/platform/mail/templates.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { networkOf } from '#server/platform/settings/networks.ts'
import { lockAddresses } from './emailLinks.ts'

/** The limits per network and hour: one for requests for links, and one for attempts to set a password with a link. */
const linkRequests = (attempts: number): LimitRule => ({ rule: 'forgot', attempts, seconds: 60 * 60 })
const resetAttempts = (attempts: number): LimitRule => ({ rule: 'reset', attempts, seconds: 60 * 60 })
const linksPerAccount: LimitRule = { rule: 'forgot_account', attempts: 3, seconds: 60 * 60 }

/**
 * Emails a reset link to the account with this address, if there is one. The statements and the response are the same
 * for an unknown address, so neither the response nor its timing reveals who has an account. The only refusal is the limit
 * per network.
 */
export async function forgotPassword(
  pool: Pool,
  input: ParsedOf<typeof contract.forgotPassword>,
  caller: Caller,
  rules: AccountRules,
) {
  const email = (input.email ?? '').trim().toLowerCase()
  const limits = [{ rule: linkRequests(rules.limits.passwordResets), subject: networkOf(caller.ip) }]
  if (rules.rateLimits) {
    await countAttempts(pool, limits)
  }
  await pool.begin(async (db) => {
    // The attempt is counted inside the transaction so that there is something to commit for an unknown address too.
    if (rules.rateLimits && (await isRateLimited(db, [{ rule: linksPerAccount, subject: email }]))) {
      return
    }
    const user_id = await lockResettableAccount(db, email)
    await emailResetLink(db, user_id, email, rules.publicOrigin)
    await recordAction(db, { action: 'password_reset_requested', user_id, subject: email })
  })
  return { message: t('If an account with that email exists, a reset link was sent.') }
}

/** Emails a reset link. If `user_id` is null, the same statements run and write nothing. */
export async function emailResetLink(db: Db, user_id: string | null, email: string, origin: string) {
  const token = newLinkToken()
  await saveResetToken(db, user_id, email, token)
  await emailMember(db, user_id, {
    template: passwordResetEmail(`${origin}${resetPasswordPath}?token=${token}`, origin),
    purpose: 'reset_password',
    to: email,
    validMinutes: resetMinutes,
  })
}

/**
 * Sets a new password with the token of a reset link, once, and ends every session and the secret URLs of the
 * account. The password is hashed before the transaction, and only if the token is valid. A pending change of email is
 * canceled, because an intruder may have started it. A verified account keeps its second step and its API keys (decision
 * 33). An account that was never verified loses both. A deactivated account stays deactivated, and an unverified address
 * stays unverified.
 */
export async function resetPassword(
  pool: Pool,
  input: ParsedOf<typeof contract.resetPassword>,
  caller: Caller,
  rules: AccountRules,
  sessions: ReturnType<typeof openSessions>,
) {
  const [token, password] = [input.token ?? '', input.password ?? '']
  const limits = [{ rule: resetAttempts(rules.limits.passwordResets), subject: networkOf(caller.ip) }]
  if (rules.rateLimits) {
    await countAttempts(pool, limits)
  }
  const account = (await selectResetAccount(pool, token)) ?? refuse('reset_link_invalid')
  const { user_id } = account
  await refuseWeakPassword(rules, password, account)
  const password_hash = await hashPassword(password)

  await pool.begin(async (db) => {
    const { email, email_verified_at } = (await lockAddresses(db, user_id)) ?? refuse('reset_link_invalid')
    if (!(await consumeResetToken(db, token))) {
      refuse('reset_link_invalid')
    }
    await savePassword(db, user_id, password_hash)
    // If the address is not verified, somebody else may have registered with it.
    const addedSince = email_verified_at === null ? sinceRegistration : null
    const ended = await recoverAccount(db, user_id, { addedSince })
    await recordAction(db, { action: 'password_reset', user_id, detail: endedDetail(ended) })
    // The owner of the mailbox can sign in on this device immediately, even while other people are guessing the password.
    await rememberDevice(db, user_id, caller)
    await forgetGuesses(db, email, caller)
    await emailPasswordNotice(db, user_id, { cause: 'reset', ended, origin: rules.publicOrigin })
  })
  sessions.forgetMember(user_id)
  return { message: t('Password reset successfully') }
}
