import { verifyEmailPath } from '#contract/accounts/accounts.ts'
import type * as contract from '#contract/accounts/accounts.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { t } from '#contract/kit/translate.ts'
import type { AccountRules } from '#server/members/accounts/rules.ts'
import { newLinkToken } from '#server/members/accounts/signIn/tokens.ts'
import { refuseTaken } from '#server/members/accounts/takenNames.ts'
import type { Caller, Member } from '#server/platform/http/route/route.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import { countAttempts, refundAttempt, type LimitRule } from '#server/platform/limits/limits.ts'
import { cancelEmails, emailMember } from '#server/platform/mail/outbox.ts'
import { emailChangeConfirmation, verificationEmail } from '#server/platform/mail/templates.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { networkOf } from '#server/platform/settings/networks.ts'
import {
  linkMinutes,
  lockAddresses,
  markEmailLinkUsed,
  saveEmailLink,
  saveVerified,
  selectEmailLink,
  type Addresses,
  type EmailLink,
} from './emailLinks.ts'

/** The maximum number of invalid links of any kind that one network can open in an hour. A valid link does not count. */
export const linkAttempts: LimitRule = { rule: 'email_link', attempts: 30, seconds: 60 * 60 }
const resendLimit: LimitRule = { rule: 'resend', attempts: 5, seconds: 60 * 60 }

/** Emails a link that verifies the account's address, or the new address of a pending change. */
export async function emailVerificationLink(
  db: Db,
  user_id: string,
  to: { email: string; purpose: 'verify' | 'change' },
  origin: string,
): Promise<void> {
  const token = newLinkToken()
  await saveEmailLink(db, user_id, { token, ...to })
  const link = `${origin}${verifyEmailPath}?token=${token}`
  const isChange = to.purpose === 'change'
  await emailMember(db, user_id, {
    template: isChange ? emailChangeConfirmation(link, origin) : verificationEmail(link, origin),
    purpose: isChange ? 'change_email' : 'verify_email',
    to: to.email,
    validMinutes: linkMinutes[to.purpose],
  })
}

/**
 * Verifies the address that the link was sent to. Opening the link again returns the same response. A link that was
 * replaced by a newer one, or that has another purpose, is treated as unknown.
 */
export async function verifyEmail(
  pool: Pool,
  input: ParsedOf<typeof contract.verifyEmail>,
  caller: Caller,
  rules: AccountRules,
) {
  const token = input.token ?? ''
  const attempt = [{ rule: linkAttempts, subject: networkOf(caller.ip) }]
  if (rules.rateLimits) {
    await countAttempts(pool, attempt)
  }
  const { user_id } =
    (await selectEmailLink(pool, token, ['verify', 'change'])) ?? refuse('verification_link_invalid')
  const user = await pool.begin((db) => verifyLocked(db, user_id, token)).catch(refuseTaken)
  if (rules.rateLimits) {
    await refundAttempt(pool, attempt)
  }
  return { user, message: t('Email verified successfully') }
}

async function verifyLocked(db: Db, user_id: string, token: string) {
  const account = (await lockAddresses(db, user_id)) ?? refuse('verification_link_invalid')
  const link = (await selectEmailLink(db, token, ['verify', 'change'])) ?? refuse('verification_link_invalid')
  if (account.is_suspended) {
    refuse('verification_link_invalid')
  }
  if (!isAlreadyVerified(link, account)) {
    await applyLink(db, link, account, token)
  }
  return { userId: user_id, email: link.email, username: account.username, emailVerified: true as const }
}

/** Returns true if the address is already verified, by this link or by an earlier one. */
function isAlreadyVerified(link: EmailLink, account: Addresses): boolean {
  return link.email === account.email && account.email_verified_at !== null
}

async function applyLink(db: Db, link: EmailLink, account: Addresses, token: string) {
  const { user_id, email, purpose } = link
  if (email !== (purpose === 'change' ? account.pending_email : account.email)) {
    refuse('verification_link_invalid')
  }
  if (link.is_expired) {
    refuse('verification_link_expired')
  }
  await saveVerified(db, user_id, email)
  await markEmailLinkUsed(db, token)
  await recordAction(db, { action: 'email_verified', user_id, detail: { changed: purpose === 'change' } })
  await cancelEmails(db, user_id, 'verify_email')
  if (purpose === 'change') {
    await cancelEmails(db, user_id, 'change_email')
  }
}

/**
 * Emails a new link. If a change of email is pending, the link is for the new address, otherwise for the account's
 * address.
 */
export async function resendVerification(db: Db, me: Member, rules: AccountRules) {
  const account = (await lockAddresses(db, me.user_id)) ?? refuse('session_expired')
  const { email, pending_email, email_verified_at } = account
  if (!pending_email && email_verified_at) {
    refuse('email_already_verified')
  }
  // A refusal rolls its own count back. The count is still correct, because only emails that were sent must stay
  // counted.
  if (rules.rateLimits) {
    await countAttempts(db, [{ rule: resendLimit, subject: me.user_id }])
  }
  const to = pending_email
    ? ({ email: pending_email, purpose: 'change' } as const)
    : ({ email, purpose: 'verify' } as const)
  await emailVerificationLink(db, me.user_id, to, rules.publicOrigin)
  return { message: t('Verification email sent! Please check your inbox.') }
}
