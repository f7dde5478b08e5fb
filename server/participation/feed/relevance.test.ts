import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBookmark, followTopic, listBills, listTopics, type Bill } from '#contract/bills/bills.ts'
import type { InputOf } from '#contract/kit/endpoint.ts'
import { updateProfile } from '#contract/people.ts'
import { divisionName } from '#contract/places.ts'
import type { PolicyArea } from '#contract/topics.ts'
import { encodeCursor } from '#server/platform/http/page.ts'
import { setParts } from '#server/testing/billParts.ts'
import type { BillDetails } from '#server/testing/details.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

type Query = InputOf<typeof listBills>

const country = 'ocd-division/country:us'
const homes = [
  ['Brooklyn, NY 11226', 'state:ny', 'state:ny/place:new_york', 'New York'],
  ['Austin, TX 78701', 'state:tx', 'state:tx/place:austin', 'Austin'],
  ['Portland, OR 97202', 'state:or', 'state:or/place:portland', 'Portland'],
  ['Boise, ID 83702', 'state:id', 'state:id/place:boise_city', 'Boise City'],
  ['Chicago, IL 60614', 'state:il', 'state:il/place:chicago', 'Chicago'],
  ['Boston, MA 02108', 'state:ma', 'state:ma/place:boston', 'Boston'],
  ['Denver, CO 80202', 'state:co', 'state:co/place:denver', 'Denver'],
  ['Seattle, WA 98101', 'state:wa', 'state:wa/place:seattle', 'Seattle'],
  ['San Juan, PR 00901', 'territory:pr', 'territory:pr/place:san_juan', 'San Juan'],
  ['Washington, DC 20001', 'district:dc', 'district:dc/place:washington', 'Washington'],
] as const

let app: TestServer
beforeAll(async () => {
  app = await startTestServer({}, undefined, { gazetteer: true })
})
afterAll(() => app.close())

/** Imports a bill whose newest action happened on this day of the year 2026. */
async function bill(title: string, latest: number, more: BillDetails = {}) {
  const created_at = '2025-02-03T00:00:00.000Z'
  const { bill_id } = await app.bill(title, { topics: ['sports_and_recreation'], created_at, ...more })
  const date = new Date(Date.UTC(2026, 0, latest)).toISOString().slice(0, 10)
  const actions = ['2025-02-03', date].map((day) => ({ date: day, text: 'Read', chamber: null }))
  await setParts(app.pool, bill_id, { actions })
  return bill_id
}

const inState = (division: string): BillDetails => ({
  government_level: 'state',
  jurisdiction: `${country}/${division}`,
})
const inCity = (division: string): BillDetails => ({
  government_level: 'local',
  jurisdiction: `${country}/${division}`,
})

async function newcomer(username: string, address: string | null) {
  const person = await app.member(username)
  if (address) await person.call(updateProfile, { address: `12 Oak Street, ${address}` })
  return person
}

/** Reads every bill of a query page by page. `change` runs between the pages. */
async function readAll(who: Person, query: Query, change: () => Promise<unknown> = async () => null) {
  const bills: Bill[] = []
  let after: string | undefined
  let pages = 0
  do {
    // oxlint-disable-next-line no-await-in-loop -- the pages are read one after the other on purpose
    const page = await who.call(listBills, { limit: 7, order: 'relevance', ...query, after })
    bills.push(...page.bills)
    expect(page.pagination.has_more).toBe(page.next !== null)
    after = page.next ?? undefined
    pages += 1
    // oxlint-disable-next-line no-await-in-loop -- see above
    if (after) await change()
  } while (after && pages < 300)
  return bills
}

const titles = (bills: readonly Bill[]) => bills.map(({ title }) => title)

// covers HURD-FEED-01 HURD-FEED-02 HURD-FEED-13
test('residents of ten places see different first cards, of their own places, Congress and followed topics', async () => {
  let day = 1
  // The bills of all places alternate, so most of the newest bills belong to other places.
  for (const round of [1, 2, 3, 4]) {
    for (const number of [1, 2, 3]) await bill(`Congress ${round} ${number}`, (day += 1))
    for (const [, state, city] of homes) {
      await bill(`${city} ${round}`, (day += 1), inCity(city))
      await bill(`${state} ${round}`, (day += 1), inState(state))
    }
  }
  await bill('Health elsewhere', 50, { ...inState('state:wy'), topics: ['health'] })
  await bill('Travis County', 51, inCity('state:tx/county:travis'))
  await bill('Ended in Oregon', 95, { ...inState('state:or'), status: 'rejected' })
  await bill('Invented in Oregon', 96, inState('state:or'))
  await app.pool`update bills set source_name = 'Demonstration' where title = 'Invented in Oregon'`
  const seen = new Set<string>()
  for (const [index, [address, state, city, cityName]] of homes.entries()) {
    const person = await newcomer(`newcomer${index}`, address)
    await person.call(followTopic, { topic: 'health' })
    const { bills } = await person.call(listBills, { order: 'relevance', limit: 8 })
    const expected = bills.map((shown) => {
      if (shown.jurisdiction === `${country}/${city}`) return { kind: 'place', name: cityName }
      if (shown.jurisdiction === `${country}/${state}`) {
        return { kind: 'place', name: divisionName(shown.jurisdiction) }
      }
      if (shown.jurisdiction === `${country}/state:tx/county:travis` && state === 'state:tx') {
        return { kind: 'place', name: 'Travis County' }
      }
      if (shown.topics.includes('health')) return { kind: 'topic', name: 'health' }
      return shown.government_level === 'federal' ? { kind: 'congress', name: 'Congress' } : null
    })
    expect(bills.map(({ reason }) => reason)).toEqual(expected)
    const kinds = expected.map((reason) => reason?.kind)
    expect(kinds.filter((kind) => kind === 'place').length, address).toBeGreaterThanOrEqual(4)
    expect(kinds.slice(0, 5).filter((kind) => kind === 'place').length, address).toBeGreaterThanOrEqual(2)
    seen.add(titles(bills).join())
  }
  expect(seen.size).toBe(homes.length)

  const elsewhere = await newcomer('elsewhere', null)
  const { bills } = await elsewhere.call(listBills, { order: 'relevance', limit: 8 })
  expect(new Set(bills.map(({ reason }) => reason?.kind))).toEqual(new Set(['congress']))
  expect(seen).not.toContain(titles(bills).join())

  const oregon = await newcomer('oregon', 'Portland, OR 97202')
  const all = titles(await readAll(oregon, {}))
  const ended = all.indexOf('Ended in Oregon')
  expect(all.slice(0, ended).filter((title) => title.includes('state:or'))).toHaveLength(8)
  expect(all.slice(ended + 1)).toContain('state:wa/place:seattle 1')
  expect(all.at(-1)).toBe('Invented in Oregon')
  await app.pool`delete from bills where title like '%in Oregon'`
})

test('no four bills of Congress stand in a row while bills of own places follow, on any page', async () => {
  for (let number = 0; number < 30; number += 1) {
    await bill(`Federal ${number}`, 100 + number)
  }
  for (let number = 0; number < 20; number += 1) {
    await bill(`Idaho ${number}`, 60 + number, inState('state:id'))
  }
  const ida = await newcomer('ida', 'Boise, ID 83702')
  const bills = await readAll(ida, {})
  const own = bills.slice(0, 1 + bills.findLastIndex(({ reason }) => reason?.kind === 'place'))
  expect(own.length).toBeGreaterThan(20)
  const rows = own.map(({ reason }) => (reason?.kind === 'congress' ? 'c' : ' ')).join('')
  expect(rows).not.toContain('cccc')
  expect(new Set(titles(bills)).size).toBe(bills.length)
  await app.pool`delete from bills where title like 'Federal %' or title like 'Idaho %'`
})

// covers HURD-FEED-03
test('a bill of a followed topic is listed even if the latest ones of the topic are of Congress or invented', async () => {
  await bill('Idaho roads', 100, inState('state:id'))
  await bill('Maine tides', 150, { ...inState('state:me'), topics: ['energy'] })
  const later = async (name: string, division: string) => {
    for (let number = 0; number < 24; number += 1) {
      const details = division === country ? {} : inState(division)
      await bill(`${name} ${number}`, 200 + number, { ...details, topics: ['energy'] })
    }
  }
  await later('Reactor', country)
  const gil = await newcomer('gil', 'Boise, ID 83702')
  await gil.call(followTopic, { topic: 'energy' })
  expect(titles(await readAll(gil, {}))).toContain('Maine tides')

  await app.pool`delete from bills where title like 'Reactor %'`
  await later('Invented dam', 'state:wy')
  await app.pool`update bills set source_name = 'Demonstration' where title like 'Invented dam %'`
  expect(titles(await readAll(gil, {}))).toContain('Maine tides')
  await app.pool`delete from bills where title like 'Invented dam %' or title in ('Idaho roads', 'Maine tides')`
})

// covers HURD-FEED-03 CIV-FEED-07 CIV-FEED-08 CIV-FEED-09
test('pages cross the border between the sections without repeats or gaps while bills are added', async () => {
  const ada = await newcomer('ada', 'Chicago, IL 60614')
  await ada.call(followTopic, { topic: 'health' })
  const before = await ada.call(listBills, { order: 'relevance', limit: 100 })
  expect(before.next).toBeNull()
  expect(before.pagination.total).toBe(before.bills.length)
  const border = before.bills.findIndex(({ reason }) => reason === null)
  expect(border).toBeGreaterThan(3)
  expect(before.bills.slice(border).every(({ reason }) => reason === null)).toBe(true)
  const times = await app.pool<{ title: string; latest: string }[]>`
    select title, latest_action_at::text as latest from bills`
  const latest = new Map(times.map((row) => [row.title, row.latest]))
  const days = before.bills.slice(border).map(({ title }) => latest.get(title) ?? '')
  expect(days).toEqual(days.toSorted().toReversed())
  for (const limit of [3, 7]) {
    const read = await readAll(ada, { limit }, async () => {
      await bill('Late own', 300, inCity('state:il/place:chicago'))
      await bill('Late other', 300, inState('state:wy'))
    })
    const first = titles(read).filter((title) => !title.startsWith('Late'))
    expect(first).toEqual(titles(before.bills))
    expect(titles(read).filter((title) => title === 'Late own')).toEqual([])
    await app.pool`delete from bills where title like 'Late%'`
  }
  for (const offset of [0, border - 1, border, border + 5]) {
    const page = await ada.call(listBills, { order: 'relevance', limit: 4, offset })
    expect(titles(page.bills)).toEqual(titles(before.bills.slice(offset, offset + 4)))
  }
})

// covers HURD-FEED-04 HURD-FEED-05
test('every filter combines with every scope and order', async () => {
  const bea = await newcomer('bea', 'Boston, MA 02108')
  const boston = 'state:ma/place:boston'
  await bea.call(followTopic, { topic: 'health' })
  const saved = [
    await bill('Harbor rule', 40, { ...inCity(boston), status: 'passed', topics: ['health', 'energy'] }),
    await bill('Harbor act', 41, { ...inState('state:ma'), status: 'passed', topics: ['energy'] }),
    await bill('Harbor law', 42, { status: 'passed', topics: ['energy'] }),
    await bill('Harbor code', 43, { ...inState('state:wy'), status: 'passed', topics: ['energy'] }),
    await bill('Harbor plan', 44, { ...inState('state:wy'), status: 'passed', topics: ['energy', 'health'] }),
  ]
  for (const id of saved) await bea.call(addBookmark, { id })
  const ofScope = {
    city: ['Harbor rule'],
    state: ['Harbor act'],
    congress: ['Harbor law'],
    all: ['Harbor plan', 'Harbor law', 'Harbor act', 'Harbor rule', 'Harbor code'],
  }
  const filters: Query[] = [
    { q: 'harbor' },
    { bookmarked: 'true' },
    { topics: ['energy'] },
    { topics: ['energy', 'law'] },
    { status: 'passed' },
    { status: 'passed', topics: ['energy'] },
    { q: 'harbor', bookmarked: 'true', status: 'passed', topics: ['energy'] },
  ]
  for (const filter of filters) {
    for (const scope of ['city', 'state', 'congress', undefined] as const) {
      const expected = ofScope[scope ?? 'all']
      const name = JSON.stringify({ ...filter, scope })
      const { bills, pagination } = await bea.call(listBills, { ...filter, scope, order: 'relevance' })
      // The matches of a keyword are sorted by date, and these bills have the same date.
      if (filter.q && !filter.bookmarked) expect(titles(bills).toSorted(), name).toEqual(expected.toSorted())
      else if (!filter.q) expect(titles(bills), name).toEqual(expected)
      expect(pagination.total, name).toBe(expected.length)
      if (!scope) expect(bills.at(-1), name).toMatchObject({ title: 'Harbor code', reason: null })
      expect(titles(await readAll(bea, { ...filter, scope, limit: 1 })), name).toEqual(titles(bills))
      for (const other of [
        { order: 'desc' },
        { order: 'asc' },
        { sort: 'activity_score', order: 'desc' },
      ] as const) {
        const listed = await bea.call(listBills, { ...filter, scope, ...other })
        expect(titles(listed.bills).toSorted(), name).toEqual(expected.toSorted())
        expect(listed.pagination.total, name).toBe(expected.length)
        expect(listed.bills[0]).not.toHaveProperty('reason')
      }
    }
    const wrong = await bea.call(listBills, { ...filter, scope: 'congress', government_level: 'state' })
    expect(wrong).toMatchObject({ bills: [], pagination: { total: 0 } })
    const levels = await bea.call(listBills, { ...filter, government_level: 'state', order: 'relevance' })
    expect(titles(levels.bills).toSorted()).toEqual(['Harbor act', 'Harbor code', 'Harbor plan'])
  }
  expect((await bea.request(listBills, {}, {})).status).toBe(200)
  expect((await bea.send('GET', '/api/bills?scope=county')).body).toMatchObject({ error: 'Invalid scope' })
})

// covers HURD-FEED-06
test('without an address Congress and followed topics come first, and the scopes of places are empty', async () => {
  const cy = await newcomer('cyd', null)
  await cy.call(followTopic, { topic: 'health' })
  const { bills } = await cy.call(listBills, { order: 'relevance', limit: 100 })
  const border = bills.findIndex(({ reason }) => reason === null)
  expect(new Set(bills.slice(0, border).map(({ reason }) => reason?.kind))).toEqual(
    new Set(['topic', 'congress']),
  )
  expect(
    bills
      .slice(border)
      .every((bill) => bill.government_level !== 'federal' && !bill.topics.includes('health')),
  ).toBe(true)
  for (const scope of ['city', 'state'] as const) {
    for (const order of ['relevance', 'desc'] as const) {
      const page = await cy.call(listBills, { scope, order })
      expect(page).toMatchObject({ bills: [], next: null, pagination: { total: 0, has_more: false } })
    }
  }
  // The state in this address is known, but the city is not.
  await cy.call(updateProfile, { address: 'Nowhere Lane 12, Nowhere, TX' })
  expect((await cy.call(listBills, { scope: 'city', order: 'relevance' })).bills).toEqual([])
})

// covers HURD-FEED-07
test('a page reads a bounded number of bills, however few of them match', async () => {
  const dee = await newcomer('dee', 'Denver, CO 80202')
  const { topics } = await dee.call(listTopics, {})
  for (const { topic } of topics) await dee.call(followTopic, { topic })
  await app.pool`
    insert into bills (source_id, source_family, source_name, content_hash, bill_code, title, topics, government_level,
                       jurisdiction, status, created_at)
    select 'many/' || n, 'Test', 'Test', '', 'M.B. ' || n, 'Many ' || n,
           case when n <= 2100 then '{sports_and_recreation}'::text[] else '{families}' end, 'state',
           'ocd-division/country:us/state:wy', case when n in (1900, 5) then 'rejected' else 'introduced' end,
           timestamptz '2024-12-31T00:00:00Z' - n * interval '1 minute'
      from generate_series(1, 2105) n`
  const rejected: Query = { status: 'rejected', topics: ['sports_and_recreation'] }
  const first = await dee.call(listBills, { ...rejected, order: 'relevance' })
  expect(titles(first.bills)).toEqual(['Many 5'])
  expect(first.pagination).toMatchObject({ total: 2, has_more: true })
  expect(titles(await readAll(dee, rejected))).toEqual(['Many 5', 'Many 1900'])

  const id = '00000000-0000-4000-8000-000000000000'
  const start = encodeCursor(['other', ['2026-12-31T00:00:00.000000Z', id], null, 0, [], []])
  const skipped = await dee.call(listBills, { order: 'relevance', after: start })
  expect(skipped).toMatchObject({ bills: [], pagination: { has_more: true } })
  const rest = await dee.call(listBills, { order: 'relevance', after: skipped.next ?? '' })
  expect(titles(rest.bills)).toEqual([2101, 2102, 2103, 2104, 2105].map((n) => `Many ${n}`))
  expect(rest.next).toBeNull()
})

test('the reason of a bill is the followed topic, even if the bill names another topic first', async () => {
  const eve = await newcomer('eve', null)
  const topic: PolicyArea = 'animals'
  const bill_id = await bill('Bees of Maine', 50, { ...inState('state:me'), topics: ['law', topic] })
  await eve.call(followTopic, { topic })
  const { bills } = await eve.call(listBills, { order: 'relevance', limit: 100 })
  const found = bills.find((bill) => bill.bill_id === bill_id)
  expect(found?.reason).toEqual({ kind: 'topic', name: topic })
})
