import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addPasskey,
  confirmWithPasskey,
  getSecondFactor,
  newAuthenticatorKey,
  newPasskey,
  removeAuthenticatorApp,
  removePasskey,
  renamePasskey,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '#contract/accounts/secondFactor.ts'
import { mailsTo } from '#server/testing/external/mailbox.ts'
import { addSoftwarePasskey, siteOrigin, withPasskey } from '#server/testing/setups/passkeys.ts'
import { codeOf, password, setPassword, withSecondFactor } from '#server/testing/setups/secondFactors.ts'
import { softwarePasskey } from '#server/testing/softwareAuthenticator.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

const verified = { email_verified_at: '2026-01-01T00:00:00Z' }
const refused = (code: string) => ({ status: 400, body: { success: false, code } })

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

const subjectsTo = async (email: string) => (await mailsTo(app, email)).map(({ subject }) => subject)

describe('the passkeys of a member', () => {
  // covers HURD-PASSKEY-05
  test('the first passkey turns two-step sign-in on, ends the other sessions and is reported by email', async () => {
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
  test('adding a passkey needs the password and a response to the newest challenge of this site', async () => {
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
  test('adding another passkey needs the second step, and the same passkey cannot be added twice', async () => {
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
  test('a passkey can be renamed by its owner only', async () => {
    const kim = await app.member('kim')
    const { passkey_id } = await withPasskey(kim, app)
    const { second_factor } = await kim.call(renamePasskey, { id: passkey_id, name: 'Work laptop' })
    expect(second_factor.passkeys[0]?.name).toBe('Work laptop')
    const leo = await app.member('leo')
    expect(await leo.refusal(renamePasskey, { id: passkey_id, name: 'Mine' })).toBe('passkey_not_found')
    expect(await kim.refusal(renamePasskey, { id: passkey_id, name: 'x'.repeat(61) })).toBe('invalid_request')
  })

  // covers HURD-PASSKEY-07
  test('removing a passkey needs both steps, and removing the last one turns two-step sign-in off', async () => {
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
  test('a lost app can be removed with a passkey, and if there are no passkeys, removing it turns two-step sign-in off', async () => {
    const oda = await app.member('oda', verified)
    const { secret, recovery_codes, signIn } = await withSecondFactor(oda, app)
    const { passkey } = await addSoftwarePasskey(oda, { code: recovery_codes[0] })
    const bare = { currentPassword: password }
    expect(await oda.refusal(removeAuthenticatorApp, bare)).toBe('invalid_request')
    const confirmation = await oda.call(confirmWithPasskey, {})
    const proof = { ...bare, passkey: passkey.sign(confirmation.options) }
    const { second_factor } = await oda.call(removeAuthenticatorApp, proof)
    expect(second_factor).toMatchObject({ is_on: true, has_app: false, recovery_codes_left: 9 })
    expect(await subjectsTo(oda.email)).toContain('An authenticator app was removed: your Hurd account')
    expect((await signIn()).body['code']).toBe('passkey_required')
    expect(await signIn(codeOf(secret, 1))).toMatchObject(refused('wrong_code'))
    const again = { ...bare, code: recovery_codes[1] }
    expect(await oda.refusal(removeAuthenticatorApp, again)).toBe('authenticator_app_not_found')

    const pia = await app.member('pia')
    const lone = await withSecondFactor(pia, app)
    const input = { ...bare, code: lone.recovery_codes[0] }
    expect((await pia.call(removeAuthenticatorApp, input)).second_factor.is_on).toBe(false)
    expect(await lone.signIn()).toMatchObject({ status: 200 })
  })

  // covers HURD-PASSKEY-07
  test('a member with a passkey needs it to add an app, and turning two-step sign-in off removes both', async () => {
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
