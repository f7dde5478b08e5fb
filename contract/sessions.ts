import * as z from 'zod/mini'
import { t } from '#contract/kit/translate.ts'
import { endpoint, pageInput, Pagination, Time } from './kit/endpoint.ts'
import { formatDay } from './kit/format.ts'

export const sessionStates = ['not_started', 'open', 'adjourned', 'ended', 'unknown'] as const

/** The reasons why a rejected bill is over. */
export const endings = ['session', 'withdrawn', 'vote', 'veto'] as const

/** The session of a bill. Days are YYYY-MM-DD and inclusive. */
export const BillSession = z.object({
  identifier: z.string(),
  name: z.string(),
  end_date: z.nullable(z.string()),
  last_day_for_bills: z.nullable(z.string()),
  /** `adjourned` means that the legislature is not meeting and the status of its bills does not change. */
  state: z.enum(sessionStates),
  carry_over: z.enum(['yes', 'no', 'limited', 'unknown']),
  /** True if the open bills of the session were ended. A bill that is still pending then usually waits for the executive. */
  is_closed: z.boolean(),
})
export type BillSession = z.infer<typeof BillSession>

const LegislativeSession = z.object({
  /** The OCD division of the legislature. */
  jurisdiction: z.string(),
  identifier: z.string(),
  name: z.string(),
  classification: z.enum(['regular', 'special']),
  start_date: z.string(),
  end_date: z.nullable(z.string()),
  last_day_for_bills: z.nullable(z.string()),
  last_day_rule: z.enum(['congress', 'end_date', 'term', 'table', 'unknown']),
  carry_over: z.enum(['yes', 'no', 'limited', 'unknown']),
  is_confirmed: z.boolean(),
  state: z.enum(sessionStates),
  source_name: z.string(),
  source_checked_at: Time,
})

/** Lists sessions, newest first. `jurisdiction` is an OCD division, "us", or the postal code of a state. */
export const listLegislativeSessions = endpoint('GET /api/sessions', {
  access: 'optional',
  input: { jurisdiction: z.optional(z.string().check(z.maxLength(100))), ...pageInput(50) },
  output: { sessions: z.array(LegislativeSession), pagination: Pagination },
})

/** A bill that passed both chambers may still be signed or vetoed for this many days after the last day. */
const executiveDays = 60

type EndedBill = {
  status: string
  ended_by: (typeof endings)[number] | null
  jurisdiction: string
  legislative_session: BillSession | null
}

/**
 * Returns a sentence that says what the session means for the bill, or null if there is nothing to say.
 *
 * @param today the current day as YYYY-MM-DD
 */
export function sessionSentence(bill: EndedBill, today: string): string | null {
  const session = bill.legislative_session
  if (bill.ended_by === 'session') {
    const day = session?.last_day_for_bills
    return day
      ? t('Died when the session ended on {day}.', { day: formatDay(day) })
      : t('Died when the session ended.')
  }
  if (!session || bill.status === 'passed' || bill.status === 'rejected') {
    return null
  }
  if (session.is_closed && session.last_day_for_bills !== null) {
    if (bill.status !== 'pending') return null
    return today <= lastDayForExecutive(bill.jurisdiction, session.last_day_for_bills)
      ? bill.jurisdiction === 'ocd-division/country:us'
        ? t('Waiting for the President.')
        : t('Waiting for the governor.')
      : t('No outcome reported.')
  }
  if (session.state !== 'adjourned') {
    return null
  }
  if ((session.last_day_for_bills ?? '').slice(0, 4) > today.slice(0, 4)) {
    return session.carry_over === 'limited'
      ? t('Adjourned until January. This bill may carry over.')
      : t('Adjourned until January. This bill stays where it is.')
  }
  return t('The legislature has adjourned. Bills of this session end on {day}.', {
    day: formatDay(session.last_day_for_bills ?? ''),
  })
}

/**
 * Returns the last day on which the executive may act. In New York it is December 31 at the earliest, because bills
 * reach the governor until the end of the year.
 */
function lastDayForExecutive(jurisdiction: string, last_day: string): string {
  const day = new Date(`${last_day}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + executiveDays)
  const usual = day.toISOString().slice(0, 10)
  return jurisdiction.endsWith('/state:ny') ? [`${last_day.slice(0, 4)}-12-31`, usual].toSorted()[1]! : usual
}
