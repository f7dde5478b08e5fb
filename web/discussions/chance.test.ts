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

  test.each<[Partial<EchoBaseline>, string]>([
    [
      { verdict: 'more', observed: 60.2, baseline: 60, excess: 0.2, low: 0.1, high: 0.3 },
      '60% of votes stay with their own side. About 60% would if nobody favored their own side. That is more than chance, but by less than half a point.',
    ],
    [
      { verdict: 'more', observed: 60.4, baseline: 60, excess: 0.4, low: 0.1, high: 0.7 },
      '60% of votes stay with their own side. About 60% would if nobody favored their own side. That is less than half a point more than chance (likely between 0 and 1).',
    ],
    [
      { verdict: 'more', observed: 61, baseline: 60, excess: 1, low: 0.7, high: 1.3 },
      '61% of votes stay with their own side. About 60% would if nobody favored their own side. That is about 1 point more than chance.',
    ],
    [
      { verdict: 'more', observed: 61, baseline: 60, excess: 1, low: 0.2, high: 1.8 },
      '61% of votes stay with their own side. About 60% would if nobody favored their own side. That is 1 point more than chance (likely between 0 and 2).',
    ],
    [
      { verdict: 'unclear', observed: 60, baseline: 60, excess: 0, low: -0.3, high: 0.4 },
      '60% of votes stay with their own side. About 60% would even if nobody favored their own side. We can’t tell whether people here favor their own side (the difference is likely half a point at most).',
    ],
    [
      { verdict: 'less', observed: 59.8, baseline: 60, excess: -0.2, low: -0.4, high: -0.1 },
      '60% of votes stay with their own side. About 60% would by chance. People here cross sides more than chance, but by less than half a point.',
    ],
    [
      { verdict: 'less', observed: 59.6, baseline: 60, excess: -0.4, low: -0.9, high: -0.1 },
      '60% of votes stay with their own side. About 60% would by chance. People here cross sides more than chance (less than half a point, likely between 0 and 1).',
    ],
    [
      { verdict: 'less', observed: 50, baseline: 60, excess: -10, low: -10.3, high: -9.7 },
      '50% of votes stay with their own side. About 60% would by chance. People here cross sides more than chance (about 10 points).',
    ],
    [
      { verdict: 'less', observed: 59, baseline: 60, excess: -1, low: -1.8, high: -0.2 },
      '59% of votes stay with their own side. About 60% would by chance. People here cross sides more than chance (1 point, likely between 0 and 2).',
    ],
  ])('names no empty range and no "1 points"', (fields, sentence) => {
    expect(describeChance(baseline(fields))).toBe(sentence)
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
