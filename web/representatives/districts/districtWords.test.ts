import { expect, test } from 'vitest'
import { ordinal } from './districtWords.ts'

// covers HURD-WELCOME-16
test('districts have ordinal numbers', () => {
  expect(['1', '2', '3', '10', '11', '12', '13', '21', '33', '112'].map(ordinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '10th',
    '11th',
    '12th',
    '13th',
    '21st',
    '33rd',
    '112th',
  ])
  expect(ordinal('at-large')).toBe('At-large')
})
