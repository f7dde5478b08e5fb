import { afterAll, beforeAll, expect, test } from 'vitest'
import { importPeople } from '#server/legislation/representatives/import.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { readHurdPerson } from '#server/sources/people/hurdPeople.ts'
import { readHurdVote } from '#server/sources/votes/hurdVotes.ts'
import type { ImportedVote } from '#server/sources/votes/importedVote.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { importVotes } from './import.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

async function save(...votes: ImportedVote[]) {
  async function* readings() {
    for (const imported of votes) yield { file: 'votes.jsonl', record: 'line 1', imported }
  }
  return importVotes(app.pool, readings())
}

async function rollOf(vote_key: string) {
  const rows = await app.pool<{ voter_name: string; rep_id: string | null }[]>`
    select voter_name, rep_id from person_votes join vote_events using (vote_event_id)
     where vote_key = ${vote_key} order by position`
  return rows.map(({ voter_name, rep_id }) => [voter_name, rep_id])
}

async function* people(rep_id: string, rep_name: string, organization: string) {
  yield {
    file: 'people.jsonl',
    record: 'line 1',
    imported: readHurdPerson({
      rep_id,
      rep_name,
      source_name: 'Test',
      organization,
      title: 'State Representative',
      government_level: 'state',
      division: 'ocd-division/country:us/state:wy/sldl:1',
    }),
  }
}

// covers BEY-VOTES-29
test('a roster that is imported after the votes links the voters of its chamber, and of no other', async () => {
  const organizations = ['wy/lower', 'mt/lower']
  await save(
    ...organizations.map((organization) =>
      readHurdVote({
        vote_key: `${organization} early`,
        organization,
        session: '2025',
        date: '2025-03-04',
        motion: 'Third Reading',
        votes: { yes: ['|Rowan', '|Sage'] },
      }),
    ),
  )
  expect(await importPeople(app.pool, people('ocd-person/rowan', 'Rae Rowan', 'wy/lower'))).toMatchObject({
    inserted: 1,
    linked: 1,
  })
  expect(await rollOf('wy/lower early')).toEqual([
    ['Rowan', 'ocd-person/rowan'],
    ['Sage', null],
  ])
  expect(await rollOf('mt/lower early')).toEqual([
    ['Rowan', null],
    ['Sage', null],
  ])
  expect(await importPeople(app.pool, people('ocd-person/rowan', 'Rae Rowan', 'wy/lower'))).toMatchObject({
    unchanged: 1,
    linked: 0,
  })
  expect(await app.pool`select * from attendance_by_year`).toEqual([
    { rep_id: 'ocd-person/rowan', year: 2025, listed: 1, voted: 1 },
  ])
  expect(await findProblems(app.pool)).toEqual([])
})

test('voters are linked in transactions of 200 votes so that the roster of a large chamber does not hold up an import of votes', async () => {
  const days = Array.from({ length: 201 }, (_, index) => index)
  await save(
    ...days.map((day) =>
      readHurdVote({
        vote_key: `id/lower ${day}`,
        organization: 'id/lower',
        session: '2025',
        date: new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10),
        motion: 'Third Reading',
        votes: { yes: ['|Thorn'] },
      }),
    ),
  )
  // Another transaction has locked the oldest vote, which is alone in the second batch.
  const imported = await app.pool.begin(async (blocking) => {
    await blocking`
      select from person_votes join vote_events using (vote_event_id) where vote_key = 'id/lower 0' for update of person_votes`
    const result = importPeople(app.pool, people('ocd-person/thorn', 'Tia Thorn', 'id/lower'))
    await expect
      .poll(async () => (await rollOf('id/lower 200'))[0], { timeout: 20_000 })
      .toEqual(['Thorn', 'ocd-person/thorn'])
    return { result }
  })
  expect(await imported.result).toMatchObject({ inserted: 1, linked: 201 })
})
