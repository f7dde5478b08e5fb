import * as z from 'zod/mini'
import { endpoint, Id } from '#contract/kit/endpoint.ts'
import { codePoints } from '#contract/kit/text.ts'
import { msg, t } from '#contract/kit/translate.ts'

export const reportTargets = [
  'bill_comment',
  'group_post',
  'group_comment',
  'official_statement',
  'user',
] as const
export type ReportTarget = (typeof reportTargets)[number]

export const reportReasons = ['spam', 'abuse', 'false_information', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

export const reportDetailsMaxLength = 1000

const Details = z.nullish(
  z.string().check((field) => {
    if (codePoints(field.value.trim()) <= reportDetailsMaxLength) {
      return
    }
    const message = t('Details must be at most {max} characters', { max: reportDetailsMaxLength })
    field.issues.push({ code: 'custom', message, input: field.value })
  }),
)

/**
 * Reports content or a member to the moderators. If the same member reports the same target again, the call answers 200
 * with the id of the first report.
 */
export const createReport = endpoint('POST /api/reports', {
  access: 'active',
  input: {
    target_type: z.enum(reportTargets, { error: msg('Invalid target') }),
    target_id: z.uuid({ error: msg('Invalid target') }).check(z.toLowerCase()),
    reason: z.enum(reportReasons, { error: msg('Invalid reason') }),
    details: Details,
  },
  output: { report_id: Id },
  refuses: ['own_report', 'content_not_found', 'too_many_attempts'],
  status: 201,
})
