import * as administration from '#contract/administration/administration.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { setWeeklyEmail } from '#server/operations/administration/weekly/sendWeekly.ts'
import {
  administratorRead,
  administratorWrite,
  operatorOf,
} from '#server/operations/moderation/cases/operatorRoute.ts'
import type { Route } from '#server/platform/http/route/route.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import type { LimitRule } from '#server/platform/limits/limits.ts'
import { retryEmail } from '#server/platform/mail/deliverQueue.ts'
import { emailMember } from '#server/platform/mail/outbox.ts'
import { testEmail } from '#server/platform/mail/templates.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { getOperation, selectFailedEmails, selectTestEmail } from './state.ts'

type Settings = { publicOrigin: string; smtpUrl: string | null }

const testEmails: LimitRule = { rule: 'test_emails', attempts: 10, seconds: 60 * 60 }
/** The test email can be delivered for this long. A day is enough even if the mail server defers it at first. */
const validMinutes = 24 * 60

export function operationRoutes({ publicOrigin, smtpUrl }: Settings): Route[] {
  return [
    administratorRead(administration.getOperation, async ({ db, me }) => ({
      operation: await getOperation(db, me, smtpUrl !== null),
    })),
    administratorWrite(
      administration.sendTestEmail,
      async ({ db, me }) => {
        const to = await selectAddress(db, me.user_id)
        const template = testEmail(publicOrigin)
        await emailMember(db, me.user_id, { template, purpose: 'test_email', to, validMinutes })
        await recordAction(db, { action: 'test_email_sent', user_id: me.user_id, operator: operatorOf(me) })
        return { test_email: (await selectTestEmail(db, me.user_id)) ?? refuse('not_found') }
      },
      { limit: testEmails },
    ),
    administratorWrite(administration.setWeeklyEmail, async ({ db, me, input: { gets_weekly_email } }) => {
      await setWeeklyEmail(db, me.user_id, gets_weekly_email)
      return { gets_weekly_email }
    }),
    administratorWrite(administration.retryFailedEmail, async ({ db, me, input }) => {
      const outcome = await retryEmail(db, input.email_id)
      if (outcome === null) refuse('not_found')
      if (outcome !== 'due') refuse('nothing_to_change')
      const detail = { email_id: input.email_id }
      await recordAction(db, { action: 'email_retried', operator: operatorOf(me), detail })
      return { failed_emails: await selectFailedEmails(db) }
    }),
  ]
}

async function selectAddress(db: Db, user_id: string): Promise<string> {
  const [account] = await db<{ email: string }[]>`select email from users where user_id = ${user_id}`
  return account?.email ?? refuse('not_found')
}
