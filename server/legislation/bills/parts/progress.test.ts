import { describe, expect, test } from 'vitest'
import type { BillStatus } from '#contract/bills/billContent.ts'
import { currentStage, progressLine } from '#contract/bills/progress.ts'
import { actionClass } from '#server/sources/parts/actionClass.ts'
import { progressOf } from './progress.ts'

type Step = [acted_on: string, chamber: string | null, description: string]
type Measure = { source_id: string; bill_code: string; title?: string; jurisdiction?: string }

const us = 'ocd-division/country:us'
const inState = (code: string) => `${us}/state:${code}`

function progress(measure: Measure, status: BillStatus, steps: Step[] = []) {
  const jurisdiction = measure.jurisdiction ?? us
  const level = jurisdiction === us ? 'federal' : /place:/.test(jurisdiction) ? 'local' : 'state'
  return progressOf(
    {
      title: 'A bill',
      ...measure,
      jurisdiction,
      government_level: level,
      status,
      created_at: '2025-01-10T00:00:00.000Z',
    },
    steps.map(([acted_on, chamber, description]) => ({
      acted_on,
      chamber,
      description,
      classification: actionClass(description),
    })),
  ).progress
}

/** In `stages`, a stage that has a name of its own is written as `stage:name`. */
const measures: [name: string, Measure, type: string, stages: string][] = [
  [
    'H.R.',
    { source_id: 'us/119/hr/1', bill_code: 'H.R. 1' },
    'bill',
    'introduced committee first_chamber:House second_chamber:Senate executive:President law',
  ],
  [
    'S.',
    { source_id: 'us/119/s/1', bill_code: 'S. 1' },
    'bill',
    'introduced committee first_chamber:Senate second_chamber:House executive:President law',
  ],
  [
    'H.J.Res.',
    { source_id: 'us/119/hjres/1', bill_code: 'H.J.Res. 1' },
    'joint_resolution',
    'introduced committee first_chamber:House second_chamber:Senate executive:President law',
  ],
  [
    'a constitutional amendment in Congress',
    {
      source_id: 'us/119/sjres/1',
      bill_code: 'S.J.Res. 1',
      title: 'A joint resolution proposing an amendment to the Constitution of the United States.',
    },
    'constitutional_amendment',
    'introduced committee first_chamber:Senate second_chamber:House states:States',
  ],
  [
    'H.Con.Res.',
    { source_id: 'us/119/hconres/1', bill_code: 'H.Con.Res. 1' },
    'concurrent_resolution',
    'introduced committee first_chamber:House second_chamber:Senate',
  ],
  [
    'H.Res.',
    { source_id: 'us/119/hres/1', bill_code: 'H.Res. 1' },
    'resolution',
    'introduced committee chamber:House',
  ],
  [
    'a state bill',
    { source_id: 'mi/2025-2026/sb1', bill_code: 'SB 1', jurisdiction: inState('mi') },
    'bill',
    'introduced committee first_chamber:Senate second_chamber:House executive:Governor law',
  ],
  [
    'a bill of a state Assembly',
    { source_id: 'ca/2025-2026/ab1', bill_code: 'AB 1', jurisdiction: inState('ca') },
    'bill',
    'introduced committee first_chamber:Assembly second_chamber:Senate executive:Governor law',
  ],
  [
    'a state concurrent resolution',
    { source_id: 'mi/2025-2026/scr1', bill_code: 'SCR 1', jurisdiction: inState('mi') },
    'concurrent_resolution',
    'introduced committee first_chamber:Senate second_chamber:House',
  ],
  [
    'a state resolution of one chamber',
    { source_id: 'mi/2025-2026/hr1', bill_code: 'HR 1', jurisdiction: inState('mi') },
    'resolution',
    'introduced committee chamber:House',
  ],
  [
    'an amendment to a state constitution',
    { source_id: 'ca/2025-2026/sca1', bill_code: 'SCA 1', jurisdiction: inState('ca') },
    'constitutional_amendment',
    'introduced committee first_chamber:Senate second_chamber:Assembly voters:Voters',
  ],
  [
    'a Nebraska bill',
    { source_id: 'ne/109/lb1', bill_code: 'LB 1', jurisdiction: inState('ne') },
    'bill',
    'introduced committee legislature:Legislature executive:Governor law',
  ],
  [
    'a local law of New York City',
    { source_id: 'nyc/2025/int1', bill_code: 'Int 1-2025', jurisdiction: `${inState('ny')}/place:new_york` },
    'ordinance',
    'introduced committee council:Council executive:Mayor law',
  ],
  [
    'a city council resolution',
    { source_id: 'nyc/2025/res1', bill_code: 'Res 1-2025', jurisdiction: `${inState('ny')}/place:new_york` },
    'resolution',
    'introduced committee council:Council',
  ],
]

// covers BEY-ANATOMY-10
describe('the stages of a measure', () => {
  test.each(measures)('%s', (_name, measure, type, expected) => {
    const { measure_type, stages } = progress(measure, 'introduced')
    const names = stages.map(({ stage, label }) =>
      ['introduced', 'committee', 'law'].includes(stage) ? stage : `${stage}:${label}`,
    )
    expect([measure_type, names.join(' ')]).toEqual([type, expected])
  })

  test('a city whose mayor has no veto has no executive stage', () => {
    const measure = {
      source_id: 'sanjose/26-1',
      bill_code: '26-1',
      jurisdiction: `${inState('ca')}/place:san_jose`,
    }
    expect(progress(measure, 'introduced').stages.map(({ stage }) => stage)).toEqual([
      'introduced',
      'committee',
      'council',
      'law',
    ])
  })
})

const hr = { source_id: 'us/119/hr/1', bill_code: 'H.R. 1' }
const stateNames = (stages: { state: string }[]) => stages.map(({ state }) => state).join(' ')

describe('where a bill is', () => {
  test('it is in committee, and then approved by the committee', () => {
    const referred: Step = ['2025-01-11', 'House', 'Referred to the Committee on Rules.']
    expect(progressLine(progress(hr, 'introduced', [referred]))).toBe(
      'Sent to committee · Next: a committee vote',
    )
    const reported: Step = ['2025-02-01', 'House', 'Reported by the Committee on Rules. H. Rept. 119-1.']
    const approved = progress(hr, 'active', [referred, reported])
    expect(progressLine(approved)).toBe('Approved in committee · Next: a vote in the House')
    expect(approved.stages[1]?.since).toBe('2025-02-01')
  })

  test('a bill that one chamber passed shows the date of the vote', () => {
    const { stages, next } = progress(hr, 'engrossed', [
      ['2025-01-11', 'House', 'Referred to the Committee on Rules.'],
      ['2025-05-22', 'House', 'On passage Passed by the Yeas and Nays: 215 - 214.'],
      ['2025-06-01', 'Senate', 'Received in the Senate and referred to the Committee on Finance.'],
    ])
    expect(stateNames(stages)).toBe('completed completed current upcoming upcoming upcoming')
    expect(currentStage(stages)).toEqual({
      number: 3,
      stage: { stage: 'first_chamber', state: 'current', since: '2025-05-22', label: 'Passed the House' },
    })
    expect(next).toBe('the Senate')
  })

  test('an amended bill goes back to the first chamber until both chambers agree', () => {
    const passed: Step[] = [
      ['2025-05-22', 'House', 'Passed House.'],
      ['2025-07-01', 'Senate', 'Passed Senate with an amendment by Yea-Nay Vote. 51 - 50.'],
    ]
    const open = progress(hr, 'pending', passed)
    expect(open.stages.map(({ stage }) => stage)).toContain('differences')
    expect(open.next).toBe('back to the House, which votes on the changes')
    const agreed = progress(hr, 'pending', [
      ...passed,
      ['2025-07-03', 'House', 'House agreed to Senate amendment.'],
    ])
    expect(agreed.stages.map(({ stage }) => stage)).not.toContain('differences')
    expect(agreed.next).toBe('the President')
  })

  test('a bill that passed without a committee skips that stage', () => {
    const { stages } = progress({ source_id: 'us/119/s/1', bill_code: 'S. 1' }, 'engrossed', [
      ['2025-01-10', 'Senate', 'Introduced in the Senate. Read the first time.'],
      ['2025-01-12', 'Senate', 'Passed Senate without amendment by Unanimous Consent.'],
    ])
    expect(stateNames(stages)).toBe('completed skipped current upcoming upcoming upcoming')
  })

  test('a bill that became law has no next step', () => {
    const { stages, next } = progress(hr, 'passed', [
      ['2025-05-22', 'House', 'Passed House.'],
      ['2025-07-01', 'Senate', 'Passed Senate without amendment.'],
      ['2025-07-03', null, 'Presented to President.'],
      ['2025-07-04', null, 'Signed by President.'],
      ['2025-07-04', null, 'Became Public Law No: 119-21.'],
    ])
    expect(new Set(stages.map(({ state }) => state))).toEqual(new Set(['completed', 'skipped']))
    expect(stages.at(-1)).toMatchObject({ label: 'Became law', since: '2025-07-04' })
    expect(next).toBeNull()
  })

  test('a bill whose veto is overridden becomes law', () => {
    const { stages, next } = progress(hr, 'passed', [
      ['2025-05-22', 'House', 'Passed House.'],
      ['2025-07-01', 'Senate', 'Passed Senate without amendment.'],
      ['2025-07-03', null, 'Presented to President.'],
      ['2025-07-09', null, 'Vetoed by President.'],
      ['2025-07-15', 'House', 'Passed House over veto: 300 - 120.'],
      ['2025-07-16', 'Senate', 'Passed Senate over veto: 70 - 30.'],
      ['2025-07-16', null, 'Became Public Law No: 119-22.'],
    ])
    expect(stateNames(stages)).toBe('completed skipped completed completed completed completed')
    expect(stages.slice(-2)).toMatchObject([
      { label: 'Vetoed by the President; the veto was overridden', since: '2025-07-09' },
      { label: 'Became law', since: '2025-07-16' },
    ])
    expect(next).toBeNull()
  })
})

// covers BEY-ANATOMY-12
describe('a bill that stopped', () => {
  test('a vetoed bill stops at the executive', () => {
    const { stages, next } = progress(hr, 'rejected', [
      ['2025-05-22', 'House', 'Passed House.'],
      ['2025-07-01', 'Senate', 'Passed Senate without amendment.'],
      ['2025-07-03', null, 'Presented to President.'],
      ['2025-07-09', null, 'Vetoed by President.'],
    ])
    expect(stages.at(-1)).toEqual({
      stage: 'executive',
      state: 'failed',
      since: '2025-07-09',
      label: 'Vetoed by the President',
    })
    expect(next).toBeNull()
  })

  test('a bill that lost a vote stops at that chamber', () => {
    const { stages } = progress(hr, 'rejected', [
      ['2025-01-11', 'House', 'Referred to the Committee on Rules.'],
      ['2025-03-01', 'House', 'On passage Failed by the Yeas and Nays: 200 - 230.'],
    ])
    expect(stages.at(-1)).toMatchObject({
      stage: 'first_chamber',
      state: 'failed',
      label: 'Failed in the House',
    })
  })

  test('a withdrawn bill stops at the stage that it had reached', () => {
    const measure = { source_id: 'mi/2025-2026/hb1', bill_code: 'HB 1', jurisdiction: inState('mi') }
    const { stages } = progress(measure, 'rejected', [
      ['2025-01-11', 'House', 'referred to Committee on Energy'],
      ['2025-03-01', 'House', 'withdrawn by sponsor'],
    ])
    expect(stages.at(-1)).toMatchObject({ stage: 'committee', state: 'failed', label: 'Withdrawn' })
  })
})
