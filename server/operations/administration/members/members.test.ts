import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteAccount } from '#contract/accounts/accounts.ts'
import { changeMember, findMembers, getMember } from '#contract/administration/members.ts'
import { getFeedAddress } from '#contract/alerts.ts'
import { updateProfile } from '#contract/people.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { runHurd } from '#server/testing/operator.ts'
import { operator, recordsBy } from '#server/testing/setups/operators.ts'
import { withSecondFactor } from '#server/testing/setups/secondFactors.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let ada: Person
beforeAll(async () => {
  app = await startTestServer()
  ada = await operator(app, 'ada', 'administrator')
})
afterAll(() => app.close())

const verified = { email_verified_at: '2026-01-01T00:00:00Z' }
const reason = 'Asked for by the library'

async function found(query: string): Promise<string[]> {
  const { members } = await ada.call(findMembers, { query })
  return members.map(({ username }) => username)
}

// covers HURD-MEMBERS-01
test('only administrators with two-step sign-in look up and change members', async () => {
  const maya = await app.member('maya')
  const mod = await operator(app, 'mod', 'moderator')
  const eve = await operator(app, 'eve', 'administrator')
  await app.pool`delete from second_factors where user_id = ${eve.user_id}`
  const change = { user_id: maya.user_id, change: 'suspend' as const, reason }
  for (const [person, refusal] of [
    [maya, 'not_found'],
    [mod, 'not_found'],
    [eve, 'operator_needs_second_factor'],
  ] as const) {
    expect(await person.refusal(findMembers, { query: 'maya' })).toBe(refusal)
    expect(await person.refusal(getMember, { user_id: ada.user_id })).toBe(refusal)
    expect(await person.refusal(changeMember, change)).toBe(refusal)
    expect(await recordsBy(app, person)).toEqual([])
  }
})

const suspend = (user_id: string) => ({ user_id, change: 'suspend' as const, reason })

describe('a search', () => {
  // covers HURD-MEMBERS-02
  test('finds members in every state by username and by words of their names, and no email in part', async () => {
    await app.member('zoe_one', { full_name: 'Zoe Quartz' })
    const hidden = await app.member('zoe_two', { full_name: 'Zoe Quartzite' })
    await app.pool`update users set public_profile = false where user_id = ${hidden.user_id}`
    const suspended = await app.member('zoe_three', { full_name: 'Anna Quartz' })
    await app.pool`update users set account_status = 'suspended' where user_id = ${suspended.user_id}`
    expect(await found('quartz')).toEqual(['zoe_three', 'zoe_one', 'zoe_two'])
    expect(await found('@ZOE_TWO')).toEqual(['zoe_two'])
    expect(await found('zoe_one@example')).toEqual([])
    expect(await found('!!')).toEqual([])
    expect(await ada.refusal(findMembers, { query: ' z ' })).toBe('invalid_request')
    expect(await recordsBy(app, ada), 'a search by name is not recorded').toEqual([])
  })

  test('shows twenty members and says when there are more', async () => {
    for (let number = 10; number < 31; number += 1) {
      await app.member(`many-${number}`, { full_name: `Opal Number ${number}` })
    }
    const { members, has_more } = await ada.call(findMembers, { query: 'opal' })
    expect([members.length, has_more]).toEqual([20, true])
  })

  // covers HURD-MEMBERS-03
  test('by the exact email is recorded, found or not, and no response contains an address', async () => {
    const lou = await operator(app, 'lou', 'administrator')
    const ines = await app.member('ines')
    const response = await lou.request(findMembers, { query: ' INES@example.org ' })
    expect(response.body).toMatchObject({ by_email: true, members: [{ username: 'ines' }] })
    expect((await lou.call(findMembers, { query: 'nobody@example.org' })).members).toEqual([])
    const detail = await lou.request(getMember, { user_id: ines.user_id })
    expect(JSON.stringify([response.body, detail.body])).not.toContain('@example.org')
    const records = await recordsBy(app, lou)
    expect(records).toEqual([
      { action: 'member_looked_up', user_id: ines.user_id, subject: null, detail: {} },
      {
        action: 'member_looked_up',
        user_id: null,
        subject: expect.stringMatching(/^[0-9a-f]{64}$/),
        detail: {},
      },
    ])
    expect((await lou.call(getMember, { user_id: ines.user_id })).member.records).toMatchObject([
      { action: 'member_looked_up', operator: '@lou' },
    ])
  })

  // covers HURD-MEMBERS-04
  test('finds an account whose deletion is pending, which has no other data and cannot be changed', async () => {
    const gil = await app.member('gil', { ...verified, full_name: 'Gil Gone' })
    await gil.call(deleteAccount, {})
    expect((await ada.call(findMembers, { query: 'gil' })).members).toEqual([
      { user_id: gil.user_id, username: 'gil', full_name: null, state: 'deleting' },
    ])
    expect(await found('gil@example.org')).toEqual(['gil'])
    const { member } = await ada.call(getMember, { user_id: gil.user_id })
    expect(member).toMatchObject({ state: 'deleting', full_name: null, joined_on: null })
    expect(member.purge_at).not.toBeNull()
    const change = { user_id: gil.user_id, change: 'suspend' as const, reason }
    expect(await ada.refusal(changeMember, change)).toBe('nothing_to_change')
  })
})

describe('a change', () => {
  // covers HURD-MEMBERS-04 HURD-MEMBERS-05
  test('suspends a member for a week and lifts the suspension early, each recorded with its reason and emailed', async () => {
    await app.pool`insert into access_codes (code, max_uses, uses) values ('TOWN-HALL', 9, 1)`
    const tom = await app.member('tom', { ...verified })
    await app.pool`update users set access_code = 'TOWN-HALL' where user_id = ${tom.user_id}`
    const change = { user_id: tom.user_id, reason }
    const { member } = await ada.call(changeMember, { ...change, change: 'suspend', days: 7 })
    expect(member).toMatchObject({
      state: 'suspended',
      access_code: 'TOWN-HALL',
      email_verified: true,
      has_second_factor: false,
      role: null,
      records: [{ action: 'suspended', operator: '@ada', reason }],
    })
    expect(member.suspended_until).not.toBeNull()
    expect(await tom.refusal(deleteAccount, {}), 'the sessions have ended').toBe('session_expired')
    const lifted = await ada.call(changeMember, { ...change, change: 'lift' })
    expect(lifted.member).toMatchObject({ state: 'active', suspended_until: null })
    expect(await ada.refusal(changeMember, { ...change, change: 'lift' })).toBe('nothing_to_change')
    const records = await recordsBy(app, ada)
    expect(records.filter(({ user_id }) => user_id === tom.user_id)).toEqual([
      { action: 'suspended', user_id: tom.user_id, subject: null, detail: { reason, days: 7 } },
      { action: 'suspension_lifted', user_id: tom.user_id, subject: null, detail: { reason } },
    ])
    const emails = await app.pool<{ text: string }[]>`
      select text from emails where user_id = ${tom.user_id} and purpose = 'moderation_notice' order by created_at`
    expect(emails).toHaveLength(2)
    expect(emails[0]!.text).toContain('suspended your account for 7 days')
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-MEMBERS-04
  test('makes a suspension longer, and none shorter', async () => {
    const val = await app.member('val')
    const suspend = { user_id: val.user_id, reason, change: 'suspend' as const }
    await ada.call(changeMember, { ...suspend, days: 7 })
    expect(await ada.refusal(changeMember, { ...suspend, days: 3 })).toBe('nothing_to_change')
    const { member } = await ada.call(changeMember, { ...suspend, days: null })
    expect(member).toMatchObject({ state: 'suspended', suspended_until: null })
    expect(member.records.map(({ detail }) => detail['days'])).toEqual([null, 7])
    expect(await ada.refusal(changeMember, { ...suspend, days: null })).toBe('nothing_to_change')
  })

  // covers HURD-MEMBERS-05
  test('removes a second factor, and adds and removes the label of a community leader', async () => {
    const uma = await app.member('uma', verified)
    const change = { user_id: uma.user_id, reason }
    expect(await ada.refusal(changeMember, { ...change, change: 'remove_second_factor' })).toBe(
      'nothing_to_change',
    )
    await app.pool`
      insert into second_factors (user_id, sealed_secret, last_step)
      values (${uma.user_id}, ${Buffer.alloc(48)}, 0)`
    const { member } = await ada.call(changeMember, { ...change, change: 'remove_second_factor' })
    expect(member.has_second_factor).toBe(false)
    expect(
      await app.pool`
        select from emails where user_id = ${uma.user_id} and purpose = 'second_factor_notice'`,
    ).toHaveLength(1)
    const label = {
      ...change,
      change: 'label' as const,
      name: { username: 'uma', full_name: member.full_name! },
    }
    await app.pool`insert into label_proposals (user_id, member_type, proposed_by) values (${uma.user_id}, 'elected_official', 'Ana Lima')`
    expect((await ada.call(changeMember, label)).member.member_type).toBe('community_leader')
    expect(await app.pool`select from label_proposals`, 'an earlier proposal').toHaveLength(0)
    expect(await ada.refusal(changeMember, label)).toBe('nothing_to_change')
    expect((await ada.call(changeMember, { ...change, change: 'unlabel' })).member.member_type).toBe(
      'regular',
    )
    await app.pool`update users set member_type = 'elected_official' where user_id = ${uma.user_id}`
    expect(await ada.refusal(changeMember, { ...change, change: 'label' })).toBe('nothing_to_change')
  })

  // covers HURD-MEMBERS-09
  test('is recorded with what it did, the same from the screen and from a command', async () => {
    for (const [username, remove] of [
      [
        'xia',
        (user_id: string) => ada.call(changeMember, { user_id, change: 'remove_second_factor', reason }),
      ],
      ['yan', () => runHurd(app, ['users', 'remove-second-factor', 'yan'])],
    ] as const) {
      const owner = await app.member(username)
      await withSecondFactor(owner, app)
      await owner.call(getFeedAddress, {})
      await remove(owner.user_id)
      const { records } = (await ada.call(getMember, { user_id: owner.user_id })).member
      expect(records).toMatchObject([
        {
          action: 'second_factor_removed',
          detail: {
            sessions_ended: 1,
            addresses_ended: true,
            apps: 1,
            passkeys: 0,
            recovery_codes: 10,
            api_keys: 0,
          },
        },
      ])
      expect(records[0]!.detail).not.toHaveProperty('reason')
    }
    const zed = await app.member('zed', { full_name: 'Zed Zander' })
    const change = { user_id: zed.user_id, reason }
    await ada.call(changeMember, {
      ...change,
      change: 'label',
      name: { username: 'zed', full_name: 'Zed Zander' },
    })
    await ada.call(changeMember, { ...change, change: 'unlabel' })
    const { member } = await ada.call(changeMember, { ...change, change: 'suspend', days: 3 })
    expect(member.records.map(({ action, detail }) => ({ action, detail }))).toEqual([
      { action: 'suspended', detail: { days: 3 } },
      { action: 'label_set', detail: { member_type: 'regular' } },
      { action: 'label_set', detail: { member_type: 'community_leader' } },
    ])
  })

  // covers HURD-MEMBERS-10
  test('gives a label only to the name that the administrator read', async () => {
    const wes = await app.member('wes', { full_name: 'Wes Waters' })
    const read = { username: 'wes', full_name: 'Wes Waters' }
    const label = { user_id: wes.user_id, change: 'label' as const, reason }
    await wes.call(updateProfile, { full_name: 'Mayor Waters' })
    expect(await ada.refusal(changeMember, { ...label, name: read })).toBe('name_changed')
    expect(await ada.refusal(changeMember, label)).toBe('name_changed')
    expect((await ada.call(getMember, { user_id: wes.user_id })).member.member_type).toBe('regular')
    const now = { username: 'wes', full_name: 'Mayor Waters' }
    expect(await ada.refusal(changeMember, { ...label, name: now })).toBeNull()
  })

  // covers HURD-MEMBERS-06 HURD-CURSOR-11
  test('needs a reason, and is refused for oneself, for members with a role and for unknown members', async () => {
    const vic = await app.member('vic')
    const { status, body } = await ada.request(changeMember, { ...suspend(vic.user_id), reason: ' ' })
    expect([status, body['fields']]).toEqual([400, { reason: 'Enter a reason' }])
    for (const own of [ada.user_id, ada.user_id.toUpperCase()]) {
      expect(await ada.refusal(changeMember, suspend(own))).toBe('own_case')
    }
    const mod = await operator(app, 'other-mod', 'moderator')
    expect(await ada.refusal(changeMember, suspend(mod.user_id))).toBe('operator_case')
    const nobody = '00000000-0000-4000-8000-000000000000'
    expect(await ada.refusal(changeMember, suspend(nobody))).toBe('user_not_found')
    expect(await ada.refusal(getMember, { user_id: nobody })).toBe('user_not_found')
    expect((await recordsBy(app, ada)).filter(({ user_id }) => user_id === vic.user_id)).toEqual([])
  })
})
