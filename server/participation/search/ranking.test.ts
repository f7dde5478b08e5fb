import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { muteUser, unmuteUser } from '#contract/mutes.ts'
import { searchEverything } from '#contract/search.ts'
import type { BillDetails } from '#server/testing/details.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const us = 'ocd-division/country:us'
const newYork = `${us}/state:ny`
const newYorkCity = `${newYork}/place:new_york`

let app: TestServer
let rosa: Person
let lee: Person

/** Stores the first sponsor of a bill. */
async function sponsor(bill_id: string, name: string, classification = 'primary', position = 0) {
  await app.pool`insert into bill_sponsorships (bill_id, position, name, classification)
    values (${bill_id}, ${position}, ${name}, ${classification})`
}

const places: Record<string, BillDetails> = {
  ny: { jurisdiction: newYork, government_level: 'state' },
  nyc: { jurisdiction: newYorkCity, government_level: 'local' },
  mi: { jurisdiction: `${us}/state:mi`, government_level: 'state' },
  vt: { jurisdiction: `${us}/state:vt`, government_level: 'state' },
  us: {},
}

const golden: [title: string, place: string, more: BillDetails][] = [
  ['Rent stabilization for rooming houses', 'ny', { summary: 'Would limit what landlords charge.' }],
  ['Rent reporting', 'mi', { summary: 'Would report what tenants pay.' }],
  ['Rent of school buildings', 'us', { status: 'rejected', summary: 'Would fund schools.' }],
  ['Renters and deposits', 'nyc', { summary: 'Would return deposits. Landlords answer within 14 days.' }],
  ['Tenant protection', 'nyc', { summary: 'Would cap fees. A yearly rent review would be public.' }],
  ['Greenhouse gas registry', 'vt', { summary: 'Would list different sources of emissions.' }],
  ['Affordable housing near transit', 'nyc', { summary: 'Would zone land for homes.' }],
  ['Housing vouchers', 'mi', { summary: 'Would pay a part of what tenants owe in New York and elsewhere.' }],
  ['Roadway dining', 'nyc', { summary: 'Would allow cafes on streets.', topics: ['commerce'] }],
  ['Street trees of Elm Avenue', 'us', { summary: 'Would list rent trees.' }],
]
const ids = new Map<string, string>()

beforeAll(async () => {
  app = await startTestServer()
  await app.pool`insert into divisions (division, kind, name, state, keys, counties) values
    (${newYork}, 'state', 'New York', 'ny', '{}', '{}'), (${`${us}/state:mi`}, 'state', 'Michigan', 'mi', '{}', '{}')`
  rosa = await app.resident('rosa', newYorkCity, { full_name: 'Rosa Delgado' })
  await app.pool`insert into member_divisions (user_id, division) values (${rosa.user_id}, ${newYork})
    on conflict do nothing`
  lee = await app.member('lee', { full_name: 'Lee Okafor' })
  for (const [index, [title, place, more]] of golden.entries()) {
    const created_at = new Date(Date.UTC(2026, 0, 1) - index * 86_400_000).toISOString()
    const { bill_id } = await app.bill(title, { ...places[place], created_at, ...more })
    ids.set(title, bill_id)
  }
  await app.representative('W1', { rep_name: 'Rita Waterstone', division: us, title: 'U.S. Senator' })
  await app.pool`update bills set source_name = 'Demonstration' where title = 'Street trees of Elm Avenue'`
  await sponsor(ids.get('Roadway dining')!, 'Lincoln Restler')
  await sponsor(ids.get('Roadway dining')!, 'Ada Cosigner', 'cosponsor', 1)
  await sponsor(ids.get('Tenant protection')!, "Maeve O'Rourke-Restler")
  await sponsor(ids.get('Tenant protection')!, 'Una Leaver', 'primary', 1)
  await app.pool`update bill_sponsorships set withdrawn_on = current_date where name = 'Una Leaver'`
})
afterAll(() => app.close())

async function titles(me: Person, q: string): Promise<string[]> {
  const { bills } = await me.call(searchEverything, { q, size: 'full' })
  return bills.map(({ title }) => title)
}

describe('the order of found bills', () => {
  // covers HURD-SEARCH-12
  test('whole words of titles come first, own places before others, and words inside other words last', async () => {
    expect(await titles(rosa, 'rent')).toEqual([
      'Rent stabilization for rooming houses',
      'Rent reporting',
      'Rent of school buildings',
      'Renters and deposits',
      'Tenant protection',
      'Street trees of Elm Avenue',
      'Greenhouse gas registry',
    ])
  })

  // covers HURD-SEARCH-12
  test('a resident of nowhere sees the same parts without own places, and bills that are over after open ones', async () => {
    const found = await titles(lee, 'rent')
    expect(found.slice(0, 3)).toEqual([
      'Rent stabilization for rooming houses',
      'Rent reporting',
      'Rent of school buildings',
    ])
    expect(await titles(lee, 'landlords')).toEqual([
      'Rent stabilization for rooming houses',
      'Renters and deposits',
    ])
    expect(await titles(rosa, 'would tenants')).toEqual(['Rent reporting', 'Housing vouchers'])
  })

  // covers HURD-SEARCH-13
  test('the name of a place finds its bills, those of the state with those of its cities', async () => {
    expect(await titles(lee, 'housing new york')).toEqual([
      'Affordable housing near transit',
      'Housing vouchers',
    ])
    expect(await titles(lee, 'Michigan housing')).toEqual(['Housing vouchers'])
  })

  // covers HURD-SEARCH-14
  test('a sponsor is found by name in every way of writing, and cosponsors and those who withdrew are not', async () => {
    const { bills } = await lee.call(searchEverything, { q: 'Restler', size: 'full' })
    expect(bills.map(({ title, sponsor }) => [title, sponsor])).toEqual([
      ['Tenant protection', "Maeve O'Rourke-Restler"],
      ['Roadway dining', 'Lincoln Restler'],
    ])
    expect(await titles(lee, 'orourke')).toEqual(['Tenant protection'])
    expect(await titles(lee, 'restler cafes')).toEqual(['Roadway dining'])
    expect(await titles(lee, 'restler submarines')).toEqual([])
    expect(await titles(lee, 'cosigner')).toEqual([])
    expect(await titles(lee, 'leaver')).toEqual([])
    expect(await titles(lee, 'tenant leaver')).toEqual([])
  })

  // covers HURD-SEARCH-13 HURD-SEARCH-14
  test.each([
    ['Restler', 2, 0],
    ['housing new york', 2, 1],
    ['rent', 7, 7],
  ])(
    'the total of %j counts every match, and apart from it those that contain the words',
    async (q, total, keyword) => {
      const found = await lee.call(searchEverything, { q, size: 'full' })
      expect(found).toMatchObject({ bill_total: total, keyword_total: keyword, total_is_exact: true })
      expect(found.bills).toHaveLength(total)
    },
  )

  // covers HURD-SEARCH-15
  test('a result has its status and the sentence with the word that its title does not have', async () => {
    const { bills } = await rosa.call(searchEverything, { q: 'rent review', size: 'full' })
    expect(bills).toMatchObject([
      {
        title: 'Tenant protection',
        status: 'introduced',
        excerpt: 'A yearly rent review would be public.',
        sponsor: null,
      },
    ])
    const { bills: named } = await rosa.call(searchEverything, { q: 'roadway dining' })
    expect(named).toMatchObject([{ title: 'Roadway dining', excerpt: null }])
  })

  test('a bill with exactly the entered code comes before every other match', async () => {
    const { bill_id } = await app.bill('About something else', {
      bill_code: 'H.R. 77',
      created_at: '2001-01-01',
    })
    await app.bill('Repeals hr 77 of an earlier year')
    const { bills } = await rosa.call(searchEverything, { q: 'hr 77' })
    expect(bills[0]?.bill_id).toBe(bill_id)
  })
})

// covers HURD-SEARCH-16
test.each([
  ['houisng', 'housing'],
  ['affordible housing', 'affordable housing'],
  ['comerce', 'Commerce'],
  ['Okafer', 'Lee Okafor'],
  ['Delgato', 'Rosa Delgado'],
  ['Waterstoone', 'Rita Waterstone'],
])('the mistyped %j suggests %j, and finds nothing itself', async (q, suggestion) => {
  const found = await lee.call(searchEverything, { q })
  expect(found).toMatchObject({ bills: [], topics: [], groups: [], people: [], representatives: [] })
  expect(found.suggestions[0]).toBe(suggestion)
  expect(found.suggestions.length).toBeLessThanOrEqual(5)
  const again = await lee.call(searchEverything, { q: suggestion })
  expect([again.bills, again.topics, again.people, again.representatives].flat().length).toBeGreaterThan(0)
})

// covers HURD-SEARCH-16
test('a search that finds something, or is like nothing, has no suggestions, and private or muted members are never suggested', async () => {
  expect((await lee.call(searchEverything, { q: 'housing' })).suggestions).toEqual([])
  expect((await lee.call(searchEverything, { q: 'xqzjkw' })).suggestions).toEqual([])
  await app.pool`update users set public_profile = false where user_id = ${rosa.user_id}`
  expect((await lee.call(searchEverything, { q: 'Delgato' })).suggestions).toEqual([])
  await app.pool`update users set public_profile = true where user_id = ${rosa.user_id}`
  await lee.call(muteUser, { id: rosa.user_id })
  expect((await lee.call(searchEverything, { q: 'Rosa Delgado' })).suggestions).toEqual([])
  await lee.call(unmuteUser, { id: rosa.user_id })
})

// covers HURD-SEARCH-12 HURD-SEARCH-14
test('words of titles and names of sponsors are read from their indexes', async () => {
  for (let first = 0; first < 2_000; first += 250) {
    await app.pool`
      insert into bills (source_id, source_family, source_name, content_hash, bill_code, title, summary,
                         government_level, jurisdiction, status, created_at)
      select 'plan/' || n, 'Test', 'Test', '', 'P ' || n, 'Plan of number' || n, '', 'state', ${newYork}, 'introduced', now()
        from generate_series(${first}::int, ${first}::int + 249) n`
  }
  await app.pool`
    insert into bill_sponsorships (bill_id, position, name, classification)
    select bill_id, 0, 'Sam ' || replace(bill_code, ' ', ''), 'primary' from bills where source_id like 'plan/%'`
  await app.pool`analyze bill_search, bill_sponsorships`
  const plans = await Promise.all([
    app.pool<{ 'QUERY PLAN': string }[]>`
      explain select bill_id from bill_search where title_entries(words) @@ words_query('{number77}', '&') limit 1000`,
    app.pool<{ 'QUERY PLAN': string }[]>`
      explain select bill_id from bill_sponsorships
       where classification = 'primary' and name_words(name) @@ words_query('{p77}', '|') limit 300`,
  ])
  const [titlePlan, sponsorPlan] = plans.map((plan) => plan.map((line) => line['QUERY PLAN']).join('\n'))
  expect(titlePlan).toContain('bill_search_titles')
  expect(sponsorPlan).toContain('bill_sponsorships_names')
  expect((await titles(lee, 'p1777'))[0]).toBe('Plan of number1777')
  await app.pool`delete from bills where source_id like 'plan/%'`
})
