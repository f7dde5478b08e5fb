import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createGroupComment,
  createGroupPost,
  deleteGroupComment,
  deleteGroupPost,
  getGroup,
  listGroupComments,
  listGroupPosts,
} from '#contract/groups.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'
const nevada = 'ocd-division/country:us/state:nv'

let app: TestServer
let ana: Person
let ben: Person
let id: string
beforeAll(async () => {
  app = await startTestServer()
  ana = await app.resident('ana', `${nevada}/place:reno`)
  // This member has no address, because commenting requires none.
  ben = await app.member('ben', { email_verified_at: '2026-01-01T00:00:00.000Z' })
  id = await app.groupOf(`${nevada}/place:reno`)
})
afterAll(() => app.close())

async function postOf(by: Person): Promise<{ id: string; post_id: string }> {
  const { post } = await by.call(createGroupPost, { id, content: 'What do you think?' })
  return { id, post_id: post.post_id }
}

async function say(
  by: Person,
  on: { id: string; post_id: string },
  content: string,
  parent_comment_id: string | null = null,
) {
  return (await by.call(createGroupComment, { ...on, content, parent_comment_id })).comment
}

async function commentCount({ post_id }: { post_id: string }): Promise<number | undefined> {
  const { posts } = await app.visitor.call(listGroupPosts, { id, limit: 100 })
  return posts.find((post) => post.post_id === post_id)?.comment_count
}

describe('createGroupComment', () => {
  // covers CIV-API-48 CIV-API-49 CIV-GROUPCOMMENTS-05
  test('any signed-in member can comment on a post, and everyone reads the comment', async () => {
    const on = await postOf(ana)
    const posted = await ben.request(createGroupComment, { ...on, content: '  Good idea. ' })
    expect(posted.status).toBe(201)
    expect(posted.body).toEqual({
      success: true,
      comment: {
        comment_id: expect.any(String),
        parentCommentId: null,
        user_id: ben.user_id,
        username: 'ben',
        full_name: 'ben of the test',
        is_verified: true,
        member_type: 'regular',
        profilePictureUrl: null,
        engagement_level: 'new',
        content: 'Good idea.',
        language: 'en',
        created_at: expect.any(String),
        is_deleted: false,
        reply_count: 0,
      },
    })
    const { comments } = await ana.call(listGroupComments, on)
    expect(comments).toEqual([posted.body['comment']])
    expect(await commentCount(on)).toBe(1)
    const { group } = await app.visitor.call(getGroup, { id })
    expect(group.last_activity_at).toBe(comments[0]?.created_at)
    expect((await app.visitor.request(createGroupComment, { ...on, content: 'x' })).status).toBe(401)
  })

  test('replies are a flat list, oldest first, in three levels, and a reply to the third becomes its sibling', async () => {
    const on = await postOf(ana)
    const first = await say(ana, on, 'first')
    const second = await say(ben, on, 'second')
    const reply = await say(ben, on, 'reply', first.comment_id)
    const third = await say(ana, on, 'third level', reply.comment_id)
    const beside = await say(ben, on, '@ana beside', third.comment_id)
    expect(beside.parentCommentId).toBe(reply.comment_id)

    const { comments } = await app.visitor.call(listGroupComments, on)
    expect(comments.map((comment) => [comment.content, comment.parentCommentId])).toEqual([
      ['first', null],
      ['second', null],
      ['reply', first.comment_id],
      ['third level', reply.comment_id],
      ['@ana beside', reply.comment_id],
    ])
    expect(second.parentCommentId).toBeNull()
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers CIV-GROUPCOMMENTS-10
  test('a comment of 500 characters is accepted, and a longer or empty one is refused with a message', async () => {
    const on = await postOf(ana)
    const send = (content: unknown) =>
      ben.send('POST', `/api/groups/${id}/posts/${on.post_id}/comments`, { body: { content } })
    expect(await send(` ${'🐟'.repeat(500)} `)).toMatchObject({ status: 201 })
    for (const [content, words] of [
      ['🐟'.repeat(501), 'Comment must be at most 500 characters'],
      ['', 'Comment cannot be empty'],
      ['@ana ', 'Comment cannot be empty'],
      [' \n', 'Comment cannot be empty'],
      [null, 'Comment cannot be empty'],
      [['a'], 'Invalid request'],
    ]) {
      const response = await send(content)
      expect([content, response.status, response.body['error']]).toEqual([content, 400, words])
    }
  })

  test('the group, the post and the parent comment must belong together', async () => {
    const [on, other] = [await postOf(ana), await postOf(ana)]
    const { comment_id } = await say(ana, other, 'elsewhere')
    const state = await app.groupOf(nevada)
    const content = 'Hello'
    const refused = (input: { id: string; post_id: string; parent_comment_id?: string }) =>
      ana.refusal(createGroupComment, { ...input, content })
    expect(await refused({ ...on, parent_comment_id: comment_id })).toBe('parent_comment_not_found')
    expect(await refused({ ...on, parent_comment_id: unknownId })).toBe('parent_comment_not_found')
    expect(await refused({ ...on, id: state })).toBe('post_not_found')
    expect(await refused({ ...on, id: unknownId })).toBe('group_not_found')
    expect(await refused({ ...on, post_id: unknownId })).toBe('post_not_found')
    expect(await ana.refusal(listGroupComments, { ...on, id: state })).toBe('post_not_found')
    expect(await ana.refusal(listGroupComments, { ...on, id: unknownId })).toBe('group_not_found')
    expect(await ana.refusal(deleteGroupComment, { ...on, comment_id })).toBe('comment_not_found')
    expect(await ana.refusal(deleteGroupComment, { ...other, id: state, comment_id })).toBe('post_not_found')
    expect(await ana.refusal(deleteGroupComment, { ...other, id: unknownId, comment_id })).toBe(
      'group_not_found',
    )
  })

  test('a deleted post and a deleted comment accept no replies', async () => {
    const on = await postOf(ana)
    const first = await say(ben, on, 'first')
    await say(ana, on, 'reply', first.comment_id)
    await ben.call(deleteGroupComment, { ...on, comment_id: first.comment_id })
    const late = await ana.request(createGroupComment, {
      ...on,
      content: 'late',
      parent_comment_id: first.comment_id,
    })
    expect(late).toMatchObject({ status: 409, body: { error: 'This comment has been deleted' } })
    await ana.call(deleteGroupPost, on)
    const later = await ben.request(createGroupComment, { ...on, content: 'later' })
    expect(later).toMatchObject({ status: 409, body: { error: 'This post has been deleted' } })
  })

  test('a comment repeated with the same key is posted once', async () => {
    const on = await postOf(ana)
    const key = { 'idempotency-key': 'one-comment' }
    const input = { ...on, content: 'Said once' }
    await Promise.all(Array.from({ length: 5 }, () => ben.request(createGroupComment, input, key)))
    expect((await app.visitor.call(listGroupComments, on)).comments).toHaveLength(1)
    expect(await commentCount(on)).toBe(1)
  })

  test('counts stay exact while twenty members comment and delete', async () => {
    const on = await postOf(ana)
    const crowd = await Promise.all(Array.from({ length: 20 }, (_, at) => app.member(`voice-${at}`)))
    await Promise.all(
      crowd.map(async (member, at) => {
        const { comment_id } = await say(member, on, `voice ${at}`)
        if (at % 4 === 0) await member.call(deleteGroupComment, { ...on, comment_id })
      }),
    )
    expect(await commentCount(on)).toBe(15)
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('a member is refused after twenty comments in a minute', async () => {
    const strict = await startTestServer({ rateLimits: true })
    const busy = await strict.resident('busy', nevada)
    const group = await strict.groupOf(nevada)
    const { post } = await busy.call(createGroupPost, { id: group, content: 'Go on' })
    const input = { id: group, post_id: post.post_id, content: 'And another thing' }
    for (let turn = 0; turn < 20; turn += 1) await busy.call(createGroupComment, input)
    expect((await busy.request(createGroupComment, input)).status).toBe(429)
    await strict.close()
  })
})

describe('deleteGroupComment', () => {
  // covers CIV-API-50 CIV-GROUPCOMMENTS-07
  test('a deleted comment with replies becomes a tombstone, which disappears with its last reply', async () => {
    const on = await postOf(ana)
    const first = await say(ben, on, 'Words that must go')
    const reply = await say(ana, on, 'reply', first.comment_id)

    const soft = await ben.request(deleteGroupComment, { ...on, comment_id: first.comment_id })
    expect(soft.body).toEqual({ success: true, deletion_type: 'soft' })
    expect(await commentCount(on)).toBe(1)
    const { comments } = await app.visitor.call(listGroupComments, on)
    expect(comments[0]).toEqual({
      comment_id: first.comment_id,
      parentCommentId: null,
      user_id: null,
      username: null,
      full_name: null,
      is_verified: false,
      member_type: null,
      profilePictureUrl: null,
      engagement_level: null,
      content: '[Comment deleted by user]',
      language: null,
      created_at: first.created_at,
      is_deleted: true,
      reply_count: 1,
    })
    const stored = await app.pool`select from group_comments where content = 'Words that must go'`
    expect(stored).toHaveLength(0)
    expect(await ben.refusal(deleteGroupComment, { ...on, comment_id: first.comment_id })).toBe(
      'comment_not_found',
    )

    const hard = await ana.call(deleteGroupComment, { ...on, comment_id: reply.comment_id })
    expect(hard.deletion_type).toBe('hard')
    expect((await app.visitor.call(listGroupComments, on)).comments).toEqual([])
    expect(await commentCount(on)).toBe(0)
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('only its author can delete a comment, not the author of the post', async () => {
    const on = await postOf(ana)
    const { comment_id } = await say(ben, on, 'mine')
    const response = await ana.request(deleteGroupComment, { ...on, comment_id })
    expect(response).toMatchObject({ status: 403, body: { error: 'You can only delete your own comments' } })
    expect(await ana.refusal(deleteGroupComment, { ...on, comment_id: unknownId })).toBe('comment_not_found')
  })

  test("a deleted post's tombstone disappears with its last comment, and the group's latest activity follows", async () => {
    const on = await postOf(ana)
    const { comment_id } = await say(ben, on, 'alone')
    await ana.call(deleteGroupPost, on)
    expect((await app.visitor.call(listGroupComments, on)).comments).toHaveLength(1)
    await ben.call(deleteGroupComment, { ...on, comment_id })
    expect(await app.visitor.refusal(listGroupComments, on)).toBe('post_not_found')
    expect(await findProblems(app.pool)).toEqual([])
  })
})
