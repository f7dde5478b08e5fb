import type { ParsedOf } from '../../contract/kit/endpoint.ts'
import { refuse } from '../../contract/kit/refusals.ts'
import type { createReport } from '../../contract/moderation.ts'
import type { Member } from '../http/route/route.ts'
import { countAttempts, type LimitRule } from '../kit/limits.ts'
import type { Db } from '../postgres/db.ts'
import { insertReport, selectAuthor, selectOwnReport } from './queries.ts'

const reports: LimitRule = { rule: 'report', attempts: 20, seconds: 60 * 60 }

/**
 * Puts what a member found before the operators. What is gone, hidden or not for the member's eyes is not found; a
 * second report of the same target is the first one, whatever it says (R74).
 */
export async function reportContent(
  db: Db,
  me: Member,
  input: ParsedOf<typeof createReport>,
  rules: { rateLimits: boolean },
): Promise<{ report_id: string; isNew: boolean }> {
  const { target_type, target_id, reason } = input
  const found =
    (await selectAuthor(db, me.user_id, { target_type, target_id })) ?? refuse('content_not_found')
  if (found.user_id === me.user_id) refuse('own_report')

  const mine = { reporter_id: me.user_id, target_type, target_id }
  const held = await selectOwnReport(db, mine)
  if (held) return { report_id: held, isNew: false }
  if (rules.rateLimits) await countAttempts(db, [{ rule: reports, subject: me.user_id }])
  const details = (input.details ?? '').trim() || null
  const report_id = await insertReport(db, {
    ...mine,
    reason,
    details,
    reported_user_id: found.user_id,
    reported_text: found.text,
  })
  return { report_id, isNew: true }
}
