import { describe, expect, test } from 'vitest'
import { readOpenStatesVote } from './openstatesVotes.ts'
import { reconcileTally } from './voteCounts.ts'

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
      'Motion 27-4-3',
      'Passed by a vote of 27-4-3',
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

  // covers HURD-IDENTITY-07 BEY-VOTES-11
  test.each([
    ['Read a third time and passed 3-14-2026', 190, 150],
    ['Third reading, as amended by 10-2-26', 120, 60],
    ['Final passage of chapter 21-5-104', 200, 99],
    ['Passed as amended by Committee Report 12-5-3', 190, 150],
    ['Third reading, committee report Yeas 7 Nays 4', 190, 150],
    ['Passed, ayes 2026 noes 14', 190, 150],
    ['Passed, Yeas 399 Nays 88', 190, 150],
  ])('numbers in "%s" do not replace the stated counts', (motion, yes, no) => {
    const stated = stateVote(motion, {
      _source_path: 'country:us/state:nh/sessions/2026/bills/HB8806',
      organization: '~{"classification": "lower"}',
      votes: [],
      counts: [
        { option: 'yes', value: yes },
        { option: 'no', value: no },
      ],
    })
    expect(stated.counts).toMatchObject({ yes, no })
  })

  // covers HURD-IDENTITY-07
  test('counts with more votes than the chamber has seats are not used', () => {
    const counts = [
      { option: 'yes', value: 190 },
      { option: 'no', value: 150 },
    ]
    expect(stateVote('Passed', { counts, votes: [] }).counts).toBeNull()
    expect(stateVote('Passed', { counts }).counts).toMatchObject({ yes: 2, no: 1 })
    for (const motion of ['Passed 3-14-26', 'Passage of chapter 21-5-104', 'Passed 90-9-0']) {
      expect(stateVote(motion, { counts: [], votes: [] }).counts, motion).toBeNull()
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

  // covers BEY-VOTES-12
  test.each([
    ['nc', 54, 34, 'pass', false],
    ['nc', 54, 34, 'fail', true],
    ['md', 54, 34, 'fail', false],
    ['tn', 54, 34, 'pass', false],
    ['tn', 54, 34, 'fail', false],
    ['mi', 54, 34, 'pass', true],
    ['ks', 83, 41, 'fail', false],
  ])(
    'in %s, %i to %i on overriding a veto with the result "%s" is unclear: %s',
    (state, yes, no, result, isUnclear) => {
      const counts = [
        { option: 'yes', value: yes },
        { option: 'no', value: no },
      ]
      const vote = stateVote('Veto Override', {
        _source_path: `country:us/state:${state}/sessions/2025/bills/HB9001`,
        organization: '~{"classification": "lower"}',
        result,
        counts,
        votes: [],
      })
      expect(vote).toMatchObject({ counts: { yes, no }, result_is_unclear: isUnclear })
    },
  )

  // covers BEY-VOTES-12
  test.each(['pass', 'fail'])(
    'the result "%s" of a tie is shown, because the presiding officer may vote',
    (result) => {
      const counts = [
        { option: 'yes', value: 15 },
        { option: 'no', value: 15 },
      ]
      const words = result === 'pass' ? 'Passed' : 'Failed'
      expect(stateVote('Third Reading', { result, counts, votes: [] })).toMatchObject({ result: words })
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
