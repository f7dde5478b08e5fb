import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { register } from '#contract/accounts/accounts.ts'
import { canPost, followGroup, getGroup, listGroupMembers, unfollowGroup } from '#contract/groups.ts'
import { getUserByUsername, updateProfile } from '#contract/people.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

const us = 'ocd-division/country:us'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer({}, undefined, { gazetteer: true })
  await app.pool`insert into access_codes (code, max_uses) values ('RESIDENTS', 100)`
})
afterAll(() => app.close())

async function join(username: string, address: string) {
  const { token } = await app.visitor.call(register, {
    full_name: `${username} of the test`,
    username,
    email: `${username}@example.org`,
    access_code: 'RESIDENTS',
    password: 'a quiet walk by the river',
    address,
  })
  return token
}

describe('an address', () => {
  test('an address makes a member part of the groups of the nation, state, county and city', async () => {
    const token = await join('ana', "12 Oak Street, O'Fallon, MO 63366")
    const { body } = await app.send('GET', '/api/groups', { token })
    expect(body['groups']).toMatchObject([
      { group_name: 'Missouri', group_type: 'state', government_level: 'state' },
      { group_name: "O'Fallon, MO", group_type: 'place', government_level: 'local' },
      { group_name: 'St. Charles County, MO', group_type: 'county', government_level: 'local' },
      { group_name: 'United States', group_type: 'country', government_level: 'federal' },
    ])
    for (const { group_id } of await app.pool<{ group_id: string }[]>`select group_id from groups`) {
      const can = await app.send('GET', `/api/groups/${group_id}/can-post`, { token })
      expect(can.body).toMatchObject({ can_post: true, reason: null })
    }
  })

  test('a new address moves a member from the old groups to the new ones', async () => {
    await join('stays', '1 Elm Street, Austin, TX 78701')
    const ben = await app.member('ben')
    await ben.call(updateProfile, { address: '12 Oak Street, Austin, TX 78701' })
    const austin = await app.groupOf(`${us}/state:tx/place:austin`)
    const total = async (id: string) => (await ben.call(listGroupMembers, { id, limit: 1 })).stats.total
    const allowed = async (id: string) => (await ben.call(canPost, { id })).can_post
    expect([await total(austin), await allowed(austin)]).toEqual([2, true])

    await ben.call(updateProfile, { address: '12 Oak Street, Portland, OR 97202' })
    const portland = await app.groupOf(`${us}/state:or/place:portland`)
    expect([await total(austin), await allowed(austin)]).toEqual([1, false])
    expect([await total(portland), await allowed(portland)]).toEqual([1, true])
    expect((await ben.call(getGroup, { id: portland })).group.group_name).toBe('Portland, OR')

    await ben.call(updateProfile, { address: null })
    expect([await total(portland), await allowed(portland)]).toEqual([0, false])
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-OWN-PLACES-01
  test('a new member follows their city and state at once, can stop, and follows the new ones after a move', async () => {
    const cara = await app.member('cara')
    const followed = async () => {
      const { profile } = await cara.call(getUserByUsername, { username: 'cara' })
      return profile.followedGroups?.map(({ group_name }) => group_name)
    }
    await cara.call(updateProfile, { address: '12 Oak Street, Boise, ID 83702' })
    expect(await followed()).toEqual(['Boise City, ID', 'Idaho'])
    const boise = await app.groupOf(`${us}/state:id/place:boise_city`)
    expect((await cara.call(getGroup, { id: boise })).group).toMatchObject({
      isFollowing: true,
      follower_count: 1,
    })

    // Others do not learn from the profile where she lives.
    const onlooker = await app.member('onlooker')
    const { profile } = await onlooker.call(getUserByUsername, { username: 'cara' })
    expect(profile.followedGroups).toEqual([])

    await cara.call(unfollowGroup, { id: boise })
    // The same home does not bring back what the member has left.
    await cara.call(updateProfile, { address: '14 Oak Street, Boise, ID 83702' })
    expect(await followed()).toEqual(['Idaho'])

    // A group that the member chose stays, and those of the former home end.
    const nation = await app.groupOf(us)
    await cara.call(followGroup, { id: nation })
    await cara.call(updateProfile, { address: '12 Oak Street, Portland, OR 97202' })
    expect(await followed()).toEqual(['Oregon', 'Portland, OR', 'United States'])
    await cara.call(updateProfile, { address: null })
    expect(await followed()).toEqual(['United States'])
    expect(await findProblems(app.pool)).toEqual([])
  })
})
