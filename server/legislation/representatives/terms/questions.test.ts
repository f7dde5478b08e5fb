import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { importPeople } from '#server/legislation/representatives/import.ts'
import { sourceFiles } from '#server/sources/files.ts'
import { peopleFilePattern, peopleRecords } from '#server/sources/people/peopleFiles.ts'
import { realRecords } from '#server/testing/realRecords.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

/* These tests ask of invented people and of real records "which office did this person have on that day?", on the days
   where mistakes happen: the first and the last day of each term, the days around them, and one in between. The expected
   answer is computed from the record. */

const shared = realRecords('representation')

type FederalTerm = {
  type: 'sen' | 'rep'
  start: string
  end: string
  state: string
  district?: number
  party: string
  how?: 'appointment' | 'special-election'
  'end-type'?: 'special-election'
  party_affiliations?: { start: string; end: string; party: string }[]
}
type Legislator = { id: { bioguide: string }; name: { official_full?: string }; terms: FederalTerm[] }
type Role = {
  type: string
  district: string
  start_date?: string
  end_date?: string
  end_reason?: string
  jurisdiction: string
}
type StatePerson = { id: string; name: string; roles: Role[] }

function legislator(number: number, official_full: string, ...terms: FederalTerm[]): Legislator {
  return { id: { bioguide: `Z00000${number}` }, name: { official_full }, terms }
}
/** `seat` is "TX 2" for a House member and "TX" for a senator. */
function termOf(seat: string, start: string, end: string, more: Partial<FederalTerm> = {}): FederalTerm {
  const [state = '', district] = seat.split(' ')
  const office = district ? ({ type: 'rep', district: Number(district) } as const) : { type: 'sen' as const }
  return { ...office, state, start, end, party: 'Democrat', ...more }
}
const inventedLegislators = [
  legislator(
    1,
    'Ada Alder, appointed and then elected to the rest of the term',
    termOf('OH', '2023-01-21', '2024-11-05', { how: 'appointment', 'end-type': 'special-election' }),
    termOf('OH', '2024-11-05', '2029-01-03', { how: 'special-election' }),
  ),
  legislator(
    2,
    'Ben Birch, whose district got another number',
    termOf('TX 2', '2021-01-03', '2023-01-03'),
    termOf('TX 35', '2023-01-03', '2025-01-03'),
    termOf('TX 35', '2025-01-03', '2027-01-03'),
  ),
  legislator(
    3,
    'Cleo Cedar, who left the House for the Senate a day before',
    termOf('CA 30', '2019-01-03', '2021-01-03'),
    termOf('CA 30', '2021-01-03', '2023-01-03'),
    termOf('CA 28', '2023-01-03', '2024-12-08'),
    termOf('CA', '2024-12-09', '2031-01-03'),
  ),
  legislator(
    4,
    'Dov Dogwood, who came back after a year',
    termOf('NY 3', '2019-01-03', '2021-01-03'),
    termOf('NY 3', '2021-01-03', '2023-01-03'),
    termOf('NY 3', '2024-02-28', '2025-01-03', { how: 'special-election' }),
  ),
  legislator(
    5,
    'Eve Elm, who changed parties',
    termOf('AZ', '2019-01-03', '2025-01-03', {
      party: 'Independent',
      party_affiliations: [
        { start: '2019-01-03', end: '2022-12-08', party: 'Democrat' },
        { start: '2022-12-09', end: '2025-01-03', party: 'Independent' },
      ],
    }),
  ),
  legislator(
    6,
    'Fay Fir, of a state with a single district',
    termOf('AK 0', '2022-09-13', '2023-01-03', { how: 'special-election' }),
    termOf('AK 0', '2023-01-03', '2025-01-03'),
  ),
]

function statePerson(number: number, name: string, ...roles: Role[]): StatePerson {
  return { id: `ocd-person/00000000-0000-4000-8000-00000000000${number}`, name, roles }
}
/** `seat` is like "tx lower 30". */
function roleOf(seat: string, dates: Pick<Role, 'start_date' | 'end_date' | 'end_reason'>): Role {
  const [state, type = '', ...district] = seat.split(' ')
  const jurisdiction = `ocd-jurisdiction/country:us/state:${state}/government`
  return { type, district: district.join(' '), jurisdiction, ...dates }
}
const inventedStatePeople = [
  statePerson(
    1,
    'Gus Gum, whose district got another number',
    roleOf('oh lower 14', { start_date: '2021-01-01', end_date: '2022-12-31' }),
    roleOf('oh lower 12', { start_date: '2019-01-01', end_date: '2020-12-31' }),
  ),
  statePerson(
    2,
    'Hal Hazel, of districts of an older map',
    roleOf('nh lower Grafton 99', { start_date: '2013-01-01', end_date: '2014-12-31' }),
    roleOf('nh lower Grafton 98', { start_date: '2011-01-01', end_date: '2012-12-31' }),
  ),
  statePerson(
    3,
    'Ida Ivy, who left a chamber on the first day in the other',
    roleOf('tx lower 30', {
      start_date: '2019-01-08',
      end_date: '2022-11-08',
      end_reason: 'Elected to the Senate (words that are left out)',
    }),
    roleOf('tx upper 12', { start_date: '2022-11-08' }),
  ),
  statePerson(
    4,
    'Jo Juniper, with a role that ends before it begins',
    roleOf('ca lower 33', { start_date: '2014-12-31', end_date: '2013-01-01' }),
    roleOf('ca lower 34', { start_date: '2013-01-01', end_date: '2014-12-31' }),
  ),
  statePerson(
    5,
    'Kit Kapok, since an unknown day',
    roleOf('ga lower 5', { end_date: '2016-12-31' }),
    roleOf('ga upper 39', { start_date: '2017-01-09', end_date: '2020-12-31' }),
  ),
]

/** What the tests ask about: files of people, and the least number of questions that their terms lead to. */
const samples = [
  {
    sample: 'invented people',
    isThere: true,
    congress: { people: () => inventedLegislators, file: () => fileOf(inventedLegislators), questions: 50 },
    states: { people: () => inventedStatePeople, file: () => fileOf(inventedStatePeople), questions: 30 },
  },
  {
    sample: 'real records (skipped without them)',
    isThere: existsSync(shared),
    congress: {
      people: () => recordsOf<Legislator>('federal_terms.jsonl.gz'),
      file: async () => `${shared}/federal_terms.jsonl.gz`,
      questions: 460,
    },
    states: {
      people: () => recordsOf<StatePerson>('state_roles.jsonl.gz'),
      file: async () => `${shared}/state_roles.jsonl.gz`,
      questions: 127,
    },
  },
]

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

function recordsOf<Record>(name: string): Record[] {
  const text = gunzipSync(readFileSync(`${shared}/${name}`)).toString('utf8')
  return text
    .trim()
    .split('\n')
    .map((line): Record => JSON.parse(line))
}

const day = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const sorted = (offices: string[]) => [...new Set(offices)].toSorted().join()

async function officesOn(rep_id: string, on: string) {
  return app.pool<{ office: string; party: string | null; division: string }[]>`
    select t.organization || ' ' || t.division as office, t.party, t.division
      from representative_terms t
     where t.rep_id = ${rep_id} and covers_day(t.valid_from, t.valid_to, ${on}::date)`
}

async function fileOf(people: readonly object[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hurd-questions-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'people.jsonl')
  await writeFile(file, people.map((person) => JSON.stringify(person)).join('\n'))
  return file
}

async function importFile(file: string) {
  return importPeople(app.pool, peopleRecords(await sourceFiles([file], peopleFilePattern), null))
}

describe.each(samples)('who represented this seat on that day: $sample', ({ isThere, congress, states }) => {
  // covers BEY-TERMS-03
  test.skipIf(!isThere)(
    'every question about members of Congress is answered correctly',
    async () => {
      const people = congress.people()
      expect(await importFile(await congress.file())).toMatchObject({ inserted: people.length, refused: 0 })
      let questionCount = 0
      const wrong: unknown[] = []
      for (const { id, terms } of people) {
        const days = terms.flatMap(({ start, end }) => [
          start,
          day(start, -1),
          day(start, 200),
          day(end, -1),
          end,
        ])
        for (const on of new Set(days)) {
          const term = terms.find(({ start, end }) => start <= on && on < end)
          const house = term?.district === 0 ? 'at-large' : String(term?.district)
          const expected = term && (term.type === 'sen' ? 'us/senate' : `us/house/cd:${house}`)
          const offices = await officesOn(id.bioguide, on)
          const actual = offices.map(({ office }) => office.replace(/ .*?(\/cd:.*)?$/, '$1'))
          questionCount += 1
          if (JSON.stringify(actual) !== JSON.stringify(expected ? [expected] : [])) {
            wrong.push({ id: id.bioguide, on, expected, actual })
          }
        }
      }
      expect(wrong).toEqual([])
      expect(questionCount).toBeGreaterThan(congress.questions)
    },
    120_000,
  )

  // covers BEY-TERMS-03
  test.skipIf(!isThere)(
    'every question about state legislators is answered correctly',
    async () => {
      const people = states.people()
      expect(await importFile(await states.file())).toMatchObject({ inserted: people.length, refused: 0 })
      let questionCount = 0
      const wrong: unknown[] = []
      for (const { id, roles } of people) {
        const real = roles.filter(({ start_date = '', end_date = '9999' }) => start_date <= end_date)
        const starts = new Set(real.flatMap(({ start_date }) => start_date ?? []))
        // If the last day of a role is the first day of the next one, the role ended the day before.
        const lastDay = ({ start_date, end_date }: Role) =>
          end_date && starts.has(end_date) && start_date !== end_date ? day(end_date, -1) : end_date
        const days = real.flatMap((role) => {
          const last = lastDay(role)
          const { start_date } = role
          return [
            ...(start_date ? [start_date, day(start_date, -1), day(start_date, 100)] : []),
            ...(last ? [last, day(last, 1)] : []),
          ]
        })
        for (const on of new Set(days)) {
          const expected = real
            .filter((role) => (role.start_date ?? '') <= on && on <= (lastDay(role) ?? '9999'))
            .map(({ type, district }) => `${type} ${district.toLowerCase().replace(/[^a-z0-9~._-]/g, '_')}`)
          const offices = await officesOn(id, on)
          const actual = offices.map(({ office }) => office.replace(/^..\/(\w+) .*:(.*)$/, '$1 $2'))
          questionCount += 1
          if (sorted(actual) !== sorted(expected)) wrong.push({ id, on, expected, actual })
        }
      }
      expect(wrong).toEqual([])
      expect(questionCount).toBeGreaterThan(states.questions)
    },
    120_000,
  )

  // covers BEY-TERMS-06
  test.skipIf(!isThere)('the source’s own words for a reason are not stored', async () => {
    const reasons = await app.pool<{ reason: string }[]>`
      select distinct unnest(array[start_reason, end_reason]) as reason from representative_terms`
    const known = new Set([
      'election',
      'special_election',
      'appointment',
      'unknown',
      'term_ended',
      'other_office',
    ])
    const stored = reasons.flatMap(({ reason }) => reason ?? [])
    expect(stored).toEqual(expect.arrayContaining(['appointment', 'special_election', 'other_office']))
    expect(stored.filter((reason) => !known.has(reason))).toEqual([])
    const text = JSON.stringify(await app.pool`select * from representative_terms`)
    expect(text).not.toContain('left out')
  })
})
