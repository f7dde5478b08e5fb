import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser, login, logout, register } from '#contract/accounts/accounts.ts'
import { listBills } from '#contract/bills/bills.ts'
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

describe('login', () => {
  // covers ACC-API-06 ACC-API-07
  test('the email can be typed in upper or lower case, and each sign-in starts a new session', async () => {
    await app.visitor.call(register, form('lena'))
    const first = await app.visitor.call(login, { email: ' LENA@example.org ', password })
    const second = await app.visitor.call(login, { email: 'lena@example.org', password })
    expect(first.user.username).toBe('lena')
    expect(second.token).not.toBe(first.token)
  })

  test('a wrong password and an unknown email get the same response', async () => {
    await app.visitor.call(register, form('mona'))
    const wrong = await app.visitor.request(login, { email: 'mona@example.org', password: `${password}!` })
    const unknown = await app.visitor.request(login, { email: 'nobody@example.org', password })
    expect([wrong.status, wrong.body['error']]).toEqual([401, 'Invalid email or password'])
    expect(unknown.body).toEqual(wrong.body)
  })

  test('all 128 characters of a long password are compared', async () => {
    const long = `${'🗳'.repeat(127)}a`
    await app.visitor.call(register, form('lang', { password: long }))
    const email = 'lang@example.org'
    expect(await app.visitor.refusal(login, { email, password: `${'🗳'.repeat(127)}b` })).toBe(
      'wrong_credentials',
    )
    expect(await app.visitor.refusal(login, { email, password: long })).toBeNull()
  })

  test('each missing field has its own message, and so does a malformed email', async () => {
    const empty = await app.visitor.request(login, { email: '', password: '' })
    expect(empty).toMatchObject({
      status: 400,
      body: { error: 'Email is required', fields: { password: 'Password is required' } },
    })
    const shape = await app.visitor.request(login, { email: 'abc', password: 'x' })
    expect(shape.body['error']).toBe('Please enter a valid email address')
  })

  test('a deactivated member can sign in, and a suspended one cannot', async () => {
    await app.visitor.call(register, form('nils'))
    await app.pool`update users set account_status = 'inactive' where username = 'nils'`
    const inactive = await app.visitor.call(login, { email: 'nils@example.org', password })
    expect(inactive.user.accountStatus).toBe('inactive')
    await app.pool`update users set account_status = 'suspended' where username = 'nils'`
    const suspended = await app.visitor.request(login, { email: 'nils@example.org', password })
    expect([suspended.status, suspended.body['error']]).toEqual([403, 'This account has been suspended.'])
  })
})

describe('a session', () => {
  test('ends when the member signs out, and the other sessions stay', async () => {
    await app.visitor.call(register, form('otto'))
    const [here, there] = [
      await app.visitor.call(login, { email: 'otto@example.org', password }),
      await app.visitor.call(login, { email: 'otto@example.org', password }),
    ]
    const out = await app.send('POST', '/api/auth/logout', { token: here.token })
    expect(out).toMatchObject({ status: 200, body: { success: true } })
    const after = await app.send('GET', '/api/bills', { token: here.token })
    expect([after.status, after.body['error']]).toEqual([401, 'Session expired. Please log in again.'])
    expect((await app.send('GET', '/api/bills', { token: there.token })).status).toBe(200)
    expect((await app.send('POST', logout.path, { token: here.token })).status).toBe(401)
  })

  test('that has expired or does not exist is refused, and cannot be ended', async () => {
    const pat = await app.member('pat')
    await app.pool`update sessions set expires_at = now() - interval '1 second' where user_id = ${pat.user_id}`
    const invented = [randomBytes(32).toString('base64url'), 'not-a-token']
    for (const caller of [pat, ...invented.map((token) => app.as(token))]) {
      expect(await caller.refusal(listBills, {})).toBe('session_expired')
      expect(await caller.refusal(logout, {})).toBe('session_expired')
    }
    expect(await app.visitor.refusal(logout, {})).toBe('authentication_required')
  })

  test('that is used is extended by thirty days', async () => {
    const quinn = await app.member('quinn')
    await app.pool`
      update sessions set last_seen_at = now() - interval '2 hours', expires_at = now() + interval '1 day'
       where user_id = ${quinn.user_id}`
    await quinn.call(listBills, {})
    const [session] = await app.pool<{ days: number }[]>`
      select round(extract(epoch from expires_at - now()) / 86400)::int as days
        from sessions where user_id = ${quinn.user_id}`
    expect(session).toEqual({ days: 30 })
  })

  // covers HURD-SECOND-09
  test('that is used every day ends 180 days after the sign-in', async () => {
    const ruth = await app.member('ruth')
    await app.pool`
      update sessions set last_seen_at = now() - interval '2 hours', created_at = now() - interval '175 days'
       where user_id = ${ruth.user_id}`
    await ruth.call(listBills, {})
    const [session] = await app.pool<{ days: number }[]>`
      select round(extract(epoch from expires_at - now()) / 86400)::int as days
        from sessions where user_id = ${ruth.user_id}`
    expect(session).toEqual({ days: 5 })
  })
})

describe('getUser', () => {
  // covers ACC-API-19 HURD-CURSOR-11
  test("returns the caller's own account, and for others a profile without address and email", async () => {
    const place = 'ocd-division/country:us/state:ny/place:new_york'
    const address = '5 Canary Road, New York, NY 10001'
    const rita = await app.member('rita', { address, ocd_city_id: place })
    const sam = await app.member('sam')

    const own = await rita.call(getUser, { id: rita.user_id })
    expect(own.user).toMatchObject({ userId: rita.user_id, address, ocd_city_id: place })
    expect(own.profile.address).toBe(address)
    expect(await rita.call(getUser, { id: rita.user_id.toUpperCase() })).toEqual(own)

    const { body } = await sam.request(getUser, { id: rita.user_id })
    expect(body).toMatchObject({ profile: { username: 'rita', address: null } })
    expect(JSON.stringify(body)).not.toMatch(/Canary|rita@example|place:/)
    expect(body).not.toHaveProperty('user')
  })

  test('a deactivated or unknown member is not found, but deactivated members can read their own account', async () => {
    const [tess, gone] = [await app.member('tess'), await app.member('ulla', { account_status: 'inactive' })]
    const nobody = '00000000-0000-4000-8000-000000000000'
    expect(await tess.refusal(getUser, { id: gone.user_id })).toBe('user_not_found')
    expect(await tess.refusal(getUser, { id: nobody })).toBe('user_not_found')
    expect(await gone.refusal(getUser, { id: gone.user_id })).toBeNull()
  })
})
