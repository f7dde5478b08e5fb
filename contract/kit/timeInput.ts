import * as z from 'zod/mini'
import { t } from './translate.ts'

type Issue = { readonly path?: PropertyKey[] | undefined; readonly input?: unknown }

const timeForms = '2026-05-01T14:30:00Z, 2026-05-01T10:30:00-04:00 or 2026-05-01'
const dayForm = '2026-05-01'

function refusedTime({ path }: Issue): string {
  return t('{field} must be a time in ISO 8601, such as {examples}', {
    field: String(path?.at(-1)),
    examples: timeForms,
  })
}

function refusedDay({ path }: Issue): string {
  return t('{field} must be a date (YYYY-MM-DD), such as {example}', {
    field: String(path?.at(-1)),
    example: dayForm,
  })
}

/** Years that ISO 8601 and PostgreSQL both know. */
const hasPossibleYear = (text: string) => /^(?!0000)\d{4}-/.test(text)

const Moment = z.iso.datetime({ offset: true }).check(z.regex(/^[^.]*(\.\d{1,9}\D.*)?$/))
const Day = z.iso.date()

/**
 * Returns a time in UTC with the fraction as the caller sent it, or null if the text is not a time. A date is its first
 * moment in UTC. In a query that was not encoded, the plus sign of an offset arrives as a blank.
 */
function toUtc(text: string): string | null {
  const withPlus = text.replace(/ (?=\d\d:\d\d$)/, '+')
  const moment = Day.safeParse(withPlus).success ? `${withPlus}T00:00:00Z` : withPlus
  if (!Moment.safeParse(moment).success || !hasPossibleYear(moment)) {
    return null
  }
  const [fraction = ''] = /\.\d+/.exec(moment) ?? []
  const utc = new Date(moment.replace(fraction, '')).toISOString().replace(/\.000Z$/, `${fraction}Z`)
  return hasPossibleYear(utc) ? utc : null
}

/** A time that a caller sends. The handler receives it in UTC. */
export const TimeInput = z.string({ error: refusedTime }).check(
  z.refine((text) => toUtc(text) !== null, { error: refusedTime, abort: true }),
  z.overwrite((text) => toUtc(text) ?? text),
  z.meta({
    anyOf: [{ format: 'date-time' }, { format: 'date' }],
    description: `A time in ISO 8601 with its offset from UTC, or a date, which means its first moment in UTC: ${timeForms}. In a query, the + of an offset may be sent as %2B, + or a space.`,
  }),
)

/** A date that a caller sends. `missing` is the message if there is none. */
export function dayInput(missing?: string) {
  const error = (issue: Issue) => (missing !== undefined && !issue.input ? missing : refusedDay(issue))
  return z.iso
    .date({ error })
    .check(
      z.refine(hasPossibleYear, { error }),
      z.meta({ description: `A date (YYYY-MM-DD), such as ${dayForm}` }),
    )
}
