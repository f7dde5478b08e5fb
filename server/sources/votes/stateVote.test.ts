import { describe, expect, test } from 'vitest'
import { reconcileTally } from '../../../contract/rules/bills/voteTally.ts'
import { readOpenStatesVote } from './openstatesVotes.ts'

function stateVote(motion_text: string, more: Record<string, unknown> = {}) {
  return readOpenStatesVote({
    _source_path: 'country:us/state:mi/sessions/2025-2026/bills/HB9001',
    motion_text,
    motion_classification: ['passage'],
    start_date: '2025-05-13',
    result: 'pass',
    organization: '~{"classification": "upper"}',
    legislative_session: '2025-2026',
    bill_identifier: 'HB 9001',
    counts: [
      { option: 'yes', value: 2 },
      { option: 'no', value: 1 },
    ],
    votes: [
      { option: 'yes', voter_name: 'Ash' },
      { option: 'yes', voter_name: 'Cedar' },
      { option: 'no', voter_name: 'Birch' },
    ],
    ...more,
  })
}

describe('tallies', () => {
  // covers BEY-VOTES-10 BEY-VOTES-11
  test('the text of the motion overrides the stated counts, and the counts override the roll call', () => {
    const text = stateVote('Passed Roll Call # 7 YEAS 31 NAYS 5', {
      counts: [
        { option: 'yes', value: 24 },
        { option: 'no', value: 5 },
      ],
    })
    expect(text).toMatchObject({
      counts: { yes: 31, no: 5 },
      is_complete: false,
      vote_key: 'mi/upper/2025-2026/hb9001/2025-05-13/roll-7',
    })
    const stated = stateVote('Passed', {
      counts: [
        { option: 'yes', value: 3 },
        { option: 'no', value: 1 },
      ],
    })
    expect(stated).toMatchObject({ counts: { yes: 3, no: 1 }, is_complete: false })
    expect(stateVote('Passed').is_complete).toBe(true)
    for (const motion of [
      'S 3rd Reading:Passed 27-4-0-0-0',
      'Passed on Final Reading 27-4-3',
      'Yeas = 27, Nays = 4',
    ]) {
      const tally = reconcileTally({
        counts: null,
        roll: [],
        motion_text: motion,
        passed: true,
        majority_required: null,
      })
      expect(tally.counts).toMatchObject({ yes: 27, no: 4 })
    }
  })

  // covers BEY-VOTES-12
  test.each([
    [true, 'fail', 'Passed', null],
    [false, 'pass', 'Passed', null],
    [true, 'pass', 'Failed -- Needed 4 of 4 to Pass', null],
    [false, 'fail', 'Veto of the Governor sustained by a vote of Yeas = 6, Nays = 4', null],
    [true, 'pass', 'Passed', '3/4'],
  ])(
    'result_is_unclear is %s for the result "%s" of a vote of two to one on "%s" with %s required',
    (isUnclear, result, motion, threshold) => {
      const vote = stateVote(motion, { result, extras: threshold ? { threshold } : {} })
      expect(vote.result_is_unclear).toBe(isUnclear)
      expect(vote.result === null).toBe(isUnclear)
    },
  )

  // covers BEY-VOTES-13
  test('a vote without counts and names is imported but not counted', () => {
    const zeros = [
      { option: 'yes', value: 0 },
      { option: 'no', value: 0 },
    ]
    expect(stateVote('Passed', { counts: zeros, votes: [] })).toMatchObject({
      counts: null,
      result: null,
      is_complete: false,
      counts_for_agreement: false,
    })
  })
})
