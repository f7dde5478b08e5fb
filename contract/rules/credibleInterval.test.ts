import { expect, test } from 'vitest'
import { credibleInterval } from './credibleInterval.ts'

// These quantiles come from published tables of the Beta distribution.
test.each([
  [0, 0, 0.05, 0.95],
  [5, 0, 0.607, 0.9915],
  [0, 5, 0.0085, 0.393],
  [7, 3, 0.4356, 0.8649],
  [500, 500, 0.474, 0.526],
])('%i of one kind and %i of the other have the interval from %s to %s', (yes, no, low, high) => {
  const interval = credibleInterval(yes, no)
  expect(interval.low).toBeCloseTo(low, 3)
  expect(interval.high).toBeCloseTo(high, 3)
})
