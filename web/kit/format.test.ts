import { describe, expect, test, vi } from 'vitest'
import { formatDate, formatNumber, formatShort, initialsOf, timeAgo } from './format.ts'
import { paths } from './paths.ts'

// In New York, midnight UTC is still the day before, so a date that is formatted in local time would be wrong. The time
// zone must be set before the imports.
vi.hoisted(() => {
  process.env.TZ = 'America/New_York'
})

const now = Date.parse('2026-11-21T12:00:00Z')
const before = (minutes: number) => new Date(now - minutes * 60_000).toISOString()

describe('numbers', () => {
  test.each([
    [0, '0'],
    [999, '999'],
    [12_846, '12,846'],
  ])('%i is formatted as %s', (count, text) => expect(formatNumber(count)).toBe(text))

  test.each([
    [9_999, '9,999'],
    [10_000, '10K'],
    [12_846, '12.8K'],
    [1_250_000, '1.3M'],
  ])('%i is shortened to %s', (count, text) => expect(formatShort(count)).toBe(text))
})

describe('times', () => {
  test('a date without a time is the same day in every time zone', () => {
    expect(formatDate('2026-11-20')).toBe('November 20, 2026')
  })

  test("midnight UTC is shown as a day, and any other time as the day in the reader's time zone", () => {
    const midnights = ['2026-05-01T00:00:00Z', '2026-05-01T00:00:00.000Z', '2026-05-01T00:00:00+00:00']
    expect(midnights.map(formatDate)).toEqual(Array(3).fill('May 1, 2026'))
    expect(formatDate('2026-05-01T00:00:01Z')).toBe('April 30, 2026')
  })

  // covers ACC-PROFILE-79 ACC-PROFILE-80 ACC-PROFILE-81 CIV-COMMENTS-34 CIV-COMMENTS-35 CIV-COMMENTS-36
  test.each([
    [-5, 'Just now'],
    [59, 'Just now'],
    [60, '1h ago'],
    [24 * 60 - 1, '23h ago'],
    [24 * 60, '1d ago'],
    [7 * 24 * 60 - 1, '6d ago'],
  ])('%i minutes ago is %s', (minutes, text) => {
    expect(timeAgo(before(minutes), now)).toBe(text)
  })

  // covers ACC-PROFILE-82 CIV-COMMENTS-37
  test('a time of a week ago or more is a date', () => {
    const week = before(7 * 24 * 60)
    expect(timeAgo(week, now)).toBe('November 14, 2026')
  })
})

test.each([
  ['Maya Okafor', 'MO'],
  ['maya', 'M'],
  ['  Ana María de la Cruz ', 'AC'],
  ['', ''],
  ['👩‍🌾 Field', '👩F'],
])('%s has the initials %s', (name, initials) => expect(initialsOf(name)).toBe(initials))

test('paths escape ids and names', () => {
  expect(paths.bill('a b', 'c&d')).toBe('/feed?highlight=a+b&comment=c%26d')
  expect(paths.bill('a')).toBe('/feed?highlight=a')
  expect(paths.profile('a/b')).toBe('/profile/a%2Fb')
  expect(paths.group('g1', 'feed')).toBe('/groups/g1?tab=feed')
})
