import { describe, expect, test } from 'vitest'
import { changedMembers, country, difference, sumOf, total, type Cell, type Counts } from './groups.ts'
import { publish, releaseBill, type ReleaseRow } from './release.ts'

const ohio = `${country}/state:oh`
const district = (number: number) => `${ohio}/cd:${number}`
const county = (name: string) => `${ohio}/county:${name}`
const cell = (counts: Counts, at: number | null = 1, of: string | null = 'one'): Cell => ({
  state: ohio,
  parts: [...(at === null ? [] : [district(at)]), ...(of === null ? [] : [county(of)])],
  counts,
})
const monday = '2026-11-23'
const shown = (rows: ReleaseRow[]) =>
  rows
    .filter(({ is_withheld }) => !is_withheld)
    .map(({ division }) => division.slice(country.length))
    .toSorted((one, other) => (one < other ? -1 : 1))

describe('a release', () => {
  test('shows a bill from 10 stances and a division from 25', () => {
    expect(releaseBill([cell([5, 4, 0, 0])], [], monday)).toEqual([])
    expect(shown(releaseBill([cell([6, 4, 0, 0])], [], monday))).toEqual([''])
    expect(shown(releaseBill([cell([14, 10, 0, 0])], [], monday))).toEqual([''])
    expect(shown(releaseBill([cell([15, 10, 0, 0])], [], monday))).toEqual([
      '',
      '/state:oh',
      '/state:oh/cd:1',
      '/state:oh/county:one',
    ])
  })

  test('is rounded to 5 and leaves out stances of fewer than 10 members', () => {
    const row = releaseBill([cell([23, 12, 9, 0])], [], monday).find(({ division }) => division === ohio)
    expect(publish(row!)).toEqual({
      division: ohio,
      released_on: monday,
      is_withheld: false,
      support: 25,
      oppose: 10,
      neutral: null,
      learning: null,
      total: 45,
    })
    expect(publish({ ...row!, is_withheld: true })).toMatchObject({
      support: null,
      oppose: null,
      total: null,
    })
  })

  test('withholds a group in which almost everybody agrees', () => {
    expect(shown(releaseBill([cell([30, 2, 0, 0])], [], monday))).toEqual([''])
    expect(shown(releaseBill([cell([30, 2, 1, 0])], [], monday))).toHaveLength(4)
  })

  test('withholds the smallest part when all parts together would leave out only a few members of their state', () => {
    const cells = [cell([20, 20, 0, 0], 1, null), cell([15, 15, 0, 0], 2, null), cell([2, 2, 0, 0], 3, null)]
    expect(shown(releaseBill(cells, [], monday))).toEqual(['', '/state:oh', '/state:oh/cd:1'])
    const far = [...cells.slice(0, 2), cell([6, 6, 0, 0], 3, null)]
    expect(shown(releaseBill(far, [], monday))).toEqual(['', '/state:oh', '/state:oh/cd:1', '/state:oh/cd:2'])
  })

  test('withholds a state that would show how the few members without an address think', () => {
    const cells = [cell([20, 20, 0, 0]), { state: null, parts: [], counts: [1, 0, 0, 0] as const }]
    expect(shown(releaseBill(cells, [], monday))).not.toContain('/state:oh')
  })

  test('withholds a county that lies in a district with a few more members', () => {
    const cells = [
      cell([20, 20, 0, 0], 1, 'one'),
      cell([1, 2, 0, 0], 1, 'two'),
      cell([20, 20, 0, 0], 2, 'two'),
    ]
    expect(shown(releaseBill(cells, [], monday))).not.toContain('/state:oh/county:one')
  })
})

/** Returns a random number generator with a seed so that a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

type Person = { district: number; county: number; place: number; side: number } | null

function cellsOf(people: readonly Person[]): Cell[] {
  return people
    .filter((person) => person !== null)
    .map(({ district: number, county: name, place, side }) => {
      const counts: [number, number, number, number] = [0, 0, 0, 0]
      counts[side] = 1
      const found = cell(counts, number, `c${name}`)
      const places = place === 0 ? [] : [`${ohio}/place:p${name}_${place}`]
      return Object.assign(found, { parts: [...found.parts, ...places] })
    })
}

const wholes = [
  [country, /\/state:..$/],
  [ohio, /\/cd:/],
  [ohio, /\/county:/],
  [ohio, /\/place:/],
  ...[0, 1, 2, 3].map((name) => [county(`c${name}`), new RegExp(`/place:pc?${name}_`)] as const),
] as const

type Shown = (row: ReleaseRow) => boolean

const openRows = (rows: readonly ReleaseRow[], isShown: Shown) =>
  new Map(rows.filter(isShown).map(({ division, counts }) => [division, counts]))

/**
 * Computes what an attacker can derive from a release: every shown group, and every whole without those of its parts
 * that are also shown in `other`, which is an earlier or the same release.
 */
function knowledge(
  rows: readonly ReleaseRow[],
  other: readonly ReleaseRow[],
  isShown: Shown,
): Map<string, Counts> {
  const [known, also] = [openRows(rows, isShown), openRows(other, isShown)]
  const all = new Map(known)
  for (const [whole, kind] of wholes) {
    const counts = known.get(whole)
    const parts = [...known].filter(([division]) => kind.test(division) && also.has(division))
    if (!counts || parts.length === 0) continue
    all.set(`${whole} without ${String(kind)}`, difference(counts, sumOf(parts.map(([, part]) => part))))
  }
  return all
}

// covers BEY-OPEN-03 BEY-DISTRICT-12
test.each<[string, Shown]>([
  ['open data', ({ is_withheld }) => !is_withheld],
  ['residents', ({ withheld_reason }) => withheld_reason === null],
])(
  'releases of 30 weeks to %s compared with each other and with the bill’s own numbers show no single stance',
  (_, isShown) => {
    let renewals = 0
    let compared = 0
    for (let seed = 1; seed <= 12; seed += 1) {
      const chance = random(seed)
      const below = (most: number) => Math.floor(chance() * most)
      const somebody = (): Person => ({
        district: 1 + below(3),
        county: below(4),
        place: below(3),
        side: below(3),
      })
      const people: Person[] = Array.from({ length: seed % 2 === 0 ? 160 : 45 }, somebody)
      const seen = new Map<string, Counts>()
      let before: ReleaseRow[] = []
      for (let week = 1; week <= 30; week += 1) {
        const moves = below(14)
        for (let move = 0; move < moves; move += 1) {
          const at = below(people.length)
          people[at] = people[at] === null || chance() < 0.8 ? somebody() : null
        }
        const rows = releaseBill(cellsOf(people), before, `week ${week}`)
        for (const [group, counts] of knowledge(rows, rows, isShown)) {
          if (!group.includes('without')) continue
          // Old and new counts of one state are mixed here, so a remainder may be negative. It then describes no group.
          const members = total(counts)
          if (counts.every((side) => side >= 0)) {
            expect([seed, week, group, members === 0 || members >= 10]).toEqual([seed, week, group, true])
          }
        }
        const former = knowledge(before, rows, isShown)
        for (const [group, counts] of knowledge(rows, before, isShown)) {
          const earlier = former.get(group)
          if (!earlier) continue
          compared += 1
          const changed = changedMembers(earlier, counts)
          if (changed > 0) renewals += 1
          expect([seed, week, group, changed === 0 || changed >= 5]).toEqual([seed, week, group, true])
        }
        // The numbers of a division that were seen last may be some weeks old.
        for (const [division, counts] of openRows(rows, isShown)) {
          const changed = changedMembers(seen.get(division) ?? counts, counts)
          expect([seed, week, division, changed === 0 || changed >= 5]).toEqual([seed, week, division, true])
          seen.set(division, counts)
        }
        before = rows
      }
    }
    expect(compared).toBeGreaterThan(1_000)
    expect(renewals, 'numbers do change').toBeGreaterThan(100)
  },
)
