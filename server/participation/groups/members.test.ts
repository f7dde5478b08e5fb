import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deactivate, deleteAccount, reactivate } from '#contract/accounts/accounts.ts'
import { followGroup, listGroupMembers, unfollowGroup } from '#contract/groups.ts'
import { updatePrivacy, updateProfile } from '#contract/people.ts'
import { clearResidence } from '#server/legislation/places/residence.ts'
import { liftSuspension, saveMemberType, suspend } from '#server/members/people/lifecycle.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'
const us = 'ocd-division/country:us'
const iowa = `${us}/state:ia`
const ames = `${iowa}/place:ames`

let app: TestServer
let reader: Person
let id: string
beforeAll(async () => {
  app = await startTestServer()
  reader = await app.member('reader')
  await app.resident('zoe', ames, { full_name: 'Zoe Adams' })
  await app.resident('bob', ames, { full_name: 'bob Young', bio: 'Bakes bread.' })
  await app.resident('lead', ames, { full_name: 'Wanda West', member_type: 'community_leader' })
  await app.resident('mayor', ames, { full_name: 'Yara Zinn', member_type: 'elected_official' })
  await app.resident('senator', iowa, { full_name: 'Abe Hall', member_type: 'elected_official' })
  id = await app.groupOf(ames)
})
afterAll(() => app.close())

async function namesOf(group: string, more: { limit?: number; offset?: number } = {}) {
  const { members, stats } = await reader.call(listGroupMembers, { id: group, ...more })
  return [members.map((member) => member.username), stats.total]
}

describe('listGroupMembers', () => {
  // covers CIV-API-47 CIV-MEMBERS-26 CIV-MEMBERS-27 CIV-GROUPS-26
  test('members are listed as officials, leaders and others, each by name, with the count of each type', async () => {
    const response = await reader.request(listGroupMembers, { id })
    expect(response.body).toMatchObject({
      success: true,
      stats: { total: 4, elected_officials: 1, community_leaders: 1, regular: 2 },
      has_more: false,
    })
    const { members } = await reader.call(listGroupMembers, { id })
    expect(members.map((member) => member.full_name)).toEqual([
      'Yara Zinn',
      'Wanda West',
      'bob Young',
      'Zoe Adams',
    ])
    expect(members[2]).toEqual({
      user_id: expect.any(String),
      username: 'bob',
      full_name: 'bob Young',
      bio: 'Bakes bread.',
      member_type: 'regular',
      engagement_level: 'new',
      ocd_city_id: ames,
      profile_picture_url: null,
    })
    const state = await reader.call(listGroupMembers, { id: await app.groupOf(iowa) })
    expect(state.stats).toEqual({ total: 5, elected_officials: 2, community_leaders: 1, regular: 2 })
    expect(state.members[0]).toMatchObject({ full_name: 'Abe Hall', ocd_city_id: null })
  })

  test('a visitor sees the counts and no names', async () => {
    const response = await app.visitor.request(listGroupMembers, { id })
    expect(response.body).toEqual({
      success: true,
      members: [],
      stats: { total: 4, elected_officials: 1, community_leaders: 1, regular: 2 },
      has_more: false,
      next: null,
    })
    expect(await app.visitor.refusal(listGroupMembers, { id: unknownId })).toBe('group_not_found')
    expect(await reader.refusal(listGroupMembers, { id: unknownId })).toBe('group_not_found')
  })

  test('the members of one type are listed in pages, with the counts of the whole group', async () => {
    expect(await namesOf(id, { limit: 2, offset: 1 })).toEqual([['lead', 'bob'], 4])
    expect((await reader.call(listGroupMembers, { id, limit: 2 })).has_more).toBe(true)
    const leaders = await reader.call(listGroupMembers, { id, member_type: 'community_leader' })
    expect(leaders.members.map((member) => member.username)).toEqual(['lead'])
    expect(leaders.stats.total).toBe(4)
    for (const [query, status, words] of [
      ['limit=1000', 200, undefined],
      ['limit=1001', 400, 'Invalid request'],
      ['member_type=king', 400, 'Invalid member type'],
    ]) {
      const response = await reader.send('GET', `/api/groups/${id}/members?${query}`)
      expect([query, response.status, response.body['error']]).toEqual([query, status, words])
    }
  })

  test('a resident who also follows is counted once, and followers from elsewhere are members too', async () => {
    const [kim, far] = [
      await app.resident('kim', ames),
      await app.resident('far', `${us}/state:ks/place:salina`),
    ]
    const total = async () => (await reader.call(listGroupMembers, { id, limit: 1 })).stats.total
    expect(await total()).toBe(5)
    await kim.call(followGroup, { id })
    expect(await total()).toBe(5)
    await far.call(followGroup, { id })
    expect(await total()).toBe(6)
    await kim.call(unfollowGroup, { id })
    await far.call(unfollowGroup, { id })
    expect(await total()).toBe(5)
    // Moving away ends a resident's membership, unless the resident follows the group.
    await far.call(followGroup, { id })
    for (const { user_id } of [kim, far]) await clearResidence(app.pool, user_id)
    expect(await total()).toBe(5)
    await far.call(unfollowGroup, { id })
    expect(await total()).toBe(4)
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('a new name or member type moves a member in the list and the counts', async () => {
    const pat = await app.resident('pat', ames, { full_name: 'Pat Aaron' })
    await pat.call(updateProfile, { full_name: 'Pat Zz' })
    await saveMemberType(app.pool, pat.user_id, 'community_leader')
    const { members, stats } = await reader.call(listGroupMembers, { id })
    expect(members.map((member) => member.username)).toEqual(['mayor', 'pat', 'lead', 'bob', 'zoe'])
    expect(stats).toEqual({ total: 5, elected_officials: 1, community_leaders: 2, regular: 2 })
    await pat.call(deleteAccount, {})
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('a member with a private profile is counted but listed only for themselves', async () => {
    const shy = await app.resident('shy', ames, { public_profile: false })
    expect(await namesOf(id)).toEqual([['mayor', 'lead', 'bob', 'zoe'], 5])
    const { members } = await shy.call(listGroupMembers, { id })
    expect(members.map((member) => member.username)).toContain('shy')
    await shy.call(updatePrivacy, { public_profile: true })
    expect((await namesOf(id))[0]).toContain('shy')
    await shy.call(updatePrivacy, { public_profile: false })
    expect((await namesOf(id))[0]).not.toContain('shy')
    await shy.call(deleteAccount, {})
  })

  test('the members list shows nothing more precise than a city', async () => {
    await app.resident('exact', ames)
    await app.pool`
      update users set ocd_city_id = ${`${ames}/council_district:4`} where username = 'exact'`
    const { members } = await reader.call(listGroupMembers, { id })
    expect(members.find((member) => member.username === 'exact')?.ocd_city_id).toBe(ames)
    expect(JSON.stringify(members)).not.toContain('council_district')
    for (const [stored, shown] of [
      [`${us}/district:dc/ward:3`, `${us}/district:dc`],
      [`${us}/state:il/county:will/place:joliet`, `${us}/state:il/county:will/place:joliet`],
      [`${iowa}/cd:4`, iowa],
    ]) {
      await app.pool`update users set ocd_city_id = ${stored!} where username = 'exact'`
      const { members: then } = await reader.call(listGroupMembers, { id })
      expect(then.find(({ username }) => username === 'exact')?.ocd_city_id).toBe(shown)
    }
    await app.pool`delete from users where username = 'exact'`
  })

  test('a deactivated, suspended or deleted member is neither listed nor counted until the account returns', async () => {
    const moe = await app.resident('moe', ames)
    await moe.call(followGroup, { id: await app.groupOf(us) })
    const state = await app.groupOf(iowa)
    const seen = async () => {
      const groups = await Promise.all([namesOf(id), namesOf(state), namesOf(await app.groupOf(us))])
      return groups.map(([names, total]) => [Array.isArray(names) && names.includes('moe'), total])
    }
    const there = await seen()
    expect(there.map(([listed]) => listed)).toEqual([true, true, true])
    const away = there.map(([, total]) => [false, Number(total) - 1])

    await moe.call(deactivate, {})
    expect(await seen()).toEqual(away)
    await (await app.signInAgain(moe)).call(reactivate, {})
    expect(await seen()).toEqual(there)
    await suspend(app.pool, moe.user_id)
    expect(await seen()).toEqual(away)
    await liftSuspension(app.pool, moe.user_id)
    expect(await seen()).toEqual(there)
    expect(await findProblems(app.pool)).toEqual([])
    await (await app.signInAgain(moe)).call(deleteAccount, {})
    expect(await seen()).toEqual(away)
    expect(await findProblems(app.pool)).toEqual([])
  })

  let attempt = 0
  test('counts stay exact while members move in, follow, unfollow, deactivate and delete their accounts', async () => {
    // On a busy machine the test is repeated. The names of the first attempt are then taken.
    attempt += 1
    const before = (await reader.call(listGroupMembers, { id, limit: 1 })).stats.total
    // Twice as many would wait longer for the group than a write may, on a busy machine.
    const names = Array.from({ length: 20 }, (_, at) => `crowd-${attempt}-${at}`)
    const crowd = await Promise.all(names.map((name) => app.resident(name, ames)))
    await Promise.all(
      crowd.map(async (member, at) => {
        await member.call(followGroup, { id })
        if (at % 4 === 0) await member.call(deactivate, {})
        if (at % 4 === 1) await member.call(deleteAccount, {})
        if (at % 4 === 2) await member.call(unfollowGroup, { id })
      }),
    )
    expect((await reader.call(listGroupMembers, { id, limit: 1 })).stats.total).toBe(before + 10)
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('a member who reactivates appears in the group again', async () => {
    const ned = await app.resident('ned', iowa)
    const state = await app.groupOf(iowa)
    await ned.call(deactivate, {})
    expect((await namesOf(state))[0]).not.toContain('ned')
    await (await app.signInAgain(ned)).call(reactivate, {})
    expect((await namesOf(state))[0]).toContain('ned')
  })
})
