import { expect, test } from 'vitest'
import { bodyName } from './voteWords.ts'

// covers BEY-ANATOMY-06
test('a joint committee of Congress belongs to Congress', () => {
  expect(bodyName('us/congress')).toBe('Congress')
  expect(bodyName('us/house')).toBe('U.S. House')
  expect(bodyName('mi/legislature')).toBe('Legislature')
})
