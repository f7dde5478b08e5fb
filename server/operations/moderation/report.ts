import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type * as contract from '#contract/moderation/reports.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import { countAttempts, type LimitRule } from '#server/platform/limits/limits.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { insertReport, selectAuthor, selectOwnReport } from './queries.ts'

const reportLimit: LimitRule = { rule: 'report', attempts: 20, seconds: 60 * 60 }

/**
 * Saves a report for the operators. Content that is deleted, hidden or not visible to the member is refused with 404. A
 * second report of the same target returns the first report unchanged.
 */
export async function createReport(
  db: Db,
  me: Member,
  input: ParsedOf<typeof contract.createReport>,
  rules: { rateLimits: boolean },
): Promise<{ report_id: string; isNew: boolean }> {
  const { target_type, target_id, reason } = input
  const content =
    (await selectAuthor(db, me.user_id, { target_type, target_id })) ?? refuse('content_not_found')
  if (content.user_id === me.user_id) refuse('own_report')

  const ownTarget = { reporter_id: me.user_id, target_type, target_id }
  const existing = await selectOwnReport(db, ownTarget)
  if (existing) return { report_id: existing, isNew: false }
  if (rules.rateLimits) await countAttempts(db, [{ rule: reportLimit, subject: me.user_id }])
  const details = (input.details ?? '').trim() || null
  const report_id = await insertReport(db, {
    ...ownTarget,
    reason,
    details,
    reported_user_id: content.user_id,
    reported_text: content.text,
  })
  return { report_id, isNew: true }
}
