import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login, startPasskeySignIn } from '../../../contract/accounts.ts'
import {
  addPasskey,
  confirmWithPasskey,
  getSecondFactor,
  newAuthenticatorKey,
  newPasskey,
  removePasskey,
  renamePasskey,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '../../../contract/secondFactor.ts'
import { mailsTo } from '../../testing/external/mailbox.ts'
import { addSoftwarePasskey, siteOrigin, withPasskey } from '../../testing/setups/passkeys.ts'
import { codeOf, password, setPassword, withSecondFactor } from '../../testing/setups/secondFactors.ts'
import { softwarePasskey } from '../../testing/softwareAuthenticator.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const verified = { email_verified_at: '2026-01-01T00:00:00Z' }
const refused = (code: string) => ({ status: 400, body: { success: false, code } })

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

const subjectsTo = async (email: string) => (await mailsTo(app, email)).map(({ subject }) => subject)

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
  test('refuses a signature for another origin, an expired challenge, and a challenge for something else', async () => {
    const cleo = await app.member('cleo')
    const { passkey, challenge, signIn } = await withPasskey(cleo, app)
    const phished = passkey.sign(await challenge())
    const clientData = Buffer.from(phished.response.clientDataJSON, 'base64url').toString()
    const clientDataJSON = Buffer.from(clientData.replace(siteOrigin, 'https://hurd.example')).toString(
      'base64url',
    )
    const elsewhere = { ...phished, response: { ...phished.response, clientDataJSON } }
    expect(await signIn({ passkey: elsewhere })).toMatchObject(refused('passkey_failed'))

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
  test('accepts a synced passkey that counts nothing as often as it is used', async () => {
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
  test('can be replaced by a recovery code, once each', async () => {
    const { recovery_codes, signIn } = await withPasskey(await app.member('fay'), app)
    const [code = ''] = recovery_codes
    expect(recovery_codes).toHaveLength(10)
    expect(await signIn({ code })).toMatchObject({ status: 200 })
    expect(await signIn({ code })).toMatchObject(refused('wrong_code'))
    expect(await signIn({ code: '123456' })).toMatchObject(refused('wrong_code'))
  })

  // covers HURD-PASSKEY-04
  test('stands beside the codes of the app for a member who has both', async () => {
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

describe('the passkeys of a member', () => {
  // covers HURD-PASSKEY-05
  test('the first turns two-step sign-in on, ends the other sessions and is reported by email', async () => {
    const hal = await app.member('hal', verified)
    const other = await app.signInAgain(hal)
    await withPasskey(hal, app)
    expect(await other.refusal(getSecondFactor, {})).toBe('session_expired')
    const { second_factor } = await hal.call(getSecondFactor, {})
    expect(second_factor).toMatchObject({ is_on: true, has_app: false, recovery_codes_left: 10 })
    expect(second_factor.passkeys).toMatchObject([
      { name: 'My phone', last_used_at: null, is_backed_up: false },
    ])
    expect(await subjectsTo(hal.email)).toEqual(['Two-step sign-in is on: your Hurd account'])
  })

  // covers HURD-PASSKEY-05
  test('a passkey is added with the password and only with an answer to the newest challenge of this site', async () => {
    const ida = await app.member('ida')
    await setPassword(ida, app)
    const proof = { currentPassword: password }
    expect(await ida.refusal(newPasskey, { currentPassword: 'no' })).toBe('wrong_current_password')
    const passkey = softwarePasskey(siteOrigin)
    const created = async () => passkey.create((await ida.call(newPasskey, proof)).options)
    expect(await ida.refusal(addPasskey, { name: ' ', created: await created() })).toBe('invalid_request')
    const outdated = await created()
    const newest = await created()
    expect(await ida.refusal(addPasskey, { name: 'Key', created: outdated })).toBe('passkey_expired')
    const phished = softwarePasskey('https://hurd.example')
    const { options } = await ida.call(newPasskey, proof)
    expect(await ida.refusal(addPasskey, { name: 'Key', created: newest })).toBe('passkey_expired')
    const refusal = await ida.refusal(addPasskey, { name: 'Key', created: phished.create(options) })
    expect(refusal).toBe('passkey_failed')
    const late = await created()
    await app.pool`
      update passkey_challenges set expires_at = now() - interval '1 second' where user_id = ${ida.user_id}`
    expect(await ida.refusal(addPasskey, { name: 'Key', created: late })).toBe('passkey_expired')
    expect((await ida.call(getSecondFactor, {})).second_factor.is_on).toBe(false)
  })

  // covers HURD-PASSKEY-06
  test('another one needs the second step, and the same one cannot be added twice', async () => {
    const jon = await app.member('jon', verified)
    const { passkey, proof, recovery_codes } = await withPasskey(jon, app)
    const bare = { currentPassword: password }
    expect(await jon.refusal(newPasskey, bare)).toBe('invalid_request')
    expect(await jon.refusal(newPasskey, { ...bare, code: '000000' })).toBe('wrong_code')
    const second = softwarePasskey(siteOrigin)
    const { options } = await jon.call(newPasskey, await proof())
    expect(options.excludeCredentials).toHaveLength(1)
    const added = await jon.call(addPasskey, { name: ' Key on my ring ', created: second.create(options) })
    expect(added.recovery_codes).toEqual([])
    expect(added.second_factor.passkeys.map(({ name }) => name)).toEqual(['My phone', 'Key on my ring'])
    expect(await subjectsTo(jon.email)).toContain('A passkey was added: your Hurd account')
    const repeated = await jon.call(newPasskey, { ...bare, code: recovery_codes[0] })
    const again = { name: 'Again', created: passkey.create(repeated.options) }
    expect(await jon.refusal(addPasskey, again)).toBe('passkey_exists')
  })

  // covers HURD-PASSKEY-06
  test('one is renamed, and only by its owner', async () => {
    const kim = await app.member('kim')
    const { passkey_id } = await withPasskey(kim, app)
    const { second_factor } = await kim.call(renamePasskey, { id: passkey_id, name: 'Work laptop' })
    expect(second_factor.passkeys[0]?.name).toBe('Work laptop')
    const leo = await app.member('leo')
    expect(await leo.refusal(renamePasskey, { id: passkey_id, name: 'Mine' })).toBe('passkey_not_found')
    expect(await kim.refusal(renamePasskey, { id: passkey_id, name: 'x'.repeat(61) })).toBe('invalid_request')
  })

  // covers HURD-PASSKEY-07
  test('removing one needs both steps, removing the last turns two-step sign-in off', async () => {
    const mia = await app.member('mia', verified)
    const { passkey, passkey_id, challenge, recovery_codes, signIn, proof } = await withPasskey(mia, app)
    const other = softwarePasskey(siteOrigin)
    const { options } = await mia.call(newPasskey, await proof())
    await mia.call(addPasskey, { name: 'Other', created: other.create(options) })
    const bare = { id: passkey_id, currentPassword: password }
    expect(await mia.refusal(removePasskey, bare)).toBe('invalid_request')
    expect(await mia.refusal(removePasskey, { ...bare, ...(await proof()), currentPassword: 'no' })).toBe(
      'wrong_current_password',
    )
    const first = await mia.call(removePasskey, { ...bare, ...(await proof()) })
    expect(first.second_factor).toMatchObject({ is_on: true, passkeys: [{ name: 'Other' }] })
    expect(await signIn({ passkey: passkey.sign(await challenge()) })).toMatchObject(
      refused('passkey_unknown'),
    )
    expect(await mia.refusal(removePasskey, { ...bare, code: recovery_codes[0] })).toBe('passkey_not_found')

    const id = first.second_factor.passkeys[0]!.passkey_id
    const last = await mia.call(removePasskey, { ...bare, id, code: recovery_codes[0] })
    expect(last.second_factor).toMatchObject({ is_on: false, passkeys: [], recovery_codes_left: 0 })
    expect(await signIn()).toMatchObject({ status: 200 })
    expect(await subjectsTo(mia.email)).toEqual(
      expect.arrayContaining([
        'A passkey was removed: your Hurd account',
        'Two-step sign-in is off: your Hurd account',
      ]),
    )
  })

  // covers HURD-PASSKEY-07
  test('an app is added beside them with a passkey, and turning two-step sign-in off removes all', async () => {
    const ned = await app.member('ned', verified)
    const { proof, signIn } = await withPasskey(ned, app)
    const { secret } = await ned.call(newAuthenticatorKey, {})
    const input = { secret, code: codeOf(secret), currentPassword: password }
    expect(await ned.refusal(turnOnSecondFactor, input)).toBe('passkey_required')
    const { second_factor, recovery_codes } = await ned.call(turnOnSecondFactor, {
      ...input,
      ...(await proof()),
    })
    expect(second_factor).toMatchObject({ has_app: true, recovery_codes_left: 10 })
    expect(recovery_codes).toEqual([])
    expect(await subjectsTo(ned.email)).toContain('An authenticator app was added: your Hurd account')
    expect(await signIn({ code: codeOf(secret, 1) })).toMatchObject({ status: 200 })
    await ned.call(turnOffSecondFactor, await proof())
    expect(await app.pool`select from passkeys where user_id = ${ned.user_id}`).toHaveLength(0)
    expect(await signIn()).toMatchObject({ status: 200 })
  })
})
