import { expect, test } from 'vitest'
import { elections } from './electionsContent.ts'
import { nearestElection } from './nearestElection.ts'

const us = 'ocd-division/country:us'

const opened = (place: string | null) => nearestElection(elections, place)?.id

test('the guide opens with the election nearest to where the member lives', () => {
  expect(opened(`${us}/state:ny/place:new_york`)).toBe('nyc-mayor')
  expect(opened(`${us}/state:ny/place:buffalo`)).toBe('buffalo-city-council')
  expect(opened(`${us}/state:tx/place:austin`)).toBe('texas-house-15')
  expect(opened(`${us}/state:mi/place:detroit`)).toBe('michigan-governor')
  expect(opened(`${us}/state:il/place:chicago`)).toMatch(/michigan|ohio/)
  expect(opened(`${us}/state:wy/place:casper`)).toBe('nebraska-house')
  expect(opened(`${us}/state:la/place:new_orleans`)).toBe('texas-house-15')
})

test('without a place it opens with the first election', () => {
  expect(nearestElection(elections, null)?.id).toBe('nebraska-house')
  expect(nearestElection(elections, `${us}/state:zz/place:nowhere`)?.id).toBe('nebraska-house')
})
