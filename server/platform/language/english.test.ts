import { expect, test } from 'vitest'
import { countedNoun } from './english.ts'

test('a command counts one, none and many with the right noun', () => {
  const words = [0, 1, 2, 1204].map(
    (count) => `${countedNoun(count, 'bill')}, ${countedNoun(count, 'entry', 'entries')}`,
  )
  expect(words).toEqual([
    '0 bills, 0 entries',
    '1 bill, 1 entry',
    '2 bills, 2 entries',
    '1,204 bills, 1,204 entries',
  ])
})
