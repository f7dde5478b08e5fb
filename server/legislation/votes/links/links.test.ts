import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActions, listAmendments } from '#contract/bills/billParts.ts'
import { getBill } from '#contract/bills/bills.ts'
import { importBills } from '#server/legislation/bills/import/import.ts'
import { importVotes } from '#server/legislation/votes/import.ts'
import { readCongress } from '#server/sources/bills/congress.ts'
import { readOpenStates } from '#server/sources/bills/openstates.ts'
import { readHurdVote } from '#server/sources/votes/hurdVotes.ts'
import { readOpenStatesVote } from '#server/sources/votes/openstatesVotes.ts'
import { readings } from '#server/testing/setups/records/readings.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let ada: Person
beforeAll(async () => {
  app = await startTestServer()
  ada = await app.member('ada')
})
afterAll(() => app.close())

function chamber(name: string) {
  return `~{"classification": "${name}"}`
}

const passage = 'Passed Senate with an amendment by Yea-Nay Vote. 51 - 47. Record Vote Number: 555.'

function federalBill(number: string) {
  return readCongress({
    bill: {
      congress: '119',
      type: 'S',
      number,
      title: `A bill about lanterns, ${number}`,
      introducedDate: '2025-09-01',
    },
    actions: {
      actions: [
        { actionDate: '2025-10-09', text: passage, actionCode: '17000', sourceSystem: { name: 'Senate' } },
        {
          actionDate: '2025-10-08',
          text: 'Cloture invoked in Senate.',
          actionCode: '16000',
          sourceSystem: { name: 'Senate' },
          recordedVotes: [
            {
              chamber: 'Senate',
              congress: '119',
              date: '2025-10-08T20:00:00Z',
              rollNumber: '554',
              sessionNumber: '1',
              url: 'https://www.senate.example.gov/554',
            },
          ],
        },
        { actionDate: '2025-09-01', text: 'Introduced in Senate', actionCode: '10000' },
      ],
    },
    amendments: {
      amendments: [
        {
          congress: '119',
          type: 'SAMDT',
          number,
          latestAction: {
            actionDate: '2025-10-09',
            text: 'Amendment agreed to in Senate by Yea-Nay Vote. 60 - 40. Record Vote Number: 553.',
          },
        },
      ],
    },
    text: {
      textVersions: [
        { type: 'Introduced in Senate', date: '2025-09-01T04:00:00Z' },
        { type: 'Engrossed in Senate', date: '2025-10-09T04:00:00Z' },
      ],
    },
  })
}

function roll(bill: string, number: number, date: string, more: object = {}) {
  return readHurdVote({
    vote_key: `us/119/s/${number}/2025 ${bill}`,
    organization: 'us/senate',
    session: '119',
    bill: `us/119/s/${bill}`,
    number,
    date,
    motion: 'On Passage of the Bill',
    counts: { yes: 51, no: 47 },
    source_name: 'U.S. Senate',
    votes: {},
    ...more,
  })
}

const rolls = (bill: string) => [
  roll(bill, 553, '2025-10-09', {
    motion: 'On the Amendment',
    amendment: `us/119/samdt/${bill}`,
    counts: { yes: 60, no: 40 },
  }),
  roll(bill, 554, '2025-10-08', { motion: 'On the Cloture Motion', counts: { yes: 60, no: 38 } }),
  roll(bill, 555, '2025-10-09'),
]

async function idOf(source_id: string) {
  const [row] = await app.pool<
    { bill_id: string }[]
  >`select bill_id from bills where source_id = ${source_id}`
  return row!.bill_id
}

async function linkedSteps(source_id: string) {
  const { actions } = await ada.call(listActions, { id: await idOf(source_id) })
  const votes = await app.pool<{ vote_event_id: string; number: number | null; motion_text: string }[]>`
    select vote_event_id, number, motion_text from vote_events`
  const named = new Map(votes.map((vote) => [vote.vote_event_id, vote.number ?? vote.motion_text]))
  return actions.map(({ description, vote_event_id, is_important }) => [
    description.slice(0, 16),
    vote_event_id === null ? null : named.get(vote_event_id),
    is_important,
  ])
}

// covers HURD-LINKS-01 HURD-LINKS-02 BEY-ANATOMY-08 BEY-VOTES-01
test.each(['bill first', 'votes first'])('a step of Congress leads to its roll call, %s', async (order) => {
  const number = order === 'bill first' ? '9101' : '9102'
  const source_id = `us/119/s/${number}`
  if (order === 'votes first') await importVotes(app.pool, readings(rolls(number)))
  await importBills(app.pool, readings([federalBill(number)]))
  if (order === 'bill first') await importVotes(app.pool, readings(rolls(number)))
  const steps = [
    ['Introduced in Se', null, true],
    ['Cloture invoked ', 554, true],
    ['Passed Senate wi', 555, true],
  ]
  expect(await linkedSteps(source_id)).toEqual(steps)
  const bill_id = await idOf(source_id)
  const { bill } = await ada.call(getBill, { id: bill_id })
  expect(bill.history.steps.map(({ vote_event_id }) => vote_event_id !== null)).toEqual([false, true, true])
  const versions = await app.pool<{ number: number; code: string | null }[]>`
    select number, v.code from vote_events e left join bill_versions v using (bill_id, version_no)
     where e.bill_id = ${bill_id} order by number`
  expect(versions.map(({ number: of, code }) => [of, code?.toLowerCase() ?? null])).toEqual([
    [553, null],
    [554, null],
    [555, 'es'],
  ])
  // The same records again change nothing.
  expect(await importBills(app.pool, readings([federalBill(number)]))).toMatchObject({ unchanged: 1 })
  expect(await importVotes(app.pool, readings(rolls(number)))).toMatchObject({ unchanged: 3 })
  expect(await linkedSteps(source_id)).toEqual(steps)
})

// covers HURD-LINKS-02 BEY-ANATOMY-15
test('an amendment leads to the roll call on it', async () => {
  await importBills(app.pool, readings([federalBill('9103')]))
  await importVotes(app.pool, readings(rolls('9103')))
  const { amendments } = await ada.call(listAmendments, { id: await idOf('us/119/s/9103') })
  const [vote] = await app.pool<{ vote_event_id: string }[]>`
    select vote_event_id from vote_events where number = 553 and bill_source_id = 'us/119/s/9103'`
  expect(amendments).toMatchObject([{ number: 'S.Amdt. 9103', vote_event_id: vote!.vote_event_id }])
})

// covers HURD-LINKS-01 HURD-LINKS-02
test.each(['bill first', 'votes first'])('a step of a state leads to its roll call, %s', async (order) => {
  const code = order === 'bill first' ? 'HB 9104' : 'HB 9105'
  const jurisdiction = { id: 'ocd-jurisdiction/country:us/state:wa/government' }
  const bill = readOpenStates({
    identifier: code,
    legislative_session: '2025-2026',
    title: `A bill about lamps, ${code}`,
    classification: ['bill'],
    jurisdiction,
    sponsorships: [],
    actions: [
      ['First reading, referred to Lamps.', '2025-02-01', 'lower'],
      ['Third reading, passed; yeas, 91; nays, 2; absent, 0; excused, 5.', '2025-03-05', 'lower'],
      ['Third reading, passed; yeas, 40; nays, 8; absent, 0; excused, 1.', '2025-04-01', 'upper'],
    ].map(([description, date, body]) => ({
      description,
      date,
      organization_id: chamber(body ?? ''),
      classification: [],
    })),
  })
  const vote = (date: string, body: string, yes: number, no: number, motion_text: string) =>
    readOpenStatesVote({
      motion_text,
      start_date: date,
      result: 'pass',
      organization: chamber(body),
      legislative_session: '2025-2026',
      bill_identifier: code,
      votes: [],
      counts: [
        { option: 'yes', value: yes },
        { option: 'no', value: no },
      ],
      jurisdiction,
    })
  const votes = [
    vote('2025-03-05', 'lower', 91, 2, '3rd Reading & Final Passage (#4)'),
    vote('2025-03-05', 'lower', 50, 43, '12  Wick  Pg 10 (#3)'),
    vote('2025-04-01', 'upper', 40, 8, '3rd Reading & Final Passage (#9)'),
  ]
  if (order === 'votes first') await importVotes(app.pool, readings(votes))
  await importBills(app.pool, readings([bill]))
  if (order === 'bill first') await importVotes(app.pool, readings(votes))
  const steps = await linkedSteps(bill.source_id)
  expect(steps.map(([, vote_number]) => vote_number)).toEqual([null, 4, 9])
})

// covers HURD-LINKS-01
test('a step has no link to a roll call that its source has moved to another bill', async () => {
  await importBills(app.pool, readings([federalBill('9106'), federalBill('9107')]))
  const vote = roll('9106', 555, '2025-10-09')
  await importVotes(app.pool, readings([vote]))
  expect(await linkedSteps('us/119/s/9106')).toMatchObject([{ 1: null }, { 1: null }, { 1: 555 }])
  await importVotes(app.pool, readings([{ ...vote, bill_source_id: 'us/119/s/9107' }]))
  expect(await linkedSteps('us/119/s/9106')).toMatchObject([{ 1: null }, { 1: null }, { 1: null }])
  expect(await linkedSteps('us/119/s/9107')).toMatchObject([{ 1: null }, { 1: null }, { 1: 555 }])
})

test('a step whose roll call is deleted has no link', async () => {
  const [vote] = await app.pool<{ vote_event_id: string }[]>`
    select vote_event_id from vote_events where number = 555 and bill_source_id = 'us/119/s/9101'`
  await app.pool`delete from vote_events where vote_event_id = ${vote!.vote_event_id}`
  expect(await linkedSteps('us/119/s/9101')).toMatchObject([{ 1: null }, { 1: 554 }, { 1: null }])
})
