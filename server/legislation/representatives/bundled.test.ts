import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sourceFiles } from '#server/sources/files.ts'
import { peopleFilePattern, peopleRecords } from '#server/sources/people/peopleFiles.ts'
import { realRecords } from '#server/testing/realRecords.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { seedRepresentatives } from './bundled.ts'
import { importPeople } from './import.ts'

// The public rosters, if they are available.
const shared = realRecords()
const hasShared = existsSync(shared)

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())
beforeEach(() => app.pool`truncate representatives cascade`)

async function run(...paths: string[]) {
  return importPeople(app.pool, peopleRecords(await sourceFiles(paths, peopleFilePattern), null))
}

async function everything() {
  return [
    await app.pool`select * from representatives order by rep_id`,
    await app.pool`select * from representative_terms order by term_id`,
  ]
}

describe('the bundled table', () => {
  test('contains Congress, governors, legislators, mayors and the council of New York City, each with a division, and importing it again changes nothing', async () => {
    expect(await seedRepresentatives(app.pool)).toBe(6503)
    const first = await everything()
    expect(await seedRepresentatives(app.pool)).toBe(6503)
    expect(await everything()).toEqual(first)

    const seats = await app.pool<{ organization: string; seats: number; states: number }[]>`
      select case when organization like '%/mayor' then 'mayor' else regexp_replace(organization, '^[a-z]{2}/', '') end as organization,
             count(*) as seats, count(distinct substring(division from 'us/[a-z]+:([a-z]{2})')) as states
        from representative_terms group by 1 order by 1`
    expect(seats).toMatchObject([
      { organization: 'governor' },
      { organization: 'house', seats: 437, states: 56 },
      { organization: 'legislature', states: 2 },
      { organization: 'lower', states: 38 },
      { organization: 'mayor' },
      // 51 members and 57 former ones.
      { organization: 'place:new_york/council', seats: 108 },
      { organization: 'place:new_york/public_advocate', seats: 1 },
      { organization: 'senate', seats: 100, states: 50 },
      { organization: 'upper', states: 38 },
    ])
    const unreachable = await app.pool`
      select from representative_terms
       where coalesce(office_phone, email, contact_form_url) is null and covers_day(valid_from, valid_to, '2026-08-05')`
    expect(unreachable.length).toBeLessThan(60)
    const notice = await readFile(new URL('../../../db/seed/NOTICE.md', import.meta.url), 'utf8')
    expect(notice).toContain('people.txt')
  })

  test.skipIf(!hasShared)(
    'agrees with the public rosters: importing them changes no current term',
    async () => {
      await seedRepresentatives(app.pool)
      // The bundled table lacks the class of a senator, how a term began, and state officers other than governors. It
      // has only one of the two parties of the member who changed parties.
      const terms = () =>
        app.pool`
        select rep_id, organization, title, division, district, party, office_phone, email, contact_form_url,
               valid_from, valid_to
          from representative_terms
         where organization ~ '^[a-z]{2}/(upper|lower|legislature|governor|house|senate)$|/(mayor|council|public_advocate)$' and rep_id <> 'K000401'
           and covers_day(valid_from, valid_to, '2026-08-05')
         order by rep_id, organization, division, valid_from`
      const before = await terms()
      const federal = await run(`${shared}/federal_legislators/legislators-current.yaml`)
      expect(federal).toMatchObject({ inserted: 0, refused: 0, retired: 0 })
      const state = await run(`${shared}/state_people/people.jsonl.gz`)
      expect(state).toMatchObject({ refused: 0, retired: 0 })
      const council = await run(`${shared}/local_bills/nyc/people_active.jsonl.gz`)
      expect(council).toMatchObject({ inserted: 0, updated: 0, unchanged: 52, refused: 0, retired: 0 })
      expect(await terms()).toEqual(before)
    },
    90_000,
  )
})

describe.skipIf(!hasShared)('the public rosters', () => {
  test('import completely, fill all districts of New York’s council, and importing them again changes nothing', async () => {
    const paths = [
      `${shared}/federal_legislators/legislators-current.yaml`,
      `${shared}/state_people/yaml`,
      `${shared}/local_bills/nyc/people_active.jsonl.gz`,
    ]
    expect(await run(...paths)).toMatchObject({ inserted: 537 + 6229 + 52, refused: 0 })
    const before = await everything()
    expect(await run(...paths)).toMatchObject({ unchanged: 537 + 6229 + 52, updated: 0, retired: 0 })
    expect(await everything()).toEqual(before)
    const [council] = await app.pool`
      select count(distinct division) as districts from representative_terms where organization = 'ny/place:new_york/council'`
    expect(council).toEqual({ districts: 51 })
  }, 90_000)
})
