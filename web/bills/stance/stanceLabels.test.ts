import { expect, test } from 'vitest'
import { describeStances, stanceTotal } from '#contract/stances.ts'
import { countsAfterStance } from './stanceLabels.ts'

const counts = { support_count: 1284, oppose_count: 1, neutral_count: 0, learning_count: 0 }

// covers CIV-STANCE-07
test('changing a stance moves one count, a first stance adds one, and the same stance changes nothing', () => {
  expect(countsAfterStance(counts, 'support', 'oppose')).toEqual({
    ...counts,
    support_count: 1283,
    oppose_count: 2,
  })
  expect(countsAfterStance(counts, null, 'learning')).toEqual({ ...counts, learning_count: 1 })
  expect(countsAfterStance(counts, 'oppose', 'oppose')).toEqual(counts)
})

test('the result has only the four counts, even when a whole bill is passed in', () => {
  const bill = { ...counts, user_stance: null }
  expect(countsAfterStance(bill, null, 'neutral')).toEqual({ ...counts, neutral_count: 1 })
})

test('the counts are described in one line of text', () => {
  expect(describeStances(counts)).toBe('support 1,284, oppose 1, neutral 0, still learning 0')
  expect(stanceTotal(counts)).toBe(1285)
})
