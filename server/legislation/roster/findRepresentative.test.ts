import { describe, expect, test } from 'vitest'
import { buildRoster, findRepresentative, type RosterTerm } from './findRepresentative.ts'

const term = (rep_id: string, rep_name: string, rest: Partial<RosterTerm> = {}): RosterTerm => ({
  other_names: [],
  rep_id,
  rep_name,
  organization: 'mi/lower',
  division: null,
  district: null,
  party: null,
  valid_from: '2025-01-01',
  valid_to: '2027-01-01',
  ...rest,
})

const roster = buildRoster(
  [
    term('ocd-person/ada', 'Ada Quince', { district: '34', party: 'Democratic' }),
    term('ocd-person/bela', 'Béla O’Hara Jr.', { district: '35' }),
    term('ocd-person/carl-r', 'Carl Reed', { district: '36', party: 'Republican' }),
    term('ocd-person/carl-d', 'Carl Reed', { district: '37', party: 'Democratic' }),
    term('ocd-person/dora', 'Dora Maria Vance', {
      district: '38',
      valid_from: '2023-01-01',
      valid_to: '2025-01-01',
    }),
    term('ocd-person/eve', 'Eve Vance', { district: '38' }),
  ],
  ['T000481'],
)
const find = (person: Parameters<typeof findRepresentative>[3], date: string | null = '2025-06-01') =>
  findRepresentative(roster, 'mi/lower', date, person)

// covers BEY-ANATOMY-02
describe('a person named by a source', () => {
  test('is found by the id of the source, whatever the name', () => {
    expect(find({ name: 'Somebody', sourcePersonId: 'bioguide:T000481' })).toBe('T000481')
    expect(find({ name: 'Quince', sourcePersonId: 'ocd-person/eve' })).toBe('ocd-person/eve')
  })

  test('is found by the district, if the name can be theirs', () => {
    expect(find({ name: 'Reed', district: 'HD-036' })).toBe('ocd-person/carl-r')
    expect(find({ name: 'Nobody', district: 'HD-036' })).toBeNull()
  })

  test.each(['Ada Quince', 'Quince', 'Quince, Ada', 'Quince A', 'A. Quince', 'Rep. Quince*', 'QUINCE'])(
    'is found by the name as "%s"',
    (name) => expect(find({ name })).toBe('ocd-person/ada'),
  )

  test('is nobody if the whole name is that of another member', () => {
    const torches = buildRoster(
      [
        term('mary', 'Mary Torch', { district: '82' }),
        term('mark', 'Mark Torch', { district: '83' }),
        term('carl', 'Carl Wick', { district: '7', valid_to: '2025-03-01' }),
        term('carla', 'Carla Wick', { district: '7', valid_from: '2025-05-01' }),
        term('old', 'Carl Lampe', { district: '8', valid_from: '1999-01-01', valid_to: '2001-01-01' }),
        term('new', 'Charles Lampe', { district: '8' }),
      ],
      [],
    )
    const findTorch = (name: string, date = '2025-06-01') =>
      findRepresentative(torches, 'mi/lower', date, { name })
    expect(findTorch('Mary Torch (HD-83)')).toBeNull()
    expect(findTorch('Mary Torch (HD-82)')).toBe('mary')
    expect(findTorch('Torch (District 083)')).toBe('mark')
    expect(findTorch('Mark Torch (R-83rd)')).toBe('mark')
    expect(findTorch('Carl Wick')).toBeNull()
    expect(findTorch('Carl Wick', '2025-02-01')).toBe('carl')
    expect(findTorch('C. Wick')).toBe('carla')
    expect(findTorch('Carl Lampe')).toBe('new')
  })

  test('is found by the division, and by the state for members of Congress', () => {
    const congress = buildRoster(
      ['mi', 'oh'].map((state) =>
        term(`B-${state}`, 'Bo Vale', {
          organization: 'us/house',
          division: `ocd-division/country:us/state:${state}/cd:5`,
        }),
      ),
      [],
    )
    const named = { name: 'Vale', district: 'ocd-division/country:us/state:oh/cd:5' }
    expect(findRepresentative(congress, 'us/house', null, named)).toBeNull()
    expect(findRepresentative(congress, 'us/house', null, { ...named, state: 'OH' })).toBe('B-oh')
    expect(findRepresentative(congress, 'us/house', null, { name: 'Vale', state: 'MI' })).toBe('B-mi')
  })

  test('is found by the initial of another first name, if only one member fits', () => {
    expect(find({ name: 'Addie Quince' })).toBe('ocd-person/ada')
    expect(find({ name: 'Zoe Quince' })).toBeNull()
    expect(find({ name: 'Cal Reed' })).toBeNull()
  })

  test('is found by an alias of that organization and day', () => {
    const alias = {
      organization: 'mi/lower',
      name_key: 'the speaker',
      rep_id: 'ocd-person/eve',
      valid_from: '2025-01-01',
      valid_to: null,
    }
    const known = buildRoster([term('ocd-person/eve', 'Eve Vance')], [], [alias])
    const speaker = { name: 'The  Speaker*' }
    expect(findRepresentative(known, 'mi/lower', '2025-06-01', speaker)).toBe('ocd-person/eve')
    expect(findRepresentative(known, 'mi/lower', '2024-06-01', speaker)).toBeNull()
    expect(findRepresentative(known, 'mi/upper', '2025-06-01', speaker)).toBeNull()
  })

  test('is found without accents and without Jr.', () => {
    expect(find({ name: "Bela O'Hara" })).toBe('ocd-person/bela')
  })

  test('stays unknown if two members have that name, unless the party decides', () => {
    expect(find({ name: 'Carl Reed' })).toBeNull()
    expect(find({ name: 'Reed', party: 'R' })).toBe('ocd-person/carl-r')
    expect(find({ name: 'Reed', party: 'Independent' })).toBeNull()
  })

  test('is the one in office on that day', () => {
    expect(find({ name: 'Vance' })).toBe('ocd-person/eve')
    expect(find({ name: 'Vance' }, '2024-12-31')).toBe('ocd-person/dora')
    expect(find({ name: 'Vance' }, '2025-01-01')).toBe('ocd-person/eve')
    expect(find({ name: 'Vance' }, null)).toBeNull()
    expect(find({ name: 'Vance' }, '2020-01-01')).toBeNull()
  })
})
