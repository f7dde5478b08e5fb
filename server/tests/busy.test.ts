import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBills } from '#contract/bills/bills.ts'
import { createGroupComment, createGroupPost, listGroupComments, listGroupPosts } from '#contract/groups.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const austin = 'ocd-division/country:us/state:tx/place:austin'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

test('while visitors read large pages and statements fail halfway, every member gets the list of bills or a 503', async () => {
  const author = await app.resident('author', austin)
  const id = await app.groupOf(austin)
  const { post } = await author.call(createGroupPost, { id, content: 'A long discussion' })
  const post_id = post.post_id
  await author.call(createGroupComment, { id, post_id, content: 'The first of many' })
  await app.bill('Read Meanwhile')
  const members: Person[] = []
  for (let at = 0; at < 10; at += 1) members.push(await app.member(`reader${at}`))

  const responses: number[] = []
  for (let round = 0; round < 8; round += 1) {
    // These statements fail after their first rows, on the same connections that everybody else uses.
    const broken = Array.from({ length: 6 }, () =>
      app.pool`select i, repeat('x', 9000), 1 / (40 - i) from generate_series(1, 1000) i`.catch(() => null),
    )
    const visits = Array.from({ length: 10 }, () => app.visitor.request(listGroupComments, { id, post_id }))
    const reads = members.map(async (member) => responses.push((await member.request(listBills, {})).status))
    await Promise.all([...broken, ...visits, ...reads])
  }
  expect(responses).toHaveLength(80)
  expect(responses.filter((status) => ![200, 503].includes(status))).toEqual([])
  expect(responses.filter((status) => status === 200).length).toBeGreaterThan(0)
})

test('members read while every visitor waits, and shared pages wait with the visitors', async () => {
  const author = await app.resident('olga', austin)
  const id = await app.groupOf(austin)
  await author.call(createGroupPost, { id, content: 'Read by everyone' })
  const { bill_id } = await app.bill('Shared Meanwhile')
  let isPageAnswered = false
  const { visits, page } = await app.pool.begin(async (db) => {
    // Every request that reads posts now waits for the end of this transaction.
    await db`lock table group_posts in access exclusive mode`
    const started = Array.from({ length: 6 }, () => app.visitor.request(listGroupPosts, { id }))
    // When this many requests wait in the database, as many visitors as permitted have been admitted.
    await expect.poll(() => countWaiting(app.pool), { timeout: 10_000 }).toBe(4)
    const shared = fetch(`${app.origin}/bills/${bill_id}`).then((response) => {
      isPageAnswered = true
      return response.status
    })
    for (let at = 0; at < 5; at += 1) expect((await author.request(listBills, {})).status).toBe(200)
    expect(isPageAnswered).toBe(false)
    return { visits: started, page: shared }
  })
  const statuses = [...(await Promise.all(visits)).map(({ status }) => status), await page]
  expect(statuses.filter((status) => ![200, 503].includes(status))).toEqual([])
})

// covers HURD-HEALTH-01
test('an instance whose connections are all waiting is still ready and alive', async () => {
  const author = await app.resident('peter', austin)
  const id = await app.groupOf(austin)
  const { readers, ready, alive } = await app.pool.begin(async (db) => {
    await db`lock table group_posts in access exclusive mode`
    const started = Array.from({ length: 200 }, () => author.request(listGroupPosts, { id }))
    // The transaction above uses one of the ten connections.
    await expect.poll(() => countWaiting(db), { timeout: 10_000 }).toBe(9)
    return {
      readers: started,
      ready: await app.send('GET', '/api/health'),
      alive: await app.send('GET', '/api/live'),
    }
  })
  expect([ready.status, alive.status]).toEqual([200, 200])
  for (const { status } of await Promise.all(readers)) expect([200, 503]).toContain(status)
})

async function countWaiting(db: Db): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
     where not granted and relation = 'group_posts'::regclass`
  return row?.count ?? 0
}
