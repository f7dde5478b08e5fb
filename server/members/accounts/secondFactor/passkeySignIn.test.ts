import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login, startPasskeySignIn } from '#contract/accounts/accounts.ts'
import { confirmWithPasskey, getSecondFactor } from '#contract/accounts/secondFactor.ts'
import { addSoftwarePasskey, siteOrigin, withPasskey } from '#server/testing/setups/passkeys.ts'
import { codeOf, password, setPassword, withSecondFactor } from '#server/testing/setups/secondFactors.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

const refused = (code: string) => ({ status: 400, body: { success: false, code } })

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

describe('signing in with a passkey', () => {
  // covers HURD-PASSKEY-01
  test('needs the password and then a challenge signed by the passkey, which works once', async () => {
    const ana = await app.member('ana')
    const { passkey, challenge, signIn } = await withPasskey(ana, app)
    const half = await signIn()
    expect([half.status, half.body['code']]).toEqual([401, 'passkey_required'])
    expect(half.body).not.toHaveProperty('token')

    const options = await challenge()
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'preferred' })
    const signed = passkey.sign(options)
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([signed.id])
    expect(await signIn({ passkey: signed })).toMatchObject({ status: 200 })
    expect(await signIn({ passkey: signed })).toMatchObject(refused('passkey_expired'))
    expect(await signIn({ passkey: passkey.sign(await challenge()) })).toMatchObject({ status: 200 })
    const { second_factor } = await ana.call(getSecondFactor, {})
    expect(second_factor.passkeys[0]?.last_used_at).not.toBeNull()
  })

  // covers HURD-PASSKEY-01
  test('lets one of two simultaneous sign-ins with the same signature through', async () => {
    const { passkey, challenge, signIn } = await withPasskey(await app.member('amy'), app)
    const signed = passkey.sign(await challenge())
    const both = await Promise.all([signIn({ passkey: signed }), signIn({ passkey: signed })])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  // covers HURD-PASSKEY-01
  test('gives challenges only to somebody who knows the password', async () => {
    const ben = await app.member('ben')
    await withPasskey(ben, app)
    const wrong = { email: ben.email, password: 'not the right one' }
    expect(await app.visitor.refusal(startPasskeySignIn, wrong)).toBe('wrong_credentials')
    const nobody = { ...wrong, email: 'nobody@elsewhere.example' }
    expect(await app.visitor.refusal(startPasskeySignIn, nobody)).toBe('wrong_credentials')
    const bob = await app.member('bob')
    await setPassword(bob, app)
    expect(await app.visitor.refusal(startPasskeySignIn, { email: bob.email, password })).toBe(
      'passkey_not_found',
    )
  })

  // covers HURD-PASSKEY-02
  test('refuses a signature for another origin, an expired challenge, and a challenge for another purpose', async () => {
    const cleo = await app.member('cleo')
    const { passkey, challenge, signIn } = await withPasskey(cleo, app)
    passkey.origin = 'https://hurd.example'
    expect(await signIn({ passkey: passkey.sign(await challenge()) })).toMatchObject(
      refused('passkey_failed'),
    )
    passkey.origin = siteOrigin

    const late = passkey.sign(await challenge())
    await app.pool`
      update passkey_challenges set expires_at = now() - interval '1 second' where user_id = ${cleo.user_id}`
    expect(await signIn({ passkey: late })).toMatchObject(refused('passkey_expired'))

    const { options } = await cleo.call(confirmWithPasskey, {})
    expect(await signIn({ passkey: passkey.sign(options) })).toMatchObject(refused('passkey_expired'))
    const altered = passkey.sign(await challenge())
    const { signature } = passkey.sign(await challenge()).response
    expect(await signIn({ passkey: altered })).toMatchObject(refused('passkey_expired'))
    const mixed = passkey.sign(await challenge())
    mixed.response.signature = signature
    expect(await signIn({ passkey: mixed })).toMatchObject(refused('passkey_failed'))
  })

  // covers HURD-PASSKEY-02
  test('refuses the passkey of another member, even with the challenge of this one', async () => {
    const { challenge, signIn } = await withPasskey(await app.member('dan'), app)
    const other = await withPasskey(await app.member('dora'), app)
    const signed = other.passkey.sign(await challenge())
    expect(await signIn({ passkey: signed })).toMatchObject(refused('passkey_unknown'))
    const ofOther = other.passkey.sign(await other.challenge())
    expect(await signIn({ passkey: ofOther })).toMatchObject(refused('passkey_expired'))
  })

  // covers HURD-PASSKEY-03
  test('refuses a passkey whose counter went back, because it may have been copied', async () => {
    const { passkey, challenge, signIn } = await withPasskey(await app.member('eve'), app)
    passkey.count = 10
    expect(await signIn({ passkey: passkey.sign(await challenge()) })).toMatchObject({ status: 200 })
    passkey.count = 5
    expect(await signIn({ passkey: passkey.sign(await challenge()) })).toMatchObject(
      refused('passkey_cloned'),
    )
    passkey.count = 20
    expect(await signIn({ passkey: passkey.sign(await challenge()) })).toMatchObject({ status: 200 })
  })

  // covers HURD-PASSKEY-03
  test('accepts a synced passkey whose counter always stays 0', async () => {
    const eli = await app.member('eli')
    const { passkey, challenge, signIn } = await withPasskey(eli, app)
    await app.pool`update passkeys set sign_count = 0 where user_id = ${eli.user_id}`
    passkey.isBackedUp = true
    for (const _ of ['first', 'second']) {
      passkey.count = -1
      expect(await signIn({ passkey: passkey.sign(await challenge()) })).toMatchObject({ status: 200 })
    }
    const { second_factor } = await eli.call(getSecondFactor, {})
    expect(second_factor.passkeys[0]?.is_backed_up).toBe(true)
  })

  // covers HURD-PASSKEY-04
  test('can be replaced by a recovery code, and each code works once', async () => {
    const { recovery_codes, signIn } = await withPasskey(await app.member('fay'), app)
    const [code = ''] = recovery_codes
    expect(recovery_codes).toHaveLength(10)
    expect(await signIn({ code })).toMatchObject({ status: 200 })
    expect(await signIn({ code })).toMatchObject(refused('wrong_code'))
    expect(await signIn({ code: '123456' })).toMatchObject(refused('wrong_code'))
  })

  // covers HURD-PASSKEY-04
  test('is an alternative to a code from the app for a member who has both', async () => {
    const gus = await app.member('gus')
    const { secret, recovery_codes } = await withSecondFactor(gus, app)
    const { passkey, ...added } = await addSoftwarePasskey(gus, { code: recovery_codes[0] })
    expect(added.recovery_codes).toEqual([])
    expect(added.second_factor).toMatchObject({ has_app: true, recovery_codes_left: 9 })

    const account = { email: gus.email, password }
    expect(await app.visitor.refusal(login, account)).toBe('passkey_or_code_required')
    expect(await app.visitor.refusal(login, { ...account, code: codeOf(secret) })).toBeNull()
    const challenge = await app.visitor.call(startPasskeySignIn, account)
    const signed = passkey.sign(challenge.options)
    expect(await app.visitor.refusal(login, { ...account, passkey: signed })).toBeNull()
  })
})
