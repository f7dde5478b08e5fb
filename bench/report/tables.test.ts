import { expect, test } from 'vitest'
import { spreadOf } from '../spread.ts'
import { goals, judge } from './goals.ts'
import { summary } from './summary.ts'
import { loadLine } from './tables.ts'

test('a spread has the median, the minimum and the maximum of the repeats', () => {
  expect(spreadOf([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3 })
  expect(spreadOf([4, 1])).toEqual({ median: 2.5, min: 1, max: 4 })
})

test('a measurement without repeats is an error and reaches no goal', () => {
  expect(() => judge(goals.wrongCounters, [])).toThrow('A measurement has no repeats.')
})

test('processor time that the system does not report is shown as not measured, and its goal is neither reached nor missed', () => {
  const load = { perSecond: 100, answered: 100, statuses: { 200: 99, 500: 1 }, bytes: 2_000, p50: 3, p99: 9 }
  const repeat = { ...load, failed: 1, cpu: null, databaseCpu: 1.5 }
  expect(loadLine('feed', '', [repeat, repeat])).toBe(
    '| feed | 100 (100–100) |  | 3.00 (3.00–3.00) | 9.00 (9.00–9.00) | not measured | 1.50 (1.50–1.50) | 2,000 | 2 (500: 2) |',
  )
  expect(summary([judge(goals.feedCpu, [null, null])]).at(-1)).toBe(
    "| 1 | the same, server's processor time per request | ≤ 0.8 ms |  | not measured |  |",
  )
})
