import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedRepresentatives } from '#server/legislation/representatives/bundled.ts'
import { importPeople } from '#server/legislation/representatives/import.ts'
import { sourceFiles } from '#server/sources/files.ts'
import { peopleFilePattern, peopleRecords } from '#server/sources/people/peopleFiles.ts'
import { voteFilePattern, voteRecords } from '#server/sources/votes/voteFiles.ts'
import { realRecords } from '#server/testing/realRecords.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { importVotes } from './import.ts'

const records = realRecords()
const isMissing = !existsSync(`${records}/votes`)

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
  if (isMissing) return
  await seedRepresentatives(app.pool)
  // One of the tests below imports the council of New York City after its votes.
  await app.pool`delete from representative_terms where rep_id like 'nyc-%'`
  await app.pool`delete from representatives where rep_id like 'nyc-%'`
  const rosters = ['state_people/people.jsonl.gz', 'federal_legislators/legislators-current.yaml']
  const files = await sourceFiles(
    rosters.map((path) => `${records}/${path}`),
    peopleFilePattern,
  )
  await importPeople(app.pool, peopleRecords(files, null))
}, 180_000)
afterAll(() => app.close())

async function importFiles(path: string) {
  const files = await sourceFiles([`${records}/votes/${path}`], voteFilePattern)
  return importVotes(app.pool, voteRecords(files, null))
}

async function linkedIn(place: string, since = '2025-01-10'): Promise<number> {
  const [row] = await app.pool<{ share: number }[]>`
    select (count(rep_id)::float8 / count(*)) as share
      from person_votes join vote_events using (vote_event_id)
     where split_part(organization, '/', 1) = ${place} and vote_events.voted_on > ${since}`
  return row!.share
}

describe.skipIf(isMissing)('real roll calls (skipped without the folder of records)', () => {
  // covers BEY-VOTES-01 BEY-VOTES-05 BEY-VOTES-08
  test('roll calls of Congress are imported from two formats without repeats, and their voters are linked', async () => {
    const first = await importFiles('federal/votes.jsonl.gz')
    expect(first).toMatchObject({ inserted: 81, refused: 0, incomplete: 0 })
    const official = await importFiles('federal/official_xml_constructed')
    // The JSON records say when they were last changed, and the official ones do not.
    expect(official).toMatchObject({ inserted: 0, updated: 0, unchanged: 20, refused: 0, merged: 20 })
    expect(await importFiles('federal/votes.jsonl.gz')).toMatchObject({
      unchanged: 81,
      updated: 0,
      inserted: 0,
    })
    expect(await linkedIn('us')).toBeGreaterThan(0.98)
    const ties = await app.pool`
      select yes_count, no_count, listed_count from vote_events where vice_president_vote is not null`
    expect(ties.length).toBeGreaterThan(2)
    for (const { yes_count, no_count } of ties) expect(yes_count).toBe(no_count)
  })

  // covers BEY-VOTES-07 BEY-VOTES-29
  test('votes of nine states are imported, and voters with a full name or a last name are linked', async () => {
    expect(await importFiles('state/vote_events.jsonl.gz')).toMatchObject({ inserted: 99, refused: 0 })
    for (const [state, least] of [
      ['ca', 0.99],
      ['wa', 0.99],
      ['mi', 0.97],
      ['ne', 0.975],
      ['oh', 0.97],
      ['az', 0.97],
      ['il', 0.95],
      ['wy', 0.94],
    ] as const) {
      expect(await linkedIn(state), state).toBeGreaterThanOrEqual(least)
    }
  })

  // covers BEY-VOTES-09
  test('the votes of Michigan in LegiScan are merged with the same votes in Open States', async () => {
    const report = await importFiles('legiscan_mi_2025-2026')
    expect(report).toMatchObject({
      inserted: 97,
      updated: 2,
      refused: 0,
      merged: 2,
      unlinked: 0,
      incomplete: 0,
    })
    const twice = await app.pool`
      select organization, bill_source_id, voted_on, yes_count, no_count, number
        from vote_events where organization like 'mi/%' and number is not null
       group by 1, 2, 3, 4, 5, 6 having count(*) > 1`
    expect(twice).toEqual([])
  })

  // covers BEY-VOTES-07
  test('votes of New York City are the same from its files and from the Web API', async () => {
    expect(await importFiles('local/nyc_matters_with_votes.jsonl.gz')).toMatchObject({
      inserted: 46,
      refused: 0,
    })
    expect(await importFiles('local')).toMatchObject({ inserted: 0, updated: 0, unchanged: 92 })
  })

  // covers BEY-VOTES-29
  test('the roster of New York City, imported after its votes, links the members who are in office', async () => {
    expect(await linkedIn('ny')).toBe(0)
    const files = await sourceFiles([`${records}/local_bills/nyc/people_active.jsonl.gz`], peopleFilePattern)
    expect(await importPeople(app.pool, peopleRecords(files, null))).toMatchObject({
      inserted: 52,
      refused: 0,
      linked: 1111,
    })
    // The roster contains nobody who left office before 2026.
    expect(await linkedIn('ny', '2026-01-01')).toBe(1)
    expect(await linkedIn('ny', '2023-01-01')).toBeGreaterThan(0.8)
  })

  // covers BEY-VOTES-29
  test('at least 95% of the voters with an id or a full name are linked', async () => {
    const [row] = await app.pool<{ share: number; voters: number }[]>`
      select count(rep_id)::float8 / count(*) as share, count(*)::int as voters
        from person_votes v join vote_events e using (vote_event_id)
       where (v.source_person_id is not null or v.voter_name ~ '[a-z]{2} +[A-Z][a-z]')
         and e.voted_on > case when e.organization like 'ny/%' then date '2025-12-31' else date '2025-01-10' end`
    expect(row!.voters).toBeGreaterThan(10_000)
    expect(row!.share).toBeGreaterThan(0.95)
  })
})
