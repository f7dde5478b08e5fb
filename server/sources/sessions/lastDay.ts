import type { CarryOverRule } from './carryOver.ts'
import type { ImportedSession } from './importedSession.ts'

export type LastDay = {
  last_day_for_bills: string | null
  last_day_rule: 'congress' | 'end_date' | 'term' | 'table' | 'unknown'
}

const unknown: LastDay = { last_day_for_bills: null, last_day_rule: 'unknown' }

/**
 * Returns the last day on which a bill of the session can still become law. A session's end in the sources is often
 * only the end of the first of two years. Where bills carry over, the last day is therefore the end of the
 * legislature's term.
 */
export function lastDayForBills(
  session: Pick<ImportedSession, 'place' | 'identifier' | 'classification' | 'start_date' | 'end_date'>,
  rule: CarryOverRule,
): LastDay {
  if (session.place === 'us') return lastDayOfCongress(session.identifier)
  const ownEnd: LastDay = session.end_date
    ? { last_day_for_bills: session.end_date, last_day_rule: 'end_date' }
    : unknown
  if (session.classification === 'special' || rule.carry_over === 'no') return ownEnd
  if (rule.carry_over === 'unknown') return unknown
  const year = lastYearOfTerm(session.start_date, rule)
  return rule.last_day === ''
    ? { last_day_for_bills: `${year}-12-31`, last_day_rule: 'term' }
    : { last_day_for_bills: lastDayIn(rule.last_day, year), last_day_rule: 'table' }
}

/**
 * Returns the last day of a Congress. For example, the 119th Congress ends when the 120th begins, on January 3, 2027.
 */
function lastDayOfCongress(identifier: string): LastDay {
  const congress = Number(identifier)
  if (!Number.isInteger(congress) || congress < 1) return unknown
  return { last_day_for_bills: `${1789 + 2 * congress}-01-02`, last_day_rule: 'congress' }
}

/**
 * Returns the last year of the term of a session. A session that begins in November or December belongs to the term
 * that begins in January.
 */
function lastYearOfTerm(start: string, { term_years }: CarryOverRule): number {
  const year = Number(start.slice(0, 4)) + (Number(start.slice(5, 7)) >= 11 ? 1 : 0)
  const isFirstYear = (year % 2 === 1) === (term_years === 'odd-even')
  return isFirstYear ? year + 1 : year
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/**
 * Returns the day for a text such as "11-30" or "before wednesday 1 december". A day in January is in the year after
 * the term.
 */
function lastDayIn(words: string, year: number): string {
  if (/^\d\d-\d\d$/.test(words)) return `${words.startsWith('01') ? year + 1 : year}-${words}`
  const [, before, weekday = '', count, month] = /^(before )?(\w+) (\d) (\w+)$/.exec(words) ?? []
  const isJanuary = month === 'january'
  const first = new Date(Date.UTC(isJanuary ? year + 1 : year, isJanuary ? 0 : 11, 1))
  const offset = (weekdays.indexOf(weekday) - first.getUTCDay() + 7) % 7
  first.setUTCDate(1 + offset + 7 * (Number(count) - 1) - (before ? 1 : 0))
  return first.toISOString().slice(0, 10)
}
