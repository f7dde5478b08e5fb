import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { stateNames } from '#contract/places.ts'
import { boxOf, districtOf, type DistrictShapes, districtLabel, labelPointsOf } from './districtShapes.ts'

const folder = new URL('../../public/maps/', import.meta.url)
const maps = readdirSync(folder).map((file) => {
  const { width, height, districts }: DistrictShapes = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
  return { state: file.replace('.json', ''), width, height, districts }
})

describe('the maps of congressional districts', () => {
  test('exist for every state, DC and the five territories, with all 441 districts', () => {
    expect(maps.map(({ state }) => state).toSorted()).toEqual(Object.keys(stateNames).toSorted())
    expect(maps.reduce((sum, { districts }) => sum + Object.keys(districts).length, 0)).toBe(441)
    for (const { state, districts } of maps) {
      const names = Object.keys(districts)
      // Districts are numbered from 1 without gaps, unless the state is one at-large district.
      const expected = names.length === 1 ? ['at-large'] : names.map((_, index) => String(index + 1))
      expect(names.toSorted(), state).toEqual(expected.toSorted())
    }
  })

  test('contain every district completely, and no district is empty', () => {
    for (const { state, width, height, districts } of maps) {
      for (const [name, path] of Object.entries(districts)) {
        const box = boxOf(path)
        expect(box.x, `${state} ${name}`).toBeGreaterThanOrEqual(0)
        expect(box.y, `${state} ${name}`).toBeGreaterThanOrEqual(0)
        expect(box.x + box.width, `${state} ${name}`).toBeLessThanOrEqual(width)
        expect(box.y + box.height, `${state} ${name}`).toBeLessThanOrEqual(height)
        expect(Math.min(box.width, box.height), `${state} ${name}`).toBeGreaterThan(0)
      }
    }
  })

  test('are small: at most 30 kB for a state and 400 kB in total', () => {
    const sizes = readdirSync(folder).map((file) => readFileSync(new URL(file, folder)).length)
    expect(Math.max(...sizes)).toBeLessThan(30_000)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(400_000)
  })
})

test('a congressional district has a shape, and other divisions have none', () => {
  expect(districtOf('ocd-division/country:us/state:tx/cd:37')).toEqual({ state: 'tx', name: '37' })
  expect(districtOf('ocd-division/country:us/district:dc/cd:at-large')).toEqual({
    state: 'dc',
    name: 'at-large',
  })
  expect(districtOf('ocd-division/country:us/state:tx/sldu:37')).toBeNull()
  expect(districtOf('ocd-division/country:us/state:tx')).toBeNull()
})

test('the bounding box of a path contains all of its rings', () => {
  expect(boxOf('M10 20l5 0 0 5-5 0zM1 2l3-1 0 3z')).toEqual({ x: 1, y: 1, width: 14, height: 24 })
})

test('districts are listed in plain English', () => {
  expect(districtLabel(['37'])).toBe('district 37')
  expect(districtLabel(['10', '35', '37'])).toBe('districts 10, 35, and 37')
  expect(districtLabel(['at-large'])).toBe('the whole state')
})

// covers HURD-WELCOME-16
test('the number of a district stands away from a long border, which has few points', () => {
  const { districts }: DistrictShapes = JSON.parse(readFileSync(new URL('ne.json', folder), 'utf8'))
  const third = districts['3']!
  const { y, height } = boxOf(third)
  const middle = labelPointsOf([third], 0)[0]!.y - y
  expect(Math.min(middle, height - middle)).toBeGreaterThan(height / 4)
})

// covers HURD-WELCOME-16
test('numbers of neighboring districts keep apart, in the order of the districts, unless a district is too small', () => {
  const { districts }: DistrictShapes = JSON.parse(readFileSync(new URL('ny.json', folder), 'utf8'))
  const paths = ['7', '8', '10'].map((name) => districts[name]!)
  const distances = (apart: number) => {
    const [seventh, eighth, tenth] = labelPointsOf(paths, apart)
    return [
      [seventh!, eighth!],
      [seventh!, tenth!],
      [eighth!, tenth!],
    ].map(([a, b]) => Math.hypot(a!.x - b!.x, a!.y - b!.y))
  }
  expect(Math.min(...distances(0))).toBeLessThan(5.2)
  expect(Math.min(...distances(5.8))).toBeGreaterThanOrEqual(5.8)
  const together = labelPointsOf(paths, 1_000)
  for (const [index, point] of together.entries()) {
    const box = boxOf(paths[index]!)
    expect(point.x).toBeGreaterThan(box.x)
    expect(point.x).toBeLessThan(box.x + box.width)
  }
})
