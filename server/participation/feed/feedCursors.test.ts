import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBills, takeStance } from '#contract/bills/bills.ts'
import type { InputOf } from '#contract/kit/endpoint.ts'
import { encodeCursor } from '#server/platform/http/page.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let ana: Person
beforeAll(async () => {
  app = await startTestServer()
  ana = await app.member('ana')
})
afterAll(() => app.close())

type Query = InputOf<typeof listBills>

/** Reads the whole list, two bills at a time, and changes it between the pages. */
async function readAll(query: Query, change: () => Promise<unknown>) {
  const titles: string[] = []
  let after: string | undefined
  do {
    // oxlint-disable-next-line no-await-in-loop -- the pages are read one after the other on purpose
    const page = await ana.call(listBills, { limit: 2, ...query, after })
    titles.push(...page.bills.map(({ title }) => title))
    expect(page.pagination.has_more).toBe(page.next !== null)
    after = page.next ?? undefined
    // oxlint-disable-next-line no-await-in-loop -- see above
    if (after) await change()
  } while (after)
  return titles
}

type Topic = 'animals' | 'commerce' | 'energy' | 'law'

/**
 * Creates five bills of a topic, newest first, and names them after it. Two of them have the same time, and a page
 * boundary lies between them.
 */
async function fiveBills(topic: Topic) {
  const days = [5, 4, 4, 3, 2]
  const bills = []
  for (const [index, day] of days.entries()) {
    const title = `${topic} ${index}`
    const { bill_id } = await app.bill(title, {
      topics: [topic],
      created_at: `2026-03-0${day}T00:00:00.123Z`,
    })
    bills.push({ bill_id, title })
  }
  const [first, one, other, ...rest] = bills
  return [first!, ...[one!, other!].toSorted((a, b) => (a.bill_id < b.bill_id ? -1 : 1)), ...rest]
}

function addBill(topic: Topic, created_at: string) {
  return () => app.bill(`${topic} late`, { topics: [topic], created_at })
}

// covers HURD-CURSOR-06
test('a reader of bills by date sees each once while others are added', async () => {
  const bills = await fiveBills('animals')
  const newer = addBill('animals', '2026-03-09T00:00:00.000Z')
  const titles = bills.map(({ title }) => title)
  expect(await readAll({ topics: ['animals'] }, newer)).toEqual(titles)

  const byId = await fiveBills('commerce')
  const [first, one, other, ...rest] = byId.map(({ title }) => title)
  const older = addBill('commerce', '2026-03-01T00:00:00.000Z')
  const ascending = [...rest.toReversed(), one, other, first]
  expect(await readAll({ topics: ['commerce'], order: 'asc' }, older)).toEqual(ascending)
})

// covers HURD-CURSOR-06
test('a reader of bills by activity sees each once while others are added, in both directions', async () => {
  const bills = await fiveBills('energy')
  for (const { bill_id } of bills.slice(3)) await ana.call(takeStance, { id: bill_id, stance: 'support' })
  await app.foldCounters()
  const titles = bills.map(({ title }) => title)
  const mostActiveFirst = [...titles.slice(3), ...titles.slice(0, 3)]
  const query: Query = { topics: ['energy'], sort: 'activity_score' }
  const late = addBill('energy', '2026-02-01T00:00:00.000Z')
  const read = await readAll(query, late)
  // The new bills have no activity and are the oldest, so they come last.
  expect(read.slice(0, 5)).toEqual(mostActiveFirst)
  expect(new Set(read.slice(5))).toEqual(new Set(['energy late']))

  const leastActiveFirst = [...titles.slice(0, 3), ...titles.slice(3)]
  const ascending = await readAll({ ...query, order: 'asc' }, addBill('energy', '2026-04-01T00:00:00.000Z'))
  expect(ascending.filter((title) => !title.endsWith('late'))).toEqual(leastActiveFirst)
})

// covers HURD-CURSOR-06
test('a reader of the matches of a keyword sees each once while others are added or deleted', async () => {
  const bills = await fiveBills('law')
  const titles = bills.map(({ title }) => title)
  expect(await readAll({ q: 'law' }, addBill('law', '2026-03-09T00:00:00.000Z'))).toEqual(titles)

  const { next } = await ana.call(listBills, { q: 'law', limit: 4 })
  const shown = (await ana.call(listBills, { q: 'law', limit: 4 })).bills
  await app.pool`delete from bills where bill_id = ${shown[3]!.bill_id}`
  const following = await ana.call(listBills, { q: 'law', after: next ?? '' })
  expect(following.bills.map(({ title }) => title)).toEqual(titles.slice(2))
})

// covers HURD-CURSOR-07
test('a cursor of another order of bills is refused', async () => {
  const id = '00000000-0000-4000-8000-000000000000'
  const time = '2026-01-01T00:00:00.000000Z'
  const cursors = {
    date: encodeCursor([time, id]),
    activity: encodeCursor([3, time, id]),
    match: encodeCursor([3, id]),
  }
  const queries = { date: '', activity: 'sort=activity_score', match: 'q=law' }
  for (const [kind, query] of Object.entries(queries)) {
    for (const [cursorKind, after] of Object.entries(cursors)) {
      const { status, body } = await ana.send('GET', `/api/bills?${query}&after=${after}`)
      expect(status, `${kind} with a cursor by ${cursorKind}`).toBe(kind === cursorKind ? 200 : 400)
      if (status === 400) expect(body).toMatchObject({ error: 'Invalid cursor', code: 'invalid_request' })
    }
  }
})
