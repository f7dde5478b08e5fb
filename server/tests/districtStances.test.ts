import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  listDistrictStances,
  coverageText,
  withheldText,
  type DistrictRelease,
} from '#contract/bills/districts.ts'
import { importPopulations } from '#server/legislation/places/gazetteer/import.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { describeRelease } from '#server/participation/stances/districtStances.ts'
import { changedMembers, type Cell, type Counts } from '#server/publishing/openData/release/groups.ts'
import { releaseBill, type ReleaseRow } from '#server/publishing/openData/release/release.ts'
import { runRelease } from '#server/publishing/openData/release/releaseWorker.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const ohio = 'ocd-division/country:us/state:oh'
const third = `${ohio}/cd:3`
const names = ['support', 'oppose', 'neutral', 'learning'] as const

type Case = {
  counts: Counts
  enclosing_counts?: Counts
  members_changed?: number
  previous_release?: { total: number; counts: Counts }
  release: { is_shown: boolean; withheld_reason?: string; total?: number; counts?: Counts }
}

const minus = (one: Counts, other: Counts): Counts => [
  one[0] - other[0],
  one[1] - other[1],
  one[2] - other[2],
  one[3] - other[3],
]

/** Returns exact counts that look like the previous release when rounded, and from which this number of members changed. */
function formerCounts({ counts, members_changed = 0, previous_release }: Case): Counts | null {
  const [a, b, c, d] = previous_release?.counts ?? [0, 0, 0, 0]
  for (const one of near(a)) {
    for (const two of near(b)) {
      for (const three of near(c)) {
        for (const four of near(d)) {
          const former: Counts = [one, two, three, four]
          const total = one + two + three + four
          const isSame = Math.round(total / 5) * 5 === previous_release?.total
          if (isSame && changedMembers(former, counts) === members_changed) return former
        }
      }
    }
  }
  return null
}

const near = (rounded: number) =>
  [-2, -1, 0, 1, 2].map((step) => rounded + step).filter((count) => count >= 0)

/** Releases the case as a district of a county, and returns what a resident of the district sees. */
function released(one: Case): DistrictRelease {
  const county = `${ohio}/county:inner`
  const cells: Cell[] = [{ state: ohio, parts: [third, county], counts: one.counts }]
  if (one.enclosing_counts) {
    cells.push({ state: ohio, parts: [county], counts: minus(one.enclosing_counts, one.counts) })
  }
  const former = one.previous_release ? formerCounts(one) : null
  const divisions = ['ocd-division/country:us', ohio, county, third]
  const before: ReleaseRow[] = former
    ? divisions.map((division) => ({
        division,
        released_on: '2026-11-16',
        counts: former,
        members_changed: 9,
        last_shown: former,
        withheld_reason: null,
        is_withheld: true,
      }))
    : []
  const row = releaseBill(cells, before, '2026-11-23').find(({ division }) => division === third)
  const [support, oppose, neutral, learning] = row?.counts ?? [0, 0, 0, 0]
  return describeRelease(
    {
      division: third,
      released_on: row?.released_on ?? null,
      withheld_reason: row?.withheld_reason ?? null,
      n: row ? support + oppose + neutral + learning : null,
      counts: {
        support_count: support,
        oppose_count: oppose,
        neutral_count: neutral,
        learning_count: learning,
      },
    },
    '2026-11-23',
  )
}

function expectRelease(one: Case) {
  const { is_shown, withheld_reason, total, counts } = released(one)
  const seen = is_shown
    ? { is_shown, total, counts: names.map((name) => counts?.[`${name}_count`]) }
    : { is_shown, withheld_reason }
  expect(seen, JSON.stringify(one)).toEqual(one.release)
}

/** Invented cases, one for each branch of the rule. */
const cases: Case[] = [
  { counts: [6, 2, 1, 0], release: { is_shown: false, withheld_reason: 'too_few' } },
  { counts: [0, 0, 0, 0], release: { is_shown: false, withheld_reason: 'too_few' } },
  { counts: [4, 3, 2, 1], release: { is_shown: true, total: 10, counts: [5, 5, 0, 0] } },
  { counts: [11, 2, 0, 0], release: { is_shown: false, withheld_reason: 'too_alike' } },
  { counts: [8, 2, 1, 0], release: { is_shown: true, total: 10, counts: [10, 0, 0, 0] } },
  { counts: [21, 13, 8, 2], release: { is_shown: true, total: 45, counts: [20, 15, 10, 0] } },
  {
    counts: [12, 9, 4, 0],
    enclosing_counts: [13, 9, 4, 3],
    release: { is_shown: false, withheld_reason: 'would_reveal_neighbors' },
  },
  {
    counts: [12, 9, 4, 0],
    enclosing_counts: [18, 14, 6, 1],
    release: { is_shown: true, total: 25, counts: [10, 10, 5, 0] },
  },
  {
    counts: [15, 9, 2, 1],
    members_changed: 4,
    previous_release: { total: 25, counts: [15, 5, 0, 0] },
    release: { is_shown: true, total: 25, counts: [15, 5, 0, 0] },
  },
  {
    counts: [15, 10, 2, 1],
    members_changed: 6,
    previous_release: { total: 20, counts: [10, 10, 0, 0] },
    release: { is_shown: true, total: 30, counts: [15, 10, 0, 0] },
  },
]

// covers BEY-DISTRICT-01
test.each(cases)('a district with the counts $counts is released by the rule', expectRelease)

const golden = resolve(import.meta.dirname, '../../../shared/spec/golden/opinion/districts.json')

// covers BEY-DISTRICT-01
test.skipIf(!existsSync(golden))('every golden case of a district is released by the rule', () => {
  const { releases }: { releases: Case[] } = JSON.parse(readFileSync(golden, 'utf8'))
  expect(releases.length).toBeGreaterThan(5)
  for (const one of releases) expectRelease(one)
})

async function districtOf(reader: Person, bill_id: string, division = third) {
  const { districts } = await reader.call(listDistrictStances, { id: bill_id })
  return districts.find(({ division: { division_id } }) => division_id === division)
}

describe('over HTTP', () => {
  let app: TestServer
  beforeAll(async () => {
    app = await startTestServer()
  })
  afterAll(() => app.close())

  /** Creates a bill with these stances of members of a division, and reads as one of them. */
  async function billWith(counts: Counts, division: string): Promise<{ bill_id: string; reader: Person }> {
    const { bill_id } = await app.bill('Lantern Act')
    const reader = await app.resident(`reader${bill_id.slice(0, 8)}`, division)
    await addStances(bill_id, counts, division)
    return { bill_id, reader }
  }

  async function addStances(bill_id: string, counts: Counts, division: string | null) {
    for (const [index, stance] of names.entries()) {
      await app.pool`
        with added as (
          insert into users (username, full_name, email, password_hash, public_stances)
          select 'm' || id, 'Member ' || id, 'm' || id || '@example.org', 'none', n % 2 = 0
            from (select n, replace(gen_random_uuid()::text, '-', '') as id from generate_series(1, ${counts[index]!}::int) n) ids
          returning user_id),
        housed as (
          insert into member_divisions (user_id, division)
          select user_id, part from added cross join unnest(array[${ohio}, ${division}]) part where ${division !== null} and part is not null
          on conflict do nothing)
        insert into stances (bill_id, user_id, stance) select ${bill_id}, user_id, ${stance} from added`
    }
    await app.pool`
      update bill_counters c set support_count = n.support, oppose_count = n.oppose, neutral_count = n.neutral, learning_count = n.learning
        from (select count(*) filter (where stance = 'support') as support, count(*) filter (where stance = 'oppose') as oppose,
                     count(*) filter (where stance = 'neutral') as neutral, count(*) filter (where stance = 'learning') as learning
                from stances where bill_id = ${bill_id}) n
       where c.bill_id = ${bill_id}`
  }

  async function monday() {
    // In two steps, because a day of one row may not meet that of another which is still to be moved.
    await app.pool`update stance_releases set released_on = released_on + 7000`
    await app.pool`update stance_releases set released_on = released_on - 7007`
    while (await runRelease(app.pool));
  }

  test('nothing is said before the first Monday', async () => {
    const { bill_id, reader } = await billWith([9, 9, 0, 0], third)
    expect((await districtOf(reader, bill_id))?.release).toBeNull()
  })

  // covers BEY-DISTRICT-02 BEY-DISTRICT-03
  test('fewer than ten, or almost all alike, show no split, and all other numbers are multiples of five', async () => {
    const bills = [
      [[5, 4, 0, 0], 'too_few'],
      [[9, 1, 0, 0], 'too_alike'],
      [[5, 5, 0, 0], null],
      [[8, 2, 1, 0], null],
      [[17, 9, 3, 4], null],
    ] as const
    const made = await Promise.all(bills.map(([counts]) => billWith(counts, third)))
    await monday()
    for (const [index, [counts, reason]] of bills.entries()) {
      const { bill_id, reader } = made[index]!
      const district = await districtOf(reader, bill_id)
      expect(district?.release, String(counts)).toMatchObject({
        is_shown: reason === null,
        withheld_reason: reason,
      })
      if (reason === null) {
        const { total, counts: shown } = district!.release!
        expect([total, ...Object.values(shown!)].every((count) => count! % 5 === 0)).toBe(true)
        // The numbers of the state are exact.
        const state = await districtOf(reader, bill_id, ohio)
        expect(state?.release).toMatchObject({ total: counts.reduce<number>((sum, count) => sum + count, 0) })
      } else expect(district?.release).toMatchObject({ total: null, counts: null })
    }
    const problems = await findProblems(app.pool)
    expect(problems.filter(({ what }) => what.includes('release'))).toEqual([])
  })

  // covers BEY-DISTRICT-04
  test('numbers change on Mondays only, and only after five members changed', async () => {
    const { bill_id, reader } = await billWith([9, 6, 0, 0], third)
    const seen = async () => (await districtOf(reader, bill_id, ohio))?.release?.total
    await monday()
    expect(await seen()).toBe(15)
    await addStances(bill_id, [2, 2, 0, 0], third)
    await monday()
    expect(await seen(), 'four members').toBe(15)
    await addStances(bill_id, [0, 1, 0, 0], third)
    while (await runRelease(app.pool));
    expect(await seen(), 'five members, but not on a Monday').toBe(15)
    await monday()
    expect(await seen(), 'five members').toBe(20)
    await monday()
    expect(await seen(), 'nobody').toBe(20)
  })

  // covers BEY-DISTRICT-02 BEY-DISTRICT-04 BEY-DISTRICT-12
  test('a district that falls below ten is not shown again with numbers that differ by one to four members', async () => {
    const { bill_id, reader } = await billWith([6, 6, 0, 0], third)
    await addStances(bill_id, [10, 10, 0, 0], null)
    const leave = (count: number) => app.pool`
      delete from stances where bill_id = ${bill_id} and user_id in (
        select user_id from stances join member_divisions using (user_id)
         where bill_id = ${bill_id} and stance = 'support' and division = ${third} limit ${count})`
    const seen = async () => {
      await monday()
      const [district, state] = [await districtOf(reader, bill_id), await districtOf(reader, bill_id, ohio)]
      const { is_shown, withheld_reason, counts, total } = state!.release!
      expect(district!.release).toMatchObject({ is_shown, withheld_reason })
      return is_shown ? [total, counts!.support_count] : withheld_reason
    }
    expect(await seen()).toEqual([12, 6])
    await leave(5)
    expect(await seen(), 'seven members').toBe('too_few')
    await addStances(bill_id, [4, 0, 0, 0], third)
    expect(await seen(), 'four members came since').toBe('too_few')
    await addStances(bill_id, [2, 0, 0, 0], third)
    expect(await seen(), 'thirteen, of which twelve were shown before').toBe('would_reveal_neighbors')
    await addStances(bill_id, [4, 0, 0, 0], third)
    expect(await seen(), 'four more came').toBe('would_reveal_neighbors')
    await addStances(bill_id, [1, 0, 0, 0], third)
    expect(await seen()).toEqual([18, 12])
    expect((await findProblems(app.pool)).filter(({ what }) => what.includes('release'))).toEqual([])
  })

  // covers BEY-DISTRICT-05
  test('a member sees the divisions that they live in and their state, and no other division', async () => {
    const { bill_id, reader } = await billWith([9, 6, 0, 0], third)
    const other = await app.resident(`other${bill_id.slice(0, 8)}`, `${ohio}/cd:4`)
    await monday()
    const ids = async (person: Person) =>
      (await person.call(listDistrictStances, { id: bill_id })).districts.map(
        ({ division }) => division.division_id,
      )
    // The nation is not in the list, because its numbers are the counts of the bill.
    expect(await ids(reader)).toEqual([third, ohio])
    expect(await ids(other)).toEqual([`${ohio}/cd:4`, ohio])
    expect((await districtOf(other, bill_id, `${ohio}/cd:4`))?.release).toMatchObject({
      withheld_reason: 'too_few',
    })
    const homeless = await app.member(`nowhere${bill_id.slice(0, 8)}`)
    expect(await homeless.call(listDistrictStances, { id: bill_id })).toMatchObject({
      districts: [],
      needsAddress: true,
    })
    expect(await app.visitor.refusal(listDistrictStances, { id: bill_id })).toBe('authentication_required')
    expect(await reader.refusal(listDistrictStances, { id: '00000000-0000-4000-8000-000000000000' })).toBe(
      'bill_not_found',
    )
  })

  test('members without an address that matches a state are counted apart', async () => {
    const { bill_id, reader } = await billWith([9, 6, 0, 0], third)
    await addStances(bill_id, [7, 7, 7, 10], null)
    await monday()
    expect(await reader.call(listDistrictStances, { id: bill_id })).toMatchObject({ unmatched_total: 31 })
  })

  // covers BEY-DISTRICT-07
  test('the residents come from the imported table with its year and source, and else from the average district', async () => {
    const { bill_id, reader } = await billWith([9, 6, 0, 0], third)
    expect((await districtOf(reader, bill_id))?.division).toMatchObject({
      residents: 761_000,
      is_average: true,
      residents_as_of: '2020-04-01',
    })
    expect((await districtOf(reader, bill_id, ohio))?.division.residents).toBeNull()
    const folder = await mkdtemp(join(tmpdir(), 'hurd-populations-'))
    const file = join(folder, 'populations.csv')
    await writeFile(
      file,
      `division,as_of,source,residents,adults
${third},2010-04-01,Invented census,700000,
${third},2020-04-01,Invented census,790123,600000
${ohio},2020-04-01,Invented census,11799448,
${third},soon,Invented census,5,
not-a-division,2020-04-01,Invented census,5,
${ohio},2020-04-01,Invented census,many,
${ohio},2021-04-01,Invented census,10,11
`,
    )
    const report = await importPopulations(app.pool, [file])
    expect(report).toMatchObject({ inserted: 3, updated: 0 })
    expect(report.refusals).toHaveLength(4)
    expect(await importPopulations(app.pool, [file])).toMatchObject({ inserted: 0, unchanged: 3 })
    await rm(folder, { recursive: true })
    expect((await districtOf(reader, bill_id))?.division).toMatchObject({
      residents: 790_123,
      is_average: false,
      residents_as_of: '2020-04-01',
      residents_source: 'Invented census',
    })
  })
})

// covers BEY-DISTRICT-06
test('the sentence before the numbers says how many took part, of how many, and that it is no poll', () => {
  const division = {
    division_id: third,
    name: "Ohio's 3rd congressional district",
    residents: 761_000,
    residents_as_of: '2020-04-01',
    residents_source: null,
    is_average: false,
  }
  expect(coverageText(division, 15)).toBe(
    "About 15 of the roughly 761,000 residents of Ohio's 3rd congressional district have taken a stance here. They chose to take part; nobody was selected. This is not a poll.",
  )
  expect(coverageText(division, 1_235)).toMatch(/^About 1,235 of/)
  const state = { ...division, division_id: ohio, name: 'Ohio', residents: 11_799_448 }
  expect(coverageText(state, 1_234)).toContain('1,234 of the roughly 11,800,000 residents of Ohio have')
  expect(coverageText({ ...state, residents: null }, 10)).toContain('10 of the residents of Ohio have')
  expect(withheldText('too_few', 'Ohio')).toContain('Fewer than 10 people from Ohio')
})

// covers BEY-DISTRICT-10
test('no text calls a number a sample, a margin of error or scientific', () => {
  const root = resolve(import.meta.dirname, '../..')
  const files = ['contract', 'web', 'server'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
      .map((name) => join(root, folder, name)),
  )
  expect(files.length).toBeGreaterThan(500)
  const claims = /margin of error|representative sample|scientific|statistically significant/i
  expect(files.filter((file) => claims.test(readFileSync(file, 'utf8')))).toEqual([])
})
