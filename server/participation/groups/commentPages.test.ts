import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createGroupComment,
  createGroupPost,
  deleteGroupComment,
  getGroupThread,
  maxGroupComments,
  listGroupComments,
  listGroupPosts,
} from '#contract/groups.ts'
import type { OutputOf } from '#contract/kit/endpoint.ts'
import { refusals } from '#contract/kit/refusals.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'
const reno = 'ocd-division/country:us/state:nv/place:reno'

type On = { id: string; post_id: string }
type Page = OutputOf<typeof listGroupComments>

let app: TestServer
let ana: Person
let ben: Person
let id: string
beforeAll(async () => {
  app = await startTestServer()
  ana = await app.resident('ana', reno)
  ben = await app.member('ben')
  id = await app.groupOf(reno)
})
afterAll(() => app.close())

async function newPost(): Promise<On> {
  return {
    id,
    post_id: (await ana.call(createGroupPost, { id, content: 'What do you think?' })).post.post_id,
  }
}

async function say(by: Person, on: On, content: string, parent_comment_id: string | null = null) {
  return (await by.call(createGroupComment, { ...on, content, parent_comment_id })).comment
}

/** Inserts comments directly into the table, with times one second apart, and returns their ids. */
async function insertComments(
  on: On,
  count: number,
  parent: string | null = null,
  depth = 1,
  words = 'comment',
) {
  const rows = await app.pool<{ comment_id: string }[]>`
    insert into group_comments (post_id, group_id, user_id, parent_comment_id, depth, content, created_at)
    select ${on.post_id}, ${on.id}, ${ben.user_id}, ${parent}, ${depth}, ${words} || ' ' || n,
           timestamptz '2026-01-01' + ${depth}::int * interval '1 day' + n * interval '1 second'
      from generate_series(1, ${count}::int) n returning comment_id`
  await app.pool`
    update group_posts set comment_count = comment_count + ${count} where post_id = ${on.post_id}`
  return rows.map((row) => row.comment_id)
}

const contents = (page: Pick<Page, 'comments'>) => page.comments.map((comment) => comment.content)

describe('a page of comments on a post', () => {
  // covers CIV-API-48
  test('members and visitors get a page of bounded size of a post with 20,000 comments', async () => {
    const on = await newPost()
    const threads = await insertComments(on, 10_000)
    await app.pool`
      insert into group_comments (post_id, group_id, user_id, parent_comment_id, depth, content, created_at)
      select ${on.post_id}, ${on.id}, ${ben.user_id}, parent, 2, repeat('x', 500), timestamptz '2026-01-02'
        from unnest(${threads.slice(0, 5_000)}::uuid[]) parent, generate_series(1, 2)`
    for (const reader of [app.visitor, ben]) {
      for (const offset of [0, 9_990]) {
        const { comments, pagination } = await reader.call(listGroupComments, { ...on, offset, limit: 100 })
        expect(comments.length).toBeLessThanOrEqual(200)
        expect(comments.length).toBeGreaterThan(9)
        expect(pagination).toEqual({ limit: 100, offset, total: 10_000, has_more: offset === 0 })
        expect(JSON.stringify(comments).length).toBeLessThan(200_000)
      }
    }
    await app.pool`delete from group_posts where post_id = ${on.post_id}`
    await app.pool`update groups set post_count = post_count - 1, live_post_count = live_post_count - 1,
                            last_activity_at = group_last_activity(group_id) where group_id = ${id}`
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('the pages show every thread once, oldest first', async () => {
    const on = await newPost()
    await insertComments(on, 45)
    const read: string[] = []
    let page: Page | undefined
    while (!page || page.pagination.has_more) {
      page = await app.visitor.call(listGroupComments, { ...on, limit: 20, offset: read.length })
      read.push(...contents(page))
    }
    expect(read).toEqual(Array.from({ length: 45 }, (_, at) => `comment ${at + 1}`))
    const beyond = await ben.call(listGroupComments, { ...on, offset: 45 })
    expect(beyond.comments).toEqual([])
    expect(beyond.pagination).toMatchObject({ total: 45, has_more: false })
  })

  test('a long thread includes its first replies, and the others are read in pages', async () => {
    const on = await newPost()
    const [first] = await insertComments(on, 1)
    const replies = await insertComments(on, 50, first, 2, 'reply')
    await insertComments(on, 3, replies[30], 3, 'third level')

    const page = await app.visitor.call(listGroupComments, on)
    expect(page.comments).toHaveLength(21)
    expect(page.comments[0]).toMatchObject({ content: 'comment 1', reply_count: 50 })
    expect(page.pagination).toMatchObject({ total: 1, has_more: false })
    const rest = await ben.call(listGroupComments, { ...on, parent_comment_id: first, offset: 20, limit: 20 })
    const direct = rest.comments.filter((comment) => comment.parentCommentId === first)
    expect(contents({ comments: direct })).toEqual(Array.from({ length: 20 }, (_, at) => `reply ${at + 21}`))
    expect(rest.comments.filter((comment) => comment.parentCommentId === replies[30])).toHaveLength(3)
    expect(rest.pagination).toEqual({ limit: 20, offset: 20, total: 50, has_more: true })
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('a link to a comment far down opens its thread', async () => {
    const on = await newPost()
    const threads = await insertComments(on, 30)
    const replies = await insertComments(on, 30, threads[29], 2, 'reply')
    const [deepest] = await insertComments(on, 1, replies[29], 3, 'the linked one')
    const { comments } = await app.visitor.call(getGroupThread, { ...on, comment_id: deepest! })
    expect(comments.map((comment) => comment.comment_id)).toEqual(
      expect.arrayContaining([threads[29], replies[29], deepest]),
    )
    expect(comments).toHaveLength(1 + 20 + 1 + 1)

    const refused = (input: Partial<On> & { comment_id: string }) =>
      app.visitor.refusal(getGroupThread, { ...on, ...input })
    expect(await refused({ comment_id: unknownId })).toBe('comment_not_found')
    expect(await refused({ comment_id: deepest!, post_id: (await newPost()).post_id })).toBe(
      'comment_not_found',
    )
    expect(await refused({ comment_id: deepest!, post_id: unknownId })).toBe('post_not_found')
    expect(await refused({ comment_id: deepest!, id: unknownId })).toBe('group_not_found')
  })

  test('invalid page parameters and a parent on another post are refused', async () => {
    const on = await newPost()
    const other = await newPost()
    const [elsewhere] = await insertComments(other, 1)
    const path = `/api/groups/${id}/posts/${on.post_id}/comments`
    for (const query of ['limit=0', 'limit=101', 'offset=-1', 'limit=1e1', 'parent_comment_id=1']) {
      const response = await app.visitor.send('GET', `${path}?${query}`)
      expect([query, response.status, response.body['error']]).toEqual([query, 400, 'Invalid request'])
    }
    for (const parent_comment_id of [elsewhere, unknownId]) {
      expect(await ben.refusal(listGroupComments, { ...on, parent_comment_id })).toBe(
        'parent_comment_not_found',
      )
    }
  })

  test('counts stay exact while comments with replies are deleted', async () => {
    const on = await newPost()
    const first = await say(ben, on, 'first')
    const reply = await say(ana, on, 'reply', first.comment_id)
    await say(ben, on, 'second')
    await ben.call(deleteGroupComment, { ...on, comment_id: first.comment_id })
    expect((await ben.call(listGroupComments, on)).pagination.total).toBe(2)
    await ana.call(deleteGroupComment, { ...on, comment_id: reply.comment_id })
    const page = await ben.call(listGroupComments, on)
    expect(contents(page)).toEqual(['second'])
    expect(page.pagination.total).toBe(1)
    expect(await findProblems(app.pool)).toEqual([])
  })
})

describe('the limit of comments on one post', () => {
  test('50 simultaneous comments cannot exceed the limit of a post, and the refusal says why', async () => {
    const on = await newPost()
    await insertComments(on, maxGroupComments - 10)
    const crowd = await Promise.all(Array.from({ length: 50 }, (_, at) => app.member(`writer-${at}`)))
    const responses = await Promise.all(
      crowd.map((member) => member.request(createGroupComment, { ...on, content: 'One more' })),
    )
    expect(responses.filter((response) => response.status === 201)).toHaveLength(10)
    const refused = responses.filter((response) => response.status === 409)
    expect(refused).toHaveLength(40)
    expect(refused[0]!.body).toMatchObject({
      code: 'post_comment_limit',
      error: refusals.post_comment_limit[1],
    })
    expect(refusals.post_comment_limit[1]).toContain(maxGroupComments.toLocaleString('en-US'))
    const { posts } = await ben.call(listGroupPosts, { id })
    expect(posts.find((post) => post.post_id === on.post_id)?.comment_count).toBe(maxGroupComments)
  })
})
