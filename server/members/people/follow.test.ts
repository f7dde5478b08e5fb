import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deactivate, deleteAccount, getUser, reactivate } from '#contract/accounts/accounts.ts'
import {
  followUser,
  getUserByUsername,
  listFollowers,
  listFollowing,
  removeFollower,
  unfollowUser,
} from '#contract/people.ts'
import { deactivate as deactivateMember } from '#server/members/people/lifecycle.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import type { BuiltStatement } from '#server/platform/postgres/sqlText.ts'
import {
  startTestServer,
  type TestResponse,
  type Person,
  type TestServer,
} from '#server/testing/testServer.ts'

let sent: BuiltStatement[] = []
let app: TestServer
beforeAll(async () => {
  app = await startTestServer({}, undefined, { observe: (statement) => void sent.push(statement) })
})
afterAll(() => app.close())

/** How often a write ran. One that ended in a deadlock runs again, and its caller does not notice it. */
const runsOf = (call: RegExp) => sent.filter(({ text }) => call.test(text)).length

async function counts(of: Person) {
  const [row] = await app.pool`
    select follower_count, following_count from users where user_id = ${of.user_id}`
  return [row!['follower_count'], row!['following_count']]
}

/** Retries while the server is overloaded, as a client does. */
async function retryWhileOverloaded(send: () => Promise<TestResponse>): Promise<number> {
  const { status } = await send()
  return status === 503 ? retryWhileOverloaded(send) : status
}

async function waitForBlockedStatement(): Promise<void> {
  const waiting = await app.pool`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  if (waiting.length === 0) await waitForBlockedStatement()
}

const nobody = '00000000-0000-4000-8000-000000000000'

describe('followUser and unfollowUser', () => {
  // covers ACC-API-30 ACC-API-31 ACC-API-20
  test('a follow returns the new count, shows on the profile, and works only once', async () => {
    const [ana, ben] = [await app.member('ana'), await app.member('ben')]
    const followed = await ana.call(followUser, { id: ben.user_id })
    expect(followed).toMatchObject({ success: true, isFollowing: true, followerCount: 1 })
    const { profile } = await ana.call(getUserByUsername, { username: 'BEN' })
    expect(profile).toMatchObject({ isFollowing: true, followerCount: 1, followingCount: 0 })

    const again = await ana.request(followUser, { id: ben.user_id })
    expect([again.status, again.body['error']]).toEqual([409, 'Already following this user'])
    expect(await counts(ben)).toEqual([1, 0])

    const gone = await ana.call(unfollowUser, { id: ben.user_id })
    expect(gone).toMatchObject({ isFollowing: false, followerCount: 0 })
    const twice = await ana.request(unfollowUser, { id: ben.user_id })
    expect([twice.status, twice.body['error']]).toEqual([409, 'Not following this user'])
    expect(await counts(ana)).toEqual([0, 0])
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('a follow whose response was lost gets the same response when it is sent again with its key', async () => {
    const [fay, gil] = [await app.member('fay'), await app.member('gil')]
    for (const [endpoint, key] of [
      [followUser, 'one-follow'],
      [unfollowUser, 'one-unfollow'],
    ] as const) {
      const send = () => fay.request(endpoint, { id: gil.user_id }, { 'idempotency-key': key })
      const first = await send()
      expect([first.status, await send()]).toMatchObject([200, { status: 200, body: first.body }])
    }
    expect(await counts(gil)).toEqual([0, 0])
  })

  // covers HURD-FOLLOW-01
  test('a member removes a follower, who is not notified, keeps their other follows, and may follow again', async () => {
    const [ivy, jim, kay] = [await app.member('ivy'), await app.member('jim'), await app.member('kay')]
    for (const by of [jim, kay]) await by.call(followUser, { id: ivy.user_id })
    await jim.call(followUser, { id: kay.user_id })
    const followsIvy = async () =>
      (await ivy.call(getUserByUsername, { username: 'jim' })).profile.followsViewer
    expect(await followsIvy()).toBe(true)
    const removed = await ivy.call(removeFollower, { id: jim.user_id })
    expect(removed).toMatchObject({ followerCount: 1 })
    expect(await followsIvy()).toBe(false)
    expect([await counts(ivy), await counts(jim), await counts(kay)]).toEqual([
      [1, 0],
      [0, 1],
      [1, 1],
    ])
    const { followers } = await ivy.call(listFollowers, { id: ivy.user_id })
    expect(followers.map(({ username }) => username)).toEqual(['kay'])
    expect(await app.pool`select from notifications where user_id = ${jim.user_id}`).toHaveLength(0)

    expect(await ivy.refusal(removeFollower, { id: jim.user_id })).toBe('not_your_follower')
    expect(await ivy.refusal(removeFollower, { id: ivy.user_id })).toBe('not_your_follower')
    expect(await ivy.refusal(removeFollower, { id: nobody })).toBe('not_your_follower')
    await kay.call(deactivate, {})
    expect(await ivy.refusal(removeFollower, { id: kay.user_id })).toBe('not_your_follower')
    expect((await jim.call(followUser, { id: ivy.user_id })).followerCount).toBe(1)
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-FOLLOW-01
  test('a removal that waited while the member was deactivated is refused and leaves the counts right', async () => {
    const [lea, moe] = [await app.member('lea'), await app.member('moe')]
    await moe.call(followUser, { id: lea.user_id })
    const { refusal } = await app.pool.begin(async (db) => {
      await deactivateMember(db, lea.user_id)
      const refusal = lea.refusal(removeFollower, { id: moe.user_id })
      await waitForBlockedStatement()
      return { refusal }
    })
    expect(await refusal).toBe('account_deactivated')
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('a member cannot follow themselves, an unknown member, or a deactivated one', async () => {
    const cleo = await app.member('cleo')
    const [away, suspended] = [
      await app.member('away', { account_status: 'inactive' }),
      await app.member('suspended', { account_status: 'suspended' }),
    ]
    for (const endpoint of [followUser, unfollowUser]) {
      const own = await cleo.request(endpoint, { id: cleo.user_id })
      expect([own.status, own.body['error']]).toEqual([400, 'You cannot follow yourself'])
      for (const id of [nobody, away.user_id, suspended.user_id]) {
        const response = await cleo.request(endpoint, { id })
        expect([response.status, response.body['error']]).toEqual([404, 'User not found'])
      }
      expect(await away.refusal(endpoint, { id: cleo.user_id })).toBe('account_deactivated')
    }
  })

  test('fifty concurrent follows and unfollows are counted exactly', async () => {
    const star = await app.member('star')
    const fans = await Promise.all(Array.from({ length: 50 }, (_, n) => app.member(`fan-${n}`)))
    const all = await Promise.all(
      fans.map((fan) => retryWhileOverloaded(() => fan.request(followUser, { id: star.user_id }))),
    )
    expect(all).toEqual(fans.map(() => 200))
    expect(await counts(star)).toEqual([50, 0])

    const repeated = await Promise.all(
      Array.from({ length: 50 }, () =>
        retryWhileOverloaded(() => fans[0]!.request(unfollowUser, { id: star.user_id })),
      ),
    )
    expect(repeated.filter((status) => status === 200)).toHaveLength(1)
    expect(repeated.filter((status) => status === 409)).toHaveLength(49)
    expect(await counts(star)).toEqual([49, 0])
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('members who follow each other at the same moment do not deadlock', async () => {
    const crowd = await Promise.all(Array.from({ length: 8 }, (_, n) => app.member(`cross-${n}`)))
    const pairs = crowd.flatMap((member) =>
      crowd.filter((other) => other !== member).map((other) => [member, other] as const),
    )
    sent = []
    const responses = await Promise.all(
      pairs.map(([follower, other]) =>
        retryWhileOverloaded(() => follower.request(followUser, { id: other.user_id })),
      ),
    )
    expect(responses).toEqual(pairs.map(() => 200))
    expect(runsOf(/\bfollow_user\(/)).toBe(pairs.length)
    for (const member of crowd) expect(await counts(member)).toEqual([7, 7])
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('a follow that waits for the first member does not lock the second one', async () => {
    const [low, high] = [await app.member('one'), await app.member('another')].toSorted((a, b) =>
      a.user_id < b.user_id ? -1 : 1,
    )
    const follow = await app.pool.begin(async (db) => {
      await db`select from users where user_id = ${low!.user_id} for no key update`
      const waiting = high!.request(followUser, { id: low!.user_id })
      await waitForBlockedStatement()
      const free = await app.pool`
        select from users where user_id = ${high!.user_id} for no key update skip locked`
      expect(free).toHaveLength(1)
      return { waiting }
    })
    expect((await follow.waiting).status).toBe(200)
  })

  test('counts stay correct while the followed member is deactivated, reactivated and deleted', async () => {
    const swing = await app.member('swing')
    const others = await Promise.all(Array.from({ length: 6 }, (_, n) => app.member(`other-${n}`)))
    await Promise.all([
      ...others.map((other) => other.request(followUser, { id: swing.user_id })),
      swing.request(followUser, { id: others[0]!.user_id }),
      swing.request(deactivate, {}),
      ...others.map((other) => other.request(unfollowUser, { id: swing.user_id })),
    ])
    expect(await findProblems(app.pool)).toEqual([])

    const back = await app.member('swing-two', { account_status: 'inactive' })
    await app.pool`
      insert into follows (follower_id, followee_id)
      select user_id, ${back.user_id} from users where username like 'other-%'`
    await app.pool`update users set following_count = (
      select count(*) from follows f join users o on o.user_id = f.followee_id
       where f.follower_id = users.user_id and o.account_status = 'active') where username like 'other-%'`
    await app.pool`update users set follower_count = 6 where user_id = ${back.user_id}`
    await Promise.all([
      back.request(reactivate, {}),
      ...others.map((other) => other.request(unfollowUser, { id: back.user_id })),
    ])
    expect(await findProblems(app.pool)).toEqual([])
    await Promise.all([
      back.request(deleteAccount, {}),
      ...others.map((other) => other.request(followUser, { id: back.user_id })),
    ])
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('a follow belongs only to the member who made it', async () => {
    const [dina, emil, flo] = [await app.member('dina'), await app.member('emil'), await app.member('flo')]
    await dina.call(followUser, { id: flo.user_id })
    expect(await emil.refusal(unfollowUser, { id: flo.user_id })).toBe('not_following_user')
    expect((await emil.call(getUser, { id: flo.user_id })).profile.isFollowing).toBe(false)
    expect(await counts(flo)).toEqual([1, 0])
  })
})

describe('listFollowers and listFollowing', () => {
  // covers ACC-API-32 ACC-API-33
  test('both are paged, newest first, and exclude deactivated members', async () => {
    const hub = await app.member('hub', { email_verified_at: '2026-01-01T00:00:00.000Z' })
    const people = [await app.member('first'), await app.member('second'), await app.member('third')]
    for (const person of people) {
      await person.call(followUser, { id: hub.user_id })
      await hub.call(followUser, { id: person.user_id })
    }
    await people[1]!.call(deactivate, {})

    const page = await people[0]!.call(listFollowers, { id: hub.user_id, limit: 1 })
    expect(page.followers).toEqual([
      {
        user_id: people[2]!.user_id,
        username: 'third',
        full_name: 'third of the test',
        profile_picture_url: null,
        engagement_level: 'new',
        is_verified: false,
        is_following: false,
        muted: null,
      },
    ])
    expect(page.pagination).toEqual({ limit: 1, offset: 0, total: 2, has_more: true })
    const following = await hub.call(listFollowing, { id: hub.user_id })
    expect(following.following.map(({ username, is_following }) => [username, is_following])).toEqual([
      ['third', true],
      ['first', true],
    ])
    expect(following.pagination).toEqual({ limit: 20, offset: 0, total: 2, has_more: false })
    expect(await counts(hub)).toEqual([2, 2])
    expect((await people[0]!.call(listFollowing, { id: people[0]!.user_id })).following[0]).toMatchObject({
      username: 'hub',
      is_verified: true,
    })
  })

  test('an unknown or deactivated member has no lists, and an invalid page is refused', async () => {
    const gus = await app.member('gus')
    const away = await app.member('away-too', { account_status: 'inactive' })
    for (const endpoint of [listFollowers, listFollowing]) {
      expect(await gus.refusal(endpoint, { id: nobody })).toBe('user_not_found')
      expect(await gus.refusal(endpoint, { id: away.user_id })).toBe('user_not_found')
      expect(await gus.refusal(endpoint, { id: gus.user_id, limit: 101 })).toBe('invalid_request')
    }
    expect((await away.call(listFollowers, { id: away.user_id })).followers).toEqual([])
  })
})
