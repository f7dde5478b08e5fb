import { msg, plural, t } from '#contract/kit/translate.ts'
import { appealPath, type AppealOutcome, appealDays } from '#contract/moderation/appeals.ts'
import type { Decision } from '#contract/moderation/cases.ts'
import type { ReportTarget } from '#contract/moderation/reports.ts'
import { offerAppeal } from '#server/operations/moderation/appeals/store.ts'
import { emailMember, type EmailTemplate } from '#server/platform/mail/outbox.ts'
import { appealAnswer, decisionNotice, reportOutcome } from '#server/platform/mail/templates.ts'
import type { Db } from '#server/platform/postgres/db.ts'

type Notice = {
  target_type: ReportTarget
  decision: Decision
  reason: string
  publicOrigin: string
}

/* Whole sentences, because the words around a noun depend on it in other languages. */

const commentTexts = {
  acted: msg('You reported a comment. The moderators reviewed it and took action. Thank you.'),
  dismissed: msg(
    'You reported a comment. The moderators reviewed it and found no reason to act. Thank you for your report.',
  ),
}

const removed: Record<Exclude<ReportTarget, 'user'>, string> = {
  bill_comment: msg('The moderators removed your comment.'),
  group_comment: msg('The moderators removed your comment.'),
  group_post: msg('The moderators removed your post.'),
  official_statement: msg('The moderators removed your statement.'),
}

const texts: Record<ReportTarget, typeof commentTexts> = {
  bill_comment: commentTexts,
  group_comment: commentTexts,
  group_post: {
    acted: msg('You reported a post. The moderators reviewed it and took action. Thank you.'),
    dismissed: msg(
      'You reported a post. The moderators reviewed it and found no reason to act. Thank you for your report.',
    ),
  },
  official_statement: {
    acted: msg('You reported a statement. The moderators reviewed it and took action. Thank you.'),
    dismissed: msg(
      'You reported a statement. The moderators reviewed it and found no reason to act. Thank you for your report.',
    ),
  },
  user: {
    acted: msg('You reported a member. The moderators reviewed it and took action. Thank you.'),
    dismissed: msg(
      'You reported a member. The moderators reviewed it and found no reason to act. Thank you for your report.',
    ),
  },
}

const validMinutes = 7 * 24 * 60

/**
 * Emails the author what was done, why, and the link for an appeal. The email does not mention reports, their number or
 * the reporters.
 */
export async function emailAuthor(
  db: Db,
  user_id: string,
  notice: Notice & { target_id: string; decided_by: string },
): Promise<void> {
  const { decision, reason, publicOrigin } = notice
  const isAppealable = decision === 'hide' || decision === 'suspend'
  const token = isAppealable ? await offerAppeal(db, { ...notice, user_id, decision }) : null
  const link = token === null ? null : `${publicOrigin}${appealPath}?token=${token}`
  const days = decision === 'suspend' ? await selectDaysLeft(db, user_id) : null
  await emailVerified(db, [user_id], (username) =>
    decisionNotice(username, () => describe(notice, days), { reason, link, days: appealDays }, publicOrigin),
  )
}

/**
 * Returns the number of days until the suspension ends. That can be later than the newest decision says, because the
 * latest end applies. Null if it has no end.
 */
async function selectDaysLeft(db: Db, user_id: string): Promise<number | null> {
  const [member] = await db<{ days: number | null }[]>`
    select ceil(extract(epoch from suspended_until - now()) / 86400)::int as days
      from users where user_id = ${user_id}`
  return member?.days ?? null
}

/** Emails the outcome of an appeal and its reason. */
export async function emailAppellant(
  db: Db,
  user_id: string,
  { outcome, answer, publicOrigin }: { outcome: AppealOutcome; answer: string; publicOrigin: string },
): Promise<void> {
  const [suspended] = await db`select from users where user_id = ${user_id} and account_status = 'suspended'`
  const result = outcome === 'upheld' ? 'upheld' : suspended ? 'still_suspended' : 'reversed'
  await emailVerified(db, [user_id], (username) => appealAnswer(username, result, answer, publicOrigin))
}

/** Emails the outcome to the members who reported. The email mentions neither the author nor the reason. */
export async function emailReporters(db: Db, reporters: string[], notice: Notice): Promise<void> {
  const { acted, dismissed } = texts[notice.target_type]
  const outcome = notice.decision === 'hide' || notice.decision === 'suspend' ? acted : dismissed
  await emailVerified(db, reporters, (username) =>
    reportOutcome(username, () => t(outcome), notice.publicOrigin),
  )
}

function describe({ target_type, decision }: Notice, days: number | null): string {
  // Only content can be hidden.
  if (decision === 'hide' && target_type !== 'user') {
    return t(removed[target_type])
  }
  if (decision === 'restore') {
    return t('The moderators reversed an earlier decision about you or your content.')
  }
  return days === null
    ? t('The moderators suspended your account until further notice.')
    : plural(
        days,
        'The moderators suspended your account for {n} day.|The moderators suspended your account for {n} days.',
      )
}

async function emailVerified(
  db: Db,
  members: string[],
  compose: (username: string) => EmailTemplate,
): Promise<void> {
  if (members.length === 0) {
    return
  }
  const accounts = await db<{ user_id: string; username: string; email: string }[]>`
    select user_id, username, email from users
     where user_id = any(${members}::uuid[]) and email_verified_at is not null order by user_id`
  for (const { user_id, username, email } of accounts) {
    await emailMember(db, user_id, {
      template: compose(username),
      purpose: 'moderation_notice',
      to: email,
      validMinutes,
    })
  }
}
