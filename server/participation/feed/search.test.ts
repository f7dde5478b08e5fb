import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addBookmark, listBills, takeStance } from '#contract/bills/bills.ts'
import { findsBill, readKeyword, searchText } from '#contract/search.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { maxMatchDepth, maxMatches } from './search.ts'

let app: TestServer
let ana: Person
let age = 0
/** Returns a time 40 days before the previous one, for bills that are created newest first. */
const older = () => new Date(Date.UTC(2026, 5, 1) - (age += 1) * 40 * 86_400_000).toISOString()

beforeAll(async () => {
  app = await startTestServer()
  ana = await app.member('ana')
  const rows: [code: string, title: string, summary: string][] = [
    ['H.R. 220', 'Harbor Dredging Act', 'Deepens harbors.'],
    ['S. 22', 'Canyon Trails Act', 'Opens trails in Cañon City.'],
    ['H.R. 22', 'Voter Rolls Act', 'Would check the voter rolls.'],
    ['Int 0123-2024', 'School lunches', 'Would pay for children’s lunches in every school.'],
    ['LD 1234', 'Ferry Subsidy', '100% of the fare — “for islanders”.'],
    ['AB 7', 'Water Rights', ''],
  ]
  for (const [bill_code, title, summary] of rows) {
    await app.bill(title, { bill_code, summary, created_at: older(), government_level: 'state' })
  }
})
afterAll(() => app.close())

async function found(q: string, more: object = {}): Promise<string[]> {
  const response = await ana.call(listBills, { q, ...more })
  return response.bills.map((bill) => bill.title)
}

describe('a keyword', () => {
  // covers CIV-FILTERS-15 CIV-FILTERS-16 CIV-FILTERS-17 CIV-FILTERS-18
  test.each([
    ['FERRY', ['Ferry Subsidy']],
    ['rryos', []],
    ['ubsid', ['Ferry Subsidy']],
    ['canon', ['Canyon Trails Act']],
    ['Cañon', ['Canyon Trails Act']],
    ["children's lunch", ['School lunches']],
    ['trails act', ['Canyon Trails Act']],
    ['school pay', ['School lunches']],
    ['"for islanders"', ['Ferry Subsidy']],
    ['ld1234', ['Ferry Subsidy']],
    ['int 123-2024', ['School lunches']],
    ['%', []],
    ['__', []],
    ["' or 1=1 --", []],
  ])('%s finds %j', async (q, titles) => {
    expect(await found(q)).toEqual(titles)
  })

  test('a bill code finds the same bills in every spelling, the exact match first', async () => {
    for (const q of ['hr 22', 'H.R. 22', 'HR22', 'h. r. 022']) {
      expect(await found(q)).toEqual(['Voter Rolls Act', 'Harbor Dredging Act'])
    }
    expect(await found('hr 22', { limit: 1, offset: 1 })).toEqual(['Harbor Dredging Act'])
    expect(await found('hr 22', { sort: 'activity_score' })).toEqual([
      'Voter Rolls Act',
      'Harbor Dredging Act',
    ])
  })

  // covers CIV-API-04 CIV-API-05 CIV-API-06
  test('a keyword combines with every filter and order', async () => {
    const { bill_id } = await app.bill('Ferry Docks', {
      status: 'passed',
      topics: ['commerce'],
      created_at: older(),
    })
    expect(await found('ferry')).toEqual(['Ferry Subsidy', 'Ferry Docks'])
    expect(await found('ferry', { order: 'asc' })).toEqual(['Ferry Docks', 'Ferry Subsidy'])
    expect(await found('ferry', { status: 'passed' })).toEqual(['Ferry Docks'])
    expect(await found('ferry', { government_level: 'state' })).toEqual(['Ferry Subsidy'])
    expect(await found('ferry', { topics: ['Commerce', 'law'] })).toEqual(['Ferry Docks'])
    expect(await found('ferry', { status: 'passed', government_level: 'state' })).toEqual([])

    await ana.call(addBookmark, { id: bill_id })
    expect(await found('ferry', { bookmarked: 'true' })).toEqual(['Ferry Docks'])
    expect(await found('ld 1234', { bookmarked: 'true' })).toEqual([])
    await ana.call(takeStance, { id: bill_id, stance: 'support' })
    await app.foldCounters()
    expect(await found('ferry', { sort: 'activity_score' })).toEqual(['Ferry Docks', 'Ferry Subsidy'])
    await app.pool`delete from bills where bill_id = ${bill_id}`
  })

  test('an updated bill is found by its new words at once, and no longer by the old ones', async () => {
    const { bill_id } = await app.bill('Skating Rink', { summary: '', created_at: older() })
    await app.pool`
      update bills set title = 'Ice Palace', bill_code = 'Z.Z. 9', status = 'rejected' where bill_id = ${bill_id}`
    expect(await found('skating')).toEqual([])
    expect(await found('palace', { status: 'rejected' })).toEqual(['Ice Palace'])
    expect(await found('zz9')).toEqual(['Ice Palace'])
    await app.pool`delete from bills where bill_id = ${bill_id}`
    expect(await found('palace')).toEqual([])
  })
})

const page = (offset: number) => ana.call(listBills, { q: 'aqueduct', limit: 100, offset })

describe('a keyword in very many bills', () => {
  const many = maxMatches + 140

  test('search pages have no gaps, and the response says that there are more matches than counted', async () => {
    await app.pool`
      insert into bills (source_id, source_family, source_name, content_hash, bill_code, title, summary,
                         government_level, jurisdiction, status, created_at)
      select 'many/' || n, 'Test', 'Test', '', 'M ' || n, 'Budget ' || n,
             case when n % 4 = 0 then 'On parking.' else '' end, 'state', 'ocd-division/country:us/state:ny',
             'introduced', timestamptz '2020-01-01' + n * interval '2 days'
        from generate_series(1, ${many}::int) n`

    const first = await ana.call(listBills, { q: 'budget' })
    expect(first.pagination).toEqual({ limit: 20, offset: 0, total: maxMatches, has_more: true })
    expect(first.total_is_exact).toBe(false)
    const rare = await ana.call(listBills, { q: 'budget parking' })
    expect(rare).toMatchObject({ total_is_exact: true, pagination: { total: many / 4 } })

    const seen: string[] = []
    for (let offset = 0; offset < many; offset += 100) {
      const page = await ana.call(listBills, { q: 'budget', limit: 100, offset })
      seen.push(...page.bills.map((bill) => bill.title))
      expect(page.pagination.has_more).toBe(offset + 100 < many)
    }
    expect(seen).toEqual(Array.from({ length: many }, (_, at) => `Budget ${many - at}`))
    const trending = await ana.call(listBills, { q: 'budget', sort: 'activity_score', offset: 20 })
    expect(trending.bills.map((bill) => bill.title)).toEqual(seen.slice(20, 40))
    await app.pool`delete from bills where source_id like 'many/%'`
  })

  test('search results end after two thousand matches', async () => {
    // A few hundred bills are imported and deleted at a time, because a statement has a time limit of five seconds and the
    // machine may be busy.
    const portions = Array.from({ length: Math.ceil((maxMatchDepth + 50) / 250) }, (_, index) => index * 250)
    for (const first of portions) {
      await app.pool`
        insert into bills (source_id, source_family, source_name, content_hash, bill_code, title, summary,
                           government_level, jurisdiction, status, created_at)
        select 'deep/' || n, 'Test', 'Test', '', 'D ' || n, 'Aqueduct ' || n, '', 'state',
               'ocd-division/country:us/state:ny', 'introduced', timestamptz '2020-01-01' + n * interval '1 hour'
          from generate_series(${first}::int, ${first}::int + 249) n`
    }
    expect(await page(maxMatchDepth - 200)).toMatchObject({ pagination: { has_more: true } })
    const last = await page(maxMatchDepth - 40)
    expect([last.bills.length, last.pagination.has_more]).toEqual([40, false])
    expect((await page(10_000_000)).bills).toEqual([])
    for (const first of portions) {
      await app.pool`
        delete from bills where source_id in (select 'deep/' || n from generate_series(${first}::int, ${first}::int + 249) n)`
    }
  })
})

// covers CIV-FILTERS-15
test('the word index of old bills finds exactly the bills that match the rule', async () => {
  const long = Array.from({ length: 1_000 }, (_, at) => at.toString(36)).join('')
  const summaries = [
    'A bill of rights for tenants',
    'A billing of rights, and bills for tenants',
    'Rebuilding the playbill of rightsizing',
    `Of ${long} and others`,
    'Tenants of the hill',
    'Ferries 2217 and 22 17',
    '',
  ]
  await app.pool`
    insert into bills (source_id, source_family, source_name, content_hash, bill_code, title, summary,
                       government_level, jurisdiction, status, created_at)
    select 'old/' || n, 'Test', 'Test', '', 'Q ' || n, 'Old ' || n, coalesce((${summaries}::text[])[n], 'Newer'),
           'state', 'ocd-division/country:us/state:ny', 'introduced',
           timestamptz '2010-01-01' + case when n > 7 then 5000 + n else n end * interval '1 day'
      from generate_series(1, 300) n`
  const bills = await app.pool<{ bill_code: string; title: string; summary: string }[]>`
    select bill_code, title, summary from bills order by created_at desc, bill_id`
  const keywords = [
    'bill of rights',
    'of rights',
    'ill of ri',
    'a bill',
    'of t',
    'tenants bill',
    'ten hill',
    'rebuil',
    long.slice(300, 480),
    long.slice(-190),
    long.slice(0, 200),
    `of ${long.slice(0, 180)}`,
    `${long.slice(-150)} and o`,
    '2217',
    '217',
    '22 17',
    'q 3',
    'q 30',
    'rights rebuilding hill',
  ]
  for (const q of keywords) {
    const keyword = readKeyword(q)
    const expected = bills.filter((bill) => findsBill(keyword, bill)).map((bill) => bill.title)
    const newest = await found(q, { limit: 100 })
    expect(newest.toSorted(), q).toEqual(expected.toSorted())
    // A bill with exactly this code is first in every order.
    if (keyword?.code) continue
    expect(newest, q).toEqual(expected)
    expect(await found(q, { limit: 100, order: 'asc' }), q).toEqual(newest.toReversed())
    const filters = { government_level: 'state', status: 'introduced', sort: 'activity_score' } as const
    expect(await found(q, { limit: 100, ...filters }), q).toEqual(newest)
  }
  await app.pool`delete from bills where source_id like 'old/%'`
})

test('the database and the browser derive the same search words from a bill', async () => {
  const nasty = [
    'Ⅻ ﬁne½ ①²',
    '“Quoted” — dashed…',
    'ŁÓDŹ ÅÆØ ß ẞ Œ Þór Đ ð ħ ı İstanbul ΣΊΣΥΦΟΣ',
    '日本 カタカナ',
    'a\u00adb\u200bc\u00a0d\te\r\nf',
    '§ 12(a)(1) ¶ × ÷ · ª º µ',
    'x'.repeat(3000),
    "O'Brien’s 100% & $5_000\\",
    '0 00 007 000-010',
    '👩‍👩‍👧 family',
    '',
    'cafe\u0301',
    'H.J.Res. 139',
    'SConRes 03',
    'HCRes. 5-2026',
    'U.S.-Mexico, u.s.c. and É.U.A. v. D.C.',
    'H.R. 22',
    'S 277',
    'A991',
    'S.Res. 7',
    'HB25B-1001',
    'Baño.A, A.ñ and a.Bé of B_a.c',
    'Ｆｕｌｌ　ｗｉｄｔｈ',
  ]
  for (const text of nasty) {
    const bill = { bill_code: text.slice(0, 40), title: text, summary: `${text} ${text}` }
    const [stored] = await app.pool<{ words: string }[]>`
      select bill_search_words(${bill.bill_code}, ${bill.title}, ${bill.summary}) as words`
    expect(stored!.words).toBe(searchText(bill))
    const keyword = readKeyword(text)
    expect(findsBill(keyword, bill)).toBe(keyword !== null)
  }
})

// covers BEY-ANATOMY-18 HURD-SEARCH-12
test('a bill whose subjects were imported later is still found by the code and the title as people type them', async () => {
  const { bill_id } = await app.bill('The U.S. Lantern Act', { bill_code: 'H.R. 4711', created_at: older() })
  await app.pool`insert into bill_subjects values (${bill_id}, 'Street lighting')`
  for (const q of ['HB 4711', 'us lantern', 'street lighting']) {
    expect(await found(q), q).toEqual(['The U.S. Lantern Act'])
  }
  const problems = (await findProblems(app.pool)).filter(({ what }) => what.includes('search'))
  expect(problems).toEqual([])
  await app.pool`delete from bill_subjects where bill_id = ${bill_id}`
  expect(await found('HB 4711')).toEqual(['The U.S. Lantern Act'])
})
