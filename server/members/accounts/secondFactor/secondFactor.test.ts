import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgotPassword, getUser, login, resetPassword } from '#contract/accounts/accounts.ts'
import {
  getSecondFactor,
  newAuthenticatorKey,
  renewRecoveryCodes,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '#contract/accounts/secondFactor.ts'
import { mailsTo, tokenTo } from '#server/testing/external/mailbox.ts'
import { runHurd } from '#server/testing/operator.ts'
import { codeOf, password, setPassword, withSecondFactor } from '#server/testing/setups/secondFactors.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { readSecret } from './totp.ts'

const verified = { email_verified_at: '2026-01-01T00:00:00Z' }
const wrong = { status: 400, body: { success: false, code: 'wrong_code' } }

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

const subjectsTo = async (email: string) => (await mailsTo(app, email)).map(({ subject }) => subject)

describe('signing in with two steps', () => {
  // covers HURD-SECOND-01
  test('needs the password and then a code, which works once', async () => {
    const ana = await app.member('ana')
    const { secret, signIn } = await withSecondFactor(ana, app)
    const half = await signIn()
    expect([half.status, half.body['code']]).toEqual([401, 'second_factor_required'])
    expect(half.body).not.toHaveProperty('token')

    const code = codeOf(secret)
    expect(await signIn(`${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject({ status: 200 })
    expect(await signIn(code)).toMatchObject(wrong)
    expect(await signIn(codeOf(secret, 1))).toMatchObject({ status: 200 })
    // A code from an earlier step than the last accepted one is refused, because somebody else may have seen it.
    expect(await signIn(code)).toMatchObject(wrong)
    expect(await signIn(codeOf(secret, 10))).toMatchObject(wrong)
    expect(await signIn('a sentence')).toMatchObject(wrong)
  })

  // covers HURD-SECOND-01
  test('lets one of two simultaneous sign-ins with the same code through', async () => {
    const { secret, signIn } = await withSecondFactor(await app.member('amy'), app)
    const both = await Promise.all([signIn(codeOf(secret)), signIn(codeOf(secret))])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  // covers HURD-SECOND-01
  test('does not reveal the second step to somebody without the password', async () => {
    const ben = await app.member('ben')
    const { secret } = await withSecondFactor(ben, app)
    const guess = { email: ben.email, password: 'not the right one', code: codeOf(secret) }
    const [withCode, withoutAccount] = [
      await app.visitor.request(login, guess),
      await app.visitor.request(login, { ...guess, email: 'nobody@elsewhere.example' }),
    ]
    expect(withCode.body['code']).toBe('wrong_credentials')
    expect(withCode.body['error']).toBe(withoutAccount.body['error'])
  })

  // covers HURD-SECOND-02
  test('accepts each recovery code once and emails the member about it', async () => {
    const cleo = await app.member('cleo', verified)
    const { recovery_codes, signIn } = await withSecondFactor(cleo, app)
    const [first = '', second = ''] = recovery_codes
    expect(recovery_codes).toHaveLength(10)
    expect(await signIn(first.toLowerCase().replaceAll('-', ' '))).toMatchObject({ status: 200 })
    expect(await signIn(first)).toMatchObject(wrong)
    expect(await signIn(second)).toMatchObject({ status: 200 })
    const { second_factor } = await cleo.call(getSecondFactor, {})
    expect(second_factor).toMatchObject({ is_on: true, recovery_codes_left: 8 })
    expect(await subjectsTo(cleo.email)).toEqual(
      expect.arrayContaining([
        'Two-step sign-in is on: your Hurd account',
        'A recovery code was used: your Hurd account',
      ]),
    )
  })

  // covers HURD-SECOND-03
  test('limits guesses at codes, and the right password does not reset the limit', async () => {
    const limited = await startTestServer({ rateLimits: true })
    try {
      const { secret, signIn } = await withSecondFactor(await limited.member('dan'), limited)
      const statuses: number[] = []
      for (let n = 0; n < 12; n += 1) {
        await signIn()
        statuses.push((await signIn('000000')).status)
      }
      expect(statuses.slice(0, 9)).toEqual(Array(9).fill(400))
      expect(statuses.at(-1)).toBe(429)
      expect((await signIn(codeOf(secret))).status).toBe(429)
    } finally {
      await limited.close()
    }
  })

  // covers HURD-SECOND-04
  test('is still needed after the password was reset by email', async () => {
    const eve = await app.member('eve', verified)
    const { secret } = await withSecondFactor(eve, app)
    await app.visitor.call(forgotPassword, { email: eve.email })
    const token = await tokenTo(app, eve.email, 'reset_password')
    await app.visitor.call(resetPassword, { token, password: 'loud ocean evening' })
    const again = { email: eve.email, password: 'loud ocean evening' }
    expect((await app.visitor.request(login, again)).body['code']).toBe('second_factor_required')
    expect((await app.visitor.request(login, { ...again, code: codeOf(secret) })).status).toBe(200)
  })
})

describe('turning two-step sign-in on and off', () => {
  // covers HURD-SECOND-05
  test('needs the password and a code from the app that will be used, and ends the other sessions', async () => {
    const fay = await app.member('fay')
    const { signIn } = await withSecondFactor(fay, app)
    expect((await signIn()).status).toBe(401)

    const gus = await app.member('gus')
    await setPassword(gus, app)
    const other = await app.visitor.call(login, { email: gus.email, password })
    const { secret, address } = await gus.call(newAuthenticatorKey, {})
    expect(address).toContain(`secret=${secret}`)
    expect(address).toMatch(/^otpauth:\/\/totp\/Hurd/)
    const input = { secret, code: codeOf(secret), currentPassword: password }
    expect(await gus.refusal(turnOnSecondFactor, { ...input, code: codeOf(secret, 9) })).toBe('wrong_code')
    expect(await gus.refusal(turnOnSecondFactor, { ...input, currentPassword: 'no' })).toBe(
      'wrong_current_password',
    )
    expect(await gus.refusal(turnOnSecondFactor, { ...input, secret: 'x' })).toBe('invalid_request')
    expect((await gus.call(getSecondFactor, {})).second_factor.is_on).toBe(false)

    const { second_factor } = await gus.call(turnOnSecondFactor, input)
    expect(second_factor).toMatchObject({ is_on: true, recovery_codes_left: 10 })
    expect(await gus.refusal(turnOnSecondFactor, input)).toBe('second_factor_on')
    const ended = await app.send('GET', '/api/auth/sessions', { token: other.token })
    expect(ended.status).toBe(401)
    expect(await gus.refusal(getUser, { id: gus.user_id })).toBeNull()
  })

  // covers HURD-SECOND-05
  test('off needs both steps, and then the password alone signs in', async () => {
    const hal = await app.member('hal', verified)
    const { secret, recovery_codes, signIn } = await withSecondFactor(hal, app)
    const proof = { currentPassword: password, code: codeOf(secret) }
    expect(await hal.refusal(turnOffSecondFactor, { ...proof, code: '' })).toBe('invalid_request')
    expect(await hal.refusal(turnOffSecondFactor, { ...proof, code: '123456' })).toBe('wrong_code')
    expect(await hal.refusal(turnOffSecondFactor, { ...proof, currentPassword: 'no' })).toBe(
      'wrong_current_password',
    )
    expect((await signIn()).body['code']).toBe('second_factor_required')
    const [code = ''] = recovery_codes
    const { second_factor } = await hal.call(turnOffSecondFactor, { ...proof, code })
    expect(second_factor).toEqual({
      is_on: false,
      turned_on_at: null,
      has_app: false,
      passkeys: [],
      recovery_codes_left: 0,
    })
    expect(await hal.refusal(turnOffSecondFactor, proof)).toBe('second_factor_off')
    expect(await signIn()).toMatchObject({ status: 200 })
    expect(await app.pool`select from recovery_codes where user_id = ${hal.user_id}`).toHaveLength(0)
  })

  // covers HURD-SECOND-02
  test('new recovery codes replace all old ones', async () => {
    const ida = await app.member('ida')
    const { secret, recovery_codes, signIn } = await withSecondFactor(ida, app)
    const proof = { currentPassword: password, code: codeOf(secret) }
    const renewed = await ida.call(renewRecoveryCodes, proof)
    expect(renewed.recovery_codes).toHaveLength(10)
    expect(await signIn(recovery_codes[0])).toMatchObject(wrong)
    expect(await signIn(renewed.recovery_codes[0])).toMatchObject({ status: 200 })
  })

  // covers HURD-SECOND-06
  test('an operator removes it for a member who lost everything, which is recorded and emailed', async () => {
    const jon = await app.member('jon', verified)
    const { signIn } = await withSecondFactor(jon, app)
    const { stdout } = await runHurd(app, ['users', 'remove-second-factor', '@jon'])
    expect(stdout).toContain('@jon signs in with the password alone.')
    expect(await signIn()).toMatchObject({ status: 200 })
    expect(await subjectsTo(jon.email)).toContain('Two-step sign-in was removed: your Hurd account')
    const actions = await app.pool<{ action: string }[]>`
      select action from audit_log where user_id = ${jon.user_id} and operator is not null`
    expect(actions).toEqual([{ action: 'second_factor_removed' }])
    const again = await runHurd(app, ['users', 'remove-second-factor', 'jon'])
    expect(again.stdout).toContain('@jon had no two-step sign-in.')
  })

  // covers HURD-SECOND-07
  test('stores neither the secret nor a recovery code in a readable form', async () => {
    const kim = await app.member('kim')
    const { secret, recovery_codes } = await withSecondFactor(kim, app)
    const rows = await app.pool<{ row: string }[]>`
      select f::text || coalesce(string_agg(c::text, ''), '') as row
        from second_factors f left join recovery_codes c using (user_id)
       where f.user_id = ${kim.user_id} group by f.user_id, f.*`
    const [stored] = rows
    expect(stored?.row).not.toContain(readSecret(secret).toString('hex'))
    for (const code of recovery_codes) expect(stored?.row).not.toContain(code)
  })
})
