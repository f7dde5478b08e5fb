import { describe, expect, test } from 'vitest'
import { carryOverRule } from '#server/sources/sessions/carryOver.ts'
import { lastDayForBills } from '#server/sources/sessions/lastDay.ts'
import { planClosing } from './closingPlan.ts'

const readLastDay = (place: string, start_date: string, end_date: string | null, more = {}) =>
  lastDayForBills(
    { place, identifier: 'x', classification: 'regular', start_date, end_date, ...more },
    carryOverRule(place),
  )
const lastDay = (...details: Parameters<typeof readLastDay>) => readLastDay(...details).last_day_for_bills

describe('the last day for bills', () => {
  // covers BEY-SESSIONS-02
  test('is the end of the session, of the term, or of the Congress', () => {
    expect(lastDay('us', '2025-01-03', '2027-01-03', { identifier: '119' })).toBe('2027-01-02')
    expect(lastDay('az', '2026-01-12', '2026-04-25')).toBe('2026-04-25')
    expect(lastDay('vt', '2025-01-08', '2025-05-08')).toBe('2026-12-31')
    expect(lastDay('ok', '2026-02-02', '2026-05-29')).toBe('2026-12-31')
    expect(lastDay('va', '2026-01-14', '2026-03-14')).toBe('2027-12-31')
    expect(lastDay('va', '2027-01-13', '2027-02-27')).toBe('2027-12-31')
  })

  test('follows the table where a term does not end with the year', () => {
    expect(lastDay('ca', '2024-12-02', '2026-11-30')).toBe('2026-11-30')
    expect(lastDay('nj', '2026-01-13', '2027-12-31')).toBe('2028-01-11')
    expect(lastDay('me', '2024-12-04', '2025-06-18')).toBe('2026-12-01')
    expect(lastDay('il', '2025-01-08', '2025-05-31')).toBe('2027-01-12')
    expect(lastDay('ma', '2025-01-01', '2026-07-31')).toBe('2027-01-05')
    expect(lastDay('ak', '2025-01-21', '2025-05-21')).toBe('2027-01-18')
  })

  // covers BEY-SESSIONS-02
  test('is in the year after the term if the table names a day in January', () => {
    const session = {
      place: 'ma',
      identifier: 'x',
      classification: 'regular',
      start_date: '2025-01-01',
      end_date: null,
    } as const
    const lastDays = ['01-12', '12-01', 'before wednesday 1 january'].map(
      (last_day) => lastDayForBills(session, { ...carryOverRule('ma'), last_day }).last_day_for_bills,
    )
    expect(lastDays).toEqual(['2027-01-12', '2026-12-01', '2027-01-05'])
  })

  // covers BEY-SESSIONS-07
  test('of a special session is its own end, and unknown without one', () => {
    expect(lastDay('vt', '2025-06-01', '2025-06-09', { classification: 'special' })).toBe('2025-06-09')
    expect(readLastDay('co', '2023-11-18', null, { classification: 'special' })).toEqual({
      last_day_for_bills: null,
      last_day_rule: 'unknown',
    })
    expect(lastDay('dc', '2025-01-02', '2026-12-31')).toBe(null)
  })
})

const plan = (on: string, more = {}) =>
  planClosing(
    { last_day_for_bills: '2025-06-02', is_confirmed: true, carry_over: 'no', action_days: [], ...more },
    on,
  )

describe('the day on which a session ends its bills', () => {
  // covers BEY-SESSIONS-03
  test('is two weeks after the last day, once nothing has happened for 45 days', () => {
    expect(plan('2025-06-02').closes_on).toBe(null)
    expect(plan('2025-06-15').closes_on).toBe(null)
    expect(plan('2025-06-16').closes_on).toBe('2025-06-16')
    const busy = { action_days: ['2025-05-30', '2025-07-10', '2025-12-01'] }
    expect(plan('2025-06-20', busy)).toEqual({
      closes_on: null,
      reason: 'The source reported an action in the last 45 days.',
    })
    expect(plan('2025-08-23', busy).closes_on).toBe(null)
    expect(plan('2025-08-24', busy).closes_on).toBe('2025-08-24')
    // A single action long after the end does not open the session again.
    expect(plan('2025-12-10', busy).closes_on).toBe('2025-08-24')
  })

  test('is unknown without a last day, and closes nothing automatically if the rule is not confirmed', () => {
    expect(plan('2030-01-01', { last_day_for_bills: null }).closes_on).toBe(null)
    expect(plan('2030-01-01', { is_confirmed: false }).reason).toBe(
      'The rule is not confirmed, so nothing is closed automatically.',
    )
  })
})
