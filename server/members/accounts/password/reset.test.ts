import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgotPassword, login, resetPassword } from '#contract/accounts/accounts.ts'
import { listBills } from '#contract/bills/bills.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { hashPassword } from './passwords.ts'

const publicOrigin = 'https://hurd.example'
const [oldPassword, newPassword] = ['quiet river morning', 'loud ocean evening']
const neutral = 'If an account with that email exists, a reset link was sent.'
const dead = 'This password reset link is invalid or has expired. Please request a new one.'

let app: TestServer
let oldHash: string
beforeAll(async () => {
  app = await startTestServer({ passwordBlocklist: true, publicOrigin })
  oldHash = await hashPassword(oldPassword)
})
afterAll(() => app.close())

async function memberWithPassword(username: string, more: Parameters<TestServer['member']>[1] = {}) {
  const person = await app.member(username, more)
  await app.pool`update users set password_hash = ${oldHash} where user_id = ${person.user_id}`
  return person
}

/** Returns the emails to this address, newest first. */
async function mailsTo(email: string) {
  return app.pool<{ subject: string; text: string; html: string; state: string }[]>`
    select subject, text, html, state from emails where to_address = ${email} order by created_at desc`
}

/** Requests a link and returns the emailed token. */
async function tokenFor(person: Person): Promise<string> {
  await app.visitor.call(forgotPassword, { email: person.email })
  const [mail] = await mailsTo(person.email)
  return /\?token=(\S+)/.exec(mail!.text)![1]!
}

function signIn(person: Person, password: string) {
  return app.visitor.request(login, { email: person.email, password })
}

describe('a forgotten password', () => {
  // covers ACC-API-10 ACC-API-11 ACC-FORGOT-06
  test('sends an email with a link to the public origin, whatever the case of the address', async () => {
    const ana = await memberWithPassword('ana')
    const response = await app.send('POST', '/api/auth/forgot-password', {
      body: { email: ' ANA@Example.org ' },
    })
    expect([response.status, response.body]).toEqual([200, { success: true, message: neutral }])

    const mails = await mailsTo(ana.email)
    expect(mails).toHaveLength(1)
    const [mail] = mails
    expect(mail).toMatchObject({ subject: 'Reset your Hurd password', state: 'pending' })
    const [link = ''] = /https:\S+token=\S+/.exec(mail!.text) ?? []
    expect(link).toMatch(/^https:\/\/hurd\.example\/reset-password\?token=[0-9a-f]{64}$/)
    expect(mail!.html).toContain(`<a href="${link}">`)
  })

  test('gets the same response for an unknown email, and nothing is stored', async () => {
    const response = await app.visitor.request(forgotPassword, { email: 'nobody@example.org' })
    expect([response.status, response.body]).toEqual([200, { success: true, message: neutral }])
    expect(await mailsTo('nobody@example.org')).toEqual([])
  })

  // covers ACC-API-11
  test('requires a valid email address', async () => {
    const cases: [unknown, string][] = [
      [undefined, 'Email is required'],
      [' ', 'Email is required'],
      ['abc', 'Please enter a valid email address'],
      ['a@b.c\r\nBcc: d@example.org', 'Please enter a valid email address'],
      [['a@b.c'], 'Invalid request'],
    ]
    for (const [email, error] of cases) {
      const response = await app.send('POST', '/api/auth/forgot-password', { body: { email } })
      expect([email, response.status, response.body['error']]).toEqual([email, 400, error])
    }
  })

  test('sends a deactivated member a link, and a suspended member gets the same response without an email', async () => {
    const gone = await memberWithPassword('gone', { account_status: 'inactive' })
    const barred = await memberWithPassword('barred', { account_status: 'suspended' })
    const token = await tokenFor(gone)
    const response = await app.visitor.request(forgotPassword, { email: barred.email })
    expect(response.body).toEqual({ success: true, message: neutral })
    expect(await mailsTo(barred.email)).toEqual([])

    await app.visitor.call(resetPassword, { token, password: newPassword })
    const back = await app.visitor.call(login, { email: gone.email, password: newPassword })
    expect(back.user.accountStatus).toBe('inactive')
  })

  test('stores only the hash of the token, and the logs contain neither token nor email', async () => {
    const hal = await memberWithPassword('hal-canary')
    const token = await tokenFor(hal)
    await app.visitor.request(resetPassword, { token, password: 'short' })
    await fetch(`${app.origin}/reset-password?token=${token}`)
    const [row] = await app.pool<{ kept: string; minutes: number }[]>`
      select row_to_json(r)::text as kept,
             round(extract(epoch from expires_at - now()) / 60)::int as minutes
        from reset_tokens r where user_id = ${hal.user_id}`
    expect(row!.kept).not.toContain(token)
    expect(row!.minutes).toBe(60)
    const log = app.logLines.join('\n')
    expect(log).toContain('/api/auth/reset-password')
    expect(log).not.toContain(token)
    expect(log).not.toContain('hal-canary')
  })
})

describe('a new password by link', () => {
  // covers ACC-API-12 ACC-API-13
  test('replaces the old one, once, and returns only a message', async () => {
    const ben = await memberWithPassword('ben', { email_verified_at: null })
    const token = await tokenFor(ben)
    const response = await app.visitor.request(resetPassword, { token, password: newPassword })
    expect([response.status, response.body]).toEqual([
      200,
      { success: true, message: 'Password reset successfully' },
    ])
    expect((await signIn(ben, oldPassword)).status).toBe(401)
    const { status, body } = await signIn(ben, newPassword)
    expect([status, body['user']]).toEqual([200, expect.objectContaining({ emailVerified: false })])

    const again = await app.visitor.request(resetPassword, { token, password: 'yet another one' })
    expect([again.status, again.body['code'], again.body['error']]).toEqual([400, 'reset_link_invalid', dead])
    expect((await signIn(ben, newPassword)).status).toBe(200)
  })

  test("ends every session of the account immediately, and no other member's", async () => {
    const [cleo, dina] = [await memberWithPassword('cleo'), await memberWithPassword('dina')]
    const other = await app.visitor.call(login, { email: cleo.email, password: oldPassword })
    for (const token of [cleo.token, other.token]) {
      expect((await app.send('GET', '/api/bills', { token })).status).toBe(200)
    }
    await app.visitor.call(resetPassword, { token: await tokenFor(cleo), password: newPassword })
    for (const token of [cleo.token, other.token]) {
      const response = await app.send('GET', '/api/bills', { token })
      expect([response.status, response.body['error']]).toEqual([
        401,
        'Session expired. Please log in again.',
      ])
    }
    expect(await dina.refusal(listBills, {})).toBeNull()
  })

  test('works for one of twenty requests with the same link at the same moment', async () => {
    const eva = await memberWithPassword('eva')
    const token = await tokenFor(eva)
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        app.visitor.request(resetPassword, { token, password: `${newPassword} ${at}` }),
      ),
    )
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
    const refused = responses.filter((response) => response.status !== 200)
    expect(new Set(refused.map((response) => response.body['error']))).toEqual(new Set([dead]))
    const winner = responses.findIndex((response) => response.status === 200)
    expect((await signIn(eva, `${newPassword} ${winner}`)).status).toBe(200)
  })

  test('only the newest link works, and the email with the older one is canceled', async () => {
    const fay = await memberWithPassword('fay')
    const [older, newer] = [await tokenFor(fay), await tokenFor(fay)]
    expect((await mailsTo(fay.email)).map((mail) => mail.state)).toEqual(['pending', 'dead'])
    expect(await app.visitor.refusal(resetPassword, { token: older, password: newPassword })).toBe(
      'reset_link_invalid',
    )
    expect(await app.visitor.refusal(resetPassword, { token: newer, password: newPassword })).toBeNull()
    const links = (await mailsTo(fay.email)).filter(({ subject }) => subject === 'Reset your Hurd password')
    expect(links.map((mail) => mail.state)).toEqual(['dead', 'dead'])
  })

  test('ten links requested at the same moment leave one that works', async () => {
    const flo = await memberWithPassword('flo')
    await Promise.all(
      Array.from({ length: 10 }, () => app.visitor.call(forgotPassword, { email: flo.email })),
    )
    const mails = await mailsTo(flo.email)
    expect(mails).toHaveLength(10)
    const pending = mails.filter((mail) => mail.state === 'pending')
    expect(pending).toHaveLength(1)
    // The links of the other nine were erased together with their emails, and their tokens were deleted.
    expect(mails.filter((mail) => mail.text.includes('token='))).toEqual(pending)
    expect(await app.pool`select from reset_tokens where user_id = ${flo.user_id}`).toHaveLength(1)
    const token = /\?token=(\S+)/.exec(pending[0]!.text)![1]!
    const { status } = await app.visitor.request(resetPassword, { token, password: newPassword })
    expect(status).toBe(200)
  })

  test('a link stops working after an hour, after a change of email, and with a suspension', async () => {
    const endings: [string, (person: Person) => PromiseLike<unknown>][] = [
      [
        'gina',
        ({ user_id }) => app.pool`
          update reset_tokens set expires_at = expires_at - interval '1 hour' where user_id = ${user_id}`,
      ],
      [
        'hedy',
        ({ user_id }) => app.pool`
          update users set email = 'hedy.moved@example.org' where user_id = ${user_id}`,
      ],
      [
        'ines',
        ({ user_id }) => app.pool`
          update users set account_status = 'suspended' where user_id = ${user_id}`,
      ],
    ]
    for (const [name, end] of endings) {
      const person = await memberWithPassword(name)
      const token = await tokenFor(person)
      await end(person)
      const response = await app.visitor.request(resetPassword, { token, password: newPassword })
      expect([name, response.status, response.body['error']]).toEqual([name, 400, dead])
      const [kept] = await app.pool<{ password_hash: string }[]>`
        select password_hash from users where user_id = ${person.user_id}`
      expect(kept).toEqual({ password_hash: oldHash })
    }
  })

  test('an unknown token gets the same refusal, even the token of a session', async () => {
    const joy = await memberWithPassword('joy')
    const token = await tokenFor(joy)
    const wrong = ['', 'short', token.slice(1), `${token}0`, '0'.repeat(64), token.toUpperCase(), joy.token]
    for (const token of wrong) {
      const response = await app.visitor.request(resetPassword, { token, password: newPassword })
      expect([token, response.status, response.body['error']]).toEqual([token, 400, dead])
    }
    const missing = await app.send('POST', '/api/auth/reset-password', { body: {} })
    expect([missing.status, missing.body['error']]).toEqual([400, dead])
    // The token of a link is not a session either.
    const asSession = await app.send('GET', `/api/users/${joy.user_id}`, { token })
    expect(asSession.status).toBe(401)
    expect(await app.visitor.refusal(resetPassword, { token, password: newPassword })).toBeNull()
  })

  // covers ACC-RESET-14 ACC-RESET-15
  test('follows the rules of registration, and the link still works after a refusal', async () => {
    const kim = await memberWithPassword('kim')
    const token = await tokenFor(kim)
    const cases: [string, string][] = [
      ['', 'Password is required'],
      ['x'.repeat(7), 'Password must be at least 8 characters'],
      ['x'.repeat(129), 'Password must be less than 128 characters'],
      ['Password123', 'This password is too common. Please choose another.'],
      [kim.email, 'This password is too common. Please choose another.'],
    ]
    for (const [password, error] of cases) {
      const response = await app.visitor.request(resetPassword, { token, password })
      expect([password, response.status, response.body['error']]).toEqual([password, 400, error])
    }
    const longest = '🗳'.repeat(128)
    expect(await app.visitor.refusal(resetPassword, { token, password: longest })).toBeNull()
    expect((await signIn(kim, longest)).status).toBe(200)
  })

  test('a concurrent sign-in with the old password gets no session that survives the change', async () => {
    const lea = await memberWithPassword('lea')
    const [changed, waits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const change = app.pool.begin(async (db) => {
      await db`update users set password_hash = 'another' where user_id = ${lea.user_id}`
      changed.resolve()
      await waits.promise
    })
    await changed.promise
    const late = signIn(lea, oldPassword)
    const waiting = () => app.pool`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(waiting).toHaveLength(1)
    waits.resolve()
    await change

    const { status, body } = await late
    expect([status, body['error']]).toEqual([401, 'Invalid email or password'])
    expect(await app.pool`select from sessions where user_id = ${lea.user_id}`).toHaveLength(1)
  })
})
