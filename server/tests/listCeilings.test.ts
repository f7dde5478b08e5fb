import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBookmark, maxBookmarks, listBookmarks, removeBookmark } from '#contract/bills/bills.ts'
import { followGroup, maxGroupFollows, unfollowGroup } from '#contract/groups.ts'
import { getUserByUsername } from '#contract/people.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

test('nobody can follow more groups than a profile lists, not even with ten calls at once', async () => {
  const ana = await app.member('ana')
  const groups = await app.pool<{ group_id: string }[]>`
    insert into groups (group_name, government_level, group_type, jurisdiction)
    select 'State group ' || n, 'state', 'state', 'ocd-division/country:us/state:zz/test:' || n
      from generate_series(1, ${maxGroupFollows + 10}::int) n returning group_id`
  const ids = groups.map((group) => group.group_id)
  await app.pool`
    insert into group_follows (user_id, group_id)
    select ${ana.user_id}, unnest(${ids.slice(0, maxGroupFollows - 3)}::uuid[])`

  const responses = await Promise.all(ids.slice(-10).map((id) => ana.request(followGroup, { id })))
  expect(responses.filter((response) => response.status === 200)).toHaveLength(3)
  expect(responses.find((response) => response.status !== 200)).toMatchObject({
    status: 409,
    body: { code: 'group_follow_limit', error: expect.stringContaining(`${maxGroupFollows} groups`) },
  })
  const { profile } = await ana.call(getUserByUsername, { username: 'ana' })
  expect(profile.followedGroups).toHaveLength(maxGroupFollows)

  await ana.call(unfollowGroup, { id: ids[0]! })
  const refused = ids.slice(-10).find((_, at) => responses[at]?.status !== 200)
  expect((await ana.call(followGroup, { id: refused! })).isFollowing).toBe(true)
})

test('a member can have at most 1,000 bookmarks, and an existing one can be set again', async () => {
  const ben = await app.member('ben')
  const { bill_id } = await app.bill('First Bill')
  const bills = await Promise.all([app.bill('Second Bill'), app.bill('Third Bill')])
  await ben.call(addBookmark, { id: bill_id })
  await app.pool`
    with made as (
      insert into bills (source_id, source_family, source_name, content_hash, bill_code, title, summary, topics,
                         government_level, jurisdiction, status, created_at, source_url)
      select 'many/' || n, source_family, source_name, content_hash, bill_code, title, summary, topics,
             government_level, jurisdiction, status, created_at, source_url
        from bills, generate_series(1, ${maxBookmarks - 2}::int) n where bill_id = ${bill_id} returning bill_id)
    insert into bookmarks (user_id, bill_id) select ${ben.user_id}, bill_id from made`

  const responses = await Promise.all(bills.map((bill) => ben.request(addBookmark, { id: bill.bill_id })))
  expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(responses.find((response) => response.status === 409)?.body).toMatchObject({
    code: 'bookmark_limit',
    error: expect.stringContaining('1,000 bills'),
  })
  expect((await ben.call(addBookmark, { id: bill_id })).bookmarked).toBe(true)
  expect((await ben.call(listBookmarks, {})).bookmarked_bills).toHaveLength(maxBookmarks)
  await ben.call(removeBookmark, { id: bill_id })
  const refused = bills.find((_, at) => responses[at]?.status === 409)
  expect((await ben.call(addBookmark, { id: refused!.bill_id })).bookmarked).toBe(true)
})
