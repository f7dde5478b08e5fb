import { expect, test } from 'vitest'
import { divisionName } from './places.ts'

test.each([
  ['ocd-division/country:us', 'United States'],
  ['ocd-division/country:us/state:wy', 'Wyoming'],
  ['ocd-division/country:us/district:dc', 'District of Columbia'],
  ['ocd-division/country:us/territory:pr', 'Puerto Rico'],
  ['ocd-division/country:us/state:ny/place:new_york', 'New York, NY'],
  ['ocd-division/country:us/state:la/parish:orleans', 'Orleans Parish, LA'],
])('%s is called %s', (division, name) => {
  expect(divisionName(division)).toBe(name)
})
