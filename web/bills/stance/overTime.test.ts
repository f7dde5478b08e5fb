import { expect, test } from 'vitest'
import { countsOn, layOut } from './overTime.ts'

const none = { support_count: 0, oppose_count: 0, neutral_count: 0, learning_count: 0 }
const week = (day: string, support_count: number) => ({ ...none, week: day, support_count })

// covers HURD-BILLPAGE-05
test('the chart draws the stances of a week at its end, after the actions of the week', () => {
  const weeks = [week('2026-08-03', 20), week('2026-08-10', 120), week('2026-08-24', 130)]
  const vote = { day: '2026-08-12', label: 'Passed the Council' }
  const now = { day: '2026-08-26', counts: { ...none, support_count: 130 } }
  const { bands, marks, plot } = layOut(weeks, [vote], now, { width: 336, height: 190 })
  // The last of the lines goes down at the right edge.
  const steps = [...bands[0]!.path.matchAll(/H([\d.]+)V/g)].map(([, x]) => Number(x)).slice(0, -1)
  expect(steps[1]).toBeGreaterThan(marks[0]!)
  expect(Math.max(...steps), 'the counts of the current week can be seen').toBeLessThan(plot.right - 10)
  expect(countsOn(weeks, vote.day).support_count).toBe(120)
})
