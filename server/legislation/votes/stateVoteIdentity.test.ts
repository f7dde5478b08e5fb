import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBill } from '#contract/bills/bills.ts'
import { listBillVotes } from '#contract/votes/votes.ts'
import { openVoteFiles, type VoteFiles } from '#server/testing/setups/records/voteFiles.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let files: VoteFiles
let ana: Person
beforeAll(async () => {
  app = await startTestServer()
  ana = await app.member('ana')
  files = await openVoteFiles(app)
})
afterAll(async () => {
  await app.close()
  await files.remove()
})

type Fields = Record<string, unknown>

async function idsOf(bill: string) {
  return app.pool`select vote_event_id from vote_events where bill_source_id = ${bill} order by insert_order`
}

async function listed(code: string) {
  const { bill_id } = await ana.call(findBill, { address: `/hi/2026/${code}` })
  return ana.call(listBillVotes, { id: bill_id })
}

describe('votes of a state without an id', () => {
  const state = 'ocd-jurisdiction/country:us/state:hi/government'
  const bill = {
    legislative_session: '2026',
    identifier: 'HB 8701',
    title: 'Relating to lantern safety.',
    from_organization: '~{"classification": "lower"}',
    actions: [
      { description: 'Introduced.', date: '2026-01-21', organization_id: '~{"classification": "lower"}' },
    ],
    jurisdiction: { id: state },
  }
  const vote = (yes: number, no: number, more: Fields = {}) => ({
    identifier: '',
    motion_text: 'PASSED, WITH AMENDMENTS',
    start_date: '2026-03-19',
    result: 'pass',
    organization: '~{"classification": "lower"}',
    legislative_session: '2026',
    bill_identifier: 'HB 8701',
    votes: [],
    counts: [
      { option: 'yes', value: yes },
      { option: 'no', value: no },
    ],
    jurisdiction: { id: state },
    ...more,
  })
  const three = [vote(10, 0), vote(7, 3), vote(44, 5)]

  // covers HURD-IDENTITY-03 BEY-VOTES-08
  test('several votes with the same words on one day are all kept in the order of the source', async () => {
    await files.importBillText('bill.jsonl', JSON.stringify(bill))
    expect(await files.importLines(three)).toMatchObject({ inserted: 3, refused: 0 })
    for (const records of [three, three.toReversed(), three.slice(1), [three[2]!]]) {
      // oxlint-disable-next-line no-await-in-loop -- each import sees what the earlier ones stored
      expect(await files.importLines(records)).toMatchObject({
        inserted: 0,
        updated: 0,
        unchanged: records.length,
      })
    }
    // The newest is first, and the last vote of a day is its newest.
    const { vote_events, pagination } = await listed('hb-8701')
    expect(vote_events.map(({ counts }) => counts?.yes)).toEqual([44, 7, 10])
    expect(pagination).toEqual({ limit: 50, offset: 0, total: 3, has_more: false })
  })

  // covers HURD-IDENTITY-03
  test('votes that come in separate imports, or are alike in their counts too, are all kept', async () => {
    const more = { bill_identifier: 'HB 8702' }
    expect(await files.importLines([vote(10, 0, more)])).toMatchObject({ inserted: 1 })
    expect(await files.importLines([vote(30, 4, more)])).toMatchObject({ inserted: 1 })
    const alike = [vote(10, 0, more), vote(10, 0, more)]
    expect(await files.importLines(alike)).toMatchObject({ inserted: 1, unchanged: 1 })
    expect(await files.importLines(alike)).toMatchObject({ inserted: 0, unchanged: 2 })
  })

  // covers HURD-IDENTITY-03 BEY-VOTES-08
  test('a corrected vote keeps its id', async () => {
    const more = { bill_identifier: 'HB 8703' }
    await files.importLines([vote(40, 8, more), vote(20, 30, more)])
    const before = await idsOf('hi/2026/hb8703')
    expect(await files.importLines([vote(40, 8, more), vote(21, 29, more)])).toMatchObject({
      inserted: 0,
      updated: 1,
      unchanged: 1,
    })
    expect(await idsOf('hi/2026/hb8703')).toEqual(before)
  })

  // covers HURD-IDENTITY-03
  test('the votes that a bill’s own record lists are kept apart too', async () => {
    const more = { bill_identifier: 'HB 8704' }
    const record = {
      ...bill,
      identifier: 'HB 8704',
      votes: [vote(10, 0, more), vote(7, 3, more), vote(44, 5, more)],
    }
    const first = await files.importBillText('bill.jsonl', JSON.stringify(record))
    expect(first.votes).toMatchObject({ inserted: 3, refused: 0 })
    const again = await files.importBillText('bill.jsonl', JSON.stringify(record))
    expect(again.votes).toMatchObject({ inserted: 0, updated: 0, unchanged: 3 })
    const fewer = await files.importBillText(
      'bill.jsonl',
      JSON.stringify({ ...record, votes: record.votes.slice(1) }),
    )
    expect(fewer.votes).toMatchObject({ unchanged: 2 })
    expect(await files.keysLike('hi/lower/2026/hb8704/%')).toHaveLength(2)
  })

  // covers HURD-IDENTITY-04
  test('words of the record that stand among the voters are not people and are not counted', async () => {
    const names = [
      'Ash',
      'Birch',
      'Certification',
      'Total',
      'TOTALS: 3',
      'Absent',
      'Presiding',
      'Vacant',
      'Not voting',
      'Vacancy, District 5',
      'Yeas',
      '---',
      'Certified by the Clerk',
      'Total Yeas',
      'Members Absent',
      'Excused',
    ]
    const more = {
      bill_identifier: 'HB 8705',
      votes: names.map((voter_name) => ({ option: 'yes', voter_name })),
    }
    await files.importLines([
      vote(names.length, 0, more),
      vote(30, 2, { ...more, motion_text: 'Third reading' }),
    ])
    const rows = await app.pool<{ yes_count: number; names: string[] }[]>`
      select e.yes_count, array_agg(voter_name order by position) as names
        from vote_events e join person_votes using (vote_event_id)
       where bill_source_id = 'hi/2026/hb8705' group by e.vote_event_id, e.yes_count order by 1`
    expect(rows).toEqual([
      { yes_count: 2, names: ['Ash', 'Birch'] },
      { yes_count: 30, names: ['Ash', 'Birch'] },
    ])
  })
})
