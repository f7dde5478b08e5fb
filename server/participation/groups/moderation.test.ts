import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createGroupComment,
  createGroupPost,
  deleteGroupComment,
  deleteGroupPost,
  getGroup,
  likeGroupPost,
  listGroupComments,
  listGroupPosts,
} from '#contract/groups.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { hideGroupComment, hidePost, restoreGroupComment, restorePost } from './moderation.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'
const alaska = 'ocd-division/country:us/state:ak'

let app: TestServer
let ana: Person
let ben: Person
let on: { id: string; post_id: string }
let comment_id: string
beforeAll(async () => {
  app = await startTestServer()
  ana = await app.resident('ana', alaska)
  ben = await app.member('ben')
})
afterAll(() => app.close())
beforeEach(async () => {
  const id = await app.groupOf(alaska)
  const { post } = await ana.call(createGroupPost, { id, content: 'Hurtful words' })
  on = { id, post_id: post.post_id }
  comment_id = (await ben.call(createGroupComment, { ...on, content: 'Hurtful answer' })).comment.comment_id
})

const moderate = (action: typeof hidePost, id: string) => app.pool.begin((db) => action(db, id))

async function firstPost() {
  return (await ben.call(listGroupPosts, { id: on.id, limit: 1 })).posts[0]
}

describe('hidePost', () => {
  test('a hidden post reads "[Removed by moderators]" without author, accepts no likes or comments, and can be restored', async () => {
    await ben.call(likeGroupPost, on)
    const before = await firstPost()
    expect(await moderate(hidePost, on.post_id)).toBe('changed')
    expect(await moderate(hidePost, on.post_id)).toBe('unchanged')

    expect(await firstPost()).toMatchObject({
      post_id: on.post_id,
      content: '[Removed by moderators]',
      is_deleted: true,
      user_id: null,
      username: null,
      full_name: null,
      is_verified: false,
      engagement_level: null,
      member_type: null,
    })
    expect(await ben.refusal(likeGroupPost, on)).toBe('post_deleted')
    expect(await ben.refusal(createGroupComment, { ...on, content: 'x' })).toBe('post_deleted')
    expect(await ana.refusal(deleteGroupPost, on)).toBe('post_not_found')
    expect((await ben.call(listGroupComments, on)).comments).toHaveLength(1)
    expect(await findProblems(app.pool)).toEqual([])

    expect(await moderate(restorePost, on.post_id)).toBe('changed')
    expect(await moderate(restorePost, on.post_id)).toBe('unchanged')
    expect(await firstPost()).toEqual(before)
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('content that does not exist or is deleted cannot be hidden', async () => {
    for (const action of [hidePost, restorePost, hideGroupComment, restoreGroupComment]) {
      expect(await moderate(action, unknownId)).toBe('not_found')
    }
    await ana.call(deleteGroupPost, on)
    expect(await moderate(hidePost, on.post_id)).toBe('not_found')
  })
})

describe('hideGroupComment', () => {
  test('a hidden comment reads "[Removed by moderators]" without author, is not counted, and can be restored', async () => {
    const { comments: before } = await ben.call(listGroupComments, on)
    const lastActivity = (await app.visitor.call(getGroup, { id: on.id })).group.last_activity_at
    expect(await moderate(hideGroupComment, comment_id)).toBe('changed')
    expect(await moderate(hideGroupComment, comment_id)).toBe('unchanged')

    const { comments } = await app.visitor.call(listGroupComments, on)
    expect(comments).toMatchObject([
      { comment_id, content: '[Removed by moderators]', is_deleted: true, user_id: null, username: null },
    ])
    expect(await firstPost()).toMatchObject({ comment_count: 0 })
    const { group } = await app.visitor.call(getGroup, { id: on.id })
    expect(group.last_activity_at).toBe((await firstPost())?.created_at)
    expect(await ben.refusal(deleteGroupComment, { ...on, comment_id })).toBe('comment_not_found')
    const reply = { ...on, content: 'x', parent_comment_id: comment_id }
    expect(await ana.refusal(createGroupComment, reply)).toBe('comment_deleted')
    expect(await findProblems(app.pool)).toEqual([])

    expect(await moderate(restoreGroupComment, comment_id)).toBe('changed')
    expect((await ben.call(listGroupComments, on)).comments).toEqual(before)
    expect((await app.visitor.call(getGroup, { id: on.id })).group.last_activity_at).toBe(lastActivity)
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('a post with a hidden comment becomes a tombstone when its author deletes it', async () => {
    await moderate(hideGroupComment, comment_id)
    expect((await ana.call(deleteGroupPost, on)).deletion_type).toBe('soft')
    await moderate(restoreGroupComment, comment_id)
    expect((await ben.call(listGroupComments, on)).comments).toMatchObject([{ content: 'Hurtful answer' }])
    expect(await findProblems(app.pool)).toEqual([])
  })
})
