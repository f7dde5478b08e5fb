import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { StanceCounts } from '#contract/stances.ts'
import { CurrentVersionCounts } from './CurrentVersionCounts.tsx'

const counts = (support_count: number, oppose_count = 0): StanceCounts => ({
  support_count,
  oppose_count,
  neutral_count: 0,
  learning_count: 0,
})

const render = (current: StanceCounts, all: StanceCounts) =>
  renderToStaticMarkup(<CurrentVersionCounts bill={{ ...all, current_version_counts: current }} />)

// covers BEY-VERSION-34
test.each([
  [counts(0), 'So far, nobody has taken a stance on this version.'],
  [counts(1), 'So far, 1 person has taken a stance on this version.'],
  [counts(3, 1), 'So far, 4 people have taken a stance on this version.'],
  [counts(3, 2), 'On this version: 3 support, 2 oppose, 0 neutral, 0 still learning.'],
])('the counts of a version are listed once five people have taken a stance on it', (current, line) => {
  const html = render(current, counts(180, 77))
  expect(html).toContain(line)
  expect(html).toContain('On all versions: 180 support, 77 oppose, 0 neutral, 0 still learning.')
  expect(html).not.toMatch(/<(?:div|svg|meter)|role=/)
})

// covers BEY-VERSION-33
test('without a material change nothing is said about versions', () => {
  expect(render(counts(180, 77), counts(180, 77))).toBe('')
})
