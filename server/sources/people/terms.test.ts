import { describe, expect, test } from 'vitest'
import { readCongressLegislator } from './congressLegislators.ts'
import { readOpenStatesPerson } from './openstatesPeople.ts'

const spans = (person: { terms: { valid_from: string | null; valid_to: string | null }[] }) =>
  person.terms.map(({ valid_from, valid_to }) => [valid_from, valid_to])

const memberOfCongress = (terms: unknown[]) =>
  readCongressLegislator({ id: { bioguide: 'X000001' }, name: { official_full: 'Ada Lark' }, terms })

describe('the terms of a member of Congress', () => {
  // covers BEY-TERMS-03 BEY-TERMS-06
  test('end on the day the next one begins, and say how they began and ended', () => {
    const person = memberOfCongress([
      { type: 'rep', start: '2021-01-03', end: '2023-01-03', state: 'OH', district: 4, party: 'Democrat' },
      { type: 'rep', start: '2023-01-03', end: '2024-12-08', state: 'OH', district: 0, party: 'Democrat' },
      { type: 'sen', start: '2024-12-09', end: '2025-11-04', state: 'OH', class: 3, how: 'appointment' },
      { type: 'sen', start: '2025-11-04', end: '2029-01-03', state: 'OH', class: 3, how: 'special-election' },
    ])
    expect(
      person.terms.map((term) => [term.district, term.seat, term.start_reason, term.end_reason]),
    ).toEqual([
      ['Ohio district 4', undefined, 'election', 'term_ended'],
      ['Ohio at large', undefined, 'election', 'other_office'],
      ['Ohio', 3, 'appointment', 'term_ended'],
      ['Ohio', 3, 'special_election', null],
    ])
    expect(spans(person)[2]).toEqual(['2024-12-09', '2025-11-04'])
  })

  test('are split where the member changed parties', () => {
    const person = memberOfCongress([
      {
        type: 'rep',
        start: '2025-01-03',
        end: '2027-01-03',
        how: 'special-election',
        state: 'CA',
        district: 3,
        party: 'Independent',
        party_affiliations: [
          { start: '2025-01-03', end: '2026-03-08', party: 'Republican' },
          { start: '2026-03-09', end: '2027-01-03', party: 'Independent', caucus: 'Republican' },
        ],
      },
    ])
    expect(spans(person)).toEqual([
      ['2025-01-03', '2026-03-09'],
      ['2026-03-09', '2027-01-03'],
    ])
    expect(person.terms.map(({ party }) => party)).toEqual([
      'Republican',
      'Independent (caucuses with the Republicans)',
    ])
    expect(person.terms.map(({ start_reason }) => start_reason)).toEqual(['special_election', 'unknown'])
  })
})

describe('the roles of a state legislator', () => {
  const jurisdiction = 'ocd-jurisdiction/country:us/state:oh/government'
  const legislator = (...roles: object[]) =>
    readOpenStatesPerson({
      id: 'ocd-person/1',
      name: 'Bo Baker',
      email: 'bo@house.example.org',
      roles: roles.map((role) => Object.assign({ type: 'lower', jurisdiction }, role)),
    })

  // covers BEY-TERMS-03
  test('include their last day, except where the next role begins on it', () => {
    const person = legislator(
      { district: '8', start_date: '2023-01-01', end_date: '2025-01-01' },
      { district: '2', end_date: '2018-12-31' },
      { district: '16', type: 'upper', start_date: '2025-01-01' },
      { district: '12', start_date: '2019-01-01', end_date: '2022-12-31' },
      { district: '9', start_date: '2025-01-01', end_date: '2020-01-01' },
    )
    expect(spans(person)).toEqual([
      [null, '2019-01-01'],
      ['2019-01-01', '2023-01-01'],
      ['2023-01-01', '2025-01-01'],
      ['2025-01-01', null],
    ])
    expect(person.terms.map(({ email }) => email)).toEqual([null, null, null, 'bo@house.example.org'])
  })

  test('may be in a district that today’s map does not have', () => {
    const roles = legislator(
      { district: 'Grafton 99', jurisdiction: jurisdiction.replace('oh', 'nh'), end_date: '2012-12-31' },
      { district: '5', start_date: '2023-01-01' },
    )
    expect(roles.terms[0]).toMatchObject({
      division: 'ocd-division/country:us/state:nh/sldl:grafton_99',
      title: 'State Representative',
    })
  })

  // covers BEY-TERMS-06
  test('keep the kind of reason for which they ended, but not its text', () => {
    const reasons = [
      'Died of a long illness',
      'Removed by the Senate',
      'Resigned to be appointed to the Ohio Senate',
      'resigned for private reasons',
      'was not re-elected',
      '',
    ]
    const kinds = reasons.map((end_reason) => {
      const [first] = legislator(
        { district: '5', start_date: '2021-01-01', end_date: '2022-02-02', end_reason },
        { district: '6', start_date: '2023-01-01' },
      ).terms
      expect(JSON.stringify(first)).not.toMatch(/illness|private/)
      return first?.end_reason
    })
    expect(kinds).toEqual(['died', 'removed', 'other_office', 'resigned', 'unknown', 'unknown'])
  })
})
