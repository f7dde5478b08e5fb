import { expect, test } from 'vitest'
import { ordinal } from '#web/representatives/districts/districtWords.ts'
import { districtsText } from './districtNames.ts'

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

// covers HURD-WELCOME-16
test('the step says why the district is not certain', () => {
  expect(districtsText('350 Jay Street, Brooklyn, NY 11201', 'zip', 3)).toBe('ZIP code 11201 lies in three.')
  expect(districtsText('Brooklyn, NY 11201-4321', 'zip', 2)).toBe('ZIP code 11201 lies in two.')
  expect(districtsText('Somewhere, NY', 'state', 26)).toBe('New York has 26.')
  expect(districtsText('', 'none', 4)).toBe('Your address may lie in four.')
})
