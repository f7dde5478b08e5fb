import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { billStatuses, governmentLevels } from '#contract/bills/billContent.ts'
import {
  addBookmark,
  followTopic,
  getBill,
  listBills,
  listBookmarks,
  listFollowedTopics,
  listTopics,
  removeBookmark,
  takeStance,
  unfollowTopic,
} from '#contract/bills/bills.ts'
import { deleteComment, postComment } from '#contract/discussions.ts'
import { expireActivity } from '#server/participation/stances/activity.ts'
import { setParts } from '#server/testing/billParts.ts'
import { storeText } from '#server/testing/setups/records/billTexts.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let ana: Person
beforeAll(async () => {
  app = await startTestServer()
  ana = await app.member('ana', { ocd_city_id: 'ocd-division/country:us/state:ny/place:new_york' })
  for (let at = 0; at < 30; at += 1) {
    const day = String(1 + Math.floor(at / 2)).padStart(2, '0')
    await app.bill(`Bill ${at}`, {
      // A fixed code, because the random default sometimes contains the keyword of a test.
      bill_code: `T.B. ${at}`,
      government_level: governmentLevels[at % 3]!,
      status: billStatuses[at % 6]!,
      topics: at % 5 === 0 ? ['energy', 'health'] : ['housing_and_community_development'],
      created_at: `2026-03-${day}T00:00:00.000Z`,
    })
  }
})
afterAll(() => app.close())

const noProgress = {
  reached_on: null,
  reached_votes: null,
  final_words: null,
  progress_line: null,
  progress_dots: expect.any(Array),
  checked_on: null,
}
const titles = (response: { bills: { title: string }[] }) => response.bills.map((bill) => bill.title)

describe('listBills', () => {
  // covers CIV-FEED-16 CIV-FEED-18 CIV-FEED-19 CIV-API-08
  test('a page has twenty bills, newest first, complete except for the text', async () => {
    const response = await ana.call(listBills, {})
    expect(response.bills).toHaveLength(20)
    expect(response.pagination).toEqual({ limit: 20, offset: 0, total: 30, has_more: true })
    const times = response.bills.map((bill) => bill.created_at)
    expect(times).toEqual([...times].sort().reverse())
    expect(response.bills[0]).toEqual({
      bill_id: expect.any(String),
      bill_code: expect.any(String),
      title: expect.any(String),
      summary: expect.any(String),
      topics: expect.any(Array),
      government_level: expect.toBeOneOf([...governmentLevels]),
      jurisdiction: 'ocd-division/country:us',
      status: expect.toBeOneOf([...billStatuses]),
      created_at: '2026-03-15T00:00:00.000Z',
      source_url: 'https://bills.example.org/1',
      ...noProgress,
      path: expect.any(String),
      formatted_text: null,
      bill_sections: null,
      full_text: null,
      support_count: 0,
      oppose_count: 0,
      neutral_count: 0,
      learning_count: 0,
      discussion_count: 0,
      local_count: 0,
      activity_score: 0,
      new_comments: 0,
      user_stance: null,
      is_bookmarked: false,
      is_local: false,
      your_representatives: null,
    })
  })

  // covers CIV-API-03
  test('pages have no gaps or repeats, and a page past the end is empty', async () => {
    const seen: string[] = []
    for (let offset = 0; offset < 30; offset += 7) {
      const response = await ana.call(listBills, { limit: 7, offset })
      expect(response.pagination).toMatchObject({ total: 30, has_more: offset + 7 < 30 })
      seen.push(...response.bills.map((bill) => bill.bill_id))
    }
    expect(new Set(seen).size).toBe(30)
    expect((await ana.call(listBills, { offset: 30 })).bills).toEqual([])
  })

  // covers CIV-API-04 CIV-API-05 CIV-API-06
  test('level, status and topics filter the list and its total', async () => {
    const states = await ana.call(listBills, { government_level: 'state', limit: 100 })
    expect(states.bills.map((bill) => bill.government_level)).toEqual(
      Array.from({ length: 10 }, () => 'state'),
    )
    expect(states.pagination.total).toBe(10)

    const passed = await ana.call(listBills, { status: 'passed', government_level: 'federal' })
    expect(passed.bills.every((bill) => bill.status === 'passed')).toBe(true)
    expect(passed.pagination.total).toBe(passed.bills.length)

    const energy = await ana.call(listBills, { topics: ['Energy'] })
    expect(energy.pagination.total).toBe(6)
    const either = await ana.call(listBills, { topics: ['energy', 'HOUSING-and community_development'] })
    expect(either.pagination.total).toBe(30)
    const unknown = await ana.call(listBills, { topics: ['no such topic'] })
    expect(unknown).toMatchObject({ bills: [], pagination: { total: 0, has_more: false } })
  })

  // covers CIV-API-04 CIV-API-05 CIV-API-07
  test('the same filters find the same bills in every order', async () => {
    const filters = { government_level: 'federal', topics: 'health', q: 'bill' } as const
    const found = ['Bill 0', 'Bill 15']
    for (const topics of [['health'], ['health', 'energy']]) {
      for (const sort of ['created_at', 'activity_score'] as const) {
        for (const q of [undefined, 'bill']) {
          const response = await ana.call(listBills, { ...filters, topics, sort, q })
          expect(titles(response).sort()).toEqual(found)
          expect(response.pagination.total).toBe(2)
        }
      }
    }
    expect(titles(await ana.call(listBills, { ...filters, q: undefined, order: 'asc' }))).toEqual(found)
  })

  // covers CIV-API-04 CIV-API-05
  test('an updated bill is found by its new values in every order', async () => {
    const { bill_id } = await app.bill('Moving Bill', { topics: ['animals', 'law'], status: 'pending' })
    await app.pool`update bills set topics = '{animals,sports_and_recreation}', status = 'passed',
                            government_level = 'local' where bill_id = ${bill_id}`
    const filters = [
      { topics: ['law'], found: 0 },
      { topics: ['animals'], found: 1 },
      { topics: ['animals'], status: 'pending', found: 0 },
      { topics: ['sports_and_recreation'], status: 'passed', government_level: 'local', found: 1 },
    ] as const
    for (const { found, ...filter } of filters) {
      for (const sort of ['created_at', 'activity_score'] as const) {
        const response = await ana.call(listBills, { ...filter, topics: [...filter.topics], sort })
        expect(response.pagination.total).toBe(found)
        expect(response.bills).toHaveLength(found)
      }
    }
    await app.pool`delete from bills where bill_id = ${bill_id}`
    expect((await ana.call(listBills, { topics: ['animals'] })).bills).toEqual([])
  })

  test('empty values in the query count as absent', async () => {
    const response = await ana.send('GET', '/api/bills?government_level=&status=&topics=&q=&sort=&limit=')
    expect(response.body).toMatchObject({ success: true, pagination: { limit: 20, total: 30 } })
  })

  // covers CIV-FILTERS-15 CIV-FILTERS-16 CIV-FILTERS-17 CIV-FILTERS-18
  test('a keyword is found in title, summary or code, ignoring case and taken literally', async () => {
    await app.bill('Ferry Subsidy Act', { summary: 'Cheaper crossings', bill_code: 'X.R. 900' })
    for (const q of ['FERRY', 'crossings', 'x.r. 9']) {
      expect(titles(await ana.call(listBills, { q }))).toEqual(['Ferry Subsidy Act'])
    }
    for (const q of ['100%', '_', '\\', "';--"]) {
      expect(titles(await ana.call(listBills, { q }))).toEqual([])
    }
    await app.pool`delete from bills where title = 'Ferry Subsidy Act'`
  })

  test('the oldest bills come first in ascending order', async () => {
    const { bills } = await ana.call(listBills, { order: 'asc', limit: 2 })
    expect(bills.map((bill) => bill.created_at.slice(0, 10))).toEqual(['2026-03-01', '2026-03-01'])
  })

  // covers CIV-FEED-17 CIV-API-07
  test('the order by activity starts with the bills that were active in the last fourteen days', async () => {
    const { bills } = await ana.call(listBills, { order: 'asc', limit: 1 })
    const oldest = bills[0]!
    await ana.call(takeStance, { id: oldest.bill_id, stance: 'support' })

    await app.foldCounters()
    const trending = await ana.call(listBills, { sort: 'activity_score' })

    expect(trending.bills[0]).toMatchObject({
      bill_id: oldest.bill_id,
      activity_score: 1,
      user_stance: 'support',
    })
    await app.pool`
      update bill_activity set day = day - 14 where bill_id = ${oldest.bill_id}`
    await expireActivity(app.pool)
    const later = await ana.call(listBills, { sort: 'activity_score' })
    expect(later.bills.map((bill) => bill.activity_score)).toEqual(Array.from({ length: 20 }, () => 0))
  })

  // covers HURD-CARD-REASON-01
  test('a list counts the comments of the last 7 days, up to a thousand', async () => {
    const { bill_id } = await app.bill('Discussed Lately Act', { topics: [] })
    const comment = (content: string) =>
      ana.call(postComment, { id: bill_id, content, category_id: 'general-discussion' })
    const listed = async () => {
      await app.foldCounters()
      const { bills } = await ana.call(listBills, { sort: 'activity_score', limit: 50 })
      return bills.find((bill) => bill.bill_id === bill_id)
    }
    const old = await comment('Of last month')
    await comment('Of today')
    const deleted = await comment('Withdrawn')
    await ana.call(deleteComment, { id: deleted.comment.comment_id })
    await app.pool`
      update bill_comments set created_at = created_at - interval '8 days'
       where comment_id = ${old.comment.comment_id}`
    expect(await listed()).toMatchObject({ discussion_count: 2, new_comments: 1 })
    await app.pool`
      insert into bill_comments (bill_id, user_id, category_id, content)
      select ${bill_id}, ${ana.user_id}, 'general-discussion', 'Another' from generate_series(1, 1000)`
    expect(await listed()).toMatchObject({ new_comments: 1000 })
    await app.pool`delete from bill_comments where bill_id = ${bill_id}`
  })

  test('a huge bill is shortened in lists, and a viewer sees only their own stance', async () => {
    const { bill_id } = await app.bill('T'.repeat(2000), { summary: 'S'.repeat(50_000) })
    const ben = await app.member('ben')
    await ben.call(takeStance, { id: bill_id, stance: 'oppose' })
    const { body } = await ana.request(listBills, { limit: 100 })
    expect(JSON.stringify(body).length).toBeLessThan(60_000)
    expect(body['bills']).toContainEqual(
      expect.objectContaining({ bill_id, user_stance: null, oppose_count: 1 }),
    )
    const whole = await ana.call(getBill, { id: bill_id })
    expect(whole.bill.summary).toHaveLength(50_000)
    await app.pool`delete from bills where bill_id = ${bill_id}`
  })

  // covers ACC-ROLES-08
  test("a bill of a city is marked as local only for the city's residents", async () => {
    const place = 'ocd-division/country:us/state:ny/place:new_york'
    const { bill_id } = await app.bill('Crosswalk Rule', { government_level: 'local', jurisdiction: place })
    const cleo = await app.member('cleo')
    const local = async (who: Person) => (await who.call(getBill, { id: bill_id })).bill.is_local
    expect([await local(ana), await local(cleo)]).toEqual([true, false])
    await app.pool`delete from bills where bill_id = ${bill_id}`
  })
})

describe('getBill', () => {
  test('a bill includes text, sponsors, actions and its source', async () => {
    const { bill_id } = await app.bill('Whole Bill')
    await app.pool`update bills set source_checked_at = '2026-06-01' where bill_id = ${bill_id}`
    await setParts(app.pool, bill_id, {
      sponsors: [{ name: 'Jo Doe', party: null, role: 'Sponsor', district: null }],
      actions: [{ date: '2026-01-05', text: 'Introduced', chamber: null }],
    })
    const sections = { sections: [{ number: '1', title: 'Short title', content: 'This is it.' }] }
    await storeText(app, bill_id, { full_text: 'Be it enacted', bill_sections: sections })

    const { bill } = await ana.call(getBill, { id: bill_id })

    expect(bill).toMatchObject({
      full_text: 'Be it enacted',
      formatted_text: null,
      bill_sections: sections,
      sponsors: [{ name: 'Jo Doe', role: 'Sponsor' }],
      actions: [{ date: '2026-01-05', text: 'Introduced' }],
      source_name: 'Test records',
      source_checked_at: '2026-06-01T00:00:00.000Z',
    })
    await app.pool`delete from bills where bill_id = ${bill_id}`
  })
})

describe('topics', () => {
  // covers CIV-TOPICS-01 CIV-API-23 CIV-API-24 CIV-API-25 CIV-API-26
  test('the topics are those of stored bills, most used first, and every spelling follows the same topic', async () => {
    const dina = await app.member('dina')
    const { topics } = await dina.call(listTopics, {})
    expect(topics).toEqual([
      { topic: 'housing_and_community_development', bill_count: 24, is_following: false },
      { topic: 'energy', bill_count: 6, is_following: false },
      { topic: 'health', bill_count: 6, is_following: false },
    ])

    expect(await dina.call(followTopic, { topic: 'Energy' })).toMatchObject({
      topic: 'energy',
      is_following: true,
    })
    await dina.call(followTopic, { topic: 'energy' })
    const { followed_topics } = await dina.call(listFollowedTopics, {})
    expect(followed_topics).toEqual([{ topic: 'energy', bill_count: 6, is_following: true }])
    expect((await dina.call(listTopics, {})).topics[1]).toMatchObject({ topic: 'energy', is_following: true })

    await dina.send('DELETE', '/api/bills/topics/follow?topic=ENERGY')
    await dina.call(unfollowTopic, { topic: 'energy' })
    expect((await dina.call(listFollowedTopics, {})).followed_topics).toEqual([])
  })

  test('a topic without bills cannot be followed', async () => {
    expect(await ana.refusal(followTopic, { topic: 'underwater basketry' })).toBe('topic_not_found')
    expect(await ana.refusal(followTopic, { topic: '  ' })).toBe('topic_required')
    expect(await ana.refusal(unfollowTopic, {})).toBe('topic_required')
  })
})

describe('bookmarks', () => {
  // covers CIV-API-27 CIV-API-28 CIV-API-29
  test('bookmarks can be added and removed repeatedly, keep their first time and are private', async () => {
    const [eli, fay] = [await app.member('eli'), await app.member('fay')]
    const { bills } = await eli.call(listBills, { limit: 2 })
    const [first, second] = [bills[0]!, bills[1]!]
    await eli.call(addBookmark, { id: first.bill_id })
    await eli.call(addBookmark, { id: second.bill_id })
    const before = await eli.call(listBookmarks, {})
    await eli.call(addBookmark, { id: first.bill_id })

    expect(await eli.call(listBookmarks, {})).toEqual(before)
    expect(before.bookmarked_bills.map((bill) => bill.bill_id)).toEqual([second.bill_id, first.bill_id])
    expect((await eli.call(listBills, { bookmarked: 'true' })).pagination.total).toBe(2)
    expect((await fay.call(listBookmarks, {})).bookmarked_bills).toEqual([])
    expect((await fay.call(listBills, { bookmarked: 'true' })).bills).toEqual([])

    await eli.call(removeBookmark, { id: first.bill_id })
    expect(await eli.call(removeBookmark, { id: first.bill_id })).toMatchObject({ bookmarked: false })
    expect((await eli.call(getBill, { id: first.bill_id })).bill.is_bookmarked).toBe(false)
    expect(await eli.refusal(addBookmark, { id: '00000000-0000-4000-8000-000000000000' })).toBe(
      'bill_not_found',
    )
  })
})
