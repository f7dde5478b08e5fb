import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deactivate, reactivate } from '#contract/accounts/accounts.ts'
import { followGroup, getGroup, listGroupMembers, listGroups, unfollowGroup } from '#contract/groups.ts'
import { getUserByUsername } from '#contract/people.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'
const us = 'ocd-division/country:us'
const texas = `${us}/state:tx`
const austin = `${texas}/place:austin`
const travis = `${texas}/county:travis`

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

describe('a group', () => {
  test('the first resident creates the groups of the nation, state, county and city', async () => {
    await app.resident('first', austin)
    await app.resident('second', austin)
    await app.resident('third', travis)
    await app.pool`
      insert into member_divisions (user_id, division)
      select user_id, ${`${texas}/cd:37`} from users where username = 'first'`

    const { groups } = await app.visitor.call(listGroups, {})
    const actual = groups.map(({ group_name, government_level, group_type, jurisdiction }) => {
      return [group_name, government_level, group_type, jurisdiction]
    })
    expect(actual).toEqual([
      ['Austin, TX', 'local', 'place', austin],
      ['Texas', 'state', 'state', texas],
      ['Travis County, TX', 'local', 'county', travis],
      ['United States', 'federal', 'country', us],
    ])
    for (const group of groups) expect(group.description).toContain(group.group_name)
  })

  test('eight simultaneous first residents of a city create its group once', async () => {
    const dover = `${us}/state:de/place:dover`
    await Promise.all(Array.from({ length: 8 }, (_, at) => app.resident(`founder-${at}`, dover)))

    const { groups } = await app.visitor.call(listGroups, { limit: 100 })
    expect(groups.filter((group) => group.jurisdiction === dover)).toHaveLength(1)
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers CIV-GROUPS-25 CIV-API-39 CIV-API-40
  test('visitors can read the list of groups and each group, and followers see that they follow it', async () => {
    const ana = await app.resident('ana', austin)
    const id = await app.groupOf(austin)
    await ana.call(followGroup, { id })

    const { stats } = await app.visitor.call(listGroupMembers, { id })
    expect(stats.total).toBeGreaterThan(0)
    const expected = {
      group_id: id,
      group_name: 'Austin, TX',
      description: expect.any(String),
      government_level: 'local',
      follower_count: 1,
      member_count: stats.total,
      isFollowing: false,
      last_activity_at: null,
      jurisdiction: austin,
      group_type: 'place',
    }
    const listed = await app.visitor.request(listGroups, { limit: 100 })
    expect(listed.body).toMatchObject({ success: true, groups: expect.arrayContaining([expected]) })
    expect((await app.visitor.request(getGroup, { id })).body).toEqual({
      success: true,
      group: expected,
      stats,
    })
    expect((await ana.request(getGroup, { id })).body).toEqual({
      success: true,
      group: { ...expected, isFollowing: true },
      stats,
    })
    const other = await app.member('other')
    expect((await other.call(getGroup, { id })).group.isFollowing).toBe(false)
    expect(await app.visitor.refusal(getGroup, { id: unknownId })).toBe('group_not_found')
    await ana.call(unfollowGroup, { id })
  })
})

describe('listGroups', () => {
  // covers CIV-API-36 CIV-API-37 CIV-API-38
  test('the list of groups can be filtered by level and type, and has pages and a total', async () => {
    const ownApp = await startTestServer()
    for (const [at, code] of ['al', 'ak', 'az', 'ar', 'co'].entries()) {
      await ownApp.resident(`settler-${at}`, `${us}/state:${code}/place:town_${at}`)
    }
    const page = async (input: Parameters<typeof ownApp.visitor.call<typeof listGroups>>[1]) => {
      const { groups, pagination } = await ownApp.visitor.call(listGroups, input)
      return [groups.map((group) => group.group_name), pagination.total, pagination.has_more]
    }

    expect(await page({ government_level: 'federal' })).toEqual([['United States'], 1, false])
    expect(await page({ government_level: 'state', limit: 2 })).toEqual([['Alabama', 'Alaska'], 5, true])
    expect(await page({ group_type: 'state', limit: 2, offset: 4 })).toEqual([['Colorado'], 5, false])
    expect(await page({ group_type: 'place', government_level: 'local', limit: 1 })).toEqual([
      ['Town 0, AL'],
      5,
      true,
    ])
    expect(await page({ group_type: 'place', government_level: 'state' })).toEqual([[], 0, false])
    const { pagination } = await ownApp.visitor.call(listGroups, {})
    expect(pagination).toEqual({ limit: 50, offset: 0, total: 11, has_more: false })
    await ownApp.close()
  })

  test('the groups with the latest activity come first, then the others by name', async () => {
    const ownApp = await startTestServer()
    await ownApp.resident('one', `${us}/state:wy/place:cody`)
    await ownApp.pool`
      update groups set last_activity_at = now() - make_interval(days => length(group_name))
       where group_type in ('country', 'state')`
    const { groups } = await ownApp.visitor.call(listGroups, {})
    expect(groups.map((group) => group.group_name)).toEqual(['Wyoming', 'United States', 'Cody, WY'])
    await ownApp.close()
  })

  test('an invalid level, type, limit or offset is refused with a message', async () => {
    for (const [query, message] of [
      ['government_level=world', 'Invalid government level'],
      ['group_type=planet', 'Invalid group type'],
      ['limit=101', 'Invalid request'],
      ['offset=-1', 'Invalid request'],
    ]) {
      const response = await app.send('GET', `/api/groups?${query}`)
      expect([query, response.status, response.body['error']]).toEqual([query, 400, message])
    }
  })
})

describe('followGroup', () => {
  // covers CIV-API-41 CIV-API-42 CIV-GROUPS-39
  test('following a group returns the new state and count, and a second time is refused', async () => {
    const [ben, cleo] = [await app.resident('ben', texas), await app.member('cleo')]
    const id = await app.groupOf(texas)

    const followed = await ben.request(followGroup, { id })
    expect(followed).toMatchObject({ status: 200, body: { isFollowing: true, follower_count: 1 } })
    expect(await cleo.call(followGroup, { id })).toMatchObject({ follower_count: 2 })
    const again = await ben.request(followGroup, { id })
    expect(again).toMatchObject({ status: 409, body: { error: 'Already following this group' } })

    expect(await ben.call(unfollowGroup, { id })).toMatchObject({ isFollowing: false, follower_count: 1 })
    const gone = await ben.request(unfollowGroup, { id })
    expect(gone).toMatchObject({ status: 409, body: { error: 'Not following this group' } })
    expect(await ben.refusal(followGroup, { id: unknownId })).toBe('group_not_found')
    expect(await ben.refusal(unfollowGroup, { id: unknownId })).toBe('group_not_found')
    expect((await app.visitor.request(followGroup, { id })).status).toBe(401)
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers ACC-ROLES-05
  test('a member without an address can follow federal and state groups but no local ones', async () => {
    const dina = await app.member('dina', { address: '  ' })
    const refused = await dina.request(followGroup, { id: await app.groupOf(austin) })
    expect(refused).toMatchObject({
      status: 403,
      body: { error: 'Add your address in Settings to join local government groups.' },
    })
    expect(await dina.refusal(followGroup, { id: await app.groupOf(travis) })).toBe(
      'local_group_needs_address',
    )
    await dina.call(followGroup, { id: await app.groupOf(texas) })
    await dina.call(followGroup, { id: await app.groupOf(us) })
    // Dina follows the city's group while her account has an address. She can unfollow it after the address is deleted.
    await app.pool`update users set address = '9 Old Address' where username = 'dina'`
    const { group } = await dina.call(getGroup, { id: await app.groupOf(austin) })
    await dina.call(followGroup, { id: group.group_id })
    await app.pool`update users set address = null where username = 'dina'`
    await dina.call(unfollowGroup, { id: group.group_id })
  })

  test('fifty simultaneous follows by one member count once, and those by many members all count', async () => {
    const id = await app.groupOf(us)
    const { group: before } = await app.visitor.call(getGroup, { id })
    const eli = await app.member('eli')
    const responses = await Promise.all(Array.from({ length: 50 }, () => eli.request(followGroup, { id })))
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1)

    const crowd = await Promise.all(Array.from({ length: 40 }, (_, at) => app.member(`crowd-${at}`)))
    await Promise.all(crowd.map((member) => member.call(followGroup, { id })))
    await Promise.all(crowd.slice(0, 15).map((member) => member.call(unfollowGroup, { id })))
    const { group } = await app.visitor.call(getGroup, { id })
    expect(group.follower_count).toBe(before.follower_count + 1 + 25)
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers ACC-PROFILE-36
  test('followed groups appear on the profile, and a deactivated follower is not counted', async () => {
    const fay = await app.member('fay')
    const id = await app.groupOf(texas)
    const { follower_count } = await fay.call(followGroup, { id })
    const { profile } = await fay.call(getUserByUsername, { username: 'fay' })
    expect(profile.followedGroups).toEqual([
      {
        group_id: id,
        group_name: 'Texas',
        government_level: 'state',
        follower_count,
        jurisdiction: texas,
        group_type: 'state',
      },
    ])

    const count = async () => (await app.visitor.call(getGroup, { id })).group.follower_count
    await fay.call(deactivate, {})
    expect(await count()).toBe(follower_count - 1)
    await (await app.signInAgain(fay)).call(reactivate, {})
    expect(await count()).toBe(follower_count)
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('a member is refused after sixty follows and unfollows in a minute', async () => {
    const strict = await startTestServer({ rateLimits: true })
    await strict.resident('founder', texas)
    const gus = await strict.member('gus')
    const id = await strict.groupOf(texas)
    for (let turn = 0; turn < 30; turn += 1) {
      await gus.call(followGroup, { id })
      await gus.call(unfollowGroup, { id })
    }
    const refused = await gus.request(followGroup, { id })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await strict.close()
  })
})
