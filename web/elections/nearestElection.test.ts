import { expect, test } from 'vitest'
import { elections } from './electionsContent.ts'
import { nearestElection } from './nearestElection.ts'

const us = 'ocd-division/country:us'

const nearest = (ocd_city_id: string | null) => nearestElection(elections, ocd_city_id)?.id

test('the guide opens with the election nearest to where the member lives', () => {
  expect(nearest(`${us}/state:ny/place:new_york`)).toBe('nyc-mayor')
  expect(nearest(`${us}/state:ny/place:buffalo`)).toBe('buffalo-city-council')
  expect(nearest(`${us}/state:tx/place:austin`)).toBe('texas-house-15')
  expect(nearest(`${us}/state:mi/place:detroit`)).toBe('michigan-governor')
  expect(nearest(`${us}/state:il/place:chicago`)).toMatch(/michigan|ohio/)
  expect(nearest(`${us}/state:wy/place:casper`)).toBe('nebraska-house')
  expect(nearest(`${us}/state:la/place:new_orleans`)).toBe('texas-house-15')
  // The shortest way from Guam crosses the date line.
  expect(nearest(`${us}/territory:gu/place:hagatna`)).toBe('texas-house-15')
})

test('without a city the guide opens with the first election', () => {
  expect(nearestElection(elections, null)?.id).toBe('nebraska-house')
  expect(nearestElection(elections, `${us}/state:zz/place:nowhere`)?.id).toBe('nebraska-house')
})
