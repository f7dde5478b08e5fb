import { t } from '#contract/kit/translate.ts'
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

const names: Record<ReportTarget, string> = {
  bill_comment: 'comment',
  group_post: 'post',
  group_comment: 'comment',
  official_statement: 'statement',
  user: 'member',
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
    decisionNotice(username, describe(notice), { reason, link, days: appealDays }, publicOrigin),
  )
}

/** Emails the outcome of an appeal and its reason. */
export async function emailAppellant(
  db: Db,
  user_id: string,
  { outcome, answer, publicOrigin }: { outcome: AppealOutcome; answer: string; publicOrigin: string },
): Promise<void> {
  await emailVerified(db, [user_id], (username) =>
    appealAnswer(username, outcome === 'reversed', answer, publicOrigin),
  )
}

/** Emails the outcome to the members who reported. The email mentions neither the author nor the reason. */
export async function emailReporters(db: Db, reporters: string[], notice: Notice): Promise<void> {
  const acted = notice.decision === 'hide' || notice.decision === 'suspend'
  await emailVerified(db, reporters, (username) =>
    reportOutcome(username, names[notice.target_type], acted, notice.publicOrigin),
  )
}

function describe({ target_type, decision, days }: Notice): string {
  const what = names[target_type]
  if (decision === 'hide') {
    return t('The moderators removed your {what}.', { what })
  }
  if (decision === 'restore') {
    return t('The moderators reversed an earlier decision about you or your content.')
  }
  const time = days === null ? t('until further notice') : days === 1 ? 'for 1 day' : `for ${days} days`
  return t('The moderators suspended your account {time}.', { time })
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
