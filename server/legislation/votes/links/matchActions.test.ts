import { describe, expect, test } from 'vitest'
import { matchActions, type BillVote, type VotedAction } from './matchActions.ts'
import { countsIn, rollNumberIn } from './rollCalls.ts'

const vote = (vote_event_id: string, rest: Partial<BillVote> = {}): BillVote => ({
  vote_event_id,
  organization: 'mi/lower',
  number: null,
  voted_on: '2025-03-20',
  motion_text: 'Passed',
  motion_classification: 'passage',
  yes_count: 60,
  no_count: 40,
  ...rest,
})
const action = (description: string, rest: Partial<VotedAction> = {}): VotedAction => ({
  position: 0,
  acted_on: '2025-03-20',
  bodies: ['mi/lower'],
  chamber: 'House',
  description,
  classification: 'other',
  roll_number: null,
  ...rest,
})
const matched = (actions: VotedAction[], votes: BillVote[]) => [
  ...matchActions(
    actions.map((entry, position) => ({ ...entry, position })),
    votes,
  ),
]

// covers HURD-LINKS-01
describe('the roll call in the text of an action', () => {
  test.each([
    ['Passed Senate by Yea-Nay Vote. 51 - 47. Record Vote Number: 600. (text: CR S7843)', 600],
    ['On passage Passed by the Yeas and Nays: 218 - 214 (Roll no. 145).', 145],
    ['On motion Agreed to by recorded vote: 217 - 213 (Roll No. 12).', 12],
    ['passed; given immediate effect Roll Call #201 Yeas 103 Nays 1', 201],
    ['ROLL CALL: ROLL CALL # 120 YEAS 37 NAYS 0', 120],
    ['Passed to engrossment, record vote RV#77', 77],
    ['RCS# 2011', 2011],
    ['Roll Call, requested by Senator Lark', null],
    ['Passed on roll call 31-5', null],
  ])('%s', (text, number) => expect(rollNumberIn(text)).toBe(number))

  test.each([
    ['Third reading, passed; yeas, 47; nays, 2; absent, 0; excused, 0.', { yes: 47, no: 2 }],
    ['Roll Call, Failed -- Needed 15 of 30 to Pass -- Yeas = 13, Nays = 17', { yes: 13, no: 17 }],
    ['Read third time. Passed. (Ayes 79. Noes 0.)', { yes: 79, no: 0 }],
    ['Third Reading - Short Debate - Passed 071-037-000', { yes: 71, no: 37 }],
    ['S 3rd Reading:Passed 27-4-0-0-0', { yes: 27, no: 4 }],
  ])('%s', (text, counts) => expect(countsIn(text)).toContainEqual(counts))
})

// covers HURD-LINKS-01
describe('an action', () => {
  test('is linked by its number, also if two actions report it, and to no vote of another chamber or day', () => {
    const votes = [vote('a', { number: 12 }), vote('b', { number: 12, organization: 'mi/upper' })]
    expect(matched([action('Passed (Roll no. 12)'), action('Roll Call #12')], votes)).toEqual([
      [0, 'a'],
      [1, 'a'],
    ])
    expect(matched([action('Passed', { roll_number: 12 })], votes)).toEqual([[0, 'a']])
    expect(matched([action('Roll Call #12', { acted_on: '2025-05-01' })], votes)).toEqual([])
    expect(matched([action('Passed Roll Call #13')], votes)).toEqual([])
  })

  test('is linked by the words of the motion, and by the counts', () => {
    const votes = [
      vote('words', { motion_text: 'Which was agreed to on a Roll Call', yes_count: 1, no_count: 2 }),
      vote('counts', { yes_count: 47, no_count: 2 }),
    ]
    expect(
      matched([action('Which was agreed to on a roll call.'), action('Passed; yeas, 47; nays, 2')], votes),
    ).toEqual([
      [0, 'words'],
      [1, 'counts'],
    ])
  })

  test('is linked as the only passage of the chamber and day, and to nothing if two votes or two actions fit', () => {
    const passed = action('Read third time and passed', { classification: 'passed' })
    expect(matched([passed], [vote('a')])).toEqual([[0, 'a']])
    expect(matched([passed], [vote('a'), vote('b')])).toEqual([])
    expect(matched([passed, passed], [vote('a')])).toEqual([])
    expect(matched([passed], [vote('a', { motion_classification: 'amendment' })])).toEqual([])
  })
})
