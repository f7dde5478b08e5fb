import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getBill, listBills, takeStance } from '#contract/bills/bills.ts'
import { postComment, voteOnComment } from '#contract/discussions.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { openPool, requestLimits, type Db } from '#server/platform/postgres/db.ts'
import { storeText } from '#server/testing/setups/records/billTexts.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { foldBillCounters } from './counterFolding.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

async function storedCounts(bill_id: string) {
  const [row] = await app.pool`
    select support_count, oppose_count, discussion_count, activity_score from bill_counters where bill_id = ${bill_id}`
  return row
}

const nothing = { support_count: 0, oppose_count: 0, discussion_count: 0, activity_score: 0 }

/** Prevents the worker from folding while `body` runs. */
async function withoutFolding(body: () => Promise<void>) {
  await app.pool.begin(async (db) => {
    await db`select lock_bill_counters()`
    await body()
  })
}

test('members who act on a bill do not wait for another member whose action on it is not finished', async () => {
  const [ana, ben] = [await app.member('ana'), await app.member('ben')]
  const { bill_id } = await app.bill('Busy Bill')
  await storeText(app, bill_id, { full_text: 'Lamps are lit at dusk.' })
  const own = openPool(app.databaseUrl, requestLimits)
  await own.begin(async (db) => {
    // The transaction of this stance stays open until the other members have their responses.
    await db`select take_stance(${ana.user_id}, null, null, ${bill_id}, 'support', 'direct', null, null)`
    const response = await ben.call(takeStance, { id: bill_id, stance: 'oppose' })
    expect(response.counts).toEqual({
      support_count: 0,
      oppose_count: 1,
      neutral_count: 0,
      learning_count: 0,
    })
  })
  await own.end()
  const { counts } = await ben.call(takeStance, { id: bill_id, stance: 'oppose' })
  expect(counts).toMatchObject({ support_count: 1, oppose_count: 1 })
})

test('a bill that an import has locked is folded later, and the others do not wait for it', async () => {
  const flo = await app.member('flo')
  const [locked, free] = [await app.bill('Locked Bill'), await app.bill('Free Bill')]
  await app.pool.begin(async (db) => {
    await db`select from bill_counters where bill_id = ${locked.bill_id} for no key update`
    for (const { bill_id: id } of [locked, free]) await flo.call(takeStance, { id, stance: 'support' })
    await foldBillCounters(app.pool)
    expect(await storedCounts(free.bill_id)).toMatchObject({ support_count: 1 })
    expect(await storedCounts(locked.bill_id)).toEqual(nothing)
  })
  await foldBillCounters(app.pool)
  expect(await storedCounts(locked.bill_id)).toMatchObject({ support_count: 1 })
})

test('steps that are not folded yet are counted in the response, on the page of the bill and in lists', async () => {
  const [cid, dot] = [await app.member('cid'), await app.member('dot')]
  const { bill_id } = await app.bill('Unfolded Bill')
  await withoutFolding(async () => {
    const { counts } = await cid.call(takeStance, { id: bill_id, stance: 'support' })
    expect(counts).toMatchObject({ support_count: 1 })
    const { comment } = await cid.call(postComment, {
      id: bill_id,
      content: 'First',
      category_id: 'general-discussion',
    })
    await dot.call(voteOnComment, { id: comment.comment_id, vote_type: 'upvote' })
    expect(await storedCounts(bill_id)).toEqual(nothing)
    const shown = { support_count: 1, discussion_count: 1, activity_score: 3.5 }
    for (const reader of [cid, dot]) {
      expect((await reader.call(getBill, { id: bill_id })).bill).toMatchObject(shown)
      const { bills } = await reader.call(listBills, {})
      expect(bills.find((bill) => bill.bill_id === bill_id)).toMatchObject(shown)
    }
    expect(await findProblems(app.pool)).toEqual([])
  })
})

test('the worker folds what was appended into the stored counters and into the order by activity', async () => {
  const eve = await app.member('eve')
  const { bill_id } = await app.bill('Rising Bill', { created_at: '2020-01-01T00:00:00.000Z' })
  for (const title of ['one', 'two']) {
    const { bill_id: other } = await app.bill(title)
    await app.pool`update bill_counters set activity_score = 0.5 where bill_id = ${other}`
  }
  await eve.call(takeStance, { id: bill_id, stance: 'oppose' })
  await expect
    .poll(() => storedCounts(bill_id), { timeout: 10_000 })
    .toEqual({ ...nothing, oppose_count: 1, activity_score: 1 })
  expect(await app.pool`select from bill_counter_steps where bill_id = ${bill_id}`).toHaveLength(0)
  const { bills } = await eve.call(listBills, { sort: 'activity_score' })
  const position = bills.findIndex((bill) => bill.bill_id === bill_id)
  expect(position).toBeLessThan(bills.findIndex((bill) => bill.title === 'one'))
})

async function waitingSteps(db: Db) {
  const [row] = await db`select (select count(*)::int from bill_counter_steps) as steps,
    (select count(*)::int from bill_version_steps) as version_steps`
  return row
}

describe('a backlog that is larger than a portion', () => {
  test('is folded bill by bill, and the counts are exact in between', async () => {
    const members = await Promise.all([1, 2, 3].map((number) => app.member(`backlog-${number}`)))
    const bills = [await app.bill('First Backlog'), await app.bill('Second Backlog')]
    await Promise.all(bills.map(({ bill_id }) => storeText(app, bill_id, { full_text: 'Lamps are lit.' })))
    // In an empty table, the steps of the first bill come first.
    await app.foldCounters()
    await app.pool`truncate bill_counter_steps, bill_version_steps`
    await app.pool.begin(async (db) => {
      await db`select lock_bill_counters()`
      for (const { bill_id: id } of bills) {
        // The last step of each bill reduces the support again.
        for (const member of members) await member.call(takeStance, { id, stance: 'support' })
        await members[0]!.call(takeStance, { id, stance: 'oppose' })
      }
      expect(await waitingSteps(db)).toEqual({ steps: 8, version_steps: 10 })
      expect(await db`select fold_bill_counters(3) as has_more`).toEqual([{ has_more: true }])
      expect(await waitingSteps(db)).toEqual({ steps: 4, version_steps: 5 })
      for (const { bill_id } of bills) {
        const counts = await db`
          select support_count, oppose_count from current_bill_counts where bill_id = ${bill_id}`
        expect(counts).toEqual([{ support_count: 2, oppose_count: 1 }])
      }
      expect(await db`select fold_bill_counters(5) as has_more`).toEqual([{ has_more: true }])
      expect(await waitingSteps(db)).toEqual({ steps: 0, version_steps: 0 })
      expect(await db`select fold_bill_counters(5) as has_more`).toEqual([{ has_more: false }])
    })
    for (const { bill_id } of bills) {
      expect(await storedCounts(bill_id)).toMatchObject({ support_count: 2, oppose_count: 1 })
    }
  })

  test('is folded completely by one run, except for a locked bill', async () => {
    const [locked, free] = [await app.bill('Locked Backlog'), await app.bill('Free Backlog')]
    await app.pool.begin(async (db) => {
      await db`select from bill_counters where bill_id = ${locked.bill_id} for no key update`
      await app.pool.begin(async (steps) => {
        await steps`select lock_bill_counters()`
        await steps`
          insert into bill_counter_steps (bill_id, support_count)
          select case when n <= 500 then ${locked.bill_id} else ${free.bill_id} end::uuid, 1
            from generate_series(1, 4500) n`
      })
      await foldBillCounters(app.pool)
      expect(await storedCounts(free.bill_id)).toMatchObject({ support_count: 4_000 })
      expect(await waitingSteps(app.pool)).toMatchObject({ steps: 500 })
    })
    await foldBillCounters(app.pool)
    expect(await storedCounts(locked.bill_id)).toMatchObject({ support_count: 500 })
    await app.pool`delete from bills where bill_id in (${locked.bill_id}, ${free.bill_id})`
  })
})

test('an interrupted fold loses nothing and counts nothing twice', async () => {
  const fay = await app.member('fay')
  const { bill_id } = await app.bill('Interrupted Bill')
  const crashing = openPool(app.databaseUrl, requestLimits)
  await withoutFolding(async () => {
    await fay.call(takeStance, { id: bill_id, stance: 'support' })
  })
  const stopped = crashing.begin(async (db) => {
    await foldBillCounters(db)
    expect((await db`select support_count from bill_counters where bill_id = ${bill_id}`)[0]).toEqual({
      support_count: 1,
    })
    await db`select pg_terminate_backend(pg_backend_pid())`
  })
  await expect(stopped).rejects.toThrow()
  await crashing.end()
  await Promise.all(Array.from({ length: 5 }, () => app.foldCounters()))
  expect(await storedCounts(bill_id)).toEqual({ ...nothing, support_count: 1, activity_score: 1 })
})

test('thirty members act while others fold, and every action is counted once', async () => {
  const crowd = await Promise.all(Array.from({ length: 30 }, (_, at) => app.member(`hot-${at}`)))
  const { bill_id } = await app.bill('Hot Bill')
  const sides = ['support', 'oppose', 'support'] as const
  for (const stance of sides) {
    await Promise.all([
      ...crowd.map((member) => member.call(takeStance, { id: bill_id, stance })),
      ...Array.from({ length: 4 }, () => app.foldCounters()),
    ])
  }
  await app.foldCounters()
  expect(await storedCounts(bill_id)).toEqual({ ...nothing, support_count: 30, activity_score: 30 })
  await app.pool`delete from bill_activity where points = 0`
  expect(await app.pool`select points from bill_activity where bill_id = ${bill_id}`).toEqual([
    { points: 30 },
  ])
})

test('the steps of a bill are deleted with the bill', async () => {
  const gil = await app.member('gil')
  const { bill_id } = await app.bill('Deleted Bill')
  const steps = () => app.pool`select from bill_counter_steps where bill_id = ${bill_id}`
  await withoutFolding(async () => {
    await gil.call(takeStance, { id: bill_id, stance: 'support' })
    expect(await steps()).not.toHaveLength(0)
    await app.pool`delete from bills where bill_id = ${bill_id}`
    expect(await steps()).toHaveLength(0)
  })
})
