import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteAccount } from '#contract/accounts/accounts.ts'
import {
  createGroupComment,
  createGroupPost,
  followGroup,
  getGroup,
  likeGroupPost,
  listGroupComments,
  listGroupPosts,
} from '#contract/groups.ts'
import { collectExport } from '#server/members/people/exportContent.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { hideGroupComment, hidePost } from './moderation.ts'

const hawaii = 'ocd-division/country:us/state:hi'

let app: TestServer
let ana: Person
let ben: Person
let id: string
beforeAll(async () => {
  app = await startTestServer()
  ana = await app.resident('ana', hawaii)
  ben = await app.resident('ben', hawaii)
  id = await app.groupOf(hawaii)
})
afterAll(() => app.close())

async function post(by: Person, content: string) {
  const { post: created } = await by.call(createGroupPost, { id, content })
  return { id, post_id: created.post_id }
}

async function say(
  by: Person,
  on: { id: string; post_id: string },
  content: string,
  parent: string | null = null,
) {
  const { comment } = await by.call(createGroupComment, { ...on, content, parent_comment_id: parent })
  return comment.comment_id
}

describe('deleting an account with posts', () => {
  test('deleting an account removes its posts and comments or leaves tombstones, and all counts follow', async () => {
    const answered = await post(ana, 'Words of ana, answered')
    await say(ben, answered, 'An answer')
    await say(ana, answered, 'Words of ana under their own')
    const alone = await post(ana, 'Words of ana, alone')
    await say(ana, alone, 'Words of ana to themselves')
    const hidden = await post(ana, 'Words of ana, hidden')
    await app.pool.begin((db) => hidePost(db, hidden.post_id))
    const others = await post(ben, 'Ben speaks')
    const spoken = await say(ana, others, 'Words of ana to ben')
    await say(ben, others, 'Ben replies', spoken)
    await say(ana, others, 'Words of ana, unanswered')
    const removed = await say(ana, others, 'Words of ana, hidden under a post')
    await app.pool.begin((db) => hideGroupComment(db, removed))
    await ana.call(likeGroupPost, others)
    await ben.call(likeGroupPost, answered)
    await ana.call(followGroup, { id })
    await ben.call(followGroup, { id })

    await ana.call(deleteAccount, {})

    const { posts, pagination } = await ben.call(listGroupPosts, { id })
    expect(posts.map((post) => [post.content, post.username, post.like_count, post.comment_count])).toEqual([
      ['Ben speaks', 'ben', 0, 1],
      ['[Post deleted by user]', null, 0, 1],
    ])
    expect(pagination.total).toBe(2)
    const { comments } = await ben.call(listGroupComments, others)
    expect(comments.map((comment) => [comment.content, comment.username])).toEqual([
      ['[Comment deleted by user]', null],
      ['Ben replies', 'ben'],
    ])
    expect((await ben.call(listGroupComments, answered)).comments).toHaveLength(1)
    expect((await ben.call(getGroup, { id })).group.follower_count).toBe(1)
    const remaining = await app.pool`
      select content from group_posts where content like '%ana%'
      union all select content from group_comments where content like '%ana%'`
    expect([...remaining]).toEqual([])
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('counts stay exact while many members post, reply, like and delete their accounts', async () => {
    const busy = await post(ben, 'A busy post')
    const crowd = await Promise.all(
      Array.from({ length: 16 }, (_, at) => app.resident(`leaver-${at}`, hawaii)),
    )
    await Promise.all(
      crowd.map(async (member, at) => {
        await member.call(likeGroupPost, busy)
        const comment = await say(member, busy, `I am ${at}`)
        const own = await post(member, `Post of ${at}`)
        await say(member, own, 'And a word on it')
        if (at % 2) await say(ben, busy, `To ${at}`, comment)
        if (at % 3) await member.call(deleteAccount, {})
      }),
    )
    expect(await findProblems(app.pool)).toEqual([])
    const { posts } = await ben.call(listGroupPosts, { id, limit: 100 })
    expect(posts.filter((post) => post.content.startsWith('Post of'))).toHaveLength(6)
  })
})

describe('the data export', () => {
  test("the data export contains a member's posts, comments, likes and followed groups, and no content by others", async () => {
    const cleo = await app.resident('cleo', hawaii)
    const own = await post(cleo, 'Posted by cleo')
    await say(ben, own, 'Not cleo’s')
    await say(cleo, own, 'Said by cleo')
    await cleo.call(likeGroupPost, own)
    await cleo.call(followGroup, { id })

    const data = await collectExport(app.pool, cleo.user_id)

    expect(data).toMatchObject({
      followed_groups: [{ group_name: 'Hawaii', jurisdiction: hawaii }],
      group_posts: [{ group_name: 'Hawaii', content: 'Posted by cleo', like_count: 1, comment_count: 2 }],
      group_comments: [{ group_name: 'Hawaii', content: 'Said by cleo' }],
      group_likes: [{ group_name: 'Hawaii', post_id: own.post_id }],
    })
    expect(JSON.stringify(data)).not.toContain('Not cleo')
  })
})
