import { expect, test } from 'vitest'
import { partyName } from './partyName.ts'

// covers BEY-ANATOMY-03
test.each([
  ['D', 'Democratic'],
  ['Unknown', 'of unknown party'],
  ['Working Families', 'Working Families'],
])('a sponsor of the party %s is counted as %s', (party, name) => {
  expect(partyName(party)).toBe(name)
})
