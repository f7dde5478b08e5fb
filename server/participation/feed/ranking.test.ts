import { expect, test } from 'vitest'
import { byScore, type Candidate, rank, scoreOf } from './ranking.ts'

// covers HURD-FEED-13
test.each([
  [{ days: 0, activity: 0 }, 10],
  [{ days: -3, activity: 0 }, 10],
  [{ days: 15, activity: 0 }, 5],
  [{ days: 30, activity: 0 }, 0],
  [{ days: 400, activity: 0 }, 0],
  [{ days: 400, activity: 3 }, 0],
  [{ days: 400, activity: 8 }, 2],
  [{ days: 400, activity: 56 }, 6],
  [{ days: 400, activity: 5_000 }, 8],
  [{ days: 27, activity: 8 }, 3],
])('what happened lately scores by its age and by how much is said: %o is %s', (bill, score) => {
  expect(scoreOf(bill)).toBe(score)
})

/** A bill from words such as "state 3d 5p": its level, the age of its last action in days, and its points. */
function bill(words: string, index: number): Candidate {
  const [level = '', days = '', points = '0'] = words.split(' ')
  const key = `2026-11-${String(28 - index).padStart(2, '0')}T00:00:00.000000Z ${index}`
  const score = scoreOf({ days: Number.parseInt(days, 10), activity: Number.parseInt(points, 10) })
  return { key, bill_id: words, jurisdiction: level, government_level: level, topics: [], score }
}

test.each([
  ['the newest first', ['state 9d', 'state 2d', 'state 5d'], ['state 2d', 'state 5d', 'state 9d']],
  ['the own place first at equal score', ['federal 90d', 'local 90d'], ['local 90d', 'federal 90d']],
  ['the discussed first', ['local 90d', 'local 90d 20p'], ['local 90d 20p', 'local 90d']],
  [
    'an own one first, two among the first five, four among the first eight, and three of Congress in a row',
    [
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((day) => `federal ${day}d`),
      ...[80, 81, 82, 83, 84].map((day) => `state ${day}d`),
    ],
    [
      'state 80d',
      ...[1, 2, 3].map((day) => `federal ${day}d`),
      'state 81d',
      'federal 4d',
      'state 82d',
      'state 83d',
      ...[5, 6, 7].map((day) => `federal ${day}d`),
      'state 84d',
      'federal 8d',
    ],
  ],
  [
    'no four of one level in a row while another has an unseen one',
    ['local 1d', 'local 2d', 'local 3d', 'local 4d', 'federal 90d'],
    ['local 1d', 'local 2d', 'local 3d', 'federal 90d', 'local 4d'],
  ],
  [
    'only Congress if there is nothing else',
    ['federal 19d', 'federal 1d', 'federal 14d', 'federal 8d'],
    ['federal 1d', 'federal 8d', 'federal 14d', 'federal 19d'],
  ],
])('the first bills are %s', (_what, given, expected) => {
  const ownPlaces = new Set(['state', 'local'])
  const candidates = given.map(bill)
  const lists = [
    [candidates],
    // Each level is a stream of its own, and all bills are also in the stream of a topic.
    [...Map.groupBy(candidates, ({ government_level }) => government_level).values(), candidates],
  ]
  for (const streams of lists) {
    const sorted = streams.map((list) => list.toSorted(byScore))
    expect(rank(sorted, ownPlaces, 24).map(({ bill_id }) => bill_id)).toEqual(expected)
  }
})
