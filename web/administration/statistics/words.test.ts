import { expect, test } from 'vitest'
import type { PeriodCounts } from '#contract/administration/administration.ts'
import { csvOf, periodName, rangeName, totalText } from './words.ts'

function counts(starts_on: string, active_members: number | null, active_days = 1): PeriodCounts {
  return {
    starts_on,
    active_days: active_members === null ? 0 : active_days,
    returning_members: active_members,
    minds_changed: 2,
    comments_per_100_stances: 133,
    registrations: 1_200,
    active_members,
    stances: 3,
    comments: 4,
    votes: 5,
    messages: 6,
    reports_opened: 7,
    reports_decided: 8,
    emails_delivered: null,
    emails_failed: null,
  }
}

// covers HURD-STATISTICS-05
test('totals are sums, and active members are an average of the recorded periods', () => {
  const periods = [counts('2026-11-01', null), counts('2026-11-02', 10), counts('2026-11-03', 25)]
  expect(totalText('registrations', periods)).toBe('3,600 in total')
  expect(totalText('active_members', periods)).toBe('18 a day on average')
  expect(totalText('returning_members', periods)).toBe('18 a day on average')
  expect(totalText('comments_per_100_stances', periods)).toBe('133 in the whole time')
  expect(totalText('comments_per_100_stances', [])).toBe('No stances')
  expect(totalText('emails_failed', periods)).toBe('Not recorded')
})

// covers HURD-STATISTICS-05
test('on the first day of a month, the average of two months is still that of their days', () => {
  const months = [counts('2026-10-01', 10, 31), counts('2026-11-01', 100)]
  expect(totalText('active_members', months)).toBe('13 a day on average')
})

// covers HURD-STATISTICS-05
test('the CSV file has one line for each period, and an empty cell for a count that was not recorded', () => {
  const file = csvOf({ periods: [counts('2026-11-01', null)], counted_at: null, earlier: null, later: null })
  expect(file).toBe(
    'starts_on,returning_members,minds_changed,comments_per_100_stances,registrations,active_members,stances,comments,votes,messages,reports_opened,reports_decided,emails_delivered,emails_failed\r\n' +
      '2026-11-01,,2,133,1200,,3,4,5,6,7,8,,\r\n',
  )
})

test('a period has the same name in every time zone', () => {
  expect(periodName('day', '2026-11-01')).toBe('November 1, 2026')
  expect(periodName('week', '2026-11-02')).toBe('Week of November 2, 2026')
  expect(periodName('month', '2026-11-01')).toBe('November 2026')
})

test('a range is named by its first and last period, and a range of one period by that period alone', () => {
  expect(rangeName('day', '2026-11-01', '2026-11-30')).toBe('November 1, 2026 to November 30, 2026')
  expect(rangeName('week', '2026-11-02', '2026-11-23')).toBe('Weeks of November 2, 2026 to November 23, 2026')
  expect(rangeName('month', '2026-08-01', '2026-11-01')).toBe('August 2026 to November 2026')
  expect(rangeName('week', '2026-11-02', '2026-11-02')).toBe('Week of November 2, 2026')
})
