import { expect, test } from 'vitest'
import { linesOf, mapOf, pathOf } from './district-maps.ts'

const box = (west: number, south: number, east: number, north: number): [number, number][] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]

test('a line continues by steps from its first point, and points beyond the date line stay beside the rest', () => {
  const transform = { scale: [0.5, 0.5] as [number, number], translate: [-180, 10] as [number, number] }
  expect(
    linesOf({
      transform,
      arcs: [
        [
          [2, 4],
          [2, -2],
        ],
        [[710, 0]],
      ],
    }),
  ).toEqual([
    [
      [-179, 12],
      [-178, 11],
    ],
    [[-185, 10]],
  ])
})

test('coinciding points, points on a straight line, and specks are left out of a path', () => {
  const square: [number, number][] = [
    [0, 0],
    [0, 0],
    [5, 0],
    [10, 0],
    [10, 10],
    [0, 10],
    [0, 0],
  ]
  expect(pathOf(square)).toBe('M0 0l10 0 0 10-10 0z')
  expect(
    pathOf([
      [3, 3],
      [3, 3],
      [4, 3],
      [3, 3],
    ]),
  ).toBe('')
})

test('a map is as wide as its middle parallel, has north at the top, and its longer side fills the grid', () => {
  const map = mapOf(new Map([['1', [box(-100, 59, -98, 61)]]]))
  expect(map).toEqual({ width: 320, height: 640, districts: { 1: 'M0 640l320 0 0-640-320 0z' } })
})
