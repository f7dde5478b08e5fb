import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBookmark, listBills, takeStance } from '#contract/bills/bills.ts'
import { postComment, voteOnComment } from '#contract/discussions.ts'
import { setParts } from '#server/testing/billParts.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

/** Returns the day of a bill's newest action, which the bill and its topics must agree on. */
async function latestActionOf(bill_id: string) {
  const [row] = await app.pool<{ day: string }[]>`
    select b.latest_action_at::date::text as day from bills b
      join bill_topics t on (t.bill_id, t.latest_action_at) = (b.bill_id, b.latest_action_at)
     where b.bill_id = ${bill_id}`
  return row?.day
}

// covers HURD-FEED-08
test('a bill is dated by its newest official action, and future actions do not count', async () => {
  const { bill_id } = await app.bill('Dated', { created_at: '2025-05-05T00:00:00.000Z' })
  expect(await latestActionOf(bill_id)).toBe('2025-05-05')
  const dates = ['2025-06-01', '2025-07-04', '2999-01-01']
  await setParts(app.pool, bill_id, { actions: dates.map((date) => ({ date, text: 'x', chamber: null })) })
  expect(await latestActionOf(bill_id)).toBe('2025-07-04')
})

// covers HURD-FEED-08 HURD-FEED-13
test('a bill that members discuss moves up in the feed, and keeps the day of its newest official action', async () => {
  const { bill_id } = await app.bill('Oldest', { created_at: '2025-01-01T00:00:00.000Z' })
  for (const title of ['Older', 'Newer']) await app.bill(title)
  const [fay, gus] = [await app.member('fay'), await app.member('gus')]
  const feed = async () => (await fay.call(listBills, { order: 'relevance' })).bills.map((bill) => bill.title)
  expect((await feed()).at(-1)).toBe('Oldest')

  await fay.call(addBookmark, { id: bill_id })
  expect((await feed()).at(-1)).toBe('Oldest')
  await fay.call(takeStance, { id: bill_id, stance: 'support' })
  await gus.call(takeStance, { id: bill_id, stance: 'oppose' })
  const words = { id: bill_id, content: 'Words', category_id: 'general-discussion' } as const
  const { comment } = await fay.call(postComment, words)
  for (let number = 0; number < 8; number += 1) {
    await gus.call(postComment, { ...words, content: `Words ${number}` })
  }
  await gus.call(voteOnComment, { id: comment.comment_id, vote_type: 'upvote' })
  await app.foldCounters()

  expect(await latestActionOf(bill_id)).toBe('2025-01-01')
  expect((await feed())[0]).toBe('Oldest')
})
