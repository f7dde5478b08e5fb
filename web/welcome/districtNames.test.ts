import { expect, test } from 'vitest'
import { districtsText } from './districtNames.ts'

// covers HURD-WELCOME-16
test('the step says why the district is not certain', () => {
  expect(districtsText('350 Jay Street, Brooklyn, NY 11201', 'zip', 3)).toBe('ZIP code 11201 lies in three.')
  expect(districtsText('Brooklyn, NY 11201-4321', 'zip', 2)).toBe('ZIP code 11201 lies in two.')
  expect(districtsText('Somewhere, NY', 'state', 26)).toBe('New York has 26.')
  expect(districtsText('', 'none', 4)).toBe('Your address may lie in four.')
})
