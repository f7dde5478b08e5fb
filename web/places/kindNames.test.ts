import { expect, test } from 'vitest'
import { kindNameIn } from './kindNames.ts'

// covers HURD-DISTRICTS-03
test.each([
  ['state_upper_district', 'ocd-division/country:us/state:il', 'Upper chamber of your legislature'],
  ['state_lower_district', 'ocd-division/country:us/territory:pr', 'Lower chamber of your legislature'],
  ['state_upper_district', 'ocd-division/country:us/state:ne', 'Your legislature'],
  ['state_upper_district', 'ocd-division/country:us/state:ne/sldu:43', 'Your legislature'],
])(
  'the %s in %s is called "%s", because Nebraska has one chamber and a territory is no state',
  (kind, division, name) => {
    expect(kindNameIn(kind, [division])).toBe(name)
  },
)
