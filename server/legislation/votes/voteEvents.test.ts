import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBills, takeStance } from '#contract/bills/bills.ts'
import {
  getAgreement,
  getRepresentative,
  getVoteEvent,
  listBillVotes,
  listRepresentativeVotes,
} from '#contract/votes/votes.ts'
import { readHurdVote } from '#server/sources/votes/hurdVotes.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { saveImportedVotes } from './import.ts'

const state = 'ocd-division/country:us/state:ny'
let app: TestServer
let ada: Person
let bills: { bill_id: string; source_id: string }[]

beforeAll(async () => {
  app = await startTestServer()
  ada = await app.resident('ada', `${state}/cd:9`)
  const senators = { organization: 'us/senate', title: 'U.S. Senator', division: state, party: 'Democratic' }
  await app.representative('S1', { ...senators, rep_name: 'Sam Senator' })
  await app.representative('S2', { ...senators, rep_name: 'Tess Senator' })
  const house = { organization: 'us/house', title: 'U.S. Representative' }
  const seat = { ...house, division: `${state}/cd:9`, party: 'Democratic' }
  await app.representative('H1', { ...seat, rep_name: 'Hal House', valid_to: '2025-06-01' })
  await app.representative('H2', { ...seat, rep_name: 'Ida House', valid_from: '2025-07-01' })
  const dc = 'ocd-division/country:us/district:dc'
  await app.representative('D1', { ...house, rep_name: 'Del Delegate', division: `${dc}/cd:at-large` })
  bills = []
  for (let index = 0; index < 7; index += 1) {
    const { bill_id } = await app.bill(`Bill ${index}`)
    const [row] = await app.pool<
      { source_id: string }[]
    >`select source_id from bills where bill_id = ${bill_id}`
    bills.push({ bill_id, source_id: row!.source_id })
  }
})
afterAll(() => app.close())

async function vote(key: string, index: number, more: Record<string, unknown>) {
  const record = {
    vote_key: key,
    organization: 'us/senate',
    session: '119',
    bill: bills[index]!.source_id,
    date: '2025-05-20',
    motion: 'On Passage of the Bill',
    result: 'Passed',
    source_name: 'U.S. Senate',
    source_url: 'https://www.senate.gov/vote',
    votes: { yes: ['S1|Sam Senator|D|NY'], no: ['S2|Tess Senator|D|NY'] },
    ...more,
  }
  await app.pool.begin((transaction) => saveImportedVotes(transaction, [readHurdVote(record)]))
}

// covers BEY-VOTES-18 BEY-VOTES-20 BEY-VOTES-21
test('a bill lists its votes, each with the votes of the viewer’s representatives on that day', async () => {
  const [{ bill_id } = { bill_id: '' }] = bills
  await vote('senate passage', 0, {})
  await vote('senate cloture', 0, { motion: 'On the Cloture Motion', date: '2025-05-20' })
  const roll = { organization: 'us/house', motion: 'On Passage' }
  await vote('house early', 0, {
    ...roll,
    date: '2025-05-01',
    votes: { no: ['H1|House|D|NY'], yes: ['X|Other|R|TX'] },
  })
  await vote('house late', 0, { ...roll, date: '2025-07-15', votes: { yes: ['H2|House|D|NY'] } })
  await vote('house vacant', 0, { ...roll, date: '2025-06-15', votes: { yes: ['X|Other|R|TX'] } })
  const { vote_events } = await ada.call(listBillVotes, { id: bill_id })
  expect(vote_events.map(({ voted_on, motion_text }) => `${voted_on} ${motion_text}`)).toEqual([
    '2025-07-15 On Passage',
    '2025-06-15 On Passage',
    '2025-05-20 On Passage of the Bill',
    '2025-05-20 On the Cloture Motion',
    '2025-05-01 On Passage',
  ])
  const own = vote_events.map(({ your_representatives }) =>
    your_representatives.map(({ rep_name, option, is_in_office }) => [rep_name, option, is_in_office]),
  )
  expect(own[0]).toEqual([['Ida House', 'yes', true]])
  expect(own[1]).toEqual([])
  expect(own[2]).toEqual([
    ['Sam Senator', 'yes', true],
    ['Tess Senator', 'no', true],
  ])
  expect(own[4]).toEqual([['Hal House', 'no', false]])
  expect(vote_events[2]).toMatchObject({
    counts: { yes: 1, no: 1 },
    by_party: [{ party: 'D', yes: 1, no: 1, other: 0 }],
  })
  const listed = (await ada.call(listBills, {})).bills.find((bill) => bill.bill_id === bill_id)
  expect(listed?.your_representatives).toEqual([
    { option: 'yes', count: 2 },
    { option: 'no', count: 1 },
  ])
  const bea = await app.member('bea')
  expect((await bea.call(listBills, {})).bills.map((bill) => bill.your_representatives)).toEqual(
    bills.map(() => null),
  )
  expect((await bea.call(listBillVotes, { id: bill_id })).vote_events[0]?.your_representatives).toEqual([])
  expect(await bea.refusal(listBillVotes, { id: '00000000-0000-4000-8000-000000000000' })).toBe(
    'bill_not_found',
  )
})

// covers BEY-VOTES-18
test('a vote of 435 members is sent whole and stays under 60 kB', async () => {
  const yes = Array.from({ length: 434 }, (_, index) => `X${index}|Representative Name ${index}|R|TX`)
  await vote('house roll', 1, {
    organization: 'us/house',
    date: '2025-07-15',
    votes: { yes, no: ['H2|House|D|NY'] },
  })
  const [event] = (await ada.call(listBillVotes, { id: bills[1]!.bill_id })).vote_events
  const response = await ada.call(getVoteEvent, { id: event!.vote_event_id })
  expect(response.votes).toHaveLength(435)
  expect(response.bill?.bill_id).toBe(bills[1]!.bill_id)
  expect(response.votes.filter(({ represents_you }) => represents_you)).toMatchObject([
    { rep_id: 'H2', option: 'no' },
  ])
  expect(gzipSync(JSON.stringify(response)).length).toBeLessThan(60_000)
  expect(await ada.refusal(getVoteEvent, { id: bills[1]!.bill_id })).toBe('vote_not_found')
})

// covers BEY-VOTES-27
test('a delegate is shown as somebody who cannot vote on passage', async () => {
  const dee = await app.resident('dee', 'ocd-division/country:us/district:dc')
  const [event] = (await dee.call(listBillVotes, { id: bills[1]!.bill_id })).vote_events
  expect(event?.your_representatives).toMatchObject([{ rep_name: 'Del Delegate', option: 'cannot_vote' }])
})

// covers BEY-VOTES-23 BEY-VOTES-24 BEY-VOTES-26
test('agreement counts bills by the last vote that decides, for the viewer alone', async () => {
  const yes = { votes: { yes: ['S1|Sam Senator|D|NY'], no: ['S2|Tess Senator|D|NY'] } }
  const others = Array.from({ length: 30 }, (_, index) => `X${index}|Other|R|TX`)
  await vote('bill 6', 6, { date: '2025-04-01', votes: { yes: ['S1|Sam Senator|D|NY', ...others] } })
  for (const index of [2, 3, 4, 5]) await vote(`bill ${index}`, index, { date: '2025-04-01', ...yes })
  // A later vote on the same bill replaces the first one.
  await vote('bill 2 again', 2, {
    date: '2025-04-02',
    votes: { no: ['S1|Sam Senator|D|NY'], yes: ['S2|Tess Senator|D|NY'] },
  })
  await vote('bill 3 absent', 3, {
    date: '2025-04-02',
    votes: { not_voting: ['S1|Sam Senator|D|NY'], yes: ['S2|Tess Senator|D|NY'] },
  })
  for (const [index, stance] of [
    [0, 'support'],
    [2, 'support'],
    [3, 'support'],
    [4, 'oppose'],
    [5, 'neutral'],
  ] as const) {
    await ada.call(takeStance, { id: bills[index]!.bill_id, stance })
  }
  const before = await ada.call(getAgreement, { id: 'S1' })
  expect(before).toMatchObject({ agreed: 1, compared: 3, interval: null })
  expect(
    Object.fromEntries(before.bills.map(({ bill, outcome, reason }) => [bill.title, reason ?? outcome])),
  ).toEqual({
    'Bill 0': 'agreed',
    'Bill 2': 'differed',
    'Bill 3': 'not_voting',
    'Bill 4': 'differed',
    'Bill 5': 'stance',
  })
  await ada.call(takeStance, { id: bills[5]!.bill_id, stance: 'support' })
  await ada.call(takeStance, { id: bills[6]!.bill_id, stance: 'support' })
  const after = await ada.call(getAgreement, { id: 'S1' })
  expect(after).toMatchObject({ agreed: 3, compared: 5, without_unanimous: { agreed: 2, compared: 4 } })
  expect(after.interval?.map((share) => Math.round(share * 1000))).toEqual([271, 847])
  const bea = await app.member('bea2')
  const { status, body, headers } = await bea.send(
    'GET',
    `/api/representatives/S1/agreement?user_id=${ada.user_id}`,
  )
  expect(headers.get('cache-control')).toBe('no-store')
  expect(status === 400 || JSON.stringify(body['bills']) === '[]').toBe(true)
  const tables = await app.pool`
    select table_name, column_name from information_schema.columns
     where table_schema = 'public' and (table_name like '%agreement%' or column_name ~ '^(agreed|compared|differed)(_count)?$')`
  expect(tables).toEqual([])
})

// covers BEY-VOTES-22
test('the page of a long-serving representative has the attendance of three years and of all years together', async () => {
  await app.representative('L1', {
    organization: 'us/senate',
    title: 'U.S. Senator',
    division: 'ocd-division/country:us/state:vt',
    rep_name: 'Lou Longtime',
  })
  for (const year of [2019, 2020, 2021, 2022, 2023]) {
    const option = year === 2022 ? 'not_voting' : 'yes'
    await vote(`long-${year}`, 0, { date: `${year}-03-01`, votes: { [option]: ['L1|Lou Longtime|D|VT'] } })
  }
  const { attendance, attendance_total } = await ada.call(getRepresentative, { id: 'L1' })
  expect(attendance).toEqual([
    { year: 2023, voted: 1, listed: 1 },
    { year: 2022, voted: 0, listed: 1 },
    { year: 2021, voted: 1, listed: 1 },
  ])
  expect(attendance_total).toEqual({ voted: 4, listed: 5 })
})

// covers BEY-VOTES-22
test('a representative with more than 10,000 votes: the page after them says whether there are more', async () => {
  await app.pool.begin(async (db) => {
    await db`set local session_replication_role = replica`
    await db`
      insert into person_votes (vote_event_id, position, option, voter_name, voted_on, rep_id)
      select gen_random_uuid(), 0, 'yes', 'Sam Senator', '2030-01-01', 'S1' from generate_series(1, 10000)`
  })
  await app.pool`analyze person_votes`
  const page = await ada.call(listRepresentativeVotes, { id: 'S1', limit: 5, offset: 10_000 })
  expect([page.votes.length, page.pagination.has_more]).toEqual([5, true])
  const last = await ada.call(listRepresentativeVotes, { id: 'S1', limit: 5, offset: 10_005 })
  expect([last.votes.length, last.pagination.has_more]).toEqual([4, false])
  await app.pool`delete from person_votes where voted_on = '2030-01-01'`
})

// covers BEY-VOTES-22
test('a representative has terms, votes and attendance, and an id may contain a slash and 300 characters', async () => {
  const id = 'ocd-person/'.padEnd(300, 'x')
  await app.representative(id, { rep_name: 'Xia Slash', division: state })
  expect((await ada.call(getRepresentative, { id })).representative.rep_name).toBe('Xia Slash')
  const profile = await ada.call(getRepresentative, { id: 'S1' })
  expect(profile).toMatchObject({
    representative: { rep_name: 'Sam Senator', is_in_office: true, represents_you: true },
    terms: [{ title: 'U.S. Senator', division: state }],
    attendance: [{ year: 2025, voted: 8, listed: 9 }],
    attendance_total: { voted: 8, listed: 9 },
  })
  const all = await ada.call(listRepresentativeVotes, { id: 'S1', limit: 5 })
  expect(all.votes).toHaveLength(5)
  expect(all.pagination).toEqual({ limit: 5, offset: 0, total: 9, has_more: true })
  const last = await ada.call(listRepresentativeVotes, { id: 'S1', limit: 5, offset: 5 })
  expect([last.votes.length, last.pagination.has_more]).toEqual([4, false])
  expect(all.votes.map(({ vote_event }) => vote_event.voted_on)).toEqual(
    all.votes
      .map(({ vote_event }) => vote_event.voted_on)
      .toSorted()
      .toReversed(),
  )
  const counting = await ada.call(listRepresentativeVotes, { id: 'S1', counting: 'true' })
  expect(counting.votes.every(({ vote_event }) => vote_event.counts_for_agreement)).toBe(true)
  expect(counting.votes).toHaveLength(8)
  expect(await ada.refusal(getRepresentative, { id: 'nobody' })).toBe('representative_not_found')
})
