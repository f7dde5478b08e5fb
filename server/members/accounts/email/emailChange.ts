import { undoEmailChangePath } from '#contract/accounts/accounts.ts'
import type * as contract from '#contract/accounts/accounts.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { msg, t } from '#contract/kit/translate.ts'
import { hashPassword } from '#server/members/accounts/password/passwords.ts'
import { savePassword } from '#server/members/accounts/password/resetTokens.ts'
import { isEmailTaken, selectUser } from '#server/members/accounts/queries.ts'
import { recoverAccount } from '#server/members/accounts/recovery.ts'
import { emailRecoveryNotice, endedDetail } from '#server/members/accounts/recoveryNotice.ts'
import type { AccountRules } from '#server/members/accounts/rules.ts'
import type { openSessions } from '#server/members/accounts/signIn/sessions.ts'
import { newLinkToken } from '#server/members/accounts/signIn/tokens.ts'
import { refuseTaken } from '#server/members/accounts/takenNames.ts'
import type { Caller, Member } from '#server/platform/http/route/route.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import { countAttempts, refundAttempt, type LimitRule } from '#server/platform/limits/limits.ts'
import { emailMember } from '#server/platform/mail/outbox.ts'
import { emailChangeNotice } from '#server/platform/mail/templates.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { networkOf } from '#server/platform/settings/networks.ts'
import {
  deleteLaterEmailLinks,
  endEmailChange,
  hasLiveLink,
  linkMinutes,
  lockAddresses,
  markEmailLinkUsed,
  saveAddresses,
  saveEmailLink,
  savePendingEmail,
  selectAddresses,
  selectEmailLink,
} from './emailLinks.ts'
import { emailResetLink } from './links.ts'
import { emailVerificationLink, linkAttempts } from './verify.ts'

const changeLimit: LimitRule = { rule: 'email_change', attempts: 5, seconds: 60 * 60 }

/** Returns whether an address is neither the current one nor the pending one while its link still works. */
export async function isEmailChange(
  pool: Pool,
  me: Pick<Member, 'user_id'>,
  wanted: string,
): Promise<boolean> {
  const account = await selectAddresses(pool, me.user_id)
  return account !== undefined && !(await changesNothing(pool, me, account, wanted.trim().toLowerCase()))
}

/**
 * Counts a change of email before the new address is checked so that "already taken" cannot be used to find out who has
 * an account. Runs outside the transaction of the change, because a refusal would roll the count back. Call it after the
 * second step was confirmed, because wrong codes have their own limit. Refuses `too_many_attempts`.
 */
export async function countEmailChange(
  pool: Pool,
  me: Pick<Member, 'user_id'>,
  rules: Pick<AccountRules, 'rateLimits'>,
): Promise<void> {
  if (rules.rateLimits) {
    await countAttempts(pool, [{ rule: changeLimit, subject: me.user_id }])
  }
}

/**
 * Starts a change of email inside the caller's transaction. The account keeps its address until the link sent to the
 * new address is opened. The old address gets a notice with a link that undoes the change. Nothing happens if the wanted
 * address is the current one, or the pending one while its link still works. Call `countEmailChange` first. Refuses
 * `email_taken`.
 */
export async function startEmailChange(
  db: Db,
  me: Pick<Member, 'user_id'>,
  wanted: string,
  rules: Pick<AccountRules, 'publicOrigin'>,
): Promise<void> {
  const email = wanted.trim().toLowerCase()
  const account = (await lockAddresses(db, me.user_id)) ?? refuse('session_expired')
  if (await changesNothing(db, me, account, email)) {
    return
  }
  if (await isEmailTaken(db, email, me.user_id)) {
    refuse('email_taken')
  }

  await savePendingEmail(db, me.user_id, email)
  await recordAction(db, { action: 'email_change_requested', user_id: me.user_id })
  await emailVerificationLink(db, me.user_id, { email, purpose: 'change' }, rules.publicOrigin)
  const token = newLinkToken()
  await saveEmailLink(db, me.user_id, {
    token,
    purpose: 'undo',
    email: account.email,
    was_verified_at: account.email_verified_at,
  })
  const link = `${rules.publicOrigin}${undoEmailChangePath}?token=${token}`
  await emailMember(db, me.user_id, {
    template: emailChangeNotice(link, account.username, rules.publicOrigin),
    purpose: 'email_change_notice',
    to: account.email,
    validMinutes: linkMinutes.undo,
  })
}

async function changesNothing(
  db: Db,
  me: Pick<Member, 'user_id'>,
  account: { email: string; pending_email: string | null },
  email: string,
): Promise<boolean> {
  if (email === account.email) {
    return true
  }
  return email === account.pending_email && (await hasLiveLink(db, me.user_id, 'change'))
}

/** Cancels a pending change of email. Does nothing if there is none. */
export async function cancelEmailChange(db: Db, me: Member) {
  await lockAddresses(db, me.user_id)
  await endEmailChange(db, me.user_id)
  await recordAction(db, { action: 'email_change_canceled', user_id: me.user_id })
  return { user: (await selectUser(db, me.user_id)) ?? refuse('session_expired') }
}

const undoMessage = msg(
  'Your email address has not changed, and everyone else was signed out of your account. We emailed you a link to choose a new password.',
)

/**
 * Handles the link "This was not me": cancels the change, ends every session except the caller's, and removes what was
 * added since the change was requested. If the new address was already confirmed and the old address was verified, the
 * old address is restored. The password is then replaced, because the owner of the new mailbox may have set it. Opening
 * the link again returns the same message and changes nothing.
 */
export async function undoEmailChange(
  pool: Pool,
  input: ParsedOf<typeof contract.undoEmailChange>,
  caller: Caller,
  rules: AccountRules,
  sessions: ReturnType<typeof openSessions>,
) {
  const token = input.token ?? ''
  const attempt = [{ rule: linkAttempts, subject: networkOf(caller.ip) }]
  if (rules.rateLimits) {
    await countAttempts(pool, attempt)
  }
  const { user_id } = (await selectEmailLink(pool, token, ['undo'])) ?? refuse('verification_link_invalid')
  const randomPassword = await hashPassword(newLinkToken())

  await pool
    .begin(async (db) => {
      const account = (await lockAddresses(db, user_id)) ?? refuse('verification_link_invalid')
      const link = (await selectEmailLink(db, token, ['undo'])) ?? refuse('verification_link_invalid')
      if (account.is_suspended) {
        refuse('verification_link_invalid')
      }
      if (link.is_used) {
        return
      }
      const wasConfirmed = account.email !== link.email
      if (link.is_expired || (wasConfirmed && !link.was_verified_at)) {
        refuse('verification_link_invalid')
      }

      await deleteLaterEmailLinks(db, user_id, token)
      await markEmailLinkUsed(db, token)
      // The caller may be signed in as somebody else. That token matches none of this member's sessions.
      const ended = await recoverAccount(db, user_id, { addedSince: link.created_at, ownToken: caller.token })
      const detail = { address_restored: wasConfirmed, ...endedDetail(ended) }
      await recordAction(db, { action: 'email_change_undone', user_id, detail })
      if (wasConfirmed) {
        await saveAddresses(db, user_id, { email: link.email, email_verified_at: link.was_verified_at })
        await savePassword(db, user_id, randomPassword)
      }
      await emailRecoveryNotice(db, user_id, { username: account.username, to: link.email, ended }, rules)
      await emailResetLink(db, user_id, link.email, rules.publicOrigin)
    })
    .catch(refuseTaken)
  sessions.forgetMember(user_id)
  if (rules.rateLimits) {
    await refundAttempt(pool, attempt)
  }
  return { message: t(undoMessage) }
}
