import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importPeople } from '#server/legislation/representatives/import.ts'
import { sourceFiles } from '#server/sources/files.ts'
import { peopleFilePattern, peopleRecords } from '#server/sources/people/peopleFiles.ts'
import { realRecords } from '#server/testing/realRecords.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

/* These tests ask of real records "which office did this person have on that day?", on the days where mistakes
   happen: the first and the last day of each term, the days around them, and one in between. The expected answer is
   computed from the record. */

const shared = realRecords('representation')

type FederalTerm = {
  type: 'sen' | 'rep'
  start: string
  end: string
  state: string
  district?: number
  party: string
  party_affiliations?: { start: string; end: string; party: string }[]
}
type Legislator = { id: { bioguide: string }; terms: FederalTerm[] }
type Role = { type: string; district: string; start_date?: string; end_date?: string; jurisdiction: string }
type StatePerson = { id: string; roles: Role[] }

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

async function importFile(name: string) {
  return importPeople(
    app.pool,
    peopleRecords(await sourceFiles([`${shared}/${name}`], peopleFilePattern), null),
  )
}

describe.skipIf(!existsSync(shared))('who represented this seat on that day', () => {
  // covers BEY-TERMS-03
  test('at least 460 questions about members of Congress are answered correctly', async () => {
    const people = recordsOf<Legislator>('federal_terms.jsonl.gz')
    expect(await importFile('federal_terms.jsonl.gz')).toMatchObject({ inserted: people.length, refused: 0 })
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
    expect(questionCount).toBeGreaterThan(460)
  }, 120_000)

  // covers BEY-TERMS-03
  test('at least 127 questions about state legislators are answered correctly', async () => {
    const people = recordsOf<StatePerson>('state_roles.jsonl.gz')
    expect(await importFile('state_roles.jsonl.gz')).toMatchObject({ inserted: people.length, refused: 0 })
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
    expect(questionCount).toBeGreaterThan(127)
  }, 120_000)

  // covers BEY-TERMS-06
  test('the source’s own words for a reason are not stored', async () => {
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
    expect(reasons.flatMap(({ reason }) => reason ?? []).filter((reason) => !known.has(reason))).toEqual([])
    const text = JSON.stringify(await app.pool`select * from representative_terms`)
    expect(text).not.toContain('left out')
  })
})
