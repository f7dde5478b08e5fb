import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { boxOf, type DistrictShapes } from './districtShapes.ts'
import { closeView, districtView, freeCorner, unionOf, wholeState } from './mapView.ts'

const folder = new URL('../../public/maps/', import.meta.url)
const stateMap = (file: string): DistrictShapes => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
const state = { width: 1000, height: 600 }

describe('the view of a district', () => {
  // covers HURD-LOCATION-01
  test('is three times as large as the district and centered on it', () => {
    const view = districtView(state, [{ x: 480, y: 285, width: 40, height: 30 }])
    expect(view).toEqual({ x: 440, y: 255, width: 120, height: 90 })
  })

  test('is moved into the state if the district is at the edge of the state', () => {
    const view = districtView(state, [{ x: 960, y: 0, width: 40, height: 30 }])
    expect(view).toEqual({ x: 888, y: -8, width: 120, height: 90 })
  })

  test('is the whole state if the district is a large part of it', () => {
    expect(districtView(state, [{ x: 0, y: 0, width: 500, height: 300 }])).toBeNull()
    expect(wholeState(state)).toEqual({ x: -8, y: -81, width: 1016, height: 762 })
  })

  test('contains all districts if there are several', () => {
    const boxes = [
      { x: 100, y: 100, width: 10, height: 10 },
      { x: 150, y: 120, width: 10, height: 20 },
    ]
    expect(unionOf(boxes)).toEqual({ x: 100, y: 100, width: 60, height: 40 })
    expect(districtView(state, boxes)).toEqual({ x: 40, y: 52.5, width: 180, height: 135 })
  })

  test('leaves the corner that is farthest from the district free', () => {
    const view = { x: 0, y: 0, width: 120, height: 90 }
    expect(freeCorner(view, [{ x: 80, y: 0, width: 40, height: 30 }])).toEqual({
      isRight: false,
      isBottom: true,
    })
  })

  test('has the ratio of a low picture, and contains every district of the state', () => {
    for (const file of readdirSync(folder)) {
      const { width, height, districts } = stateMap(file)
      const boxes = Object.values(districts).map(boxOf)
      const view = closeView({ width, height }, boxes, 2.6) ?? wholeState({ width, height }, 2.6)
      expect(view.width / view.height, file).toBeCloseTo(2.6, 5)
      for (const box of boxes) {
        expect(box.x, file).toBeGreaterThanOrEqual(view.x)
        expect(box.x + box.width, file).toBeLessThanOrEqual(view.x + view.width)
        expect(box.y, file).toBeGreaterThanOrEqual(view.y)
        expect(box.y + box.height, file).toBeLessThanOrEqual(view.y + view.height)
      }
    }
  })

  test('contains each of the 441 districts completely', () => {
    for (const file of readdirSync(folder)) {
      const { width, height, districts } = stateMap(file)
      for (const [name, path] of Object.entries(districts)) {
        const box = boxOf(path)
        const view = districtView({ width, height }, [box]) ?? wholeState({ width, height })
        const label = `${file} ${name}`
        expect(box.x, label).toBeGreaterThanOrEqual(view.x)
        expect(box.y, label).toBeGreaterThanOrEqual(view.y)
        expect(box.x + box.width, label).toBeLessThanOrEqual(view.x + view.width)
        expect(box.y + box.height, label).toBeLessThanOrEqual(view.y + view.height)
      }
    }
  })
})
