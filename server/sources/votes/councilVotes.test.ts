import { describe, expect, test } from 'vitest'
import { LegiScanDataSet } from './legiscanVotes.ts'
import { detectVoteFormat, voteReaders } from './voteFormats.ts'

function readOne(record: Record<string, unknown>) {
  const format = detectVoteFormat(record)
  if (!format) throw new Error('not recognized')
  return voteReaders(format, record, 'records/nyc_votes.jsonl', new LegiScanDataSet())[0]!()
}

const matter = (votes: unknown[], Action = 'Approved, by Council', BodyName = 'City Council') => ({
  File: 'Int 9001-2025',
  History: [{ ID: 77, Date: '2025-06-11T13:30:00Z', Action, BodyName, PassedFlagName: 'Pass', Votes: votes }],
})

describe('councils', () => {
  // covers BEY-VOTES-14
  test.each([
    'Medical',
    'Maternity',
    'Paternity',
    'Parental',
    'Bereavement',
    'Jury Duty',
    'Excused',
    'Illness',
  ])('an absence for "%s" is recorded only as absent', (reason) => {
    const [voter] = readOne(matter([{ ID: 1, FullName: 'Ivy  Rowan', Vote: reason }])).voters
    expect(voter).toMatchObject({ option: 'absent', source_option: null, voter_name: 'Ivy Rowan' })
    expect(JSON.stringify(readOne(matter([{ ID: 1, FullName: 'Ivy Rowan', Vote: reason }])))).not.toContain(
      reason,
    )
    const web = {
      EventItemId: 5,
      EventItemMatterFile: 'Int 9001-2025',
      EventItemActionName: 'Approved, by Council',
      _ActionDate: '2025-06-11',
      Votes: [{ VotePersonId: 1, VotePersonName: 'Ivy Rowan', VoteValueName: reason }],
    }
    expect(readOne(web).voters[0]).toMatchObject({ option: 'absent', source_option: null })
  })

  // covers BEY-VOTES-16
  test('the council’s vote decides on the matter, a committee’s does not, and a motion may be against it', () => {
    const votes = [{ ID: 1, FullName: 'Ivy Rowan', Vote: 'Affirmative', Result: 1 }]
    expect(readOne(matter(votes))).toMatchObject({
      motion_classification: 'passage',
      direction: 'for',
      counts_for_agreement: true,
      bill_source_id: 'nyc/2025/int9001',
    })
    expect(readOne(matter(votes, 'Approved by Committee', 'Committee on Lanterns'))).toMatchObject({
      motion_classification: 'committee',
      counts_for_agreement: false,
    })
    expect(readOne(matter(votes, 'Approved', 'BOARD OF PUBLIC WORKS'))).toMatchObject({
      counts_for_agreement: false,
      motion_text: 'Approved: BOARD OF PUBLIC WORKS',
    })
    for (const body of ['Board of Supervisors', 'BOARD OF ALDERMEN', 'Board of Alders', 'Stated Meeting']) {
      expect(readOne(matter(votes, 'Approved', body))).toMatchObject({
        motion_classification: 'passage',
        motion_text: 'Approved',
      })
    }
    expect(readOne(matter(votes, 'Disapproved by Council'))).toMatchObject({
      motion_classification: 'rejection',
      direction: 'against',
    })
    expect(readOne(matter(votes, 'Overridden by Council'))).toMatchObject({
      motion_classification: 'override',
      direction: 'for',
    })
  })
})
