import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBill, getBill, listBills } from '#contract/bills/bills.ts'
import { makePageFrame } from '#server/testing/pageFrame.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { pathKey } from './pathKey.ts'

const state = (code: string) => `ocd-division/country:us/state:${code}`

let app: TestServer
let dist: string
let ana: Person
beforeAll(async () => {
  dist = await makePageFrame()
  app = await startTestServer({ publicOrigin: 'https://hurd.example.org' }, dist)
  ana = await app.member('ana')
  await app.bill('First House Bill', { source_id: 'us/119/hr/1', bill_code: 'H.R. 1' })
  await app.bill('Michigan Bill', {
    source_id: 'mi/2025-2026/hb4001',
    bill_code: 'HB 4001',
    government_level: 'state',
    jurisdiction: state('mi'),
  })
  await app.bill('New York City Local Law', {
    source_id: 'nyc/2025/int1327',
    bill_code: 'Int 1327-2025',
    government_level: 'local',
    jurisdiction: `${state('ny')}/place:new_york`,
  })
})
afterAll(async () => {
  await app.close()
  await rm(dist, { recursive: true })
})

/** Requests a path without following a redirect, and without the normalization that `fetch` applies to URLs. */
async function open(path: string) {
  const response = await fetch(app.origin + path, { redirect: 'manual' })
  return { status: response.status, location: response.headers.get('location'), html: await response.text() }
}

const [house, michigan, city] = ['/us/119/hr/1', '/mi/2025-2026/hb-4001', '/ny/new-york-city/int-1327-2025']

// covers BEY-OPEN-06
describe('the address of a bill', () => {
  test.each([
    [house, 'First House Bill'],
    [michigan, 'Michigan Bill'],
    [city, 'New York City Local Law'],
  ])('%s shows the bill', async (address, title) => {
    const { status, html } = await open(address)
    expect(status).toBe(200)
    expect(html).toContain(`>${title}</h1>`)
    expect(html).toContain(`<link rel="canonical" href="https://hurd.example.org${address}" />`)
  })

  test.each([
    ['/us/119/hr/1/', house],
    ['/us/119/hr1', house],
    ['/us/119/hr-1', house],
    ['/us/119/HR/1', house],
    ['/us/119/HR1', house],
    ['/us/119/H.R.1', house],
    ['/us/119/H.R.%201', house],
    ['/us/119/H.%20R.%201', house],
    ['/us/119/hr/001', house],
    ['/us/119/hr0001', house],
    ['/US/119/hr/1', house],
    ['/usa/119/hr/1', house],
    ['/united-states/119/hr/1', house],
    ['/United%20States/119/hr/1', house],
    ['/us/119th/hr/1', house],
    ['/us/119th-congress/house-bill/1', house],
    ['/us/119th%20Congress/House%20Bill/1', house],
    ['/federal/119/hr/1', house],
    ['//us/119//hr/1', house],
    ['/mi/2025-2026/hb4001', michigan],
    ['/mi/2025-2026/HB4001', michigan],
    ['/MI/2025-2026/HB-4001', michigan],
    ['/Mi/2025-2026/Hb-4001', michigan],
    ['/mi/2025-2026/HB%204001', michigan],
    ['/mi/2025-2026/H.B.%204001', michigan],
    ['/mi/2025-2026/H.B.4001', michigan],
    ['/mi/2025-2026/hb_4001', michigan],
    ['/mi/2025-2026/hb+4001', michigan],
    ['/mi/2025-2026/hb/4001', michigan],
    ['/mi/2025-2026/hb-04001', michigan],
    ['/mi/2025-2026/hb-4001/', michigan],
    ['/mi/20252026/hb-4001', michigan],
    ['/mi/2025_2026/hb-4001', michigan],
    ['/mi/2025%E2%80%932026/hb-4001', michigan],
    ['/michigan/2025-2026/hb-4001', michigan],
    ['/Michigan/2025-2026/HB%204001', michigan],
    ['/ny/new-york-city/int1327-2025', city],
    ['/ny/new-york-city/Int%201327-2025', city],
    ['/ny/new-york-city/Int.%201327-2025', city],
    ['/ny/new-york-city/int-01327-2025', city],
    ['/ny/new-york-city/INT-1327-2025', city],
    ['/NY/New-York-City/int-1327-2025', city],
    ['/ny/nyc/int-1327-2025', city],
    ['/ny/new-york/int-1327-2025', city],
    ['/ny/new_york_city/int-1327-2025', city],
    ['/new-york/new-york-city/int-1327-2025', city],
    ['/New%20York/New%20York%20City/Int%201327-2025', city],
    ['/newyork/nyc/int1327-2025', city],
  ])('%s permanently redirects to it', async (spelling, address) => {
    expect(await open(`${spelling}?comment=x`)).toMatchObject({
      status: 308,
      location: `${address}?comment=x`,
    })
    expect((await open(spelling)).location).toBe(address)
    expect(`/${(await ana.call(findBill, { address: spelling })).path}`).toBe(address)
  })

  test('an address without a bill gets a page that says so, and paths of the app are not addresses', async () => {
    for (const path of ['/mi/2025-2026/hb-9999', '/wy/cheyenne/ord-1']) {
      const { status, html } = await open(path)
      expect([path, status]).toEqual([path, 404])
      expect(html).toContain('We can’t find this bill')
    }
    expect(await ana.refusal(findBill, { address: '/feed' })).toBe('bill_not_found')
  })

  test('lists and the bill itself contain the address', async () => {
    const { bill_id } = await ana.call(findBill, { address: michigan })
    expect((await ana.call(getBill, { id: bill_id })).bill.path).toBe(michigan.slice(1))
    const { bills } = await ana.call(listBills, { government_level: 'state' })
    expect(bills.map(({ path }) => path)).toEqual([michigan.slice(1)])
  })
})

// covers BEY-OPEN-06
describe('the address of a bill that changes', () => {
  test('a renumbered bill has a new address, and every spelling of the old one redirects there', async () => {
    const { bill_id, path } = await app.bill('Moved', { source_id: 'us/119/s/900' })
    expect(path).toBe('us/119/s/900')
    await app.pool`update bills set source_id = 'us/119/s/901' where bill_id = ${bill_id}`
    expect((await open('/us/119/s/901')).status).toBe(200)
    for (const spelling of ['/us/119/s/900', '/us/119/S.%20900', `/bills/${bill_id}`]) {
      expect(await open(spelling)).toMatchObject({ status: 308, location: '/us/119/s/901' })
    }
    // The bill gets its first number back.
    await app.pool`update bills set source_id = 'us/119/s/900' where bill_id = ${bill_id}`
    expect(await open('/us/119/s/901')).toMatchObject({ status: 308, location: '/us/119/s/900' })
    expect(
      await app.pool`
      select path from bill_paths where bill_id = ${bill_id} and is_current`,
    ).toEqual([{ path: 'us/119/s/900' }])
  })

  test('an update of anything else keeps the address', async () => {
    const { bill_id, path } = await app.bill('Same', { source_id: 'us/119/s/910' })
    await app.pool`
      update bills set title = 'Other', bill_code = 'S. 910 RFH', jurisdiction = jurisdiction, source_id = source_id
       where bill_id = ${bill_id}`
    expect(await app.pool`select path from bill_paths where bill_id = ${bill_id}`).toEqual([{ path }])
  })

  test('a bill does not get an address that belongs to another bill, not even a former address', async () => {
    const first = await app.bill('First', { source_id: 'us/119/s/920' })
    await app.pool`update bills set source_id = 'us/119/s/921' where bill_id = ${first.bill_id}`
    const second = await app.bill('Second', { source_id: 'us/119/s/920' })
    expect(second.path).toBe(`us/119/s/920-${second.bill_id.slice(0, 8)}`)
    expect((await open('/us/119/s/920')).location).toBe('/us/119/s/921')
    expect((await open(`/${second.path}`)).status).toBe(200)
  })

  test('a spelling that could mean either of two bills leads to neither', async () => {
    await app.bill('One', { source_id: 'us/119/x/y-1' })
    await app.bill('Other', { source_id: 'us/119/x-y/1' })
    expect((await open('/us/119/x/y-1')).status).toBe(200)
    expect((await open('/us/119/x-y/1')).status).toBe(200)
    expect((await open('/us/119/xy1')).status).toBe(404)
  })
})

// covers BEY-OPEN-06
test.each([
  ['az/57th-2nd-regular/hb2429', 'state', state('az'), 'az/57th-2nd-regular/hb-2429'],
  ['ca/20252026/ab1', 'state', state('ca'), 'ca/20252026/ab-1'],
  ['dc/26/b26-0001', 'state', 'ocd-division/country:us/district:dc', 'dc/26/b-26-0001'],
  ['us/119/hjres/1', 'federal', 'ocd-division/country:us', 'us/119/hjres/1'],
  ['boston/2026-1674', 'local', `${state('ma')}/place:boston`, 'ma/boston/2026-1674'],
  ['stpaul/ord-26-1', 'local', `${state('mn')}/place:st._paul`, 'mn/st-paul/ord-26-1'],
  ['cook/2026/ord7', 'local', `${state('il')}/county:cook`, 'il/cook-county/ord-7-2026'],
] as const)(
  '%s gets its address, for which the database and the app compute the same key',
  async (source_id, government_level, jurisdiction, path) => {
    const bill = await app.bill('Own', { source_id, government_level, jurisdiction })
    expect(bill.path).toBe(path)
    const [row] = await app.pool<{ path_key: string }[]>`select path_key from bill_paths where path = ${path}`
    expect(pathKey(`/${path}`)).toBe(row?.path_key)
  },
)
