import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changePassword, forgotPassword, login, resetPassword } from '#contract/accounts/accounts.ts'
import { listBills } from '#contract/bills/bills.ts'
import { tokenTo } from '#server/testing/external/mailbox.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { hashPassword } from './passwords.ts'

const [current, wanted] = ['quiet river morning', 'loud ocean evening']

let app: TestServer
let password_hash: string
beforeAll(async () => {
  app = await startTestServer({ passwordBlocklist: true })
  password_hash = await hashPassword(current)
})
afterAll(() => app.close())

async function member(username: string, more: Parameters<TestServer['member']>[1] = {}, at = app) {
  const person = await at.member(username, more)
  await at.pool`update users set password_hash = ${password_hash} where user_id = ${person.user_id}`
  return person
}

const signIn = async ({ email }: Person, password: string, at = app) =>
  (await at.visitor.request(login, { email, password })).status

describe('a change of password', () => {
  // covers ACC-API-15 ACC-API-16
  test('requires the current one, and then only the new one signs in', async () => {
    const ana = await member('ana')
    const response = await ana.request(changePassword, { currentPassword: current, newPassword: wanted })
    expect([response.status, response.body]).toEqual([
      200,
      { success: true, message: 'Password changed successfully' },
    ])
    expect([await signIn(ana, current), await signIn(ana, wanted)]).toEqual([401, 200])
  })

  test("ends the member's other sessions immediately and keeps the current one", async () => {
    const [ben, cleo] = [await member('ben'), await member('cleo')]
    const other = await app.visitor.call(login, { email: ben.email, password: current })
    expect((await app.send('GET', listBills.path, { token: other.token })).status).toBe(200)
    await ben.call(changePassword, { currentPassword: current, newPassword: wanted })
    const ended = await app.send('GET', listBills.path, { token: other.token })
    expect([ended.status, ended.body['error']]).toEqual([401, 'Session expired. Please log in again.'])
    expect(await ben.refusal(listBills, {})).toBeNull()
    expect(await cleo.refusal(listBills, {})).toBeNull()
  })

  // covers ACC-API-16 ACC-SETTINGS-25 ACC-SETTINGS-27 ACC-SETTINGS-28
  test('that is invalid explains the error, does not sign out, and changes nothing', async () => {
    const dina = await member('dina')
    const cases: [unknown, unknown, string][] = [
      ['', wanted, 'Current password is required'],
      [undefined, wanted, 'Current password is required'],
      [`${current}!`, wanted, 'Current password is incorrect'],
      [current, '', 'Password must be at least 6 characters long'],
      [current, 'x'.repeat(5), 'Password must be at least 6 characters long'],
      [current, 'x'.repeat(6), 'Password must be at least 8 characters'],
      [current, 'x'.repeat(7), 'Password must be at least 8 characters'],
      [current, 'x'.repeat(129), 'Password must be less than 128 characters'],
      [current, 'Password123', 'This password is too common. Please choose another.'],
      [current, dina.email.toUpperCase(), 'This password is too common. Please choose another.'],
      [current, 'Hurd 2026!', 'This password is too common. Please choose another.'],
      // Without the current password, the response does not reveal whether the new one is common.
      [`${current}!`, 'Password123', 'Current password is incorrect'],
      [[current], wanted, 'Invalid request'],
    ]
    for (const [currentPassword, newPassword, error] of cases) {
      const response = await dina.send('PUT', changePassword.path, { body: { currentPassword, newPassword } })
      expect([currentPassword, newPassword, response.status, response.body['error']]).toEqual([
        currentPassword,
        newPassword,
        400,
        error,
      ])
    }
    expect(await dina.refusal(listBills, {})).toBeNull()
    expect(await signIn(dina, current)).toBe(200)
  })

  test('to 128 emoji works, and all 128 characters are compared', async () => {
    const eva = await member('eva')
    const longest = '🗳'.repeat(128)
    await eva.call(changePassword, { currentPassword: current, newPassword: longest })
    expect([await signIn(eva, '🗳'.repeat(127)), await signIn(eva, longest)]).toEqual([401, 200])
  })

  test('is refused for a visitor and a deactivated account', async () => {
    const gone = await member('gone', { account_status: 'inactive' })
    const fields = { currentPassword: current, newPassword: wanted }
    expect((await app.visitor.request(changePassword, fields)).status).toBe(401)
    expect((await gone.request(changePassword, fields)).status).toBe(403)
  })

  test('revokes a pending password reset link', async () => {
    const fay = await member('fay')
    await app.visitor.call(forgotPassword, { email: fay.email })
    const token = await tokenTo(app, fay.email)
    await fay.call(changePassword, { currentPassword: current, newPassword: wanted })
    const refusal = await app.visitor.refusal(resetPassword, { token, password: 'a third password' })
    expect(refusal).toBe('reset_link_invalid')
  })

  test('by two sessions at the same moment succeeds for one, and only its session stays', async () => {
    const gil = await member('gil')
    const { token: other } = await app.visitor.call(login, { email: gil.email, password: current })
    const tokens = [gil.token, other]
    const responses = await Promise.all(
      tokens.map((token, at) =>
        app.send('PUT', changePassword.path, {
          token,
          body: { currentPassword: current, newPassword: `${wanted} ${at}` },
        }),
      ),
    )
    const winner = responses.findIndex((response) => response.status === 200)
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
    // The other session either has the wrong password by now, or is already signed out.
    expect(['wrong_current_password', 'session_expired']).toContain(responses[1 - winner]!.body['code'])
    const live = await Promise.all(tokens.map((token) => app.send('GET', listBills.path, { token })))
    expect(live[winner]!.status).toBe(200)
    expect(live[1 - winner]!.status).toBe(401)
    expect(await signIn(gil, `${wanted} ${winner}`)).toBe(200)
  })

  test('by one session twice at the same moment succeeds once, because the second request has an outdated current password', async () => {
    const ian = await member('ian')
    const responses = await Promise.all(
      [1, 2].map((at) =>
        ian.request(changePassword, { currentPassword: current, newPassword: `${wanted} ${at}` }),
      ),
    )
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200, 400]))
    const winner = responses.findIndex((response) => response.status === 200)
    expect(responses[1 - winner]!.body['code']).toBe('wrong_current_password')
    expect(await signIn(ian, `${wanted} ${winner + 1}`)).toBe(200)
  })

  test('by a session that ends during the call changes nothing', async () => {
    const jan = await member('jan')
    const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const ending = app.pool.begin(async (db) => {
      await db`select from users where user_id = ${jan.user_id} for update`
      locked.resolve()
      await release.promise
      await db`delete from sessions where user_id = ${jan.user_id}`
    })
    await locked.promise
    const late = jan.request(changePassword, { currentPassword: current, newPassword: wanted })
    const waiting = () => app.pool`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(waiting).toHaveLength(1)
    release.resolve()
    await ending
    expect((await late).body['code']).toBe('session_expired')
    expect([await signIn(jan, current), await signIn(jan, wanted)]).toEqual([200, 401])
  })

  test('stores and logs neither password', async () => {
    const hal = await member('hal')
    const canary = 'canary-password-change'
    await hal.call(changePassword, { currentPassword: current, newPassword: canary })
    await hal.request(changePassword, { currentPassword: `${canary}-wrong`, newPassword: wanted })
    const [row] = await app.pool<{ row: string }[]>`
      select row_to_json(u)::text as row from users u where user_id = ${hal.user_id}`
    expect(row!.row).not.toContain(canary)
    const log = app.logLines.join('\n')
    expect(log).toContain('/api/auth/change-password')
    expect(log).not.toContain(canary)
  })
})

test('a guess at the current password counts as a sign-in attempt', async () => {
  const strict = await startTestServer({ rateLimits: true })
  const ina = await member('ina', {}, strict)
  const statuses: number[] = []
  for (let at = 0; at < 11; at += 1) {
    const response = await ina.request(changePassword, {
      currentPassword: `guess ${at}`,
      newPassword: wanted,
    })
    statuses.push(response.status)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
  expect(await signIn(ina, current, strict)).toBe(429)
  expect(await ina.refusal(changePassword, { currentPassword: current, newPassword: wanted })).toBe(
    'too_many_attempts',
  )
  await strict.close()
})
