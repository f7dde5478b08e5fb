import { disownEmailChangePath, type disownEmailChange } from '../../../contract/accounts.ts'
import type { ParsedOf } from '../../../contract/kit/endpoint.ts'
import { refuse } from '../../../contract/kit/refusals.ts'
import type { Caller, Member } from '../../http/route.ts'
import { recordAction } from '../../kit/audit.ts'
import { countAttempts, refundAttempt, type LimitRule } from '../../kit/limits.ts'
import { networkOf } from '../../kit/networks.ts'
import { hashPassword } from '../../kit/passwords.ts'
import { emailMember } from '../../mail/outbox.ts'
import { emailChangeNotice } from '../../mail/templates.ts'
import type { Db, Pool } from '../../postgres/db.ts'
import { savePassword } from '../password/resetTokens.ts'
import { isEmailTaken, selectUser } from '../queries.ts'
import type { AccountRules } from '../rules.ts'
import { endOtherSessionsOf, type openSessions } from '../signIn/sessions.ts'
import { newLinkToken } from '../signIn/tokens.ts'
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
import { asTaken, emailVerificationLink, linkAttempts } from './verify.ts'

const changes: LimitRule = { rule: 'email_change', attempts: 5, seconds: 60 * 60 }

/**
 * Counts a change of email before anything is answered about the wanted address, so that the answer "already taken"
 * cannot be used to look up who has an account. Outside of the transaction of the change, whose refusal would take the
 * count back. An address that would change nothing is not counted. Refuses `too_many_attempts`.
 */
export async function countEmailChange(
  pool: Pool,
  me: Pick<Member, 'user_id'>,
  wanted: string,
  rules: Pick<AccountRules, 'rateLimits'>,
): Promise<void> {
  if (!rules.rateLimits) return
  const account = await selectAddresses(pool, me.user_id)
  if (!account || (await changesNothing(pool, me, account, wanted.trim().toLowerCase()))) return
  await countAttempts(pool, [{ rule: changes, subject: me.user_id }])
}

/**
 * Begins a change of email, inside the caller's transaction (R23): the account keeps its address until the link that
 * goes to the new one is opened; the old one hears of it and can undo it. The account's own address, and one that
 * waits already with a live link, change nothing. `countEmailChange` comes before it.
 * Refuses `email_taken`.
 */
export async function startEmailChange(
  db: Db,
  me: Pick<Member, 'user_id'>,
  wanted: string,
  rules: Pick<AccountRules, 'publicOrigin'>,
): Promise<void> {
  const email = wanted.trim().toLowerCase()
  const account = (await lockAddresses(db, me.user_id)) ?? refuse('session_expired')
  if (await changesNothing(db, me, account, email)) return
  if (await isEmailTaken(db, email, me.user_id)) refuse('email_taken')

  await savePendingEmail(db, me.user_id, email)
  await recordAction(db, { act: 'email_change_asked', user_id: me.user_id })
  await emailVerificationLink(db, me.user_id, { email, purpose: 'change' }, rules.publicOrigin)
  const token = newLinkToken()
  await saveEmailLink(db, me.user_id, {
    token,
    purpose: 'disown',
    email: account.email,
    was_verified_at: account.email_verified_at,
  })
  const link = `${rules.publicOrigin}${disownEmailChangePath}?token=${token}`
  await emailMember(db, me.user_id, {
    ...emailChangeNotice(link, account.username, rules.publicOrigin),
    purpose: 'email_change_notice',
    to: account.email,
    validMinutes: linkMinutes.disown,
  })
}

async function changesNothing(
  db: Db,
  me: Pick<Member, 'user_id'>,
  account: { email: string; pending_email: string | null },
  email: string,
): Promise<boolean> {
  if (email === account.email) return true
  return email === account.pending_email && (await hasLiveLink(db, me.user_id, 'change'))
}

/** Takes a change back that waits for its link; without one nothing happens. */
export async function cancelPendingEmail(db: Db, me: Member) {
  await lockAddresses(db, me.user_id)
  await endEmailChange(db, me.user_id)
  await recordAction(db, { act: 'email_change_cancelled', user_id: me.user_id })
  return { user: (await selectUser(db, me.user_id)) ?? refuse('session_expired') }
}

const disowned =
  'Your email address has not changed, and everyone else was signed out of your account. We emailed you a link to choose a new password.'

/**
 * "This was not me": cancels the change and ends every session but the caller's own. When the new address has been
 * confirmed already, the old one comes back, if it was ever proved to be the member's, and the password ends with it:
 * whoever held the new mailbox may have set it. Opened again, the link says the same and does nothing.
 */
export async function disownByLink(
  pool: Pool,
  input: ParsedOf<typeof disownEmailChange>,
  caller: Caller,
  rules: AccountRules,
  sessions: ReturnType<typeof openSessions>,
) {
  const token = input.token ?? ''
  const attempt = [{ rule: linkAttempts, subject: networkOf(caller.address) }]
  if (rules.rateLimits) await countAttempts(pool, attempt)
  const { user_id } = (await selectEmailLink(pool, token, ['disown'])) ?? refuse('verification_link_invalid')
  const nobodysPassword = await hashPassword(newLinkToken())

  await pool
    .begin(async (db) => {
      const account = (await lockAddresses(db, user_id)) ?? refuse('verification_link_invalid')
      const link = (await selectEmailLink(db, token, ['disown'])) ?? refuse('verification_link_invalid')
      if (account.is_suspended) refuse('verification_link_invalid')
      if (link.is_used) return
      const isPast = account.email !== link.email
      if (link.is_expired || (isPast && !link.was_verified_at)) refuse('verification_link_invalid')

      await endEmailChange(db, user_id)
      await deleteLaterEmailLinks(db, user_id, token)
      await markEmailLinkUsed(db, token)
      const ended = await endOtherSessionsOf(db, user_id, caller.token)
      const detail = { given_back: isPast, sessions_ended: ended }
      await recordAction(db, { act: 'email_change_disowned', user_id, detail })
      if (isPast) {
        await saveAddresses(db, user_id, { email: link.email, email_verified_at: link.was_verified_at })
        await savePassword(db, user_id, nobodysPassword)
      }
      await emailResetLink(db, user_id, link.email, rules.publicOrigin)
    })
    .catch(asTaken)
  sessions.forgetMember(user_id)
  if (rules.rateLimits) await refundAttempt(pool, attempt)
  return { message: disowned }
}
