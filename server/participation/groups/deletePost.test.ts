import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createGroupComment,
  createGroupPost,
  deleteGroupPost,
  getGroup,
  likeGroupPost,
  listGroupPosts,
} from '#contract/groups.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'
const us = 'ocd-division/country:us'
const oregon = `${us}/state:or`
const portland = `${oregon}/place:portland`

let app: TestServer
let ana: Person
let id: string
beforeAll(async () => {
  app = await startTestServer()
  ana = await app.resident('ana', portland, { email_verified_at: '2026-01-01T00:00:00.000Z' })
  id = await app.groupOf(portland)
})
afterAll(() => app.close())

async function post(by: Person, content = 'A post of mine') {
  return (await by.call(createGroupPost, { id, content })).post
}

describe('deleteGroupPost', () => {
  test('deleting a post without comments removes it and its activity', async () => {
    const kay = await app.resident('kay', `${us}/state:ut/place:provo`)
    const provo = await app.groupOf(`${us}/state:ut/place:provo`)
    const older = await kay.call(createGroupPost, { id: provo, content: 'older' })
    const { post: newer } = await kay.call(createGroupPost, { id: provo, content: 'newer' })
    await ana.call(likeGroupPost, { id: provo, post_id: newer.post_id })

    const response = await kay.request(deleteGroupPost, { id: provo, post_id: newer.post_id })
    expect(response).toMatchObject({ status: 200, body: { success: true, deletion_type: 'hard' } })
    const { posts, pagination } = await app.visitor.call(listGroupPosts, { id: provo })
    expect([posts.map((post) => post.content), pagination.total]).toEqual([['older'], 1])
    const { group } = await app.visitor.call(getGroup, { id: provo })
    expect(group.last_activity_at).toBe(older.post.created_at)
    expect(await kay.refusal(deleteGroupPost, { id: provo, post_id: newer.post_id })).toBe('post_not_found')
    await kay.call(deleteGroupPost, { id: provo, post_id: older.post.post_id })
    expect((await app.visitor.call(getGroup, { id: provo })).group.last_activity_at).toBeNull()
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('deleting a post with comments leaves a tombstone without text, author, pin and likes', async () => {
    const lea = await app.member('lea')
    const { post_id } = await post(ana, 'Words that must go')
    await lea.call(likeGroupPost, { id, post_id })
    await lea.call(createGroupComment, { id, post_id, content: 'I see' })
    await app.pool`update group_posts set is_pinned = true where post_id = ${post_id}`

    const response = await ana.request(deleteGroupPost, { id, post_id })
    expect(response.body).toEqual({ success: true, deletion_type: 'soft' })
    const { posts } = await lea.call(listGroupPosts, { id, limit: 100 })
    expect(posts.find((post) => post.post_id === post_id)).toEqual({
      post_id,
      user_id: null,
      username: null,
      full_name: null,
      is_verified: false,
      profilePictureUrl: null,
      engagement_level: null,
      member_type: null,
      content: '[Post deleted by user]',
      language: null,
      created_at: expect.any(String),
      is_pinned: false,
      like_count: 0,
      user_has_liked: false,
      comment_count: 1,
      is_deleted: true,
    })
    const [stored] = await app.pool`select content from group_posts where post_id = ${post_id}`
    expect(stored).toEqual({ content: null })
    expect(await ana.refusal(deleteGroupPost, { id, post_id })).toBe('post_not_found')
    expect(await findProblems(app.pool)).toEqual([])
  })

  test("a member cannot delete another member's post or one through another group", async () => {
    const max = await app.resident('max', portland)
    const { post_id } = await post(ana)
    const response = await max.request(deleteGroupPost, { id, post_id })
    expect(response).toMatchObject({ status: 403, body: { error: 'You can only delete your own posts' } })
    const elsewhere = await app.groupOf(oregon)
    expect(await ana.refusal(deleteGroupPost, { id: elsewhere, post_id })).toBe('post_not_found')
    expect(await ana.refusal(deleteGroupPost, { id: unknownId, post_id })).toBe('group_not_found')
    const { posts } = await app.visitor.call(listGroupPosts, { id, limit: 1 })
    expect(posts[0]?.post_id).toBe(post_id)
  })
})
