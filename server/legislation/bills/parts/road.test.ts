import { describe, expect, test } from 'vitest'
import { progressLine } from '#contract/bills/progress.ts'
import { hb, hr, passedBoth, roadOf, type Measure, type Step } from '#server/testing/roads.ts'

const res: Measure = { source_id: 'boston/2026-9901', bill_code: '2026-9901', measure_type: 'resolution' }
const int: Measure = { source_id: 'nyc/2026/int9901', bill_code: 'Int 9901-2026' }
const changed: Step[] = [
  ['2025-02-01', 'House', 'Passed House, 300–100'],
  ['2025-03-01', 'Senate', 'Passed Senate with an amendment, 60–40'],
]

// covers HURD-PROGRESS-01 BEY-ANATOMY-10
describe('a measure that can’t become law', () => {
  test('is adopted, and no step names a mayor or a law', () => {
    const { stages, next } = roadOf(res, 'passed', [['2026-09-30', 'City Council', 'Adopted, 13 to 0']])
    expect(stages.map(({ stage }) => stage)).toEqual(['introduced', 'committee', 'council'])
    expect(stages.at(-1)).toEqual({
      stage: 'council',
      state: 'completed',
      since: '2026-09-30',
      label: 'Adopted by the Council',
    })
    expect(next).toBeNull()
  })

  test('goes to the voters if it amends a constitution, and nothing says that they have it before a record does', () => {
    const measure: Measure = {
      source_id: 'az/57th-2nd-regular/hcr1',
      bill_code: 'HCR 1',
      measure_type: 'constitutional_amendment',
    }
    const steps: Step[] = [
      ['2026-02-01', 'House', 'Passed the House'],
      ['2026-03-01', 'Senate', 'Passed the Senate'],
    ]
    const { stages, next } = roadOf(measure, 'passed', steps)
    expect(stages.at(-1)).toEqual({ stage: 'voters', state: 'upcoming', since: null, label: 'Voters' })
    expect(next).toBe('the voters')
    const filed = roadOf(measure, 'passed', [
      ...steps,
      ['2026-03-05', null, 'Enrolled and filed with the Secretary of State'],
    ])
    expect(filed.stages.at(-1)).toMatchObject({
      state: 'current',
      since: '2026-03-05',
      label: 'Sent to the voters',
    })
  })

  test('does not name the voters where a second legislature must agree first', () => {
    const measure: Measure = {
      source_id: 'ny/2025-2026/s1',
      bill_code: 'S 1',
      measure_type: 'constitutional_amendment',
    }
    const { next } = roadOf(measure, 'passed', [
      ['2026-02-01', 'Senate', 'PASSED SENATE'],
      ['2026-03-01', 'Assembly', 'PASSED ASSEMBLY'],
    ])
    expect(next).toBeNull()
  })

  test('is confirmed if it is an appointment, and approved if it is a land use decision', () => {
    const appointment: Measure = { source_id: 'il/104th/am1', bill_code: 'AM 1', measure_type: 'appointment' }
    expect(
      progressLine(roadOf(appointment, 'passed', [['2025-05-01', 'Senate', 'Appointment confirmed']])),
    ).toBe('Confirmed by the Senate')
    const land: Measure = { source_id: 'nyc/2026/lu9901', bill_code: 'LU 9901-2026' }
    expect(
      progressLine(roadOf(land, 'passed', [['2026-05-01', 'City Council', 'Approved by Council']])),
    ).toBe('Approved by the Council')
  })

  test('stays without a law when a joint resolution of a state never reaches the governor', () => {
    const measure: Measure = { source_id: 'il/104th/sjr1', bill_code: 'SJR 1' }
    const { stages } = roadOf(measure, 'passed', [
      ['2025-01-09', 'Senate', 'Resolution Adopted'],
      ['2025-01-10', 'House', 'Resolution Adopted'],
    ])
    expect(stages.at(-1)).toMatchObject({ stage: 'second_chamber', label: 'Adopted by the House' })
  })
})

// covers HURD-PROGRESS-02
describe('a stage', () => {
  test('is not done if only the status of the source says so', () => {
    const { stages, next } = roadOf(hb, 'passed', [
      ['2025-01-11', 'House', 'Referred to Committee on Energy'],
    ])
    expect(stages.filter(({ state }) => state === 'completed').map(({ stage }) => stage)).toEqual([
      'introduced',
      'committee',
    ])
    expect(stages.at(-1)).toMatchObject({
      state: 'current',
      since: null,
      label: 'Passed, according to the source',
    })
    expect(next).toBeNull()
  })

  test('is not done by an action without a date', () => {
    const { stages } = roadOf(hb, 'engrossed', [[null, 'House', 'Passed the House']])
    expect(stages[2]).toMatchObject({
      state: 'current',
      label: 'Passed one chamber, according to the source',
    })
  })

  test('shows that a bill went to committee on the day of its introduction', () => {
    const line = progressLine(
      roadOf(int, 'introduced', [
        ['2026-01-29', 'City Council', 'Introduced'],
        ['2026-01-29', 'City Council', 'Sent to committee'],
      ]),
    )
    expect(line).toBe('Sent to committee · Next: a committee vote')
  })

  test.each<[string, string]>([
    ['Committee on Rules discharged', 'Discharged from committee · Next: a vote in the House'],
    ['Committee recommended do not pass', 'Reported by committee, against the bill'],
    ['Reported adversely by committee', 'Reported by committee, against the bill'],
    [
      'Reported without recommendation',
      'Reported by committee, without a recommendation · Next: a vote in the House',
    ],
    ['Reported favorably', 'Approved in committee · Next: a vote in the House'],
  ])('says what the committee did: %s', (description, line) => {
    const referred: Step = ['2025-01-11', 'House', 'Referred to Committee on Rules']
    expect(progressLine(roadOf(hb, 'active', [referred, ['2025-02-01', 'House', description]]))).toBe(line)
  })

  test('leaves open what comes next if another bill took over parts of a bill in committee, and does not call it dead', () => {
    const measure: Measure = { source_id: 'ne/109/lb9697', bill_code: 'LB 9697' }
    const taken: Step = ['2025-06-06', null, 'Provisions/portions of LB9697 amended into LB9332 by AM729']
    const referred: Step = ['2025-01-24', null, 'Referred to Health and Human Services Committee']
    const onFile: Step = ['2025-03-01', null, 'Placed on General File with AM12']
    const line = (...steps: Step[]) => progressLine(roadOf(measure, 'introduced', steps))
    expect(line(referred)).toBe('Sent to committee · Next: a committee vote')
    expect(line(referred, taken)).toBe('Sent to committee')
    expect(line(referred, onFile, taken)).toBe('Approved in committee')
    const own: Measure = { source_id: 'ne/109/lb9332', bill_code: 'LB 9332' }
    expect(progressLine(roadOf(own, 'introduced', [referred, onFile, taken]))).toBe(
      'Approved in committee · Next: a vote in the Legislature',
    )
  })

  test('has the day of a passage under suspension of the rules, although the action has no code', () => {
    const text =
      'Passed/agreed to in House: On motion to suspend the rules and pass the bill Agreed to by voice vote.'
    expect(roadOf(hr, 'engrossed', [['2025-05-22', 'House', text]]).stages[2]).toMatchObject({
      state: 'current',
      since: '2025-05-22',
    })
  })
})

// covers HURD-PROGRESS-03
describe('between the chambers', () => {
  test.each<[string, Step[], string]>([
    [
      'changed by the second',
      changed,
      'Passed the Senate · Next: back to the House, which votes on the changes',
    ],
    [
      'sent back with changes',
      [...changed, ['2025-04-01', 'House', 'House agreed to the Senate amendment with changes of its own']],
      "Sent back to the Senate with changes · Next: the Senate's vote on the changes",
    ],
    [
      'taken up again by the first',
      [...changed, ['2025-04-01', 'House', 'House took up the Senate version, 51–48']],
      "Back in the House · Next: the House's vote on the changes",
    ],
    [
      'refused',
      [
        ...changed,
        ['2025-04-01', 'House', 'House disagreed to the Senate amendment and requested a conference'],
      ],
      'Between the chambers · Next: an agreement of both chambers on the same text',
    ],
    [
      'agreed',
      [...changed, ['2025-04-01', 'House', 'House agreed to the Senate amendment']],
      'Passed the Senate · Next: the President',
    ],
    [
      'one chamber accepted the report of the conference',
      [...changed, ['2025-04-01', 'House', 'Conference report agreed to in House']],
      'Passed the Senate · Next: back to the Senate, which votes on the changes',
    ],
    [
      'both chambers accepted the report of the conference',
      [
        ...changed,
        ['2025-04-01', 'House', 'Conference report agreed to in House'],
        ['2025-04-02', 'Senate', 'Conference report agreed to in Senate'],
      ],
      'Passed the Senate · Next: the President',
    ],
    [
      'a later action of the first that decides nothing',
      [...passedBoth, ['2025-04-01', 'House', 'Considered as unfinished business']],
      'Passed the Senate',
    ],
    ['passed in the same words', passedBoth, 'Passed the Senate · Next: the President'],
  ])('%s', (_name, steps, line) => {
    expect(progressLine(roadOf(hr, 'pending', steps))).toBe(line)
  })
})
