import { describe, expect, test } from 'vitest'
import { topicsOf } from './bills/topics.ts'
import { federalStatus } from './status/statusFederal.ts'
import { legiScanStatus } from './status/statusLegiScan.ts'
import { localStatus } from './status/statusLocal.ts'
import { stateStatus, type StateAction } from './status/statusStates.ts'
import { versionStage } from './text/textVersion.ts'

const bill = { simple: false, concurrent: false }
const federal = (texts: string[], kind = bill) =>
  federalStatus(
    texts.map((text) => ({ text, code: '' })),
    kind,
  )

describe('the status of a federal bill', () => {
  test.each([
    ['no action yet', [], 'pending'],
    ['only a number reserved', ['Reserved for the Speaker.'], 'pending'],
    ['referred', ['Introduced in House', 'Referred to the Committee on Rules.'], 'introduced'],
    ['heard', ['Introduced in House', 'Subcommittee Hearings Held'], 'active'],
    ['reported', ['Introduced in House', 'Reported by the Committee on Rules. H. Rept. 119-1.'], 'active'],
    [
      'a motion to discharge that failed',
      ['Introduced in Senate', 'Motion to discharge Senate Committee rejected.'],
      'introduced',
    ],
    ['passed by one chamber', ['Passed/agreed to in House: On passage Passed.'], 'engrossed'],
    [
      'passed by both',
      ['Passed/agreed to in House: On passage Passed.', 'Passed/agreed to in Senate: Passed Senate.'],
      'pending',
    ],
    ['law', ['Passed/agreed to in House: x', 'Became Public Law No: 119-48.'], 'passed'],
    [
      'vetoed',
      ['Presented to President.', 'Vetoed by President.', 'Failed of passage in House over veto'],
      'rejected',
    ],
    [
      'failed on the floor',
      ['Reported by the Committee.', 'On passage Failed by the Yeas and Nays: 204 - 216.'],
      'rejected',
    ],
    [
      'failed, then passed',
      ['On passage Failed by the Yeas and Nays.', 'Passed/agreed to in House: On passage Passed.'],
      'engrossed',
    ],
    [
      'a failed motion to recommit',
      ['Reported by the Committee.', 'On motion to recommit Failed by the Yeas and Nays.'],
      'active',
    ],
    [
      'reconsideration laid on the table',
      ['Passed/agreed to in House: x', 'Motion to reconsider laid on the table Agreed to without objection.'],
      'engrossed',
    ],
  ] as const)('%s', (_name, texts, status) => {
    expect(federal([...texts])).toBe(status)
  })

  test('an ambiguous code is decided by the text', () => {
    expect(federalStatus([{ text: 'Vetoed by President.', code: 'E30000' }], bill)).toBe('rejected')
  })

  test('a simple resolution is finished in one chamber, and a concurrent resolution in two', () => {
    const agreed = 'Passed/agreed to in House: On agreeing to the resolution Agreed to without objection.'
    expect(federal([agreed], { simple: true, concurrent: false })).toBe('passed')
    expect(federal([agreed], { simple: false, concurrent: true })).toBe('engrossed')
    expect(
      federal([agreed, 'Passed/agreed to in Senate: Agreed to.'], { simple: false, concurrent: true }),
    ).toBe('passed')
    expect(
      federal(['House agreed to Senate amendment with an amendment.'], { simple: false, concurrent: true }),
    ).toBe('pending')
  })
})

const action = (text: string, body = 'lower', ...classes: string[]): StateAction => ({ text, body, classes })
const stateBill = { state: 'mi', isBill: true, oneChamber: false }

describe('the status of a state bill', () => {
  const passedHouse = action('Third Reading - Passed; 60-40', 'lower', 'passage', 'reading-3')
  const passedSenate = action('PASSED ROLL CALL # 5', 'upper', 'passage')
  test.each([
    ['prefiled', [action('Prefiled for introduction.', 'upper', 'filing')], 'pending'],
    [
      'referred',
      [
        action('First reading', 'lower', 'reading-1'),
        action('Referred to Rules', 'lower', 'referral-committee'),
      ],
      'introduced',
    ],
    [
      'a hearing that is only planned',
      [action('Introduced'), action('Notice of hearing for March 4')],
      'introduced',
    ],
    [
      'reported, without a class',
      [action('Introduced'), action('Do Pass Executive; 011-000-000', 'upper')],
      'active',
    ],
    ['passed by one chamber', [passedHouse], 'engrossed'],
    [
      'the other chamber’s journal says so too',
      [passedHouse, action('PASSED BY HOUSE WITH IMMEDIATE EFFECT', 'upper', 'passage')],
      'engrossed',
    ],
    ['passed by both', [passedHouse, passedSenate], 'pending'],
    [
      'agreeing with one’s own committee is not passage',
      [passedSenate, action('SUBSTITUTE (S-1) CONCURRED IN', 'upper')],
      'engrossed',
    ],
    [
      'agreeing with the other chamber is passage by both',
      [passedHouse, action('Senate substitute (S-2) concurred in')],
      'pending',
    ],
    ['with the governor', [action('Sent to the Governor', 'lower', 'executive-receipt')], 'pending'],
    [
      'signed',
      [passedHouse, passedSenate, action('Signed by the Governor', 'executive', 'executive-signature')],
      'passed',
    ],
    [
      'signed with a line-item veto',
      [
        passedHouse,
        passedSenate,
        action('Governor partially vetoed.', 'executive', 'executive-veto-line-item'),
      ],
      'passed',
    ],
    [
      'vetoed',
      [passedHouse, passedSenate, action('Vetoed by Governor', 'executive', 'executive-veto')],
      'rejected',
    ],
    [
      'a veto overridden in both chambers',
      [
        action('Vetoed by Governor', 'executive', 'executive-veto'),
        action('Veto overridden', 'lower', 'veto-override-passage'),
        action('Veto overridden', 'upper', 'veto-override-passage'),
      ],
      'passed',
    ],
    [
      'withdrawn from a calendar only',
      [
        action('Reported favorably', 'lower', 'committee-passage-favorable'),
        action('Withdrawn from Local Calendar', 'lower', 'withdrawal'),
      ],
      'active',
    ],
    ['withdrawn', [action('H Withdrawn by Sponsor', 'lower', 'withdrawal')], 'rejected'],
    [
      'an amendment withdrawn',
      [action('Introduced'), action('Amendment withdrawn', 'lower', 'withdrawal')],
      'introduced',
    ],
    [
      'failed after the other chamber passed it',
      [
        passedHouse,
        action('S 3rd Reading:Failed 15-16', 'upper', 'failure'),
        action('Bill Reconsideration Motion Failed', 'upper'),
      ],
      'rejected',
    ],
    [
      'failed, but the vote was reconsidered',
      [
        action('read a third time', 'lower', 'reading-3'),
        action('not adopted Roll Call #79'),
        action('vote on adoption reconsidered'),
      ],
      'active',
    ],
    [
      'a lost third reading that Arizona agrees to reconsider',
      [passedSenate, action('FAILED', 'lower', 'failure', 'reading-3'), action('PASSED', 'lower', 'passage')],
      'engrossed',
    ],
    [
      'a lost motion about the calendar',
      [
        passedHouse,
        passedSenate,
        action('Which was disagreed to on a Roll Call Failed -- Needed 99 of 132 to Pass'),
      ],
      'pending',
    ],
    [
      'failed in committee, without another try',
      [
        action('Do pass, to Appropriations', 'upper'),
        action('April 29 set for hearing. Failed passage in committee.', 'upper', 'committee-failure'),
      ],
      'rejected',
    ],
    [
      'failed in committee, to be heard again',
      [
        action('Do pass, to Appropriations', 'upper'),
        action('Failed passage in committee. Reconsideration granted.', 'upper', 'committee-failure'),
      ],
      'active',
    ],
    [
      'an amendment lost',
      [action('Reported', 'lower', 'committee-passage'), action('Dungan FA12 lost')],
      'active',
    ],
    [
      'passed over is not passed',
      [action('Placed on Final Reading'), action('Passed over', 'legislature', 'passage')],
      'active',
    ],
  ] as const)('%s', (_name, actions, status) => {
    expect(stateStatus([...actions], stateBill)).toBe(status)
  })

  test('passage in Nebraska’s only chamber counts for both', () => {
    const passed = action('Passed on Final Reading 45-0-4', 'legislature', 'passage')
    expect(stateStatus([passed], { ...stateBill, isBill: true, oneChamber: true })).toBe('pending')
    expect(
      stateStatus([action('Adopted', 'legislature')], { ...stateBill, isBill: false, oneChamber: true }),
    ).toBe('passed')
  })

  test('a concurrent resolution needs both chambers', () => {
    const joint = { ...stateBill, isBill: false }
    expect(stateStatus([action('Adopted', 'lower', 'passage')], joint)).toBe('engrossed')
    expect(
      stateStatus([action('Adopted', 'lower', 'passage'), action('Adopted', 'upper', 'passage')], joint),
    ).toBe('passed')
  })
})

test('LegiScan’s codes and the terms of city councils map to a status', () => {
  expect(legiScanStatus(1, [1, 9])).toBe('introduced')
  expect(legiScanStatus(1, [1, 9, 10])).toBe('active')
  expect(legiScanStatus(4, [1, 2, 3, 5, 7, 8])).toBe('passed')
  expect(legiScanStatus(5, [1, 2, 3, 5])).toBe('rejected')
  expect(legiScanStatus(0, [])).toBe('pending')
  expect(localStatus('nyc', 'Filed (End of Session)', [])).toBe('rejected')
  expect(localStatus('nyc', 'Enacted (Mayor’s Desk for Signature)', [])).toBe('pending')
  expect(localStatus('boston', 'Passed', [])).toBe('passed')
  expect(localStatus('seattle', 'Retired', [])).toBe('rejected')
  expect(localStatus('anywhere', '', ['Referred to Committee'])).toBe('introduced')
})

test('subjects and titles map to policy areas, and unknown ones map to none', () => {
  expect(topicsOf(['Arts, Culture, Religion'], '')).toEqual(['arts_culture_religion'])
  expect(topicsOf(['Occupations: barbers', 'MENTAL HEALTH-FACILITIES'], '')).toEqual([
    'labor_and_employment',
    'health',
  ])
  expect(topicsOf(['subject index'], 'Linking Industry to Nursing Education Fund')).toEqual([
    'education',
    'health',
  ])
  expect(topicsOf([], 'Of this and that')).toEqual([])
})

// covers CIV-FILTERS-04
test('a piece of a longer word maps to no policy area', () => {
  expect(topicsOf(['CaliforniaEnvironmentalQualityAct'], '')).toEqual(['environmental_protection'])
  expect(topicsOf(['Credit Unions'], '')).toEqual(['finance_and_financial_sector'])
  expect(topicsOf(['Wagering'], '')).toEqual(['sports_and_recreation'])
  const titles = {
    'Pay transparency for superintendents': [],
    'Lieutenant Governor; duties': ['government_operations_and_politics'],
    'Abortion without parental consent': ['health', 'families'],
    'technical correction; overtaking bicycles': ['transportation_and_public_works'],
    'Omnibus budget bill': ['economics_and_public_finance'],
    'Energy transition': ['energy'],
    'Energy: electricity.': ['energy'],
    'An act relating to determining important coalitions': [],
    'Executive branch reorganization': [],
    'Department of Agriculture': ['agriculture_and_food'],
    'Selection of welders': [],
    'License suspension': ['commerce'],
    'Interagency collaboration': [],
    'Accidental death': [],
    'City of Cambridge': ['government_operations_and_politics'],
    'Condemning human rights abuses in China': [
      'international_affairs',
      'civil_rights_and_liberties_minority_issues',
    ],
    'Length of trailers': [],
    'Footbridges and buses': ['transportation_and_public_works'],
  }
  for (const [title, areas] of Object.entries(titles)) {
    expect.soft(topicsOf([], title), title).toEqual(areas)
  }
  expect(topicsOf(['Mental health', 'Parents', 'Unions'], '')).toEqual([
    'health',
    'families',
    'labor_and_employment',
  ])
})

test('the newest printing of a bill ranks highest', () => {
  const inOrder = ['ih', 'rh', 'eh', 'rfs', 'rs', 'eas', 'enr', 'plaw']
  const ranks = inOrder.map((version) => versionStage('us/119/hr/1', version, version))
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
  expect(new Set(ranks).size).toBe(ranks.length)
  expect(versionStage('us/119/hr/1', null, 'Engrossed in House')).toBe(
    versionStage('us/119/hr/1', 'eh', 'eh'),
  )
  expect(versionStage('mi/2025-2026/hb1', null, 'As Passed by the House')).toBeGreaterThan(
    versionStage('mi/2025-2026/hb1', null, 'House Introduced Bill'),
  )
})
