import { expect, test } from 'vitest'
import { credibleInterval, agreementInterval, isUnanimous } from './representatives.ts'

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

// covers BEY-VOTES-24
test.each([
  [0, 0, 0.05, 0.95],
  [5, 0, 0.607, 0.9915],
  [4, 1, 0.4182, 0.9372],
  [12, 4, 0.5395, 0.8762],
  [100, 100, 0.4423, 0.5577],
])('%s agreements and %s differences have the interval from %s to %s', (agreed, differed, low, high) => {
  const interval = agreementInterval(agreed, differed)
  expect(interval[0]).toBeCloseTo(low, 3)
  expect(interval[1]).toBeCloseTo(high, 3)
})

// covers BEY-VOTES-24
test('the interval contains the true share in nine of ten draws', () => {
  let seed = 7
  const random = () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return seed / 4_294_967_296
  }
  const bills = 12
  const intervals = Array.from({ length: bills + 1 }, (_, agreed) =>
    agreementInterval(agreed, bills - agreed),
  )
  let covered = 0
  for (let draw = 0; draw < 20_000; draw += 1) {
    const share = random()
    let agreed = 0
    for (let bill = 0; bill < bills; bill += 1) if (random() < share) agreed += 1
    const [low, high] = intervals[agreed]!
    if (low <= share && share <= high) covered += 1
  }
  expect(covered / 20_000).toBeGreaterThan(0.89)
  expect(covered / 20_000).toBeLessThan(0.91)
})

test('a vote with 95% of the votes on one side is unanimous', () => {
  expect([isUnanimous(95, 5), isUnanimous(94, 6), isUnanimous(0, 20), isUnanimous(null, null)]).toEqual([
    true,
    false,
    true,
    false,
  ])
})
