import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  canPost,
  createGroupComment,
  createGroupPost,
  deleteGroupPost,
  followGroup,
  getGroup,
  likeGroupPost,
  listGroupPosts,
  listGroups,
} from '#contract/groups.ts'
import { updateProfile } from '#contract/people.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'
const us = 'ocd-division/country:us'
const oregon = `${us}/state:or`
const portland = `${oregon}/place:portland`
const boise = `${us}/state:id/place:boise`
const multnomah = `${oregon}/county:multnomah`

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

describe('canPost', () => {
  // covers CIV-GROUPPOSTS-23 CIV-API-46
  test('residents of the nation, state and city can post there, and all others get the reason why not', async () => {
    const ben = await app.resident('ben', `${us}/state:me/place:bangor`)
    const dina = await app.member('dina')
    await app.resident('from-multnomah', multnomah)
    const permissionOf = async (viewer: Person | TestServer['visitor'], division: string) => {
      const { can_post, reason } = await viewer.call(canPost, { id: await app.groupOf(division) })
      return [can_post, reason]
    }
    const notThere = [false, "Only residents within this group's jurisdiction can post here."]
    for (const division of [us, oregon, portland]) {
      expect(await permissionOf(ana, division)).toEqual([true, null])
    }
    expect(await permissionOf(ana, multnomah)).toEqual(notThere)
    expect(await permissionOf(ben, us)).toEqual([true, null])
    expect(await permissionOf(ben, oregon)).toEqual(notThere)
    expect(await permissionOf(ben, portland)).toEqual(notThere)
    expect(await permissionOf(dina, us)).toEqual(notThere)
    expect(await permissionOf(app.visitor, portland)).toEqual([false, 'Sign in to post in this group.'])
    const deactivated = await app.resident('deactivated', portland, { account_status: 'inactive' })
    expect(await permissionOf(deactivated, portland)).toEqual(notThere)
    for (const viewer of [ana, app.visitor]) {
      expect(await viewer.refusal(canPost, { id: unknownId })).toBe('group_not_found')
    }
  })
})

describe('createGroupPost', () => {
  // covers CIV-API-43 CIV-API-44 CIV-GROUPPOSTS-17
  test("a resident's post appears in the group and counts as its latest activity", async () => {
    const posted = await ana.request(createGroupPost, { id, content: '  The library opens on Sunday.\n' })
    expect(posted.status).toBe(201)
    expect(posted.body).toEqual({
      success: true,
      post: {
        post_id: expect.any(String),
        user_id: ana.user_id,
        username: 'ana',
        full_name: 'ana of the test',
        is_verified: true,
        profilePictureUrl: null,
        engagement_level: 'new',
        member_type: 'regular',
        content: 'The library opens on Sunday.',
        language: 'en',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        is_pinned: false,
        like_count: 0,
        user_has_liked: false,
        comment_count: 0,
        is_deleted: false,
      },
    })
    const { posts } = await ana.call(listGroupPosts, { id })
    expect(posts[0]).toEqual(posted.body['post'])
    const { group } = await app.visitor.call(getGroup, { id })
    expect(group.last_activity_at).toBe(posts[0]?.created_at)
    const { groups } = await app.visitor.call(listGroups, {})
    expect(groups[0]?.group_id).toBe(id)
  })

  // covers CIV-GROUPPOSTS-31
  test('a post from outside the jurisdiction is refused, even from a follower whose request claims a permission', async () => {
    const eli = await app.resident('eli', `${oregon}/place:salem`)
    await eli.call(followGroup, { id })
    const response = await eli.send('POST', `/api/groups/${id}/posts`, {
      body: { content: 'Hello from Salem', can_post: true, ocd_city_id: portland, user_id: ana.user_id },
    })
    expect(response).toMatchObject({
      status: 403,
      body: { error: "Only residents within this group's jurisdiction can post here.", code: 'not_resident' },
    })
    expect(await eli.refusal(createGroupPost, { id: unknownId, content: 'x' })).toBe('group_not_found')
    const state = await app.groupOf(oregon)
    await eli.call(createGroupPost, { id: state, content: 'Hello, Oregon' })
    await eli.call(updateProfile, { address: null })
    expect(await eli.refusal(createGroupPost, { id: state, content: 'Hello again' })).toBe('not_resident')
  })

  // covers CIV-GROUPPOSTS-26
  test('a post of 5000 characters is accepted, and a longer or empty one is refused with a message', async () => {
    const whole = await ana.request(createGroupPost, { id, content: `  ${'🐟'.repeat(5000)} ` })
    expect(whole).toMatchObject({ status: 201, body: { post: { content: '🐟'.repeat(5000) } } })
    for (const [content, words] of [
      ['🐟'.repeat(5001), 'Post must be at most 5000 characters'],
      ['', 'Post cannot be empty'],
      [' \n\t', 'Post cannot be empty'],
      [null, 'Post cannot be empty'],
      [5, 'Invalid request'],
      ['a\u0000b', 'This text contains characters that cannot be saved'],
    ]) {
      const response = await ana.send('POST', `/api/groups/${id}/posts`, { body: { content } })
      expect([content, response.status, response.body['error']]).toEqual([content, 400, words])
    }
  })

  test('a post repeated with the same key is posted once, and equal posts without a key are two', async () => {
    const key = { 'idempotency-key': 'one-press' }
    const input = { id, content: 'Said once' }
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => ana.request(createGroupPost, input, key)),
    )
    for (const response of responses) expect(response.body).toEqual(responses[0]?.body)
    await ana.call(createGroupPost, input)
    const { posts } = await app.visitor.call(listGroupPosts, { id, limit: 100 })
    expect(posts.filter((post) => post.content === 'Said once')).toHaveLength(2)
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-WRITE-05
  test('a member is refused after ten posts in a minute, of which repeats and refused ones are none', async () => {
    const strict = await startTestServer({ rateLimits: true })
    await strict.resident('far', boise)
    const busy = await strict.resident('busy', portland)
    const key = { 'idempotency-key': 'first' }
    const input = { id: await strict.groupOf(portland), content: 'And another thing' }
    const first = await busy.request(createGroupPost, input, key)
    const elsewhere = { ...input, id: await strict.groupOf(boise) }
    for (let turn = 1; turn < 10; turn += 1) {
      await busy.request(createGroupPost, input, key)
      expect(await busy.refusal(createGroupPost, elsewhere)).toBe('not_resident')
      await busy.call(createGroupPost, input)
    }
    const refused = await busy.request(createGroupPost, input)
    expect(refused).toMatchObject({
      status: 429,
      body: { error: 'Too many attempts. Please try again later.' },
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const again = await busy.request(createGroupPost, input, key)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await strict.pool`select from rate_limits where rule like 'group%'`, 'no write').toHaveLength(0)
    await strict.close()
  })
})

describe('listGroupPosts', () => {
  test('pinned posts come first, then the newest, in pages that do not overlap', async () => {
    const fay = await app.resident('fay', boise)
    const group = await app.groupOf(boise)
    for (const content of ['one', 'two', 'three', 'four', 'five']) {
      await fay.call(createGroupPost, { id: group, content })
    }
    await app.pool`update group_posts set is_pinned = true where content in ('two', 'three')`
    const page = async (limit: number, offset: number) => {
      const { posts, pagination } = await app.visitor.call(listGroupPosts, { id: group, limit, offset })
      return [posts.map((post) => post.content), pagination]
    }
    expect(await page(3, 0)).toEqual([
      ['three', 'two', 'five'],
      { limit: 3, offset: 0, total: 5, has_more: true },
    ])
    expect(await page(3, 3)).toEqual([['four', 'one'], { limit: 3, offset: 3, total: 5, has_more: false }])
    expect((await app.visitor.call(listGroupPosts, { id: group })).pagination.limit).toBe(20)
    expect(await app.visitor.refusal(listGroupPosts, { id: unknownId })).toBe('group_not_found')
  })
})

/**
 * Likes a post. Repeats the request if the server refuses it with 503, because a request that was refused at admission
 * has done nothing yet.
 */
async function likeWithRetry(by: Person, on: { id: string; post_id: string }): Promise<void> {
  const { status } = await by.request(likeGroupPost, on)
  if (status === 503) return likeWithRetry(by, on)
  expect(status).toBe(200)
}

describe('likeGroupPost', () => {
  // covers CIV-API-45
  test('a like can be removed, each response has the count, and other members do not see it as their own', async () => {
    const gus = await app.member('gus')
    const on = { id, post_id: (await post(ana)).post_id }
    expect((await gus.request(likeGroupPost, on)).body).toEqual({
      success: true,
      like_count: 1,
      user_has_liked: true,
    })
    const first = async (viewer: Person) => (await viewer.call(listGroupPosts, { id, limit: 1 })).posts[0]
    expect(await first(gus)).toMatchObject({ like_count: 1, user_has_liked: true })
    expect(await first(ana)).toMatchObject({ like_count: 1, user_has_liked: false })
    expect((await gus.request(likeGroupPost, on)).body).toEqual({
      success: true,
      like_count: 0,
      user_has_liked: false,
    })
    expect((await app.visitor.request(likeGroupPost, on)).status).toBe(401)
  })

  test('fifty simultaneous toggles by one member leave no like, seven leave one, and the likes of two hundred members all count', async () => {
    const hal = await app.member('hal')
    const on = { id, post_id: (await post(ana)).post_id }
    const press = (times: number) =>
      Promise.all(Array.from({ length: times }, () => hal.call(likeGroupPost, on)))
    const storedLikes = async () => {
      const [row] = await app.pool`
        select like_count, (select count(*) from group_likes l where l.post_id = p.post_id) as rows
          from group_posts p where post_id = ${on.post_id}`
      return row
    }
    const responses = await press(50)
    expect(responses.filter((response) => response.user_has_liked)).toHaveLength(25)
    expect(await storedLikes()).toEqual({ like_count: 0, rows: 0 })
    await press(7)
    expect(await storedLikes()).toEqual({ like_count: 1, rows: 1 })

    const crowd = await Promise.all(Array.from({ length: 200 }, (_, at) => app.member(`fan-${at}`)))
    await Promise.all(crowd.map((member) => likeWithRetry(member, on)))
    expect(await storedLikes()).toEqual({ like_count: 201, rows: 201 })
    await Promise.all(crowd.slice(0, 60).map((member) => likeWithRetry(member, on)))
    expect(await storedLikes()).toEqual({ like_count: 141, rows: 141 })
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('a like repeated with the same key is not removed', async () => {
    const ida = await app.member('ida')
    const on = { id, post_id: (await post(ana)).post_id }
    const key = { 'idempotency-key': 'one-click' }
    const responses = await Promise.all(Array.from({ length: 5 }, () => ida.request(likeGroupPost, on, key)))
    for (const response of responses) {
      expect(response.body).toMatchObject({ like_count: 1, user_has_liked: true })
    }
    const reused = await ida.request(likeGroupPost, { id, post_id: (await post(ana)).post_id }, key)
    expect(reused.status).toBe(422)
  })

  test('a like of a post that is missing, deleted or in another group is refused', async () => {
    const { post_id } = await post(ana)
    const elsewhere = await app.groupOf(oregon)
    expect(await ana.refusal(likeGroupPost, { id, post_id: unknownId })).toBe('post_not_found')
    expect(await ana.refusal(likeGroupPost, { id: elsewhere, post_id })).toBe('post_not_found')
    expect(await ana.refusal(likeGroupPost, { id: unknownId, post_id })).toBe('group_not_found')
    await ana.call(createGroupComment, { id, post_id, content: 'First' })
    await ana.call(deleteGroupPost, { id, post_id })
    const response = await ana.request(likeGroupPost, { id, post_id })
    expect(response).toMatchObject({ status: 409, body: { error: 'This post has been deleted' } })
  })
})
