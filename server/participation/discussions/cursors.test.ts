import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeStance } from '#contract/bills/bills.ts'
import {
  deleteComment,
  listComments,
  postComment,
  threadSorts,
  voteOnComment,
} from '#contract/discussions.ts'
import { encodeCursor } from '#server/platform/http/page.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let ana: Person
beforeAll(async () => {
  app = await startTestServer()
  ana = await app.member('ana')
})
afterAll(() => app.close())

async function comment(bill_id: string, content: string, parent_comment_id: string | null = null) {
  const input = { id: bill_id, content, category_id: 'general-discussion', parent_comment_id } as const
  return (await ana.call(postComment, input)).comment.comment_id
}

type Query = { sort?: (typeof threadSorts)[number]; parent_comment_id?: string }

/** Reads all threads, two at a time, and changes the discussion between the pages. */
async function readAll(bill_id: string, query: Query, change: (read: string[]) => Promise<unknown>) {
  const read: string[] = []
  let after: string | undefined
  do {
    // oxlint-disable-next-line no-await-in-loop -- the pages are read one after the other on purpose
    const page = await ana.call(listComments, { id: bill_id, limit: 2, ...query, after })
    read.push(...page.comments.map(({ content }) => content))
    expect(page.pagination.has_more).toBe(page.next !== null)
    after = page.next ?? undefined
    // oxlint-disable-next-line no-await-in-loop -- see above
    if (after) await change(read)
  } while (after)
  return read
}

// covers HURD-CURSOR-04
test('a reader of the newest threads sees each once while others post', async () => {
  const { bill_id } = await app.bill('Newest First Act')
  for (const name of ['one', 'two', 'three', 'four', 'five']) await comment(bill_id, name)
  const read = await readAll(bill_id, { sort: 'newest' }, () => comment(bill_id, 'late'))
  expect(read).toEqual(['five', 'four', 'three', 'two', 'one'])
})

// covers HURD-CURSOR-04
test('a reader of the oldest threads or of replies misses none while earlier ones are deleted', async () => {
  const { bill_id } = await app.bill('Oldest First Act')
  const parent = await comment(bill_id, 'parent')
  const names = ['one', 'two', 'three', 'four', 'five']
  for (const parent_comment_id of [null, parent]) {
    const ids: string[] = []
    for (const name of names) ids.push(await comment(bill_id, name, parent_comment_id))
    const query: Query = parent_comment_id ? { parent_comment_id } : { sort: 'oldest' }
    const read = await readAll(bill_id, query, () => ana.call(deleteComment, { id: ids.shift() ?? '' }))
    expect(read).toEqual(parent_comment_id ? names : ['parent', ...names])
  }
})

// covers HURD-CURSOR-04
test('a reader of the threads by common ground sees each once while others post', async () => {
  const { bill_id } = await app.bill('Agreement Act')
  const ids: string[] = []
  for (const name of ['one', 'two', 'three', 'four', 'five']) ids.push(await comment(bill_id, name))
  for (const stance of ['support', 'oppose'] as const) {
    for (const voter of ['ava', 'bo', 'cy'].map((name) => `${name}-${stance}`)) {
      const member = await app.member(voter)
      await member.call(takeStance, { id: bill_id, stance })
      await member.call(voteOnComment, { id: ids[1]!, vote_type: 'upvote' })
    }
  }
  const read = await readAll(bill_id, { sort: 'agreed' }, () => comment(bill_id, 'late'))
  expect(read).toEqual(['two', 'five', 'four', 'three', 'one'])
})

// covers HURD-CURSOR-07
test('a cursor of another order of the same list is refused', async () => {
  const { bill_id } = await app.bill('Mixed Orders Act')
  const time = '2026-01-01T00:00:00.000000Z'
  const byTime = encodeCursor([time, bill_id])
  const byScore = encodeCursor([3, time, bill_id])
  for (const sort of threadSorts) {
    const [good, bad] = sort === 'agreed' ? [byScore, byTime] : [byTime, byScore]
    await ana.call(listComments, { id: bill_id, sort, after: good })
    const refused = await ana.send('GET', `/api/bills/${bill_id}/comments?sort=${sort}&after=${bad}`)
    expect(refused).toMatchObject({ status: 400, body: { error: 'Invalid cursor', code: 'invalid_request' } })
  }
})
