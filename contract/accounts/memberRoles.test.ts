import { expect, test } from 'vitest'
import { governmentLevels } from '#contract/bills/billContent.ts'
import { activityPoints, engagementLevel } from './memberRoles.ts'

// covers ACC-ENGAGEMENT-01
test('points are stances, twice the comments and half the followers', () => {
  expect(activityPoints({ stances: 4, comments: 3, followers: 2 })).toBe(11)
  expect(activityPoints({ stances: 0, comments: 0, followers: 1 })).toBe(0.5)
})

// covers ACC-ENGAGEMENT-02 ACC-ENGAGEMENT-03 ACC-ENGAGEMENT-04 ACC-ENGAGEMENT-05
test.each([
  [0, 'new'],
  [9.5, 'new'],
  [10, 'bronze'],
  [49.5, 'bronze'],
  [50, 'silver'],
  [99.5, 'silver'],
  [100, 'gold'],
])('%d points are %s', (points, level) => {
  expect(engagementLevel(points)).toBe(level)
})

// covers ACC-CONSTANTS-17
test('government has three levels', () => {
  expect(governmentLevels).toEqual(['federal', 'state', 'local'])
})
