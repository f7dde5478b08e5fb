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
  days: number | null
  publicOrigin: string
}

const commentTexts = {
  removed: msg('The moderators removed your comment.'),
  acted: msg('You reported a comment. The moderators reviewed it and took action. Thank you.'),
  dismissed: msg(
    'You reported a comment. The moderators reviewed it and found no reason to act. Thank you for your report.',
  ),
}

/** Whole sentences, because the words around a noun depend on it in other languages. */
const texts: Record<ReportTarget, typeof commentTexts> = {
  bill_comment: commentTexts,
  group_comment: commentTexts,
  group_post: {
    removed: msg('The moderators removed your post.'),
    acted: msg('You reported a post. The moderators reviewed it and took action. Thank you.'),
    dismissed: msg(
      'You reported a post. The moderators reviewed it and found no reason to act. Thank you for your report.',
    ),
  },
  official_statement: {
    removed: msg('The moderators removed your statement.'),
    acted: msg('You reported a statement. The moderators reviewed it and took action. Thank you.'),
    dismissed: msg(
      'You reported a statement. The moderators reviewed it and found no reason to act. Thank you for your report.',
    ),
  },
  user: {
    removed: msg('The moderators removed your member.'),
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
  await emailVerified(db, [user_id], (username) =>
    decisionNotice(username, () => describe(notice), { reason, link, days: appealDays }, publicOrigin),
  )
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

function describe({ target_type, decision, days }: Notice): string {
  if (decision === 'hide') {
    return t(texts[target_type].removed)
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
