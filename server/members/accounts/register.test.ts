import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { register } from '#contract/accounts/accounts.ts'
import { mailsTo } from '#server/testing/external/mailbox.ts'
import {
  registrationForm as form,
  registrationPassword as password,
} from '#server/testing/setups/registration.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer({ passwordBlocklist: true })
  await code('OPEN-HOUSE')
})
afterAll(() => app.close())

async function code(value: string, more: Record<string, unknown> = {}) {
  await app.pool`insert into access_codes ${app.pool({ code: value, max_uses: 1000, ...more })}`
}

describe('register', () => {
  // covers HURD-LANGUAGE-05
  test('an account that is created on a page in Spanish has that language, and its emails too', async () => {
    const response = await app.send('POST', '/api/auth/register', {
      body: form('luz', { access_code: 'open-house' }),
      headers: { cookie: 'hurd_language=es' },
    })
    expect(response.body).toMatchObject({ user: { language: 'es' } })
    const [mail] = await mailsTo(app, 'luz@example.org')
    expect(mail).toMatchObject({ subject: 'Verifique su dirección de correo para Hurd' })
    expect(mail?.html).toContain('<html lang="es">')
  })

  // covers ACC-API-05 ACC-SESSION-01 ACC-SESSION-02 ACC-SESSION-03 ACC-REGISTER-23
  test('a valid code creates an account that is signed in immediately', async () => {
    const response = await app.visitor.call(register, form('rosa', { access_code: ' open-house ' }))

    expect(response.message).toBe('Account created. Please verify your email.')
    expect(response.user).toEqual({
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
      language: 'en',
      isOfficial: false,
      isLabelHidden: false,
      operatorRole: null,
      welcome: { topics: 'open', district: 'open', stance: 'open' },
    })
    const page = await app.send('GET', '/api/bills', { token: response.token })
    expect(page.status).toBe(200)
  })

  test('password and token are stored as hashes, and the email in lowercase', async () => {
    const { token } = await app.visitor.call(register, form('Mixed-Case', { email: 'Mixed@Example.ORG' }))
    const [row] = await app.pool<{ email: string; password_hash: string; dump: string }[]>`
      select u.email, u.password_hash, row_to_json(s)::text || row_to_json(u)::text as dump
        from users u join sessions s using (user_id) where username = 'Mixed-Case'`
    expect(row!.email).toBe('mixed@example.org')
    expect(row!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(row!.dump).not.toContain(password)
    expect(row!.dump).not.toContain(token)
  })

  // covers HURD-REGISTER-01
  test('emails the owner of the address about an attempt, once a week, and answers the caller as before', async () => {
    const limited = await startTestServer({ rateLimits: true })
    try {
      await limited.pool`insert into access_codes (code, max_uses) values ('OPEN-HOUSE', 1000)`
      const olga = await limited.member('olga')
      const attempt = (username: string, email = olga.email, access_code = 'OPEN-HOUSE') =>
        limited.visitor.request(register, form(username, { email, access_code }))
      const notices = async () =>
        (await mailsTo(limited, olga.email)).filter(({ purpose }) => purpose === 'registration_notice')
      // Somebody without a valid code cannot cause an email either.
      await attempt('squatter', olga.email, 'NO-SUCH-CODE')
      expect(await notices()).toEqual([])
      for (const username of ['squatter', 'squatter-2']) {
        const { status, body } = await attempt(username, 'Olga@Example.org')
        const error = 'An account with this email already exists'
        expect([status, body]).toEqual([409, expect.objectContaining({ error, code: 'email_taken' })])
      }
      const [notice, ...more] = await notices()
      expect(more).toEqual([])
      expect(notice?.subject).toBe('Someone tried to register with your address at Hurd')
      expect(notice?.text).toContain('http://localhost:3000/login?view=forgot')
    } finally {
      await limited.close()
    }
  })

  // covers ACC-REGISTER-01 ACC-API-41
  test('a code that is unknown, revoked, used up or expired creates no account', async () => {
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
      const response = await app.visitor.request(register, form('nobody', { access_code }))
      expect([access_code, response.status, response.body['error']]).toEqual([access_code, 400, error])
    }
    expect(await app.pool`select from users where username = 'nobody'`).toHaveLength(0)
  })

  // covers ACC-API-41
  test('a taken username or email is refused regardless of case, the username first, and no use of the code is counted', async () => {
    await code('THREE-USES', { max_uses: 3 })
    await app.visitor.call(register, form('taken', { access_code: 'THREE-USES' }))
    const again = form('TAKEN', { access_code: 'THREE-USES' })

    const both = await app.visitor.request(register, again)
    const email = await app.visitor.request(register, { ...again, username: 'another' })

    expect([both.status, both.body['error']]).toEqual([409, 'Username is already taken'])
    expect([email.status, email.body['error']]).toEqual([409, 'An account with this email already exists'])
    expect(await app.pool`select uses from access_codes where code = 'THREE-USES'`).toEqual([{ uses: 1 }])
  })

  test('without a valid code the response does not reveal whether an account exists', async () => {
    const taken = await app.visitor.request(register, form('rosa', { access_code: 'WRONG-CODE' }))
    const free = await app.visitor.request(register, form('never-seen', { access_code: 'WRONG-CODE' }))
    expect(taken.body).toEqual(free.body)
  })

  // covers ACC-CONSTANTS-05 ACC-CONSTANTS-06 ACC-CONSTANTS-08 ACC-CONSTANTS-09 ACC-CONSTANTS-10
  test('every field has the limits and messages of the form, counted in characters', async () => {
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
      const response = await app.visitor.request(register, form('limits', wrong))
      expect([wrong, response.status, response.body['error']]).toEqual([wrong, 400, error])
    }
    const fits: Record<string, unknown>[] = [
      { full_name: 'Ng', username: 'abc', password: 'zq7 mvp!' },
      { full_name: 'x'.repeat(255), username: 'x'.repeat(50), password: '🗳'.repeat(128) },
      { username: 'Ann_1-b', address: '1 Main Str' },
    ]
    for (const [at, right] of fits.entries()) {
      const response = await app.visitor.request(
        register,
        form(`fits-${at}`, { ...right, email: `f${at}@example.org` }),
      )
      expect([at, response.status, response.body['error']]).toEqual([at, 201, undefined])
    }
  })

  // covers ACC-REGISTER-30
  test('several invalid fields are all listed, and the error is the first of them', async () => {
    const response = await app.visitor.request(register, form('x', { full_name: '', email: 'abc' }))
    expect(response.body).toMatchObject({
      error: 'Full name is required',
      fields: {
        full_name: 'Full name is required',
        username: 'Username must be at least 3 characters',
        email: 'Please enter a valid email address',
      },
    })
  })

  // covers ACC-REGISTER-02 ACC-ROLES-04
  test('a skipped address is accepted, whether null, empty or missing', async () => {
    for (const [at, address] of [null, '', undefined].entries()) {
      const response = await app.visitor.call(register, form(`skip-${at}`, { address }))
      expect(response.user.address).toBeNull()
    }
  })

  test('of twenty people who use the last use of a code at the same moment, one registers', async () => {
    await code('LAST-USE', { max_uses: 1 })
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        app.visitor.request(register, form(`last-${at}`, { access_code: 'LAST-USE' })),
      ),
    )
    expect(responses.filter((response) => response.status === 201)).toHaveLength(1)
    expect(await app.pool`select uses from access_codes where code = 'LAST-USE'`).toEqual([{ uses: 1 }])
    expect(await app.pool`select from users where access_code = 'LAST-USE'`).toHaveLength(1)
  })

  test('of ten people who want the same username at once, one gets it, the others are refused, and one use is counted', async () => {
    await code('ONE-NAME', { max_uses: 100 })
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        app.visitor.request(
          register,
          form('wanted', { access_code: 'ONE-NAME', email: `wanted-${at}@example.org` }),
        ),
      ),
    )
    expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ])
    expect(await app.pool`select uses from access_codes where code = 'ONE-NAME'`).toEqual([{ uses: 1 }])
  })
})
