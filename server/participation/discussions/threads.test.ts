import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  deletedCommentText,
  type Comment,
  deleteComment,
  getThread,
  listComments,
  postComment,
  voteOnComment,
} from '#contract/discussions.ts'
import { findProblems, repairDerivedCounts } from '#server/operations/check/derivedCounts.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'

let app: TestServer
let ana: Person
beforeAll(async () => {
  app = await startTestServer()
  ana = await app.member('ana')
})
afterAll(() => app.close())

type Row = { comment_id: string; content: string }

/**
 * Inserts comments "name 1" to "name N" with times one second apart, as if they had been posted. The counts are updated
 * afterwards.
 */
async function fill(
  bill_id: string,
  name: string,
  many: number,
  under: string | null = null,
  category = 'general-discussion',
) {
  const rows = await app.pool<Row[]>`
    insert into bill_comments (bill_id, user_id, category_id, content, parent_comment_id, depth, created_at)
    select ${bill_id}, ${ana.user_id}, ${category}, ${name} || ' ' || n, ${under},
           coalesce((select depth + 1 from bill_comments where comment_id = ${under}), 1),
           timestamptz '2026-03-01 12:00Z' + n * interval '1 second'
      from generate_series(1, ${many}::int) n returning comment_id, content`
  await app.pool.begin(repairDerivedCounts)
  return rows.toSorted((row, other) => numberOf(row) - numberOf(other))
}

function numberOf({ content }: { content: string }) {
  return Number(content.split(' ')[1])
}

function words(comments: Comment[]) {
  return comments.map((comment) => comment.content)
}

function countAll(comments: Comment[]): number {
  return comments.reduce((sum, comment) => sum + 1 + countAll(comment.replies), 0)
}

describe('listComments', () => {
  test('threads come in pages of fifty by default, and each thread appears once', async () => {
    const { bill_id } = await app.bill('Long Bill')
    await fill(bill_id, 'thread', 53)

    const whole = await ana.call(listComments, { id: bill_id })
    expect(whole.pagination).toEqual({ limit: 50, offset: 0, total: 53, has_more: true })
    expect(words(whole.comments)).toEqual(Array.from({ length: 50 }, (_, at) => `thread ${at + 1}`))

    const seen: string[] = []
    for (let more = true; more;) {
      const { comments, pagination } = await ana.call(listComments, {
        id: bill_id,
        limit: 20,
        offset: seen.length,
      })
      seen.push(...words(comments))
      expect(pagination).toMatchObject({ limit: 20, total: 53 })
      more = pagination.has_more
    }
    expect(seen).toEqual(Array.from({ length: 53 }, (_, at) => `thread ${at + 1}`))
    const beyond = await ana.call(listComments, { id: bill_id, limit: 20, offset: 60 })
    expect(beyond).toMatchObject({ comments: [], pagination: { total: 53, has_more: false } })
  })

  test('the order "newest" reverses the threads and leaves the replies oldest first', async () => {
    const { bill_id } = await app.bill('Turned Bill')
    const [first] = await fill(bill_id, 'thread', 3)
    await fill(bill_id, 'reply', 2, first!.comment_id)

    const { comments } = await ana.call(listComments, { id: bill_id, sort: 'newest' })
    expect(words(comments)).toEqual(['thread 3', 'thread 2', 'thread 1'])
    expect(words(comments[2]!.replies)).toEqual(['reply 1', 'reply 2'])
    const second = await ana.call(listComments, { id: bill_id, sort: 'newest', limit: 1, offset: 1 })
    expect(words(second.comments)).toEqual(['thread 2'])
  })

  test('a category has its own threads and total', async () => {
    const { bill_id } = await app.bill('Chambers Bill')
    await fill(bill_id, 'money', 3, null, 'economic-impact')
    await fill(bill_id, 'story', 2, null, 'personal-stories')

    for (const sort of ['oldest', 'newest', 'agreed'] as const) {
      const within = await ana.call(listComments, { id: bill_id, category_id: 'economic-impact', sort })
      expect(words(within.comments).toSorted()).toEqual(['money 1', 'money 2', 'money 3'])
      expect(within.pagination).toMatchObject({ total: 3, has_more: false })
      const all = await ana.call(listComments, { id: bill_id, sort })
      expect([all.comments.length, all.pagination.total]).toEqual([5, 5])
    }
    const empty = await ana.call(listComments, { id: bill_id, category_id: 'questions-clarifications' })
    expect(empty).toMatchObject({ comments: [], pagination: { total: 0, has_more: false } })
  })

  test('a comment includes its first twenty replies and their total, and the others are read in pages', async () => {
    const { bill_id } = await app.bill('Answered Bill')
    const [top] = await fill(bill_id, 'thread', 1)
    const replies = await fill(bill_id, 'reply', 45, top!.comment_id)
    await fill(bill_id, 'deep', 23, replies[30]!.comment_id)

    const { comments } = await ana.call(listComments, { id: bill_id })
    expect(comments[0]).toMatchObject({ reply_count: 45 })
    expect(words(comments[0]!.replies)).toEqual(Array.from({ length: 20 }, (_, at) => `reply ${at + 1}`))

    const parent = { id: bill_id, parent_comment_id: top!.comment_id, limit: 20 }
    // Replies are sorted oldest first, regardless of the order of the threads.
    const more = await ana.call(listComments, { ...parent, offset: 20, sort: 'newest' })
    expect(words(more.comments)).toEqual(Array.from({ length: 20 }, (_, at) => `reply ${at + 21}`))
    expect(more.pagination).toEqual({ limit: 20, offset: 20, total: 45, has_more: true })
    expect(more.comments[10]).toMatchObject({ content: 'reply 31', reply_count: 23 })
    expect(words(more.comments[10]!.replies)).toEqual(Array.from({ length: 20 }, (_, at) => `deep ${at + 1}`))
    const last = await ana.call(listComments, { ...parent, offset: 40 })
    expect([last.comments.length, last.pagination.has_more]).toEqual([5, false])
    const deepest = { id: bill_id, parent_comment_id: replies[30]!.comment_id, offset: 20 }
    expect(words((await ana.call(listComments, deepest)).comments)).toEqual(['deep 21', 'deep 22', 'deep 23'])
  })

  test('a page ends before it would exceed two hundred comments, and the next page continues', async () => {
    const { bill_id } = await app.bill('Heavy Bill')
    const threads = await fill(bill_id, 'thread', 12)
    for (const { comment_id } of threads.slice(0, 11)) {
      const [reply] = await fill(bill_id, 'reply', 20, comment_id)
      await fill(bill_id, 'deep', 15, reply!.comment_id)
    }

    // Each of the first eleven threads has 36 comments, so five threads fit on a page.
    const first = await ana.call(listComments, { id: bill_id, limit: 20 })
    expect([first.comments.length, countAll(first.comments)]).toEqual([5, 180])
    expect(first.pagination).toEqual({ limit: 20, offset: 0, total: 12, has_more: true })
    const second = await ana.call(listComments, { id: bill_id, limit: 20, offset: 5 })
    expect(words(second.comments)).toEqual(['thread 6', 'thread 7', 'thread 8', 'thread 9', 'thread 10'])
    const third = await ana.call(listComments, { id: bill_id, limit: 20, offset: 10 })
    expect([words(third.comments), third.pagination.has_more]).toEqual([['thread 11', 'thread 12'], false])
  })

  test('a thread larger than a page is a page by itself', async () => {
    const { bill_id } = await app.bill('Giant Bill')
    const [giant] = await fill(bill_id, 'thread', 2)
    const replies = await fill(bill_id, 'reply', 22, giant!.comment_id)
    for (const { comment_id } of replies.slice(0, 15)) await fill(bill_id, 'deep', 22, comment_id)

    const { comments, pagination } = await ana.call(listComments, { id: bill_id })

    expect(words(comments)).toEqual(['thread 1'])
    expect(countAll(comments)).toBe(1 + 20 + 15 * 20)
    expect(pagination).toMatchObject({ total: 2, has_more: true })
  }, 60_000)

  test('tombstones count as replies and threads', async () => {
    const ben = await app.member('ben')
    const { bill_id } = await app.bill('Marks Bill')
    const post = { id: bill_id, category_id: 'general-discussion' } as const
    const say = async (by: Person, content: string, parent: string | null = null) =>
      (await by.call(postComment, { ...post, content, parent_comment_id: parent })).comment.comment_id
    const top = await say(ana, 'top')
    const middle = await say(ben, 'middle', top)
    const leaf = await say(ana, 'leaf', middle)
    await ana.call(deleteComment, { id: top })
    await ben.call(deleteComment, { id: middle })

    const { comments, pagination } = await ana.call(listComments, { id: bill_id })
    expect(comments).toMatchObject([
      { is_deleted: true, reply_count: 1, replies: [{ is_deleted: true, reply_count: 1 }] },
    ])
    expect(pagination.total).toBe(1)
    expect(await findProblems(app.pool)).toEqual([])

    await ana.call(deleteComment, { id: leaf })
    expect(await ana.call(listComments, { id: bill_id })).toMatchObject({
      comments: [],
      pagination: { total: 0 },
    })
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers CIV-API-12
  test('an unknown order and invalid pages are refused with a message', async () => {
    const { bill_id } = await app.bill('Orders Bill')
    const path = `/api/bills/${bill_id}/comments`
    for (const [query, error] of [
      ['sort=loudest', 'Invalid sort'],
      ['category_id=politics', 'Invalid category'],
      ['limit=0', 'Invalid request'],
      ['limit=101', 'Invalid request'],
      ['limit=ten', 'Invalid request'],
      ['offset=-1', 'Invalid request'],
      ['parent_comment_id=7', 'Invalid request'],
    ]) {
      const response = await ana.send('GET', `${path}?${query}`)
      expect([query, response.status, response.body['error']]).toEqual([query, 400, error])
    }
  })

  test('an unknown parent and an unknown bill are not found', async () => {
    const [here, there] = [await app.bill('Here Bill'), await app.bill('There Bill')]
    const [onOtherBill] = await fill(there.bill_id, 'elsewhere', 1)
    const input = { id: here.bill_id, parent_comment_id: onOtherBill!.comment_id }
    expect(await ana.refusal(listComments, input)).toBe('parent_comment_not_found')
    const unknown = { ...input, parent_comment_id: unknownId }
    expect(await ana.refusal(listComments, unknown)).toBe('parent_comment_not_found')
    expect(await ana.refusal(listComments, { ...input, id: unknownId })).toBe('bill_not_found')
    expect(await ana.refusal(listComments, { id: unknownId, sort: 'agreed' })).toBe('bill_not_found')
    expect(await app.visitor.refusal(listComments, { id: here.bill_id })).toBe('authentication_required')
  })
})

describe('getThread', () => {
  test('a linked comment includes its whole thread, even beyond the first replies', async () => {
    const { bill_id } = await app.bill('Linked Bill')
    const [, top] = await fill(bill_id, 'thread', 3, null, 'personal-stories')
    const replies = await fill(bill_id, 'reply', 30, top!.comment_id, 'personal-stories')
    const deep = await fill(bill_id, 'deep', 25, replies[27]!.comment_id, 'personal-stories')

    const response = await ana.call(getThread, { id: bill_id, comment_id: deep[22]!.comment_id })

    expect(response.category_id).toBe('personal-stories')
    expect(response.thread).toMatchObject({ content: 'thread 2', reply_count: 30 })
    const shown = response.thread.replies
    expect(words(shown)).toEqual([...replies.slice(0, 20).map((reply) => reply.content), 'reply 28'])
    expect(words(shown[20]!.replies)).toEqual([...deep.slice(0, 20).map(({ content }) => content), 'deep 23'])

    for (const comment of [top!, replies[3]!, deep[2]!]) {
      const { thread } = await ana.call(getThread, { id: bill_id, comment_id: comment.comment_id })
      expect(thread.content).toBe('thread 2')
    }
    const near = await ana.call(getThread, { id: bill_id, comment_id: replies[3]!.comment_id })
    expect(words(near.thread.replies)).toHaveLength(20)
  })

  test("the thread of a linked comment shows the viewer's own votes", async () => {
    const ivo = await app.member('ivo')
    const { bill_id } = await app.bill('Seen Bill')
    const [top] = await fill(bill_id, 'thread', 1)
    await ivo.call(voteOnComment, { id: top!.comment_id, vote_type: 'upvote' })

    const input = { id: bill_id, comment_id: top!.comment_id }
    expect((await ivo.call(getThread, input)).thread).toMatchObject({ upvotes: 1, user_vote: 'upvote' })
    expect((await ana.call(getThread, input)).thread).toMatchObject({ upvotes: 1, user_vote: null })
    expect((await ivo.call(listComments, { id: bill_id })).comments).toEqual([
      (await ivo.call(getThread, input)).thread,
    ])
  })

  test('a link to a deleted comment opens its thread if the comment has replies, and is not found otherwise', async () => {
    const { bill_id } = await app.bill('Deleted Bill')
    const [top] = await fill(bill_id, 'thread', 1)
    const [answered, unanswered] = await fill(bill_id, 'reply', 2, top!.comment_id)
    await fill(bill_id, 'deep', 1, answered!.comment_id)
    for (const { comment_id } of [answered!, unanswered!]) await ana.call(deleteComment, { id: comment_id })

    const { thread } = await ana.call(getThread, { id: bill_id, comment_id: answered!.comment_id })
    expect(thread).toMatchObject({ content: 'thread 1', reply_count: 1 })
    expect(thread.replies).toMatchObject([
      { is_deleted: true, content: deletedCommentText, username: null, replies: [{ content: 'deep 1' }] },
    ])
    const lost = { id: bill_id, comment_id: unanswered!.comment_id }
    expect(await ana.refusal(getThread, lost)).toBe('comment_not_found')
  })

  test('an unknown comment and one on another bill are not found', async () => {
    const [here, there] = [await app.bill('Lost Bill'), await app.bill('Other Bill')]
    const [onOtherBill] = await fill(there.bill_id, 'elsewhere', 1)
    const input = { id: here.bill_id, comment_id: onOtherBill!.comment_id }
    expect(await ana.refusal(getThread, input)).toBe('comment_not_found')
    expect(await ana.refusal(getThread, { ...input, comment_id: unknownId })).toBe('comment_not_found')
    expect(await ana.refusal(getThread, { ...input, id: unknownId })).toBe('bill_not_found')
    const response = await ana.send('GET', `/api/bills/${here.bill_id}/comments/temp-1`)
    expect([response.status, response.body['error']]).toEqual([400, 'Invalid request'])
    expect(await app.visitor.refusal(getThread, input)).toBe('authentication_required')
  })
})
