import type { ReportTarget } from '../../../contract/moderation.ts'
import type { Decision } from '../../../contract/moderationCases.ts'
import { emailMember, type EmailContent } from '../../mail/outbox.ts'
import { decisionNotice, reportOutcome } from '../../mail/templates.ts'
import type { Db } from '../../postgres/db.ts'

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

/** Emails what was done and why. Says nothing of reports, their number or who sent them. */
export async function emailAuthor(db: Db, user_id: string, notice: Notice): Promise<void> {
  await emailVerified(db, [user_id], (username) =>
    decisionNotice(username, describe(notice), notice.reason, notice.publicOrigin),
  )
}

/** Emails the outcome to the members who reported. Says nothing of the author and of the reason. */
export async function emailReporters(db: Db, reporters: string[], notice: Notice): Promise<void> {
  const acted = notice.decision === 'hide' || notice.decision === 'suspend'
  await emailVerified(db, reporters, (username) =>
    reportOutcome(username, names[notice.target_type], acted, notice.publicOrigin),
  )
}

function describe({ target_type, decision, days }: Notice): string {
  const what = names[target_type]
  if (decision === 'hide') return `The moderators removed your ${what}.`
  if (decision === 'restore') return 'The moderators reversed an earlier decision about you or your content.'
  const time = days === null ? 'until further notice' : days === 1 ? 'for 1 day' : `for ${days} days`
  return `The moderators suspended your account ${time}.`
}

async function emailVerified(
  db: Db,
  members: string[],
  compose: (username: string) => EmailContent,
): Promise<void> {
  if (members.length === 0) return
  const accounts = await db<{ user_id: string; username: string; email: string }[]>`
    select user_id, username, email from users
     where user_id = any(${members}::uuid[]) and email_verified_at is not null order by user_id`
  for (const { user_id, username, email } of accounts) {
    await emailMember(db, user_id, {
      ...compose(username),
      purpose: 'moderation_notice',
      to: email,
      validMinutes,
    })
  }
}
