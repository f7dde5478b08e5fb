import { expect, test } from 'vitest'
import { officeInSentence } from './officeTitle.ts'

// covers HURD-DISTRICTS-03
test('within a sentence, an office is in small letters, and a place keeps its capitals', () => {
  expect(
    ['Council Member', 'Senator of Puerto Rico', 'Member of the Assembly', 'U.S. Senator'].map(
      officeInSentence,
    ),
  ).toEqual(['council member', 'senator of Puerto Rico', 'member of the Assembly', 'U.S. Senator'])
})
