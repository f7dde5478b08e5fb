import { describe, expect, test } from 'vitest'
import { buildRoster, findRepresentative, type NamedPerson, type RosterTerm } from './findRepresentative.ts'
import { findSponsors, type NamedSponsor } from './findSponsors.ts'

const term = (rep_id: string, rep_name: string, rest: Partial<RosterTerm> = {}): RosterTerm => ({
  rep_id,
  rep_name,
  other_names: [],
  organization: 'il/lower',
  division: null,
  district: null,
  party: null,
  valid_from: '2025-01-01',
  valid_to: '2027-01-01',
  ...rest,
})
const upper = { organization: 'il/upper' }
const rosterOf = (...terms: RosterTerm[]) => buildRoster(terms, [])

function find(roster: ReturnType<typeof rosterOf>, person: string | NamedPerson, organization = 'il/lower') {
  const named = typeof person === 'string' ? { name: person } : person
  return findRepresentative(roster, organization, '2025-06-01', named)
}

// covers HURD-PEOPLE-01
describe('a name as sources write it', () => {
  const roster = rosterOf(
    term('kea', 'Keoni Kaʻahulamp'),
    term('mit', 'Denise “Mitzi” Lampe'),
    term('bob', 'Robert Wickham', { other_names: ['Wickham, Robert "Bob"'] }),
    term('jt', 'J.T. Larkspur'),
    term('scott', 'R. Scott Cresset', { district: 'Illinois district 12', party: 'Democratic' }),
    term('fig', 'Lucía Núñez Farol'),
    term('hyp', 'Mary Tallow-Brand', { other_names: ['Mary Tallow'] }),
    term('sn', 'Ann Senna'),
    term('del', 'Kristin Vander Lux'),
    term('wil', 'Rae Moss-Willow', { other_names: ['RM'] }),
    term('own', 'Jo Willow'),
    term('stp', 'Latoya St. Pierre'),
  )
  test.each([
    ['kea', ['Kaahulamp', "Ka'ahulamp", 'Ka’ahulamp', 'Ka‘ahulamp', 'KAʻAHULAMP', 'Kaʼahulamp, K.']],
    [
      'mit',
      [
        'Mitzi Lampe',
        'Denise "Mitzi" Lampe',
        'Denise (Mitzi) Lampe',
        'Lampe, Denise',
        "Denise 'Mitzi' Lampe",
      ],
    ],
    ['bob', ['Bob Wickham', 'Wickham, Bob', 'Robert "Bob" Wickham, Jr.', 'B. Wickham', 'Rep. Wickham, R.']],
    ['jt', ['Larkspur, JT', 'J.T. Larkspur', 'JT Larkspur', 'Larkspur J']],
    [
      'scott',
      ['Cresset (D-12)', 'Cresset, R. Scott', 'Scott Cresset', 'Cresset, S.', 'R. Cresset', 'CRESSET (12)'],
    ],
    ['fig', ['Nunez Farol', 'Núñez Farol, Lucía', 'Lucia Farol', 'Nún\u0303ez Farol'.replace('ú', 'u')]],
    [
      'hyp',
      ['Tallow-Brand', 'Tallow', 'Mary Tallow', 'Brand, Mary', 'Mary Tallow Brand', 'Tallow–Brand, M.'],
    ],
    [
      'sn',
      ['Representative Ann Senna', 'Assemblymember Senna', 'Del. Senna', 'Hon. Ann M. Senna, Esq.', 'Senna*'],
    ],
    ['wil', ['Moss-Willow', 'Rae Willow', 'Moss']],
    ['stp', ['Saint Pierre', 'ST PIERRE, LATOYA', 'St.Pierre', 'Saint-Pierre, L.']],
    ['own', ['Willow', 'Willow, J.']],
    ['del', ['Vander Lux', 'K. Vander Lux', 'Vander Lux, Kristin']],
  ])('finds %s', (rep_id, names) => {
    expect(names.map((name) => [name, find(roster, name)])).toEqual(names.map((name) => [name, rep_id]))
  })

  test.each([
    'Mary Brandt',
    'Zoe Senna',
    'Lamp',
    'Farol (D-12)',
    'Larkspur Wickham',
    '',
    'RM',
    '(D-12)',
    'Certification',
  ])('finds nobody for "%s"', (name) => expect(find(roster, name)).toBeNull())
})

// covers HURD-PEOPLE-01
test('"Del" is a first name or a part of a family name, and a title only with its dot', () => {
  const roster = rosterOf(
    term('del', 'Del Taylor'),
    term('tim', 'Tim Taylor'),
    term('wanda', 'Wanda Del Valle', upper),
    term('rep', 'Ana Valle'),
  )
  expect(find(roster, 'Del Taylor')).toBe('del')
  expect(find(roster, 'Taylor, Del')).toBe('del')
  expect(find(roster, 'Rep. Del Taylor')).toBe('del')
  expect(find(roster, 'Del. Tim Taylor')).toBe('tim')
  expect(find(roster, 'Hon. Del. Tim Taylor')).toBe('tim')
  expect(find(roster, 'Del Valle', 'il/legislature')).toBe('wanda')
  expect(find(roster, 'Del. Valle', 'il/legislature')).toBe('rep')
})

// covers HURD-PEOPLE-02
describe('two people of one name', () => {
  test('are distinguished by the initial, the suffix, the district and the party, and are otherwise nobody', () => {
    const roster = rosterOf(
      term('sally', 'Sally Turnbull', { district: '1', party: 'Republican' }),
      term('doris', 'Doris Turnbull', { district: '2', party: 'Democratic' }),
      term('sr', 'John Wick Sr.', { district: '3' }),
      term('jr', 'John Wick Jr.', { district: '4' }),
    )
    expect(find(roster, 'Turnbull')).toBeNull()
    expect(find(roster, 'Turnbull, S.')).toBe('sally')
    expect(find(roster, 'D. Turnbull')).toBe('doris')
    expect(find(roster, 'Turnbull (D-2)')).toBe('doris')
    expect(find(roster, { name: 'Turnbull', party: 'R' })).toBe('sally')
    expect(find(roster, 'John Wick')).toBeNull()
    expect(find(roster, 'Wick, John, Jr.')).toBe('jr')
    expect(find(roster, 'John Wick, Sr.')).toBe('sr')
    expect(find(roster, 'John Wick III')).toBeNull()
    expect(find(roster, { name: 'John Wick', district: 'HD-004' })).toBe('jr')
    expect(find(roster, { name: 'John Wick', district: '9' })).toBeNull()
  })

  test('are distinguished by the chamber that the source states, and by a title', () => {
    const roster = rosterOf(term('low', 'Dana Quillfeather'), term('up', 'Robin Quillfeather', upper))
    expect(find(roster, 'Quillfeather', 'il/upper')).toBe('up')
    expect(find(roster, 'Quillfeather', 'il/lower')).toBe('low')
    expect(find(roster, 'Robin Quillfeather', 'il/lower')).toBeNull()
    expect(find(roster, 'Quillfeather', 'il/legislature')).toBeNull()
    expect(find(roster, 'Sen. Quillfeather', 'il/legislature')).toBe('up')
    expect(find(roster, 'Dana Quillfeather', 'il/legislature')).toBe('low')
  })

  test('are distinguished by the family names that the roster lists', () => {
    const roster = rosterOf(
      term('ann', 'Ann Farolsen'),
      term('char', 'Charlene Ward Farolsen', { other_names: ['Ward Farolsen, C.'] }),
      term('terry', 'Terry Wickson'),
      term('terri', 'Terri Leo-Wickson', { other_names: ['Leo Wickson', 'Leo-Wickson, Terri'] }),
    )
    expect(find(roster, 'Farolsen')).toBe('ann')
    expect(find(roster, 'Ward Farolsen')).toBe('char')
    expect(find(roster, 'Charlene Farolsen')).toBe('char')
    expect(find(roster, 'Wickson')).toBe('terry')
    expect(find(roster, 'Leo Wickson')).toBe('terri')
    const alone = rosterOf(term('char', 'Charlene Ward Farolsen', { other_names: ['Ward Farolsen, C.'] }))
    expect(find(alone, 'Farolsen')).toBe('char')
  })

  test('are distinguished by the family name of today, if one of them had the same name before', () => {
    const former = ['Caroline Harrow', 'Harrow Delmar, C.', 'Harrow, Caroline']
    const cody = term('cody', 'Cody Harrow')
    const caroline = term('caroline', 'Caroline Harrow Delmar', { other_names: former })
    const roster = rosterOf(cody, caroline)
    expect(find(roster, 'Harrow')).toBe('cody')
    expect(find(roster, 'Harrow Delmar')).toBe('caroline')
    expect(find(roster, 'Caroline Harrow')).toBe('caroline')
    expect(find(roster, 'Harrow, C.')).toBeNull()
    expect(find(rosterOf(caroline), 'Harrow')).toBe('caroline')
    expect(find(rosterOf(cody, caroline, term('dan', 'Dan Harrow')), 'Harrow')).toBeNull()
  })

  test('are distinguished by the term that covers the day', () => {
    const former = { valid_from: '2023-01-01', valid_to: '2025-01-01' }
    const roster = rosterOf(term('now', 'Ada Wick'), term('then', 'Ada Wick', former))
    expect(findRepresentative(roster, 'il/lower', '2024-12-31', { name: 'Ada Wick' })).toBe('then')
    expect(findRepresentative(roster, 'il/lower', '2025-01-01', { name: 'Ada Wick' })).toBe('now')
    expect(findRepresentative(roster, 'il/lower', '2022-01-01', { name: 'Ada Wick' })).toBeNull()
  })
})

function sponsor(name: string, organization: string | null = null, isMain = false): NamedSponsor {
  return {
    name,
    organization,
    entity_type: 'person',
    party: null,
    district: null,
    source_person_id: null,
    sponsored_on: null,
    classification: isMain ? 'primary' : 'cosponsor',
  }
}

// covers HURD-PEOPLE-03
describe('sponsors whose record names no chamber', () => {
  const roster = rosterOf(
    term('wick', 'Ada Wick'),
    term('lark', 'Bea Lark'),
    term('lark-up', 'Cy Lark', upper),
    term('moth', 'Di Moth', upper),
    term('fern', 'Ed Fern', upper),
  )
  const bill = { origin: 'il/lower', introduced_on: '2025-06-01' }
  const linked = (...names: string[]) =>
    findSponsors(
      roster,
      bill,
      names.map((name) => sponsor(name)),
    )

  test('sit in the chamber of the bill', () => expect(linked('Wick', 'Lark')).toEqual(['wick', 'lark']))

  test('sit in the other chamber if a full name or several names say so', () => {
    expect(linked('Wick', 'Di Moth')).toEqual(['wick', 'moth'])
    expect(linked('Wick', 'Moth')).toEqual(['wick', null])
    expect(linked('Wick', 'Moth', 'Fern')).toEqual(['wick', 'moth', 'fern'])
  })

  test('are nobody if the list names members of both chambers, and both have the name', () => {
    expect(linked('Wick', 'Lark', 'Moth', 'Fern')).toEqual(['wick', null, 'moth', 'fern'])
    expect(linked('Lark', 'Moth', 'Fern')).toEqual(['lark', 'moth', 'fern'])
  })

  // "Lark* Wick Fern* Moth": the authors of the bill's chamber, and then its sponsors in the other one.
  const listed = (text: string) =>
    findSponsors(
      roster,
      bill,
      text.split(' ').map((name) => sponsor(name.replace('*', ''), null, name.endsWith('*'))),
    )

  test('sit in the other chamber from the first main sponsor on who follows the cosponsors', () => {
    expect(listed('Lark* Wick Fern* Lark Moth')).toEqual(['lark', 'wick', 'fern', 'lark-up', 'moth'])
    expect(listed('Wick* Lark Fern*')).toEqual(['wick', 'lark', 'fern'])
  })

  test('are not in two lists where nothing shows that a second one begins', () => {
    // The main sponsors are in the order of the alphabet with the others.
    expect(listed('Fern* Lark Moth* Wick')).toEqual(['fern', null, 'moth', 'wick'])
    // A member of the bill's chamber is among those who would sit in the other one.
    expect(listed('Wick* Moth Lark* Wick Fern')).toEqual(['wick', 'moth', null, 'wick', 'fern'])
    // The record does not begin with a main sponsor.
    expect(listed('Wick Moth Lark* Fern')).toEqual(['wick', 'moth', null, 'fern'])
    expect(listed('Wick* Moth')).toEqual(['wick', null])
  })

  test('do not matter where a record states the chamber', () =>
    expect(findSponsors(roster, bill, [sponsor('Lark', 'il/upper'), sponsor('Wick', 'il/upper')])).toEqual([
      'lark-up',
      null,
    ]))
})

// covers HURD-PEOPLE-01
describe('a name with other blanks or a short given name', () => {
  const roster = rosterOf(
    term('van', 'Peter Van Lux'),
    term('dek', 'Joanne DeTallow'),
    term('mc', 'Ronald McFarol'),
    term('oc', "Siobhan O'Cresset"),
    term('rosa', 'Carl de la Senna'),
    term('wm', 'William Lark'),
    term('mary', 'Mary Lark'),
    term('liz', 'Liz Ember'),
    term('ed', 'Edna Ember'),
    term('ness', 'Vanessa Torch'),
  )
  test.each([
    ['van', ['VanLux', 'Peter VanLux', 'VanLux, Peter', 'Van Lux', 'Vanlux, P.']],
    ['dek', ['De Tallow', 'Joanne De Tallow', 'De Tallow, Joanne', 'DETALLOW']],
    ['mc', ['Mc Farol', 'Ronald Mc Farol', 'Mc Farol, R.']],
    ['oc', ['O Cresset', "O'Cresset", 'OCresset', 'Siobhan O Cresset']],
    ['rosa', ['dela Senna', 'Delasenna', 'De La Senna']],
    ['wm', ['Bill Lark', 'Lark, Bill', 'Rep. Will Lark', 'Lark, Billy']],
    ['liz', ['Elizabeth Ember', 'Ember, Betty', 'Ember, Liz']],
  ])('%s', (rep_id, names) => {
    expect(names.filter((name) => find(roster, name) !== rep_id)).toEqual([])
  })

  test.each(['Lark', 'Robert Lark', 'Ember', 'Bob Ember', 'Van Essa'])('%s is nobody', (name) => {
    expect(find(roster, name)).toBeNull()
  })

  test('a short given name that two members could have is of neither', () => {
    const two = rosterOf(term('a', 'William Lark'), term('b', 'Bill Lark'), term('c', 'Billie Lark'))
    expect(find(two, 'Will Lark')).toBeNull()
    expect(find(two, 'Bill Lark')).toBe('b')
    const teds = rosterOf(term('a', 'Edward Lark'), term('b', 'Theodore Lark'), term('c', 'Edwin Wick'))
    expect(find(teds, 'Ted Lark')).toBeNull()
    expect(find(teds, 'Ed Lark')).toBe('a')
    expect(find(teds, 'Teddy Wick')).toBeNull()
    expect(find(rosterOf(term('a', 'Edward Lark'), term('b', 'Edwin Lark')), 'Ed Lark')).toBeNull()
    for (const [one, other, short] of [
      ['Kathleen', 'Katherine', 'Kathy'],
      ['Teresa', 'Terrence', 'Terry'],
      ['Terence', 'Theresa', 'Terry'],
      ['Laurence', 'Lawrence', 'Larry'],
    ]) {
      const both = rosterOf(term('a', `${one} Lark`), term('b', `${other} Lark`))
      expect([short, find(both, `${short} Lark`)]).toEqual([short, null])
    }
  })

  test('a short form of several names is none of their other short forms', () => {
    for (const [member, other, long] of [
      ['Chris', 'Tina', 'Christina'],
      ['Tina', 'Chris', 'Christine'],
      ['Rick', 'Paddy', 'Patrick'],
      ['Cathy', 'Kate', 'Katherine'],
    ]) {
      const roster = rosterOf(term('a', `${member} Lark`))
      const found = [find(roster, `${other} Lark`), find(roster, `${long} Lark`)]
      expect([member, ...found]).toEqual([member, null, 'a'])
    }
  })

  test('a short given name is of the one member whose name begins with it or has this short form', () => {
    const members = rosterOf(
      term('chris', 'Christopher Lark'),
      term('carl', 'Carl Lark'),
      term('mike', 'Michael Wick'),
      term('mark', 'Mark Wick'),
      term('dan', 'Daniel Fern'),
      term('dana', 'Dana Fern'),
      term('van', 'Vanessa Lux'),
      term('lux', 'Peter Van Lux'),
    )
    expect(['Chris Lark', 'Wick, Mike', 'Danny Fern', 'Van Lux'].map((name) => find(members, name))).toEqual([
      'chris',
      'mike',
      'dan',
      'lux',
    ])
    expect(['C. Lark', 'M. Wick', 'Dan Fern'].map((name) => find(members, name))).toEqual([null, null, null])
  })
})
