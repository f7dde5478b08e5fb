import { describe, expect, test } from 'vitest'
import { progressLine } from '#contract/bills/progress.ts'
import { hb, hr, passedBoth, roadOf, type Step } from '#server/testing/roads.ts'

const sent: Step = ['2025-03-10', null, 'Presented to President.']
const vetoed: Step = ['2025-03-20', null, 'Vetoed by President.']

// covers HURD-PROGRESS-03 BEY-ANATOMY-12
describe('a veto', () => {
  test.each<[string, Step[], string]>([
    ['alone', [], 'Vetoed by the President'],
    [
      'that stands',
      [['2025-04-01', 'House', 'House failed to override the veto, 236–188, two-thirds required']],
      'Vetoed by the President; the House did not override it',
    ],
    [
      'that one chamber overrode',
      [['2025-04-01', 'House', 'Passed House over veto: 300 - 120.']],
      'Vetoed by the President; the House voted to override it',
    ],
    [
      'that the second chamber upheld',
      [
        ['2025-04-01', 'House', 'Passed House over veto: 300 - 120.'],
        ['2025-04-02', 'Senate', 'Failed of passage in Senate over veto by Yea-Nay Vote. 60 - 40.'],
      ],
      'Vetoed by the President; the Senate did not override it',
    ],
  ])('%s', (_name, later, line) => {
    expect(progressLine(roadOf(hr, 'rejected', [...passedBoth, sent, vetoed, ...later]))).toBe(line)
  })

  test('by letting the time run out is called a pocket veto', () => {
    const steps: Step[] = [...passedBoth, sent, ['2025-03-20', null, 'Pocket vetoed by President.']]
    expect(progressLine(roadOf(hr, 'rejected', steps))).toBe('Vetoed by the President (pocket veto)')
  })

  test('that both chambers override together becomes law', () => {
    const steps: Step[] = [
      ...passedBoth,
      ['2025-03-20', null, 'Vetoed by Governor'],
      ['2025-04-01', null, 'Veto overridden by the Legislature'],
    ]
    expect(progressLine(roadOf(hb, 'passed', steps))).toBe('Became law')
  })

  test('of a part of a bill makes the rest law', () => {
    const steps: Step[] = [...passedBoth, ['2025-03-20', null, 'Line-item vetoed by Governor']]
    expect(progressLine(roadOf(hb, 'passed', steps))).toBe('Became law')
  })
})

// covers HURD-PROGRESS-03 BEY-ANATOMY-12
describe('a bill that ended', () => {
  test.each<[string, Step, string]>([
    ['withdrawn', ['2025-03-01', 'House', 'Withdrawn by its sponsor'], 'Withdrawn'],
    ['replaced', ['2025-03-01', 'House', 'Substituted by SB 12'], 'Replaced by another bill'],
    ['merged', ['2025-03-01', 'House', 'Merged into HB 12'], 'Replaced by another bill'],
    ['tabled', ['2025-03-01', 'House', 'Laid on the table'], 'Tabled in committee'],
    ['voted down', ['2025-03-01', 'House', 'Failed to pass, 40-60'], 'Failed in the House'],
    ['dead', ['2025-03-01', 'House', 'Indefinitely postponed'], 'Died in committee'],
    ['without a reason', ['2025-03-01', 'House', 'Fiscal note requested'], 'Ended, according to the source'],
  ])('%s', (_name, step, line) => {
    const referred: Step = ['2025-01-11', 'House', 'Referred to Committee on Rules']
    expect(progressLine(roadOf(hb, 'rejected', [referred, step]))).toBe(line)
  })

  test('in conference, after both chambers had passed it', () => {
    const steps: Step[] = [...passedBoth, ['2025-04-01', 'House', 'Died In Conference']]
    expect(progressLine(roadOf(hb, 'rejected', steps))).toBe('Died in conference')
  })

  test('does not live again because a later action names a committee', () => {
    const steps: Step[] = [
      ['2025-01-11', 'House', 'Referred to Committee on Rules'],
      ['2025-03-01', 'House', 'Withdrawn by its sponsor'],
      ['2026-01-05', 'House', 'Referred to Committee on Rules'],
    ]
    expect(progressLine(roadOf(hb, 'rejected', steps))).toBe('Withdrawn')
  })

  test('moves on if the vote is reconsidered', () => {
    const steps: Step[] = [
      ['2025-03-01', 'House', 'Failed to pass, 40-60'],
      ['2025-03-02', 'House', 'Vote on passage reconsidered'],
      ['2025-03-03', 'House', 'Passed the House'],
    ]
    expect(progressLine(roadOf(hb, 'engrossed', steps))).toBe('Passed the House · Next: the Senate')
  })

  test('says that it was carried over to the next year', () => {
    const steps: Step[] = [
      ['2025-01-11', 'House', 'Referred to Committee on Rules'],
      ['2026-01-12', 'House', 'Carried over to the new session'],
    ]
    expect(progressLine(roadOf(hb, 'introduced', steps))).toBe(
      'Sent to committee, carried over · Next: a committee vote',
    )
    const passed: Step = ['2026-02-03', 'House', 'Passed the House']
    expect(progressLine(roadOf(hb, 'engrossed', [...steps, passed]))).toBe(
      'Passed the House · Next: the Senate',
    )
  })
})
