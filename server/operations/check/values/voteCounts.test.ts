import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findProblems, type Problem, repairDerivedCounts } from '#server/operations/check/derivedCounts.ts'
import { checkInSlices } from '#server/operations/check/slices.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { voteCounts } from './voteCounts.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
  const { bill_id } = await app.bill('Bill with a roll call')
  const [event] = await app.pool<{ vote_event_id: string }[]>`
    insert into vote_events (vote_key, bill_id, organization, legislative_session, voted_on, motion_text, motion_classification,
                             direction, counts_for_agreement, yes_count, no_count, is_complete, source_name, content_hash)
    values ('us/119/h/1/2025', ${bill_id}, 'us/house', '119', '2025-03-04', 'On Passage', 'passage', 'for', true, 1, 1, false,
            'House Clerk', sha256('roll'))
    returning vote_event_id`
  await app.representative('A1', { rep_name: 'Ash' })
  // A second key, so that a slice of representatives ends before the last one.
  await app.representative('H000601', { rep_name: 'Hazel' })
  await app.pool`
    insert into person_votes (vote_event_id, position, option, voter_name, voted_on, rep_id)
    values (${event!.vote_event_id}, 1, 'yes', 'Ash', '2025-03-04', 'A1'),
           (${event!.vote_event_id}, 2, 'no', 'Birch', '2025-03-04', null)`
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.pool`update vote_events set motion_classification = 'passage', counts_for_agreement = true`
  await app.pool.begin(repairDerivedCounts)
})

const faults: { plant: (db: Db) => PromiseLike<unknown>; what: string }[] = [
  {
    plant: (db) => db`update vote_events set listed_count = 7`,
    what: "a vote event's number of listed voters and whether its roll is complete",
  },
  {
    plant: (db) => db`update person_votes set voted_on = '2025-03-05' where position = 2`,
    what: "the day of a person's vote",
  },
  {
    plant: (db) => db`update vote_events set motion_classification = 'cloture'`,
    what: 'whether a vote counts as a decision on the bill',
  },
  { plant: (db) => db`delete from bill_last_votes`, what: "a chamber's last vote on a bill" },
  {
    plant: (db) => db`update attendance_by_year set voted = voted + 1`,
    what: 'how often a representative voted in a year',
  },
]

test.each(faults)('hurd check finds and repairs $what', async ({ plant, what }) => {
  expect(await findProblems(app.pool)).toEqual([])
  await app.pool.begin(plant)
  const found: Problem[] = []
  const { problems: left } = await checkInSlices(app.pool, {
    repair: true,
    keysPerSlice: 1,
    onProblem: (problem) => found.push(problem),
  })
  expect(left).toEqual([])
  expect(found.map((problem) => problem.what)).toContain(what)
  expect(await findProblems(app.pool)).toEqual([])
})

test('every derived value of roll calls has a planted fault', () => {
  expect(faults.map(({ what }) => what)).toEqual(voteCounts.map(({ what }) => what))
})
