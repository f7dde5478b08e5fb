import { expect, test } from 'vitest'
import { LegiScanDataSet } from './legiscanVotes.ts'
import { detectVoteFormat, voteReaders } from './voteFormats.ts'
import { voteReadings } from './voteReadings.ts'

function readOne(record: Record<string, unknown>, data = new LegiScanDataSet()) {
  const format = detectVoteFormat(record)
  if (!format) throw new Error('not recognized')
  return voteReaders(format, record, 'seattle/votes.jsonl', data)[0]!()
}

const state = {
  motion_text: 'On passage',
  start_date: '2025-05-22',
  bill_identifier: 'HB 1',
  legislative_session: '2025-2026',
  jurisdiction: { id: 'ocd-jurisdiction/country:us/state:mi/government' },
  organization: { classification: 'lower' },
  result: 'pass',
  counts: [],
  votes: [],
}
const council = {
  EventItemId: 1,
  EventItemMatterFile: 'CB 1',
  EventItemActionName: 'Passed',
  EventDate: '2026-03-01T00:00:00',
  EventItemPassedFlagName: 'Pass',
}
const house = {
  rollCallNumber: 7,
  congress: 119,
  sessionNumber: 1,
  startDate: '2025-05-22T10:00:00-04:00',
  voteQuestion: 'On Passage',
}
const congress = { vote_id: 'h7', congress: 119, chamber: 'h', number: 7, session: '2025', votes: {} }

// covers BEY-VOTES-02 BEY-VOTES-03
test.each([
  ['yes', ['yes', 'Yea', 'AYE', 'Y', 'In Favor', 'Yes (remote)', 'Aye, with reservations', 'Affirmative']],
  ['no', ['no', 'Nay', 'NAYS', 'N', 'Opposed', 'Nay - by proxy', 'Against']],
  ['abstain', ['abstain', 'Abstained', 'Abstain (conflict)', 'Recused', 'Present', 'Abstention']],
  ['not_voting', ['not voting', 'Non-Voting', 'NV', 'No vote', 'Present, Not Voting', 'Did not vote']],
  ['absent', ['absent', 'Excused', 'Not present', 'No response']],
  ['other', ['other', 'Paired']],
])('a vote of "%s" is read from every word for it', (option, words) => {
  const voted = words.map((word, at) => ({ word, name: `Ash${'abcdefgh'.charAt(at)}` }))
  const stateVote = readOne({
    ...state,
    votes: voted.map(({ word, name }) => ({ option: word, voter_name: name })),
  })
  const councilVote = readOne({
    ...council,
    Votes: voted.map(({ word, name }) => ({ VotePersonName: name, VoteValueName: word })),
  })
  const expected = words.map((word) => `${word}: ${option}`)
  for (const { voters } of [stateVote, councilVote]) {
    expect.soft(voters.map((voter, at) => `${words[at]}: ${voter.option}`)).toEqual(expected)
  }
})

// A word that nobody expected may be a private reason for an absence, so it is not stored.
// covers BEY-VOTES-02 BEY-VOTES-14
test('a voter with a word that is no vote stays in the roll of a state', () => {
  const vote = readOne({ ...state, votes: [{ option: 'Mystery', voter_name: 'Ash' }] })
  expect(vote.voters).toMatchObject([{ option: 'other', source_option: null, voter_name: 'Ash' }])
})

// covers BEY-VOTES-13
test.each([[-3], [12.5], ['1e3'], ['abc'], ['5,0'], ['-']])(
  'a count of %s is no number of votes, so it is never stored',
  (count) => {
    const data = new LegiScanDataSet()
    const session = { year_start: 2025, year_end: 2026 }
    data.collect({ bill: { bill_id: 2, state: 'MI', bill_number: 'HB1', session } }, '')
    const roll = { roll_call_id: 1, bill_id: 2, date: '2025-05-22', chamber: 'H', desc: 'Passage', passed: 1 }
    const counts = [
      { option: 'yes', value: count },
      { option: 'no', value: 4 },
    ]
    const records = [
      { ...state, counts },
      { roll_call: { ...roll, yea: count, nay: 4, votes: [] } },
      { ...house, votePartyTotal: [{ yeaTotal: count, nayTotal: 4 }] },
    ]
    for (const record of records) {
      const [reading] = voteReadings('votes.json', 'document', () => [() => readOne(record, data)])
      expect.soft(reading).toMatchObject(
        typeof count === 'number'
          ? {
              reason: expect.stringMatching(
                /^The count of "yes", .+, is not a whole number from 0 to 9999\.$/,
              ),
            }
          : { imported: { counts: null } },
      )
    }
  },
)

// covers BEY-VOTES-01
test('a roll call is dated by the day that the source wrote, and by no other', () => {
  for (const date of ['2025-05-22', '2025-05-22T00:00:00Z']) {
    expect
      .soft(readOne({ ...congress, date }), date)
      .toMatchObject({ voted_on: '2025-05-22', voted_at: null })
    expect
      .soft(readOne({ ...house, startDate: date }), date)
      .toMatchObject({ voted_on: '2025-05-22', voted_at: null })
  }
  expect(readOne({ ...congress, date: '2025-05-23T02:30:00Z' })).toMatchObject({
    voted_on: '2025-05-22',
    voted_at: '2025-05-23T02:30:00.000Z',
  })
  // The day of the last change of an item says nothing about the day of the vote.
  const undated = { ...council, EventDate: undefined, EventItemLastModifiedUtc: '2026-03-05T02:00:00' }
  expect(() => readOne({ ...undated, Votes: [{ VotePersonName: 'Ash', VoteValueName: 'Yes' }] })).toThrow(
    'The record has no date.',
  )
})

// covers BEY-VOTES-01
test.each([[1.5], ['1e9'], [123_456], [-1]])('%s is no number of a roll call', (number) => {
  expect(() => readOne({ ...house, rollCallNumber: number })).toThrow('The record has no roll call number.')
})
