import { afterAll, beforeAll, expect, test } from 'vitest'
import { importBills } from '#server/legislation/bills/import/import.ts'
import { reading } from '#server/sources/files.ts'
import { LegiScanDataSet, readLegiScanVote } from '#server/sources/votes/legiscanVotes.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { importVotes } from './import.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
  await app.representative('ocd-person/ash', {
    rep_name: 'Ada Ash',
    organization: 'mi/lower',
    title: 'State Representative',
    government_level: 'state',
    division: 'ocd-division/country:us/state:mi/sldl:1',
  })
})
afterAll(() => app.close())

type Format = Parameters<typeof reading>[3]

async function importRecord(record: object | string, format: Format) {
  async function* records() {
    yield reading('bills.jsonl', 'line 1', record, format)
  }
  return importBills(app.pool, records())
}

async function votesOn(source_id: string) {
  return app.pool<{ vote_event_id: string; motion_text: string; listed_count: number }[]>`
    select vote_event_id, vote_key, motion_text, motion_classification, result, yes_count, no_count, listed_count,
           vice_president_vote, b.source_id as bill
      from vote_events e join bills b using (bill_id) where b.source_id = ${source_id} order by voted_on, number`
}

const today = new Date().toISOString().slice(0, 10)
const vote = (motion_text: string, start_date: string | null) => ({
  motion_text,
  start_date,
  organization: { classification: 'lower' },
  result: 'pass',
  counts: [
    { option: 'yes', value: 1 },
    { option: 'no', value: 1 },
  ],
  votes: [
    { option: 'yes', voter_name: 'Ash' },
    { option: 'no', voter_name: 'Nobody' },
  ],
})

const lanterns = {
  id: 'ocd-bill/00000000-0000-0000-0000-000000009101',
  identifier: 'HB 9101',
  title: 'Lanterns',
  session: '2025-2026',
  jurisdiction: {
    id: 'ocd-jurisdiction/country:us/state:mi/government',
    classification: 'state',
    name: 'Michigan',
  },
  from_organization: { classification: 'lower', name: 'House' },
  classification: ['bill'],
  first_action_date: '2025-02-01',
  latest_action_date: '2025-02-01',
  actions: [{ date: '2025-02-01', description: 'introduced', order: 0, classification: ['introduction'] }],
  votes: [vote('Third Reading', '2025-03-04'), vote('Motion to adjourn', null)],
}

const lanternsWith = (identifier: string, votes: object[]) =>
  reading('bills.jsonl', `record of ${identifier}`, { ...lanterns, identifier, votes }, 'openstates')

// covers BEY-VOTES-07
test('the votes in the record of an Open States bill are imported with it, and each refusal has its reason', async () => {
  const report = await importRecord(lanterns, 'openstates')
  expect(report).toMatchObject({
    inserted: 1,
    refused: 0,
    votes: {
      inserted: 1,
      refused: 1,
      linked: 1,
      unlinked: 1,
      refusals: [{ record: 'line 1 (HB 9101), vote 2', reason: 'The record has no date.' }],
    },
  })
  expect(await votesOn('mi/2025-2026/hb9101')).toMatchObject([
    { motion_text: 'Third Reading', yes_count: 1, no_count: 1, listed_count: 2 },
  ])
  expect(await importRecord(lanterns, 'openstates')).toMatchObject({
    unchanged: 1,
    votes: { inserted: 0, updated: 0, unchanged: 1, refused: 1 },
  })
})

test('votes of a bill’s first import alert nobody, and a vote that its record adds later does', async () => {
  const first = { ...lanterns, identifier: 'HB 9102', votes: [vote('Third Reading', today)] }
  await importRecord(first, 'openstates')
  const later = { ...first, votes: [...first.votes, vote('Final passage', today)] }
  await importRecord(later, 'openstates')
  const updates = await app.pool<{ is_alertable: boolean }[]>`
    select is_alertable from bill_updates join bills using (bill_id)
     where source_id = 'mi/2025-2026/hb9102' and update_type = 'vote' order by update_id`
  expect(updates.map(({ is_alertable }) => is_alertable)).toEqual([false, true])
})

test('a vote that the database rejects is refused, and its bill and the votes of other bills are imported', async () => {
  const bill = lanternsWith('HB 9104', [vote('Third Reading', '2025-03-04')])
  const [read] = 'votes' in bill ? (bill.votes ?? []) : []
  // Readers refuse such a number, so it is set after the record was read.
  if (read && 'imported' in read) read.imported.number = 3_000_000_000
  async function* records() {
    yield bill
    yield lanternsWith('HB 9105', [vote('Third Reading', '2025-03-04')])
  }
  const report = await importBills(app.pool, records())
  expect(report).toMatchObject({ inserted: 2, refused: 0, votes: { inserted: 1, refused: 1 } })
  expect(report.votes.refusals[0]?.reason).toContain('a number is too large')
  expect(await votesOn('mi/2025-2026/hb9105')).toHaveLength(1)
})

test('an import that broke off before the votes of its bills were saved is completed by the next one', async () => {
  const record = { ...lanterns, identifier: 'HB 9106', votes: [vote('Third Reading', '2025-03-04')] }
  await app.pool.unsafe(`
    create function fail() returns trigger language plpgsql as $$
      begin raise exception using errcode = '57P01', message = 'the server goes away'; end $$;
    create trigger fail before insert on vote_events execute function fail()`)
  await expect(importRecord(record, 'openstates')).rejects.toThrow('the server goes away')
  await app.pool.unsafe('drop function fail cascade')
  expect(await importRecord(record, 'openstates')).toMatchObject({
    inserted: 0,
    unchanged: 1,
    votes: { inserted: 1 },
  })
})

test('the counts in a LegiScan bill are stored until its roll call is imported, and never replace the roll call', async () => {
  const summary = {
    roll_call_id: 9103,
    date: '2025-03-04',
    desc: 'House Third Reading: Roll Call # 3',
    yea: 1,
    nay: 1,
    nv: 0,
    absent: 0,
    passed: 1,
    chamber: 'H',
  }
  const record = {
    bill: {
      bill_id: 91030,
      state: 'MI',
      bill_number: 'HB9103',
      title: 'Kites',
      session: { year_start: 2025, year_end: 2026, special: 0 },
      history: [{ date: '2025-02-01', action: 'introduced', chamber: 'H' }],
      votes: [summary, { ...summary, roll_call_id: 9104, chamber: '?' }],
    },
  }
  expect(await importRecord(record, 'legiscan')).toMatchObject({
    inserted: 1,
    votes: {
      inserted: 1,
      incomplete: 1,
      refusals: [{ reason: 'The record does not name its chamber.' }],
    },
  })
  const [counted] = await votesOn('mi/2025-2026/hb9103')
  expect(counted).toMatchObject({ yes_count: 1, no_count: 1, listed_count: 0 })

  const data = new LegiScanDataSet()
  data.collect(record, '')
  for (const [people_id, name] of [
    [1, 'Ada Ash'],
    [2, 'Ben Nobody'],
  ] as const) {
    data.collect({ person: { people_id, name, party: 'D', district: '' } }, '')
  }
  const roll_call = {
    ...summary,
    bill_id: 91030,
    votes: [
      { people_id: 1, vote_id: 1 },
      { people_id: 2, vote_id: 2 },
    ],
  }
  async function* rolls() {
    yield { file: 'vote.json', record: 'document', imported: readLegiScanVote({ roll_call }, data) }
  }
  expect(await importVotes(app.pool, rolls())).toMatchObject({ inserted: 0, updated: 1, linked: 1 })
  expect(await importRecord(record, 'legiscan')).toMatchObject({ votes: { updated: 0, unchanged: 1 } })
  expect(await votesOn('mi/2025-2026/hb9103')).toMatchObject([
    { vote_event_id: counted!.vote_event_id, listed_count: 2 },
  ])
})

const roll = (chamber: string, rollNumber: number, date: string) => ({
  chamber,
  congress: '119',
  date,
  rollNumber,
  sessionNumber: '1',
  url: `https://clerk.house.gov/evs/2025/roll${rollNumber}.xml`,
})
const actions = [
  {
    actionDate: '2025-03-04',
    text: 'On passage Passed by the Yeas and Nays: 218 - 214 (Roll no. 9101).',
    recordedVotes: [roll('House', 9101, '2025-03-04T22:00:00Z')],
  },
  {
    actionDate: '2025-03-04',
    text: 'Passed/agreed to in House: On passage Passed by the Yeas and Nays: 218 - 214 (Roll no. 9101).',
    recordedVotes: [roll('House', 9101, '2025-03-04T22:00:00Z')],
  },
  {
    actionDate: '2025-03-05',
    text: 'On motion to suspend the rules and pass the bill, as amended Failed by the Yeas and Nays: (2/3 required): 218 - 210, 1 Present (Roll no. 9102).',
    recordedVotes: [roll('House', 9102, '2025-03-05T22:00:00Z')],
  },
  {
    actionDate: '2025-03-06',
    text: 'Passed Senate with an amendment by Yea-Nay Vote. 51 - 50. Record Vote Number: 9103.',
    recordedVotes: [roll('Senate', 9103, '2025-03-06T22:00:00Z')],
  },
  {
    actionDate: '2025-03-07',
    text: 'Cloture motion on the motion to proceed not invoked in Senate by Yea-Nay Vote. 54 - 45. Record Vote Number: 9104.',
    recordedVotes: [roll('Senate', 9104, '2025-03-07T22:00:00Z')],
  },
  {
    actionDate: '2025-03-08',
    text: 'Motion agreed to.',
    recordedVotes: [roll('House', 9105, '2025-03-08T22:00:00Z')],
  },
  ...[
    'Passed/agreed to in Senate: Resolution agreed to in Senate with an amendment by Yea-Nay Vote. 52 - 48.',
    'Resolving differences -- Senate actions: Senate agreed to the House amendment to S. 1 by Yea-Nay Vote. 71 - 23.',
    'Senate agreed to conference report by Yea-Nay Vote. 71 - 24.',
    'Passed Senate over veto by Yea-Nay Vote. 81 - 18.',
    'Failed of passage in Senate over veto by Yea-Nay Vote. 55 - 44.',
  ].map((text, index) => ({
    actionDate: '2025-03-09',
    text,
    recordedVotes: [roll('Senate', 9106 + index, `2025-03-${10 + index}T22:00:00Z`)],
  })),
]
const expected = [
  {
    vote_key: 'us/119/h/9101/2025',
    motion_text: 'On passage',
    motion_classification: 'passage',
    result: 'Passed',
    yes_count: 218,
    no_count: 214,
    listed_count: 0,
  },
  {
    motion_text: 'On motion to suspend the rules and pass the bill, as amended',
    motion_classification: 'passage',
    result: 'Failed',
    yes_count: 218,
    no_count: 210,
  },
  { motion_text: 'On passage', result: 'Passed', yes_count: 50, no_count: 50, vice_president_vote: 'yes' },
  { motion_classification: 'cloture', result: 'Not invoked', yes_count: 54, no_count: 45 },
  { motion_text: 'On the resolution', motion_classification: 'passage', result: 'Agreed to', yes_count: 52 },
  { motion_classification: 'concurrence', yes_count: 71, no_count: 23 },
  { motion_text: 'On agreeing to conference report', motion_classification: 'concurrence', no_count: 24 },
  {
    motion_text: 'On overriding the veto',
    motion_classification: 'override',
    result: 'Passed',
    no_count: 18,
  },
  { motion_classification: 'override', result: 'Failed of passage', yes_count: 55, no_count: 44 },
]

// covers BEY-VOTES-05
test('the roll calls that the actions of a bill in Congress refer to are imported with their counts, each once', async () => {
  const bill = {
    congress: 119,
    type: 'HR',
    number: '9101',
    title: 'Invented Lanterns Act',
    introducedDate: '2025-02-01',
    sponsors: [],
  }
  const report = await importRecord({ bill, actions: { actions } }, 'congress')
  expect(report).toMatchObject({
    inserted: 1,
    votes: { inserted: 9, refusals: [{ reason: 'The action states no numbers of yes and no.' }] },
  })
  expect(await votesOn('us/119/hr/9101')).toMatchObject(expected)
})

test('BILLSTATUS documents contain the same roll calls', async () => {
  const items = actions.map(
    ({ actionDate, text, recordedVotes: [recorded] }) =>
      `<item><actionDate>${actionDate}</actionDate><text>${text}</text><recordedVotes><recordedVote>${Object.entries(
        recorded!,
      )
        .map(([name, value]) => `<${name}>${String(value).replace('91', '92')}</${name}>`)
        .join('')}</recordedVote></recordedVotes></item>`,
  )
  const xml = `<?xml version="1.0"?><billStatus><bill><number>9201</number><type>HR</type><congress>119</congress>
    <title>Invented Kites Act</title><introducedDate>2025-02-01</introducedDate>
    <actions>${items.join('')}</actions></bill></billStatus>`
  const report = await importRecord(xml, 'billstatus')
  expect(report).toMatchObject({ inserted: 1, votes: { inserted: 9, refused: 1 } })
  const [, ...others] = expected
  expect(await votesOn('us/119/hr/9201')).toMatchObject([
    { ...expected[0], vote_key: 'us/119/h/9201/2025' },
    ...others,
  ])
})
