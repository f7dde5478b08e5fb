import { expect, test } from 'vitest'
import { cutAtWord, timeAgoInCapitals } from './entryText.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const before = (minutes: number) => new Date(now - minutes * 60_000).toISOString()

// covers CIV-NOTIFICATIONS-22 CIV-NOTIFICATIONS-23 CIV-NOTIFICATIONS-24 CIV-NOTIFICATIONS-25 CIV-NOTIFICATIONS-26
test.each([
  [-5, 'JUST NOW'],
  [0.9, 'JUST NOW'],
  [1, '1 MIN AGO'],
  [59, '59 MINS AGO'],
  [60, '1 HOUR AGO'],
  [23 * 60, '23 HOURS AGO'],
  [24 * 60, '1 DAY AGO'],
  [7 * 24 * 60 - 1, '6 DAYS AGO'],
  [7 * 24 * 60, 'November 14, 2026'],
])('%i minutes ago is %s in a notification', (minutes, text) => {
  expect(timeAgoInCapitals(before(minutes), now)).toBe(text)
})

test('a shortened text ends with a whole word and an ellipsis', () => {
  const cut = 'The site says that the crossing at the school will be rebuilt, expensive, do you'
  expect(cutAtWord(cut)).toBe('The site says that the crossing at the school will be rebuilt, expensive, do…')
  expect(cutAtWord('It closes on Monday, the')).toBe('It closes on Monday…')
  expect(cutAtWord('🐟'.repeat(80))).toBe(`${'🐟'.repeat(80)}…`)
})
