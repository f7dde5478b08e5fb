import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBill, getBill, listBills, takeStance } from '#contract/bills/bills.ts'
import { listBillVotes } from '#contract/votes/votes.ts'
import { saveImportedVotes } from '#server/legislation/votes/import.ts'
import type { BillFormat } from '#server/sources/bills/formats.ts'
import { billCode, stateBillId } from '#server/sources/bills/stateCodes.ts'
import { reading } from '#server/sources/files.ts'
import { readHurdVote } from '#server/sources/votes/hurdVotes.ts'
import { agenda, hearing, saveHearings } from '#server/testing/setups/records/events.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { importBills } from './import.ts'

let app: TestServer
let ana: Person
beforeAll(async () => {
  app = await startTestServer()
  ana = await app.member('ana')
})
afterAll(() => app.close())

async function importRecords(records: readonly object[], format: BillFormat, file = 'bills.jsonl') {
  async function* readings() {
    for (const [index, record] of records.entries()) yield reading(file, `line ${index + 1}`, record, format)
  }
  return importBills(app.pool, readings())
}

const openStates = (state: string, legislative_session: string, identifier: string, title: string) => ({
  legislative_session,
  identifier,
  title,
  from_organization: '~{"classification": "lower"}',
  actions: [
    { description: 'Read first time.', date: '2025-02-20', organization_id: '~{"classification": "lower"}' },
  ],
  jurisdiction: { id: `ocd-jurisdiction/country:us/state:${state}/government` },
})
const legiScan = (
  state: string,
  bill_id: number,
  bill_number: string,
  title: string,
  session: object = {},
) => ({
  bill: {
    bill_id,
    state,
    bill_number,
    title,
    session: { year_start: 2025, year_end: 2026, special: 0, session_name: 'Regular Session', ...session },
    history: [{ date: '2025-02-20', action: 'Read first time. To print.', chamber: 'A' }],
  },
})

// covers HURD-IDENTITY-08
test.each([
  ['fl', '2025', ['HB 9901', 'CS/HB 9901', 'CS/CS/HB 9901', 'H 9901'], 'HB 9901'],
  ['mn', '2025-2026', ['HF 9901', 'H.F. No. 9901', 'HF No 9901'], 'HF 9901'],
  ['tx', '89R', ['HB 9901', 'H.B. No. 9901', 'HB09901'], 'HB 9901'],
])('in %s %s, all of %j are one bill', (state, session, identifiers, code) => {
  expect(new Set(identifiers.map((identifier) => stateBillId(state, session, identifier))).size).toBe(1)
  expect(identifiers.slice(0, -1).map((identifier) => billCode(state, session, identifier))).toEqual(
    identifiers.slice(0, -1).map(() => code),
  )
})

async function billsIn(prefix: string): Promise<string[]> {
  const rows = await app.pool<{ source_id: string }[]>`
    select source_id from bills where source_id like ${`${prefix}%`} order by source_id`
  return rows.map(({ source_id }) => source_id)
}

const addressOf = async (address: string) => (await ana.call(findBill, { address })).path
const found = async (keyword: string) => {
  const { bills } = await ana.call(listBills, { q: keyword })
  return bills.map(({ bill_code }) => bill_code)
}

// covers HURD-IDENTITY-08
describe('a bill from two sources that name its session differently', () => {
  const first = [
    openStates('ca', '20252026', 'AB 8801', 'Lanterns: annual report.'),
    openStates('tx', '89', 'HB 8801', 'Relating to lantern inspections.'),
    openStates('il', '104th', 'HB8801', 'Lantern Act'),
    openStates('fl', '2025', 'HB 8801', 'Lanterns'),
    openStates('co', '2025A', 'HB25-1801', 'Lantern Standards'),
  ]
  const second = [
    legiScan('CA', 990801, 'AB8801', 'Lanterns: annual report.'),
    legiScan('TX', 990802, 'HB8801', 'Relating to lantern inspections.'),
    legiScan('IL', 990803, 'HB8801', 'Lantern Act'),
    legiScan('FL', 990804, 'H8801', 'Lanterns', { year_end: 2025 }),
    legiScan('CO', 990805, 'HB1801', 'Lantern Standards', { year_end: 2025 }),
  ]

  test('is stored once, and the second source changes nothing', async () => {
    expect(await importRecords(first, 'openstates')).toMatchObject({ inserted: 5 })
    expect(await importRecords(second, 'legiscan')).toMatchObject({ inserted: 0, updated: 0, unchanged: 5 })
    expect(await importRecords(first, 'openstates')).toMatchObject({ inserted: 0, updated: 0, unchanged: 5 })
    const stored = await Promise.all(['ca/', 'tx/', 'il/', 'fl/', 'co/'].map(billsIn))
    expect(stored).toEqual([
      ['ca/20252026/ab8801'],
      ['tx/89r/hb8801'],
      ['il/104th/hb8801'],
      ['fl/2025/hb8801'],
      ['co/2025a/hb25-1801'],
    ])
  })

  test('has an address that names the session in every usual way', async () => {
    for (const address of ['/ca/2025-2026/ab-8801', '/ca/20252026/AB8801', '/california/2025-2026/ab8801']) {
      expect(await addressOf(address)).toBe('ca/20252026/ab-8801')
    }
    for (const address of [
      '/tx/89/hb-8801',
      '/tx/89R/HB8801',
      '/tx/2025-2026/hb8801',
      '/texas/89th/hb-8801',
    ]) {
      expect(await addressOf(address)).toBe('tx/89r/hb-8801')
    }
    for (const address of ['/co/2025/hb1801', '/co/2025a/HB25-1801', '/co/2025a/hb-25-1801']) {
      expect(await addressOf(address)).toBe('co/2025a/hb25-1801')
    }
  })
})

// covers HURD-IDENTITY-09
test('bills of special sessions have the code that their state writes, and every spelling finds them', async () => {
  const special = '20252026 Special Session 1'
  await importRecords(
    [
      openStates('ca', special, 'ABX1 1', 'Lanterns: emergency fund.'),
      openStates('ca', special, 'ABX1 11', 'Lanterns: second fund.'),
      openStates('ca', '20252026', 'AB 8811', 'Lanterns: regular session.'),
      openStates('co', '2025B', 'HB25B-1001', 'Lantern Budget Adjustment'),
      openStates('la', '2025', 'SB 1', 'Lanterns of the regular session'),
      openStates('la', '2025s1', 'SB 1', 'Lanterns of the first extraordinary session'),
      openStates('fl', '2025A', 'SB 2-A', 'Lanterns in special session A'),
    ],
    'openstates',
  )
  for (const [keyword, code] of [
    ['ABX1 1', 'ABX1 1'],
    ['abx11', 'ABX1 1'],
    ['ABX1-1', 'ABX1 1'],
    ['AB X1 11', 'ABX1 11'],
    ['HB25B-1001', 'HB25B-1001'],
    ['hb 25b-1001', 'HB25B-1001'],
    ['HB25B1001', 'HB25B-1001'],
    ['SB 2-A', 'SB 2-A'],
    ['sb2a', 'SB 2-A'],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one search after the other
    expect((await found(keyword))[0], keyword).toBe(code)
  }
  for (const [address, path] of [
    ['/ca/20252026-special-session-1/abx1-1', 'ca/20252026-special-session-1/abx1-1'],
    ['/ca/20252026-special-session-1/ABX11', 'ca/20252026-special-session-1/abx1-1'],
    ['/ca/2025-2026/ABX1%201', 'ca/20252026-special-session-1/abx1-1'],
    ['/ca/2025-2026/abx1-11', 'ca/20252026-special-session-1/abx1-11'],
    ['/co/2025B/HB25B-1001', 'co/2025b/hb25b-1001'],
    ['/co/2025b/HB1001', 'co/2025b/hb25b-1001'],
    ['/la/2025s1/sb1', 'la/2025s1/sb-1'],
    ['/la/2025-1st-extraordinary-session/sb-1', 'la/2025s1/sb-1'],
    ['/la/2025/sb1', 'la/2025/sb-1'],
    ['/fl/2025a/sb-2-a', 'fl/2025a/sb-2a'],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one address after the other
    expect(await addressOf(address), address).toBe(path)
  }
})

const matter = (MatterId: number, MatterFile: string, more: object = {}) => ({
  MatterId,
  MatterFile,
  MatterTitle: `Lantern ordinance ${MatterId}`,
  MatterTypeName: 'Ordinance',
  MatterStatusName: 'Introduced',
  MatterIntroDate: '2026-02-03T00:00:00',
  ...more,
})
const importMatters = (...matters: object[]) => importRecords(matters, 'legistar', 'boston_matters.json')

// covers HURD-IDENTITY-10
describe('the permanent id of a source', () => {
  test('keeps a bill whose number was typed differently, with its stances, votes and addresses', async () => {
    await importMatters(matter(8801, '2026-8801'))
    const { bill_id } = await ana.call(findBill, { address: '/ma/boston/2026-8801' })
    await ana.call(takeStance, { id: bill_id, stance: 'support' })
    const vote = readHurdVote({
      vote_key: 'lantern ordinance',
      organization: 'ma/place:boston/council',
      session: '2026',
      bill: 'boston/2026-8801',
      date: '2026-03-04',
      motion: 'Passed',
      source_name: 'Legistar',
      votes: { yes: ['|Ash'] },
    })
    await app.pool.begin((transaction) => saveImportedVotes(transaction, [vote]))
    const corrected = matter(8801, '2026-8810')
    expect(await importMatters(corrected)).toMatchObject({ inserted: 0, updated: 1 })
    expect(await billsIn('boston/2026-88')).toEqual(['boston/2026-8810'])
    expect((await ana.call(getBill, { id: bill_id })).bill).toMatchObject({
      bill_code: '2026-8810',
      user_stance: 'support',
    })
    expect((await ana.call(listBillVotes, { id: bill_id })).vote_events).toHaveLength(1)
    expect(await addressOf('/ma/boston/2026-8801')).toBe('ma/boston/2026-8810')
    expect(await importMatters(corrected)).toMatchObject({ inserted: 0, updated: 0, unchanged: 1 })
  })

  test('puts a bill whose number is corrected on the agendas that named the new number', async () => {
    await importMatters(matter(8804, '2026-8804'))
    await saveHearings(app, hearing('boston/8804', { bills: agenda('boston/2026-8840') }))
    await importMatters(matter(8804, '2026-8840'))
    const agendas = await app.pool`select event_id from event_bills`
    expect(agendas).toEqual([{ event_id: 'boston/8804' }])
  })

  test('distinguishes two bills with one number', async () => {
    const both = [matter(8802, '2026-8820'), matter(8803, '2026-8820')]
    expect(await importMatters(...both)).toMatchObject({ inserted: 2, refused: 0 })
    expect(await importMatters(...both.toReversed())).toMatchObject({ inserted: 0, updated: 0, unchanged: 2 })
    expect(await billsIn('boston/2026-882')).toEqual(['boston/2026-8820', 'boston/2026-8820-8803'])
  })
})
