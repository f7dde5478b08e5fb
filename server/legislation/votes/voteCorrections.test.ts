import { afterAll, beforeAll, expect, test } from 'vitest'
import { importBills } from '#server/legislation/bills/import/import.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { reading } from '#server/sources/files.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

const today = new Date().toISOString().slice(0, 10)
const passage = (yes: number, id = 'first') => ({
  id,
  motion_text: 'Third Reading',
  start_date: today,
  organization: { classification: 'lower' },
  result: yes > 1 ? 'pass' : 'fail',
  counts: [
    { option: 'yes', value: yes },
    { option: 'no', value: 1 },
  ],
  votes: [],
})

async function importBill(identifier: string, votes: readonly { id: string }[]) {
  const record = {
    identifier,
    title: 'Lanterns',
    session: '2025-2026',
    jurisdiction: { id: 'ocd-jurisdiction/country:us/state:mi/government', name: 'Michigan' },
    from_organization: { classification: 'lower', name: 'House' },
    classification: ['bill'],
    actions: [
      { date: '2025-02-01', description: 'introduced', order: 0, classification: ['introduction'] },
      {
        date: today,
        description: 'Third Reading',
        order: 1,
        classification: [],
        organization: { classification: 'lower', name: 'House' },
      },
    ],
    votes: votes.map((vote) => ({ ...vote, id: `${identifier.slice(3)}-${vote.id}` })),
  }
  async function* records() {
    yield reading('bills.jsonl', 'line 1', record, 'openstates')
  }
  const { votes: report } = await importBills(app.pool, records())
  return report
}

async function updatesOf(key: string) {
  const rows = await app.pool<{ update_type: string; summary: string; is_alertable: boolean }[]>`
    select update_type, bill_updates.summary, is_alertable from bill_updates join bills using (bill_id)
     where source_id = ${`mi/2025-2026/${key}`} and update_type in ('vote', 'correction') order by update_id`
  return rows.map(({ update_type, summary, is_alertable }) => [update_type, summary, is_alertable])
}

const reported = ['vote', 'Vote: Third Reading. Passed 3 to 1.', true]

// covers BEY-VOTES-08 BEY-ALERTS-04
test('a vote whose source corrects its counts is corrected for those who were alerted, once', async () => {
  await importBill('HB 9301', [])
  await importBill('HB 9301', [passage(3)])
  for (let round = 0; round < 2; round += 1) await importBill('HB 9301', [passage(2)])
  expect(await updatesOf('hb9301')).toEqual([
    reported,
    [
      'correction',
      'Correction: the source now lists the vote as: Passed 2 to 1. Hurd reported before: “Vote: Third Reading. Passed 3 to 1.”',
      true,
    ],
  ])
  expect(await importBill('HB 9301', [passage(0)])).toMatchObject({ updated: 1 })
  const updates = await updatesOf('hb9301')
  expect(updates).toHaveLength(3)
  expect(updates[2]?.[1]).toContain('the source now lists the vote as: Failed 0 to 1.')
})

// covers BEY-ALERTS-04
test('counts that change back and forth are corrected each time', async () => {
  await importBill('HB 9304', [])
  await importBill('HB 9304', [passage(3)])
  // oxlint-disable-next-line no-await-in-loop -- one correction after the other
  for (const yes of [2, 2, 3, 2]) await importBill('HB 9304', [passage(yes)])
  const corrections = (await updatesOf('hb9304')).slice(1)
  expect(corrections.map(([, summary]) => /Passed (\d) to 1/.exec(String(summary))?.[1])).toEqual([
    '2',
    '3',
    '2',
  ])
  expect(corrections[1]?.[1]).toContain('Hurd reported before: “Passed 2 to 1.”')
})

// covers BEY-VOTES-08 BEY-ALERTS-01
test('a new vote that one import lists twice is announced once, with the last counts', async () => {
  await importBill('HB 9305', [])
  await importBill('HB 9305', [passage(2), passage(3)])
  expect(await updatesOf('hb9305')).toEqual([reported])
})

test('a vote that its bill’s record no longer lists disappears, and the update about it is corrected', async () => {
  const other = { ...passage(4, 'second'), motion_text: 'Motion to adjourn' }
  await importBill('HB 9302', [])
  await importBill('HB 9302', [passage(3), other])
  const unread = { ...passage(3), start_date: null }
  // A record without votes, or with a vote that cannot be read, deletes no vote.
  await importBill('HB 9302', [])
  await importBill('HB 9302', [other, unread])
  expect((await updatesOf('hb9302')).map(([type]) => type)).toEqual(['vote', 'vote'])

  await importBill('HB 9302', [other])
  const updates = await updatesOf('hb9302')
  expect(updates[2]).toEqual([
    'correction',
    'Correction: the source no longer lists this vote. Hurd reported before: “Vote: Third Reading. Passed 3 to 1.”',
    true,
  ])
  const left = await app.pool<{ motion_text: string }[]>`
    select motion_text from vote_events where bill_source_id = 'mi/2025-2026/hb9302'`
  expect(left).toEqual([{ motion_text: 'Motion to adjourn' }])
  expect(await findProblems(app.pool)).toEqual([])
})

test('a vote that another source reports too stays', async () => {
  const other = { ...passage(4, 'second'), motion_text: 'Motion to adjourn' }
  await importBill('HB 9303', [passage(3), other])
  await app.pool`
    insert into vote_sources (source_name, source_id, vote_event_id, content_hash, listed_count, is_complete, is_shown)
    select 'LegiScan', '9303', vote_event_id, content_hash, 0, false, false from vote_events
     where bill_source_id = 'mi/2025-2026/hb9303' and motion_text = 'Third Reading'`
  await importBill('HB 9303', [other])
  const left = await app.pool`select from vote_events where bill_source_id = 'mi/2025-2026/hb9303'`
  expect(left).toHaveLength(2)
})
