import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser, register } from '#contract/accounts/accounts.ts'
import { getUserByUsername, updateProfile } from '#contract/people.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer({ rateLimits: true })
  await app.pool`insert into access_codes (code, max_uses) values ('OPEN-HOUSE', 1000)`
})
afterAll(async () => {
  expect(await findProblems(app.pool)).toEqual([])
  await app.close()
})

function form(username: string) {
  const email = `${username}@new.example.org`
  const password = 'quiet river morning'
  return { full_name: 'New Member', username, email, access_code: 'OPEN-HOUSE', address: '', password }
}

describe('updateProfile', () => {
  // covers ACC-PROFILE-51
  test('a member can change the address 30 times in 15 minutes, and a refused address is not saved', async () => {
    const eve = await app.member('eve')
    for (let time = 1; time <= 30; time += 1) {
      await eve.call(updateProfile, { address: `${time} Sample Street, Springfield, IL` })
    }
    expect(await eve.refusal(updateProfile, { address: '31 Sample Street, Springfield, IL' })).toBe(
      'too_many_attempts',
    )
    // The address is sent as it is saved already, so it is not looked up again.
    const { user } = await eve.call(updateProfile, {
      bio: 'Still here',
      address: '30 Sample Street, Springfield, IL',
    })
    expect(user).toMatchObject({ address: '30 Sample Street, Springfield, IL', bio: 'Still here' })
  })

  // covers HURD-LANGUAGE-05
  test('a member chooses the language of their pages and emails, and one that does not exist is not saved', async () => {
    const pia = await app.member('pia')
    expect((await pia.call(updateProfile, { language: 'es' })).user.language).toBe('es')
    expect((await pia.call(updateProfile, { language: 'xx' })).user.language).toBe('es')
    expect(await pia.refusal(updateProfile, { language: 'Spanish' })).toBe('invalid_request')
    expect((await pia.call(updateProfile, { language: 'en' })).user.language).toBe('en')
  })

  // covers ACC-API-21 ACC-API-22 ACC-API-23 ACC-API-24 ACC-API-25 ACC-PROFILE-49 ACC-PROFILE-50 ACC-PROFILE-51
  test('fields that are sent are trimmed and saved, and the others stay', async () => {
    const ana = await app.member('ana', {
      ocd_city_id: 'ocd-division/country:us/state:il/place:springfield',
    })
    const first = await ana.call(updateProfile, {
      full_name: '  Ana Lind ',
      bio: ' Gardener ',
      address: ' 12 Sample Street, Springfield, IL ',
    })
    expect(first.user).toMatchObject({
      full_name: 'Ana Lind',
      fullName: 'Ana Lind',
      bio: 'Gardener',
      address: '12 Sample Street, Springfield, IL',
      ocd_city_id: null,
      engagement_level: 'new',
      profilePictureUrl: null,
      totalStances: 0,
      totalComments: 0,
      followerCount: 0,
      email: 'ana@example.org',
    })
    const second = await ana.call(updateProfile, { address: '13 Sample Street, Springfield, IL' })
    expect(second.user).toEqual({ ...first.user, address: '13 Sample Street, Springfield, IL' })
    const same = { full_name: 'Ana Lind', username: 'ana', email: 'ANA@example.org' }
    expect((await ana.call(updateProfile, same)).user).toEqual(second.user)
  })

  // covers ACC-PROFILE-60
  test('an empty string or null removes the bio and the address, and the city of the address', async () => {
    for (const empty of ['', null, '   ']) {
      const name = `ben-${String(empty === null)}-${String(empty).length}`
      const ben = await app.member(name, {
        address: '12 Sample Street, Springfield',
        ocd_city_id: 'ocd-division/country:us/state:il/place:x',
      })
      await ben.call(updateProfile, { bio: 'Something' })
      const { user } = await ben.call(updateProfile, { bio: empty, address: empty })
      expect([user.bio, user.address, user.ocd_city_id]).toEqual([null, null, null])
    }
  })

  test('an unchanged address keeps its city', async () => {
    const cleo = await app.member('cleo', {
      address: '12 Sample Street',
      ocd_city_id: 'ocd-division/country:us/state:il/place:x',
    })
    expect((await cleo.call(updateProfile, { address: '12 Sample Street' })).user.ocd_city_id).toBe(
      'ocd-division/country:us/state:il/place:x',
    )
  })

  // covers ACC-PROFILE-58 ACC-PROFILE-59
  test('an invalid field is refused with the form’s message, and nothing changes', async () => {
    const dina = await app.member('dina')
    const cases: [object, string][] = [
      [{}, 'Nothing to update'],
      [{ something: 'else', is_admin: true }, 'Nothing to update'],
      [{ full_name: ' ' }, 'Full name is required'],
      [{ full_name: null }, 'Full name is required'],
      [{ full_name: 'x'.repeat(256) }, 'Full name must be less than 255 characters'],
      [{ username: '' }, 'Username is required'],
      [{ username: 'a b c' }, 'Username can only contain letters, numbers, underscores, and hyphens'],
      [{ email: 'nowhere' }, 'Please enter a valid email address'],
      [{ bio: 'x'.repeat(501) }, 'Bio must be less than 500 characters'],
      [
        { address: '1 Main St' },
        'Address must be at least 10 characters long for voting district verification',
      ],
      [{ full_name: 'Fine Name', bio: 5 }, 'Invalid request'],
    ]
    for (const [body, error] of cases) {
      const response = await dina.send('PUT', updateProfile.path, { body })
      expect([body, response.status, response.body['error']]).toEqual([body, 400, error])
    }
    const { user } = await dina.call(getUser, { id: dina.user_id })
    expect(user).toMatchObject({ full_name: 'dina of the test', bio: null, username: 'dina' })
    expect((await dina.call(updateProfile, { bio: '😀'.repeat(500) })).user.bio).toHaveLength(1000)
  })

  test('other fields cannot be written', async () => {
    const emil = await app.member('emil')
    const body = {
      full_name: 'Emil Two',
      account_status: 'inactive',
      email_verified_at: '2026-01-01',
      user_id: 'x',
    }
    const { body: response } = await emil.send('PUT', updateProfile.path, {
      body: { ...body, total_stances: 500, member_type: 'elected_official', ocd_city_id: 'ocd-division/y' },
    })
    expect(response['user']).toMatchObject({
      full_name: 'Emil Two',
      accountStatus: 'active',
      emailVerified: false,
      totalStances: 0,
      ocd_city_id: null,
    })
    const [row] = await app.pool`select member_type from users where user_id = ${emil.user_id}`
    expect(row).toEqual({ member_type: 'regular' })
  })

  test('a deactivated account cannot be edited, and a token edits only its own member’s profile', async () => {
    const away = await app.member('away', { account_status: 'inactive' })
    expect(await away.refusal(updateProfile, { bio: 'x' })).toBe('account_deactivated')
    const [flo, gus] = [await app.member('flo'), await app.member('gus')]
    const body = { bio: 'by gus', id: flo.user_id, userId: flo.user_id, user_id: flo.user_id }
    await gus.send('PUT', updateProfile.path, { body })
    expect((await gus.call(getUser, { id: flo.user_id })).profile.bio).toBeNull()
  })
})

describe('a changed username', () => {
  test('takes effect immediately, and the old name leads to the member and stays reserved', async () => {
    const [hal, ida] = [await app.member('hal'), await app.member('ida')]
    expect((await hal.call(updateProfile, { username: 'hal-9000' })).user.username).toBe('hal-9000')
    for (const username of ['hal-9000', 'hal', 'HAL']) {
      const { profile } = await ida.call(getUserByUsername, { username })
      expect([profile.userId, profile.username]).toEqual([hal.user_id, 'hal-9000'])
    }
    const taken = await ida.request(updateProfile, { username: 'Hal' })
    expect([taken.status, taken.body['error']]).toEqual([409, 'Username is already taken'])
    expect(await app.visitor.refusal(register, form('hAl'))).toBe('username_taken')

    expect((await hal.call(updateProfile, { username: 'hal' })).user.username).toBe('hal')
    expect(await ida.refusal(updateProfile, { username: 'hal-9000' })).toBe('username_taken')
    expect((await hal.call(updateProfile, { username: 'HAL' })).user.username).toBe('HAL')
    expect(await app.pool`select username from former_usernames where user_id = ${hal.user_id}`).toEqual([
      { username: 'hal-9000' },
    ])
  })

  test('after 180 days the old name leads nowhere, and another member can take it', async () => {
    const [jon, kim] = [await app.member('jon'), await app.member('kim')]
    await jon.call(updateProfile, { username: 'jonathan' })
    const [former] = await app.pool`
      select extract(day from reserved_until - now())::int as days from former_usernames where username = 'jon'`
    expect([179, 180]).toContain(former!['days'])
    await app.pool`update former_usernames set reserved_until = now() where username = 'jon'`
    expect(await kim.refusal(getUserByUsername, { username: 'jon' })).toBe('user_not_found')
    await kim.call(updateProfile, { username: 'jon' })
    expect((await jon.call(getUserByUsername, { username: 'jon' })).profile.userId).toBe(kim.user_id)
  })

  test('a taken name is refused regardless of case, even when two members choose it at once', async () => {
    const [lea, max] = [await app.member('lea'), await app.member('max')]
    expect(await lea.refusal(updateProfile, { username: 'MAX' })).toBe('username_taken')
    const both = await Promise.all(
      [lea, max].map((member) =>
        member.request(updateProfile, { username: 'wanted' }).then(({ status }) => status),
      ),
    )
    expect(both).toEqual(expect.arrayContaining([200, 409]))
  })

  test('the sixth change of a day is refused', async () => {
    const nia = await app.member('nia')
    for (let n = 1; n <= 5; n++) {
      await nia.call(updateProfile, { username: `nia-${n}` })
    }
    expect(await nia.refusal(updateProfile, { username: 'nia-6' })).toBe('too_many_attempts')
    expect((await nia.call(updateProfile, { bio: 'Still here' })).user.username).toBe('nia-5')
  })
})

describe('a changed email', () => {
  test('is pending until its link is opened, and a taken username is reported before a taken email', async () => {
    const [olga, paul] = [await app.member('olga'), await app.member('paul')]
    const { user } = await olga.call(updateProfile, { email: ' Olga@New.example.org ' })
    expect([user.email, user.pendingEmail]).toEqual(['olga@example.org', 'olga@new.example.org'])
    const taken = await paul.request(updateProfile, { email: 'OLGA@example.org' })
    expect([taken.status, taken.body['error']]).toEqual([409, 'An account with this email already exists'])
    expect(await paul.refusal(updateProfile, { username: 'olga', email: 'olga@example.org' })).toBe(
      'username_taken',
    )
  })
})
