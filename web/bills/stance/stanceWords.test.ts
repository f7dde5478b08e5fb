import { expect, test } from 'vitest'
import { countsAfter, stancesInWords, stanceTotal } from './stanceWords.ts'

const counts = { support_count: 1284, oppose_count: 1, neutral_count: 0, learning_count: 0 }

// covers CIV-STANCE-07
test('a changed mind moves one count, a first stance adds one, the same stance changes nothing', () => {
  expect(countsAfter(counts, 'support', 'oppose')).toEqual({
    ...counts,
    support_count: 1283,
    oppose_count: 2,
  })
  expect(countsAfter(counts, null, 'learning')).toEqual({ ...counts, learning_count: 1 })
  expect(countsAfter(counts, 'oppose', 'oppose')).toEqual(counts)
})

test('only counts come out, whatever they came with', () => {
  const bill = { ...counts, user_stance: null }
  expect(countsAfter(bill, null, 'neutral')).toEqual({ ...counts, neutral_count: 1 })
})

test('the counts read as words', () => {
  expect(stancesInWords(counts)).toBe('support 1,284, oppose 1, neutral 0, still learning 0')
  expect(stanceTotal(counts)).toBe(1285)
})
