import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createGroupComment,
  createGroupPost,
  deleteGroupComment,
  followGroup,
  listGroupComments,
  listGroupMembers,
  listGroupPosts,
  listGroups,
} from '#contract/groups.ts'
import { listNotifications } from '#contract/notifications.ts'
import { followUser, listFollowers, listFollowing } from '#contract/people.ts'
import { encodeCursor } from '#server/platform/http/page.ts'
import { operator } from '#server/testing/setups/operators.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const salem = 'ocd-division/country:us/state:or/place:salem'

let app: TestServer
let ana: Person
let id: string
beforeAll(async () => {
  app = await startTestServer()
  ana = await app.resident('ana', salem, { full_name: 'Ana Moss' })
  id = await app.groupOf(salem)
})
afterAll(() => app.close())

type Page = { items: string[]; next: string | null }

/** Reads all pages in order and calls `change` after each of them. */
async function readAll(readPage: (after?: string) => Promise<Page>, change: () => Promise<unknown>) {
  const items: string[] = []
  let page = await readPage()
  for (;;) {
    items.push(...page.items)
    if (page.next === null) return items
    // oxlint-disable-next-line no-await-in-loop -- the pages are read one after the other on purpose
    await change()
    // oxlint-disable-next-line no-await-in-loop -- see above
    page = await readPage(page.next)
  }
}

async function post() {
  return (await ana.call(createGroupPost, { id, content: 'A post' })).post.post_id
}

async function readPosts(after?: string): Promise<Page> {
  const { posts, next, pagination } = await app.visitor.call(listGroupPosts, { id, limit: 2, after })
  expect(pagination.has_more).toBe(next !== null)
  return { items: posts.map(({ post_id }) => post_id), next }
}

async function readMembers(after?: string): Promise<Page> {
  const { members, next, has_more } = await ana.call(listGroupMembers, { id, limit: 2, after })
  expect(has_more).toBe(next !== null)
  return { items: members.map(({ username }) => username), next }
}

async function readNotifications(after?: string): Promise<Page> {
  const { notifications, next, pagination } = await ana.call(listNotifications, { limit: 2, after })
  expect(pagination.has_more).toBe(next !== null)
  return { items: notifications.map(({ data }) => data.follower_username ?? ''), next }
}

describe('a reader who follows `next`', () => {
  // covers HURD-CURSOR-01
  test('sees each post once while others post, and pinned posts first', async () => {
    const ids: string[] = []
    for (let count = 0; count < 7; count += 1) ids.unshift(await post())
    // Two posts with the same time are on both sides of a page boundary, and another post is pinned.
    await app.pool`
      update group_posts set created_at = (select created_at from group_posts where post_id = ${ids[2]!})
       where post_id = ${ids[3]!}`
    await app.pool`update group_posts set is_pinned = true where post_id = ${ids[6]!}`
    const tied = [ids[2]!, ids[3]!].toSorted()
    const expected = [ids[6], ids[0], ids[1], ...tied, ids[4], ids[5]]
    expect(await readAll(readPosts, post)).toEqual(expected)
  })

  // covers HURD-CURSOR-02
  test('sees each member of a group once while others join', async () => {
    const names = ['bea', 'cal', 'dee', 'eve']
    for (const name of names) await app.resident(name, salem, { full_name: `${name} Stone` })
    let joined = 0
    const join = () => app.resident(`aa-${(joined += 1)}`, salem, { full_name: `Aaron Aaberg ${joined}` })
    expect(await readAll(readMembers, join)).toEqual(['ana', ...names])
  })

  // covers HURD-CURSOR-03
  test('sees each notification once while new ones arrive', async () => {
    let fans = 0
    const follow = async () => {
      const fan = await app.member(`fan-${(fans += 1)}`)
      await fan.call(followUser, { id: ana.user_id })
      return fan.username
    }
    const names: string[] = []
    for (let count = 0; count < 5; count += 1) names.unshift(await follow())
    expect(await readAll(readNotifications, follow)).toEqual(names)
  })

  // covers HURD-CURSOR-08
  test('sees each follower, and each member who is followed, once while others follow', async () => {
    const hub = await app.member('hub')
    let number = 0
    const befriend = async () => {
      const friend = await app.member(`friend-${(number += 1)}`)
      await friend.call(followUser, { id: hub.user_id })
      await hub.call(followUser, { id: friend.user_id })
      return friend.username
    }
    const names: string[] = []
    for (let count = 0; count < 5; count += 1) names.unshift(await befriend())
    // Two rows with the same time are on both sides of a page boundary.
    await app.pool`
      update follows set created_at = '2026-01-01' where follower_id = ${hub.user_id} or followee_id = ${hub.user_id}`
    const tied = await app.pool<{ username: string }[]>`
      select username from users where username = any(${names}::text[]) order by user_id`
    const expected = tied.map(({ username }) => username)

    async function readFollowers(after?: string): Promise<Page> {
      const { followers, next, pagination } = await ana.call(listFollowers, {
        id: hub.user_id,
        limit: 2,
        after,
      })
      expect(pagination.has_more).toBe(next !== null)
      return { items: followers.map(({ username }) => username), next }
    }
    async function readFollowing(after?: string): Promise<Page> {
      const { following, next } = await ana.call(listFollowing, { id: hub.user_id, limit: 2, after })
      return { items: following.map(({ username }) => username), next }
    }
    expect(await readAll(readFollowers, befriend)).toEqual(expected)
    // The members who followed during the first reading are newer.
    const later = await readAll(readFollowing, befriend)
    expect(later.slice(-names.length)).toEqual(expected)
    expect(new Set(later).size).toBe(later.length)
  })
})

// covers HURD-CURSOR-05
test('a reader of the comments on a post misses none while earlier ones are deleted', async () => {
  const on = { id, post_id: await post() }
  const contents = ['one', 'two', 'three', 'four', 'five']
  const ids: string[] = []
  for (const content of contents) {
    ids.push((await ana.call(createGroupComment, { ...on, content })).comment.comment_id)
  }
  async function readComments(after?: string): Promise<Page> {
    const { comments, next, pagination } = await ana.call(listGroupComments, { ...on, limit: 2, after })
    expect(pagination.has_more).toBe(next !== null)
    return { items: comments.map(({ content }) => content), next }
  }
  const removeFirst = () => ana.call(deleteGroupComment, { ...on, comment_id: ids.shift() ?? '' })
  expect(await readAll(readComments, removeFirst)).toEqual(contents)
})

// covers HURD-CURSOR-09
test('a reader of the groups, in either order, misses none while others are added', async () => {
  const lists = await startTestServer()
  const reader = await lists.resident('reader', 'ocd-division/country:us/state:ut/place:provo')
  for (const place of ['logan', 'moab', 'ogden', 'delta']) {
    await lists.resident(place, `ocd-division/country:us/state:ut/place:${place}`)
  }
  await lists.pool`
    update groups set last_activity_at = '2026-01-01' where group_name in ('Delta, UT', 'Logan, UT', 'Utah')`
  await reader.call(followGroup, { id: await lists.groupOf('ocd-division/country:us/state:ut/place:moab') })
  let added = 0
  const add = () =>
    lists.pool`
      insert into groups (group_name, government_level, group_type, jurisdiction, last_activity_at)
      values (${`Aaberg ${(added += 1)}`}, 'local', 'place', 'ocd-division/country:us/state:al/place:aaberg', now())`
  const readIn = (order: 'activity' | 'places') =>
    readAll(async (after) => {
      const { groups, next, pagination } = await reader.call(listGroups, { order, limit: 2, after })
      expect(pagination.has_more).toBe(next !== null)
      return { items: groups.map(({ group_name }) => group_name), next }
    }, add)
  const quiet = ['Moab, UT', 'Ogden, UT', 'Provo, UT', 'United States']
  expect(await readIn('activity')).toEqual(['Delta, UT', 'Logan, UT', 'Utah', ...quiet])
  await lists.pool`delete from groups where group_name like 'Aaberg%'`
  const own = ['United States', 'Utah', 'Provo, UT']
  expect((await readIn('places')).filter((name) => !name.startsWith('Aaberg'))).toEqual([
    ...own,
    'Moab, UT',
    'Delta, UT',
    'Logan, UT',
    'Ogden, UT',
  ])
  const wrongOrder = encodeCursor([2, '450 utah', '00000000-0000-4000-8000-000000000000'])
  expect((await reader.send('GET', `/api/groups?after=${wrongOrder}`)).status).toBe(400)
  await lists.close()
})

// covers HURD-CURSOR-07
test('a cursor that is malformed or of another list is refused with 400', async () => {
  const someId = '00000000-0000-4000-8000-000000000000'
  const wrong = [
    'x',
    '%00',
    'bnVsbA',
    encodeCursor([]),
    encodeCursor(['2026-01-01T00:00:00.000000Z', 'not-an-id']),
    encodeCursor(['2026-02-30T00:00:00.000000Z', someId]),
    encodeCursor(['0000-01-01T00:00:00.000000Z', someId]),
    encodeCursor([true, '2026-01-01T00:00:00.000000Z', someId]),
    encodeCursor([0, 'a\0b', someId]),
    encodeCursor([1e300, 'a', someId]),
  ]
  const paths = [
    '/api/notifications',
    '/api/groups',
    '/api/groups?order=places',
    `/api/users/${ana.user_id}/followers`,
    `/api/groups/${id}/posts`,
    `/api/groups/${id}/members`,
  ]
  for (const path of paths) {
    const refused = await Promise.all(
      wrong.map((after) => ana.send('GET', `${path}${path.includes('?') ? '&' : '?'}after=${after}`)),
    )
    const accepted = wrong.filter((_, index) => refused[index]?.status !== 400)
    // The list of a group's posts accepts this cursor, because its cursors have the same form.
    expect(accepted).toEqual(path.endsWith('/posts') ? [wrong[7]] : [])
    expect(refused[0]?.body).toMatchObject({
      success: false,
      error: 'Invalid cursor',
      code: 'invalid_request',
    })
  }
})

// covers HURD-CURSOR-20
test('a number in a cursor that no column can hold is refused in every list', async () => {
  const admin = await operator(app, 'cursors-admin', 'administrator')
  const bill = await app.bill('Cursors')
  const time = '2026-01-01T00:00:00.000000Z'
  const lists: [string, (number: number) => unknown[]][] = [
    ['/api/bills?sort=activity', (number) => [number, time, id]],
    ['/api/bills?q=water', (number) => [number, id]],
    [
      `/api/bills/${bill.bill_id}/comments?category_id=general-discussion&sort=bridging`,
      (number) => [number, time, id],
    ],
    [`/api/bills/${bill.bill_id}/mind-changes`, (number) => [number, time, id]],
    [`/api/groups/${id}/members`, (number) => [number, 'a', id]],
    ['/api/groups', (number) => [number, time, id]],
    ['/api/moderation/cohorts', (number) => [number, number, id]],
  ]
  for (const [path, keys] of lists) {
    for (const number of [2_147_483_648, -2_147_483_649, 1e300, 0.5]) {
      const after = encodeCursor(keys(number))
      const response = await admin.send('GET', `${path}${path.includes('?') ? '&' : '?'}after=${after}`)
      expect([path, number, response.status < 500]).toEqual([path, number, true])
      if (number !== 0.5) expect([path, number, response.status]).toEqual([path, number, 400])
    }
  }
})
