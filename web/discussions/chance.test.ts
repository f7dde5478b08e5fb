import { describe, expect, test } from 'vitest'
import type { EchoBaseline, VoteTable } from '#contract/chance.ts'
import { chanceMark, describeChance } from './chance.ts'

const empty: VoteTable[number] = [
  [0, 0],
  [0, 0],
  [0, 0],
  [0, 0],
]

function baseline(fields: Partial<EchoBaseline>): EchoBaseline {
  return {
    observed: null,
    baseline: null,
    excess: null,
    low: null,
    high: null,
    verdict: null,
    reason: null,
    total_analyzed_votes: 120,
    voters: 30,
    comments: 12,
    table: null,
    computed_at: '2026-11-20T12:00:00.000Z',
    ...fields,
  }
}

describe('the sentence that compares a score with chance', () => {
  // covers BEY-CHANCE-08
  test.each<[Partial<EchoBaseline>, string]>([
    [
      { verdict: 'more', observed: 65.5, baseline: 49.7, excess: 15.7, low: 10.8, high: 20.6 },
      '66% of votes stay with their own side. About 50% would if nobody favored their own side. That is 16 points more than chance (likely between 11 and 21).',
    ],
    [
      { verdict: 'unclear', observed: 60.1, baseline: 59.6, excess: 0.5, low: -2.2, high: 3.2 },
      '60% of votes stay with their own side. About 60% would even if nobody favored their own side. We can’t tell whether people here favor their own side (difference likely between −2 and +3 points).',
    ],
    [
      { verdict: 'less', observed: 30, baseline: 50, excess: -20, low: -28, high: -12 },
      '30% of votes stay with their own side. About 50% would by chance. People here cross sides more than chance (20 points, likely between 12 and 28).',
    ],
  ])('says which of the three verdicts it is', (fields, sentence) => {
    expect(describeChance(baseline(fields))).toBe(sentence)
    expect(chanceMark(baseline(fields))).toBe(Math.round(fields.baseline!))
  })

  // covers BEY-CHANCE-07
  test.each<[Partial<EchoBaseline>, string]>([
    [
      { reason: 'too_few_votes', total_analyzed_votes: 18 },
      'Too few votes to compare with chance (18 of 30).',
    ],
    [{ reason: 'too_few_votes' }, 'Too few votes to compare with chance.'],
    [{ reason: 'too_few_voters', voters: 7 }, 'Too few voters to compare with chance (7 of 10).'],
    [
      { reason: 'voters_share_stance' },
      'Nearly everyone who voted shares one stance, so there is nothing to compare.',
    ],
    [
      { reason: 'authors_share_stance' },
      'Nearly all comments here are by people of one stance, so there is nothing to compare.',
    ],
    [{ reason: 'votes_stay_apart' }, 'Too few votes within or across sides to compare with chance.'],
    [
      {
        reason: 'votes_one_direction',
        table: [
          [
            [40, 2],
            [0, 0],
            [0, 0],
            [0, 0],
          ],
          empty,
          empty,
          empty,
        ],
      },
      'Almost every vote is an upvote, so there is nothing to compare.',
    ],
    [
      {
        reason: 'votes_one_direction',
        table: [
          [
            [2, 40],
            [0, 0],
            [0, 0],
            [0, 0],
          ],
          empty,
          empty,
          empty,
        ],
      },
      'Almost every vote is a downvote, so there is nothing to compare.',
    ],
  ])('says why there is no comparison: %j', (fields, sentence) => {
    expect(describeChance(baseline(fields))).toBe(sentence)
    expect(chanceMark(baseline(fields))).toBeNull()
  })

  test('is left out while there is no score, and before anything is computed', () => {
    expect(describeChance(baseline({ reason: 'too_few_votes', total_analyzed_votes: 9 }))).toBeNull()
    expect(describeChance(baseline({ total_analyzed_votes: 30_000, computed_at: null }))).toBeNull()
  })
})
