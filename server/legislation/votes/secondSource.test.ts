import { afterAll, beforeAll, expect, test } from 'vitest'
import { importBills } from '#server/legislation/bills/import/import.ts'
import { reading } from '#server/sources/files.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

async function importRecord(record: object, format: 'openstates' | 'legiscan') {
  async function* records() {
    yield reading('bills.jsonl', 'line 1', record, format)
  }
  return importBills(app.pool, records())
}

test('a second source adds no copies of the votes of a chamber whose votes cannot be matched', async () => {
  const vermont = {
    id: 'ocd-bill/00000000-0000-0000-0000-000000009107',
    identifier: 'HB 9107',
    session: '2025-2026',
    title: 'Lanterns',
    jurisdiction: {
      id: 'ocd-jurisdiction/country:us/state:vt/government',
      classification: 'state',
      name: 'Vermont',
    },
    from_organization: { classification: 'lower', name: 'House' },
    classification: ['bill'],
    first_action_date: '2025-02-01',
    latest_action_date: '2025-02-01',
    actions: [{ date: '2025-02-01', description: 'introduced', order: 0, classification: ['introduction'] }],
    votes: [
      {
        motion_text: 'Third Reading',
        start_date: '2025-03-04',
        organization: { classification: 'lower' },
        result: 'pass',
        counts: [
          { option: 'yes', value: 1 },
          { option: 'no', value: 1 },
        ],
        votes: [
          { option: 'yes', voter_name: 'Ash' },
          { option: 'no', voter_name: 'Elm' },
        ],
      },
    ],
  }
  const rollCall = {
    roll_call_id: 9107,
    date: '2025-03-04',
    desc: 'House: Third Consideration',
    yea: 1,
    nay: 1,
    nv: 0,
    absent: 0,
    passed: 1,
    chamber: 'H',
  }
  const second = {
    bill: {
      bill_id: 91070,
      state: 'VT',
      bill_number: 'HB9107',
      title: 'Lanterns',
      session: { year_start: 2025, year_end: 2026, special: 0 },
      history: [{ date: '2025-02-01', action: 'introduced', chamber: 'H' }],
      votes: [rollCall, { ...rollCall, roll_call_id: 9108, chamber: 'S' }],
    },
  }
  await importRecord(vermont, 'openstates')
  const [{ source_id } = { source_id: '' }] = await app.pool<{ source_id: string }[]>`
    select source_id from bills where bill_code = 'HB 9107'`
  const report = await importRecord(second, 'legiscan')
  expect(report).toMatchObject({
    unchanged: 1,
    votes: {
      inserted: 1,
      refusals: [
        {
          reason:
            "Open States already reports votes of this chamber on the bill, and this one can't be matched with them.",
        },
      ],
    },
  })
  const votes =
    await app.pool`select from vote_events join bills using (bill_id) where source_id = ${source_id}`
  expect(votes).toHaveLength(2)
  // The votes of the second source stay up to date, and so do those of the first.
  expect(await importRecord(second, 'legiscan')).toMatchObject({ votes: { unchanged: 1, refused: 1 } })
  expect(await importRecord(vermont, 'openstates')).toMatchObject({ votes: { unchanged: 1, refused: 0 } })
})
