import { expect, test } from 'vitest'
import { openPositionSamples } from './positionSamples.ts'
import { laterPosition, lsnOf, parsePosition } from './walPosition.ts'

const at = (number: number) => parsePosition(`0/${number.toString(16)}`)

// covers HURD-REPLICA-03
test('a replica must have what the primary had ten seconds ago, and its lag is known up to ten seconds', () => {
  const clock = { now: 0 }
  const samples = openPositionSamples(() => clock.now)
  expect(samples.floor()).toBeNull()
  for (; clock.now <= 30_000; clock.now += 1_000) samples.add(at(clock.now), clock.now)
  clock.now = 30_000
  expect(samples.floor()).toBe(at(20_000))
  expect(samples.lagSeconds(at(20_000), 30_000)).toBe(9)
  expect(samples.lagSeconds(at(30_000), 30_000)).toBe(0)
  // The samples go back only ten seconds, so this is the maximum.
  expect(samples.lagSeconds(at(1), 30_000)).toBe(10)
})

test('an instance that has just started requires what the primary had at that time', () => {
  const clock = { now: 500 }
  const samples = openPositionSamples(() => clock.now)
  samples.add(at(7), 500)
  clock.now = 900
  expect(samples.floor()).toBe(at(7))
})

test('while the primary does not answer, its last position is used', () => {
  const clock = { now: 0 }
  const samples = openPositionSamples(() => clock.now)
  samples.add(at(7), 0)
  clock.now = 60_000
  expect(samples.floor()).toBe(at(7))
})

test('the lag of a replica begins at the first sample that it has not replayed, even if the primary writes nothing more', () => {
  const clock = { now: 0 }
  const samples = openPositionSamples(() => clock.now)
  for (; clock.now < 5_000; clock.now += 1_000) samples.add(at(7), clock.now)
  expect(samples.lagSeconds(at(7), 5_000)).toBe(0)
  samples.add(at(8), 5_000)
  expect(samples.lagSeconds(at(7), 6_000)).toBe(1)
})

test('positions sort as text in the same order as PostgreSQL sorts them as numbers', () => {
  const lsns = ['0/9', '0/A0', '0/16B3748', '1/0', 'A/FFFFFFFF', '10/1']
  const positions = lsns.map(parsePosition)
  expect(positions.toSorted()).toEqual(positions)
  expect(positions.map(lsnOf).slice(0, 3)).toEqual([
    '00000000/00000009',
    '00000000/000000a0',
    '00000000/016b3748',
  ])
  expect(laterPosition(positions[4]!, positions[5]!)).toBe(positions[5])
})
