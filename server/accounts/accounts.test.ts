import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser, login, logout, register } from '../../contract/accounts.ts'
import { listBills } from '../../contract/bills.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ passwordBlocklist: true })
})
afterAll(() => world.close())

const password = 'quiet river morning'

function form(username: string, more: Record<string, unknown> = {}) {
  return {
    full_name: 'Rosa Delgado',
    username,
    email: `${username.toLowerCase()}@example.org`,
    access_code: 'OPEN-HOUSE',
    address: '12 Sample Street, Springfield, IL 62701',
    password,
    ...more,
  }
}

async function code(value: string, more: Record<string, unknown> = {}) {
  await world.pool`insert into access_codes ${world.pool({ code: value, max_uses: 1000, ...more })}`
}

beforeAll(() => code('OPEN-HOUSE'))

describe('register', () => {
  // covers ACC-API-05 ACC-SESSION-01 ACC-SESSION-02 ACC-SESSION-03 ACC-REGISTER-23
  test('a live code makes an account that is signed in at once', async () => {
    const answer = await world.visitor.call(register, form('rosa', { access_code: ' open-house ' }))

    expect(answer.message).toBe('Account created. Please verify your email.')
    expect(answer.user).toEqual({
      userId: expect.any(String),
      email: 'rosa@example.org',
      username: 'rosa',
      fullName: 'Rosa Delgado',
      full_name: 'Rosa Delgado',
      emailVerified: false,
      ocd_city_id: null,
      engagement_level: 'new',
      accountStatus: 'active',
      profilePictureUrl: null,
      totalStances: 0,
      totalComments: 0,
      totalActivityPoints: 0,
      followerCount: 0,
      bio: null,
      address: '12 Sample Street, Springfield, IL 62701',
      pendingEmail: null,
    })
    const page = await world.send('GET', '/api/bills', { token: answer.token })
    expect(page.status).toBe(200)
  })

  test('what is kept of password and token is a hash, and the email is kept in lower case', async () => {
    const { token } = await world.visitor.call(register, form('Mixed-Case', { email: 'Mixed@Example.ORG' }))
    const [row] = await world.pool<{ email: string; password_hash: string; dump: string }[]>`
      select u.email, u.password_hash, row_to_json(s)::text || row_to_json(u)::text as dump
        from users u join sessions s using (user_id) where username = 'Mixed-Case'`
    expect(row!.email).toBe('mixed@example.org')
    expect(row!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(row!.dump).not.toContain(password)
    expect(row!.dump).not.toContain(token)
  })

  // covers ACC-REGISTER-01 ACC-API-41
  test('a code that is unknown, revoked, used up or expired makes no account', async () => {
    await code('REVOKED-1', { revoked_at: new Date().toISOString() })
    await code('USED-UP-1', { max_uses: 1, uses: 1 })
    await code('EXPIRED-1', { expires_at: '2020-01-01T00:00:00.000Z' })
    const cases = [
      ['NO-SUCH-CODE', 'Invalid access code'],
      ['REVOKED-1', 'Invalid access code'],
      ['USED-UP-1', 'This access code has already been used'],
      ['EXPIRED-1', 'This access code has expired'],
    ]
    for (const [access_code, error] of cases) {
      const answer = await world.visitor.ask(register, form('nobody', { access_code }))
      expect([access_code, answer.status, answer.body['error']]).toEqual([access_code, 400, error])
    }
    expect(await world.pool`select from users where username = 'nobody'`).toHaveLength(0)
  })

  // covers ACC-API-41
  test('a taken username or email is told in any case, the username first, and uses up no code', async () => {
    await code('THREE-USES', { max_uses: 3 })
    await world.visitor.call(register, form('taken', { access_code: 'THREE-USES' }))
    const again = form('TAKEN', { access_code: 'THREE-USES' })

    const both = await world.visitor.ask(register, again)
    const email = await world.visitor.ask(register, { ...again, username: 'another' })

    expect([both.status, both.body['error']]).toEqual([409, 'Username is already taken'])
    expect([email.status, email.body['error']]).toEqual([409, 'An account with this email already exists'])
    expect(await world.pool`select uses from access_codes where code = 'THREE-USES'`).toEqual([{ uses: 1 }])
  })

  test('without a live code nobody learns whether an account exists', async () => {
    const taken = await world.visitor.ask(register, form('rosa', { access_code: 'WRONG-CODE' }))
    const free = await world.visitor.ask(register, form('never-seen', { access_code: 'WRONG-CODE' }))
    expect(taken.body).toEqual(free.body)
  })

  // covers ACC-CONSTANTS-05 ACC-CONSTANTS-06 ACC-CONSTANTS-08 ACC-CONSTANTS-09 ACC-CONSTANTS-10
  test('every field is held to its limits in the words of the form, counted in characters', async () => {
    const cases: [Record<string, unknown>, string][] = [
      [{ full_name: '   ' }, 'Full name is required'],
      [{ full_name: 'A' }, 'Full name must be at least 2 characters'],
      [{ full_name: 'x'.repeat(256) }, 'Full name must be less than 255 characters'],
      [{ username: '' }, 'Username is required'],
      [{ username: 'ab' }, 'Username must be at least 3 characters'],
      [{ username: 'x'.repeat(51) }, 'Username must be less than 50 characters'],
      [{ username: 'a b!c' }, 'Username can only contain letters, numbers, underscores, and hyphens'],
      [{ email: null }, 'Email is required'],
      [{ email: 'abc' }, 'Please enter a valid email address'],
      [{ email: 'a\r\nBcc: b@example.org' }, 'Please enter a valid email address'],
      [{ email: `${'x'.repeat(250)}@example.org` }, 'Please enter a valid email address'],
      [{ password: '' }, 'Password is required'],
      [{ password: 'x'.repeat(7) }, 'Password must be at least 8 characters'],
      [{ password: 'x'.repeat(129) }, 'Password must be less than 128 characters'],
      [{ access_code: ' ' }, 'Access code is required'],
      [{ access_code: 'ABC12' }, 'Access code must be at least 6 characters'],
      [{ access_code: 'A'.repeat(21) }, 'Access code must be less than 20 characters'],
      [{ address: '1 Main St' }, 'Please enter a complete address'],
      [{ password: 'password123' }, 'This password is too common. Please choose another.'],
    ]
    for (const [wrong, error] of cases) {
      const answer = await world.visitor.ask(register, form('limits', wrong))
      expect([wrong, answer.status, answer.body['error']]).toEqual([wrong, 400, error])
    }
    const fits: Record<string, unknown>[] = [
      { full_name: 'Ng', username: 'abc', password: 'zq7 mvp!' },
      { full_name: 'x'.repeat(255), username: 'x'.repeat(50), password: '🗳'.repeat(128) },
      { username: 'Ann_1-b', address: '1 Main Str' },
    ]
    for (const [at, right] of fits.entries()) {
      const answer = await world.visitor.ask(
        register,
        form(`fits-${at}`, { ...right, email: `f${at}@example.org` }),
      )
      expect([at, answer.status, answer.body['error']]).toEqual([at, 201, undefined])
    }
  })

  // covers ACC-REGISTER-30
  test('several wrong fields are all named, and the error is the first of them', async () => {
    const answer = await world.visitor.ask(register, form('x', { full_name: '', email: 'abc' }))
    expect(answer.body).toMatchObject({
      error: 'Full name is required',
      fields: {
        full_name: 'Full name is required',
        username: 'Username must be at least 3 characters',
        email: 'Please enter a valid email address',
      },
    })
  })

  // covers ACC-REGISTER-02 ACC-ROLES-04
  test('a skipped address is no trouble, whether null, empty or left out', async () => {
    for (const [at, address] of [null, '', undefined].entries()) {
      const answer = await world.visitor.call(register, form(`skip-${at}`, { address }))
      expect(answer.user.address).toBeNull()
    }
  })

  test('twenty people with the last use of one code at the same moment: one gets in', async () => {
    await code('LAST-USE', { max_uses: 1 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        world.visitor.ask(register, form(`last-${at}`, { access_code: 'LAST-USE' })),
      ),
    )
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    expect(await world.pool`select uses from access_codes where code = 'LAST-USE'`).toEqual([{ uses: 1 }])
    expect(await world.pool`select from users where access_code = 'LAST-USE'`).toHaveLength(1)
  })

  test('one username wanted by ten at once goes to one, the others are told, and only one use is taken', async () => {
    await code('ONE-NAME', { max_uses: 100 })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        world.visitor.ask(
          register,
          form('wanted', { access_code: 'ONE-NAME', email: `wanted-${at}@example.org` }),
        ),
      ),
    )
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ])
    expect(await world.pool`select uses from access_codes where code = 'ONE-NAME'`).toEqual([{ uses: 1 }])
  })
})

describe('login', () => {
  // covers ACC-API-06 ACC-API-07
  test('the right email in any case and password answer a session of its own each time', async () => {
    await world.visitor.call(register, form('lena'))
    const first = await world.visitor.call(login, { email: ' LENA@example.org ', password })
    const second = await world.visitor.call(login, { email: 'lena@example.org', password })
    expect(first.user.username).toBe('lena')
    expect(second.token).not.toBe(first.token)
  })

  test('a wrong password and an unknown email are told the same', async () => {
    await world.visitor.call(register, form('mona'))
    const wrong = await world.visitor.ask(login, { email: 'mona@example.org', password: `${password}!` })
    const unknown = await world.visitor.ask(login, { email: 'nobody@example.org', password })
    expect([wrong.status, wrong.body['error']]).toEqual([401, 'Invalid email or password'])
    expect(unknown.body).toEqual(wrong.body)
  })

  test('128 characters count to the last: one with the same beginning does not open the account', async () => {
    const long = `${'🗳'.repeat(127)}a`
    await world.visitor.call(register, form('lang', { password: long }))
    const email = 'lang@example.org'
    expect(await world.visitor.refusal(login, { email, password: `${'🗳'.repeat(127)}b` })).toBe(
      'wrong_credentials',
    )
    expect(await world.visitor.refusal(login, { email, password: long })).toBeNull()
  })

  test('what is missing is told by field', async () => {
    const empty = await world.visitor.ask(login, { email: '', password: '' })
    expect(empty).toMatchObject({
      status: 400,
      body: { error: 'Email is required', fields: { password: 'Password is required' } },
    })
    const shape = await world.visitor.ask(login, { email: 'abc', password: 'x' })
    expect(shape.body['error']).toBe('Please enter a valid email address')
  })

  test('a deactivated member signs in, a suspended one does not', async () => {
    await world.visitor.call(register, form('nils'))
    await world.pool`update users set account_status = 'inactive' where username = 'nils'`
    const inactive = await world.visitor.call(login, { email: 'nils@example.org', password })
    expect(inactive.user.accountStatus).toBe('inactive')
    await world.pool`update users set account_status = 'suspended' where username = 'nils'`
    const suspended = await world.visitor.ask(login, { email: 'nils@example.org', password })
    expect([suspended.status, suspended.body['error']]).toEqual([403, 'This account has been suspended.'])
  })
})

describe('a session', () => {
  test('ends with sign-out, and only that one', async () => {
    await world.visitor.call(register, form('otto'))
    const [here, there] = [
      await world.visitor.call(login, { email: 'otto@example.org', password }),
      await world.visitor.call(login, { email: 'otto@example.org', password }),
    ]
    const out = await world.send('POST', '/api/auth/logout', { token: here.token })
    expect(out).toMatchObject({ status: 200, body: { success: true } })
    const after = await world.send('GET', '/api/bills', { token: here.token })
    expect([after.status, after.body['error']]).toEqual([401, 'Session expired. Please log in again.'])
    expect((await world.send('GET', '/api/bills', { token: there.token })).status).toBe(200)
    expect((await world.send('POST', logout.path, { token: here.token })).status).toBe(401)
  })

  test('that has run out or was never begun is refused', async () => {
    const pat = await world.member('pat')
    await world.pool`update sessions set expires_at = now() - interval '1 second' where user_id = ${pat.user_id}`
    expect(await pat.refusal(listBills, {})).toBe('session_expired')
  })

  test('in use is kept alive for thirty days more', async () => {
    const quinn = await world.member('quinn')
    await world.pool`
      update sessions set last_seen_at = now() - interval '2 hours', expires_at = now() + interval '1 day'
       where user_id = ${quinn.user_id}`
    await quinn.call(listBills, {})
    const [session] = await world.pool<{ days: number }[]>`
      select round(extract(epoch from expires_at - now()) / 86400)::int as days
        from sessions where user_id = ${quinn.user_id}`
    expect(session).toEqual({ days: 30 })
  })
})

describe('getUser', () => {
  // covers ACC-API-19
  test("answers one's own account, and of others a profile without address and email", async () => {
    const place = 'ocd-division/country:us/state:ny/place:new_york'
    const address = '5 Canary Lane, New York, NY 10001'
    const rita = await world.member('rita', { address, ocd_city_id: place })
    const sam = await world.member('sam')

    const own = await rita.call(getUser, { id: rita.user_id })
    expect(own.user).toMatchObject({ userId: rita.user_id, address, ocd_city_id: place })
    expect(own.profile.address).toBe(address)

    const { body } = await sam.ask(getUser, { id: rita.user_id })
    expect(body).toMatchObject({ profile: { username: 'rita', address: null } })
    expect(JSON.stringify(body)).not.toMatch(/Canary|rita@example|place:/)
    expect(body).not.toHaveProperty('user')
  })

  test('a member who is deactivated, or never was, is not found', async () => {
    const [tess, gone] = [
      await world.member('tess'),
      await world.member('ulla', { account_status: 'inactive' }),
    ]
    const nobody = '00000000-0000-4000-8000-000000000000'
    expect(await tess.refusal(getUser, { id: gone.user_id })).toBe('user_not_found')
    expect(await tess.refusal(getUser, { id: nobody })).toBe('user_not_found')
    expect(await gone.refusal(getUser, { id: gone.user_id })).toBeNull()
  })
})
