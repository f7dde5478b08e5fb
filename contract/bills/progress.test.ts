import { expect, test } from 'vitest'
import { eventLines, finalWords } from './progress.ts'

const bill = {
  progress_line: 'Passed the Council · Next: the Mayor',
  progress_dots: ['completed', 'completed', 'current', 'upcoming'] as const,
  reached_on: '2026-08-13',
  reached_votes: '37-5',
  final_words: null,
  checked_on: '2026-08-21',
}
const done = { progress_dots: ['completed', 'completed'] as const, final_words: 'a resolution is not a law' }

// covers HURD-PROGRESS-04 HURD-PROGRESS-05
test.each([
  [
    'an open bill',
    {},
    {
      day: 'August 13',
      reached: 'Passed the Council, 37 to 5',
      next: 'Next: the Mayor',
      age: 'as of August 21',
      isStale: false,
    },
  ],
  [
    'a step without a day and without a roll call',
    { reached_on: null, reached_votes: null, checked_on: null },
    { day: null, reached: 'Passed the Council', next: 'Next: the Mayor', age: null, isStale: false },
  ],
  [
    'a source that was not checked for a month',
    { checked_on: '2026-07-01' },
    {
      day: 'August 13',
      reached: 'Passed the Council, 37 to 5',
      next: null,
      age: 'We last checked on July 1, 2026',
      isStale: true,
    },
  ],
  [
    'an end with its session, after the votes of the stage',
    {
      progress_line: 'Passed the Council. The session ended',
      progress_dots: ['completed', 'failed'] as const,
      final_words: null,
      checked_on: '2026-01-01',
    },
    {
      day: 'August 13',
      reached: 'Passed the Council, 37 to 5. The session ended',
      next: 'Final: it goes no further',
      age: null,
      isStale: false,
    },
  ],
  [
    'an end, which no check makes old',
    {
      ...done,
      progress_line: 'Adopted by the Council',
      reached_on: '2025-09-30',
      reached_votes: null,
      checked_on: '2025-10-01',
    },
    {
      day: 'September 30, 2025',
      reached: 'Adopted by the Council',
      next: 'Final: a resolution is not a law',
      age: null,
      isStale: false,
    },
  ],
])(
  'the event lines name the day, what happened, what comes next, and the age: %s',
  (_case, fields, lines) => {
    expect(eventLines({ ...bill, ...fields }, '2026-08-22')).toEqual(lines)
  },
)

test.each([
  ['bill', 'law', 'completed', 'it is law'],
  ['resolution', 'chamber', 'completed', 'a resolution is not a law'],
  ['appointment', 'council', 'completed', 'it is not a law'],
  ['bill', 'committee', 'failed', 'it goes no further'],
  ['bill', 'committee', 'current', null],
] as const)('a %s that ends at the stage %s as %s: %s', (measure_type, stage, state, words) => {
  expect(finalWords({ measure_type, stages: [{ stage, state, since: null, label: '' }] })).toBe(words)
})
