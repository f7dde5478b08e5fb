import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  changePassword,
  forgotPassword,
  getUser,
  login,
  register,
  resetPassword,
  undoEmailChange,
  verifyEmail,
  endOtherSessions,
  listSessions,
} from '#contract/accounts/accounts.ts'
import {
  addPasskey,
  getSecondFactor,
  newAuthenticatorKey,
  newPasskey,
  turnOnSecondFactor,
} from '#contract/accounts/secondFactor.ts'
import { resetFeedAddress } from '#contract/alerts.ts'
import { listApiKeys } from '#contract/openData/apiKeys.ts'
import { updateProfile } from '#contract/people.ts'
import { mailsTo, tokenTo } from '#server/testing/external/mailbox.ts'
import { runHurd } from '#server/testing/operator.ts'
import { addApp, secretPaths, statusesOf, withApiKey } from '#server/testing/setups/intrusion.ts'
import { addSoftwarePasskey, siteOrigin } from '#server/testing/setups/passkeys.ts'
import { codeOf, password, setPassword, withSecondFactor } from '#server/testing/setups/secondFactors.ts'
import { softwarePasskey } from '#server/testing/softwareAuthenticator.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { startEmailChange } from './email/emailChange.ts'

const [theirPassword, newPassword] = ['loud ocean evening', 'a third password']
const live = [200, 200]
const ended = [404, 404]

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
  await app.pool`insert into access_codes (code, max_uses) values ('OPEN-HOUSE', 1000)`
})
afterAll(() => app.close())

async function memberWithPassword(username: string) {
  const person = await app.member(username)
  await setPassword(person, app)
  return person
}

/** Requests a reset link and sets a new password with it, as the owner of the mailbox. */
async function resetByMail(email: string, word: string) {
  await app.visitor.call(forgotPassword, { email })
  await app.visitor.call(resetPassword, {
    token: await tokenTo(app, email, 'reset_password'),
    password: word,
  })
}

const signIn = (email: string, word: string) => app.visitor.request(login, { email, password: word })

async function signedIn(email: string, word: string, code?: string) {
  const { token } = await app.visitor.call(login, {
    email,
    password: word,
    ...(code !== undefined && { code }),
  })
  return app.as(token)
}

async function noticesTo(email: string, purpose: string) {
  return (await mailsTo(app, email)).filter((mail) => mail.purpose === purpose)
}

/** Lets a code of the authenticator app be used again so that the test does not have to wait for the next one. */
const forgetCodes = (user_id: string) =>
  app.pool`update second_factors set last_step = 0 where user_id = ${user_id}`

const nothingAdded = { is_on: false, has_app: false, passkeys: [], recovery_codes_left: 0 }

describe('a thief with a stolen session', () => {
  // covers HURD-RECOVERY-01
  test('keeps nothing once the owner opens "This was not me" and sets a new password', async () => {
    const owner = await memberWithPassword('olga')
    const ownersKey = await withApiKey(app, owner)
    const ownersPaths = await secretPaths(owner)
    const stolen = app.as(owner.token)
    const thiefsAddress = 'thief@elsewhere.example'

    // The thief takes the account over, with nothing but the session.
    await stolen.call(updateProfile, { email: thiefsAddress })
    await app.visitor.call(verifyEmail, { token: await tokenTo(app, thiefsAddress) })
    await resetByMail(thiefsAddress, theirPassword)
    const thief = await signedIn(thiefsAddress, theirPassword)
    const secret = await addApp(thief, theirPassword)
    await forgetCodes(owner.user_id)
    const proof = { currentPassword: theirPassword, code: codeOf(secret) }
    const { options } = await thief.call(newPasskey, proof)
    await thief.call(addPasskey, { name: 'Theirs', created: softwarePasskey(siteOrigin).create(options) })
    await forgetCodes(owner.user_id)
    const thiefsKey = await withApiKey(app, thief, codeOf(secret))
    const thiefsPaths = await secretPaths(thief)
    await app.visitor.call(forgotPassword, { email: thiefsAddress })
    const thiefsReset = await tokenTo(app, thiefsAddress, 'reset_password')
    await forgetCodes(owner.user_id)
    await thief.call(updateProfile, { email: 'thief@farther.example', code: codeOf(secret) })
    const thiefsLink = await tokenTo(app, 'thief@farther.example')
    expect((await signIn(owner.email, password)).status).toBe(401)
    expect(await statusesOf(app, thiefsPaths)).toEqual(live)

    // The owner opens the link in the notice to the former address.
    await app.visitor.call(undoEmailChange, {
      token: await tokenTo(app, owner.email, 'email_change_notice'),
    })
    const reset = await tokenTo(app, owner.email, 'reset_password')
    await app.visitor.call(resetPassword, { token: reset, password: newPassword })

    // Nothing of the thief's works.
    expect(await thief.refusal(listSessions, {})).toBe('session_expired')
    expect(await stolen.refusal(listSessions, {})).toBe('session_expired')
    for (const email of [owner.email, thiefsAddress]) {
      expect((await signIn(email, theirPassword)).status).toBe(401)
    }
    expect(await thiefsKey()).toBe(401)
    expect(await statusesOf(app, [...ownersPaths, ...thiefsPaths])).toEqual([...ended, ...ended])
    expect(await app.visitor.refusal(verifyEmail, { token: thiefsLink })).toBe('verification_link_invalid')
    const theirReset = { token: thiefsReset, password: theirPassword }
    expect(await app.visitor.refusal(resetPassword, theirReset)).toBe('reset_link_invalid')

    // The owner signs in with the password alone, and has what was there before.
    const again = await signedIn(owner.email, newPassword)
    const { user } = await again.call(getUser, { id: owner.user_id })
    expect(user).toMatchObject({ email: owner.email, emailVerified: true, pendingEmail: null })
    expect((await again.call(getSecondFactor, {})).second_factor).toMatchObject(nothingAdded)
    expect(await ownersKey()).toBe(200)
    expect((await again.call(listApiKeys, {})).keys).toHaveLength(1)
    expect((await again.call(listSessions, {})).sessions).toHaveLength(1)

    const [notice] = await noticesTo(owner.email, 'recovery_notice')
    expect(notice?.text).toMatch(
      /These no longer work: \d+ sessions?, the private addresses of your feed and calendar, the authenticator app, 1 passkey, 10 recovery codes, and 1 API key\./,
    )
  })

  // covers HURD-RECOVERY-01
  test('the owner keeps the second step that was on before', async () => {
    const owner = await memberWithPassword('oscar')
    const { secret } = await withSecondFactor(owner, app)
    await addSoftwarePasskey(owner, { code: codeOf(secret) })
    await app.pool`
      update second_factors set app_added_at = now() - interval '1 day', last_step = 0
       where user_id = ${owner.user_id}`
    await app.pool`
      update passkeys set created_at = now() - interval '1 day' where user_id = ${owner.user_id}`
    await app.pool`
      update recovery_codes set created_at = now() - interval '1 day' where user_id = ${owner.user_id}`
    await startChangeOf(owner)
    const token = await tokenTo(app, owner.email, 'email_change_notice')
    await app.visitor.call(undoEmailChange, { token })
    const again = await signedIn(owner.email, password, codeOf(secret))
    const { second_factor } = await again.call(getSecondFactor, {})
    expect(second_factor).toMatchObject({ has_app: true, recovery_codes_left: 10 })
    expect(second_factor.passkeys).toHaveLength(1)
  })
})

/** Starts a change of the address in the same way as saving the account form. */
async function startChangeOf(owner: Person) {
  await app.pool.begin((db) =>
    startEmailChange(db, owner, 'x@elsewhere.example', { publicOrigin: siteOrigin }),
  )
}

describe("somebody who registers with another person's address", () => {
  const email = 'mia@example.org'
  const account = {
    full_name: 'Not Mia',
    username: 'not_mia',
    email,
    address: null,
    access_code: 'OPEN-HOUSE',
  }

  // covers HURD-RECOVERY-02 HURD-RECOVERY-03
  test('cannot add a second step, and keeps nothing once the owner of the mailbox resets the password', async () => {
    const { token, user } = await app.visitor.call(register, { ...account, password: theirPassword })
    const squatter = app.as(token)
    const { secret } = await squatter.call(newAuthenticatorKey, {})
    const proof = { currentPassword: theirPassword }
    const withApp = { secret, code: codeOf(secret), ...proof }
    const refusal = await squatter.request(turnOnSecondFactor, withApp)
    expect(refusal).toMatchObject({
      status: 403,
      body: {
        code: 'second_factor_needs_verified_email',
        error: 'Please verify your email address before you turn on two-step sign-in.',
      },
    })
    expect(await squatter.refusal(newPasskey, proof)).toBe('second_factor_needs_verified_email')

    // A second step from the time before this rule must not outlive the reset either.
    await app.pool`update users set email_verified_at = now() where user_id = ${user.userId}`
    const key = await withApiKey(app, squatter)
    await addApp(squatter, theirPassword)
    await app.pool`update users set email_verified_at = null where user_id = ${user.userId}`
    const paths = await secretPaths(squatter)
    await squatter.request(updateProfile, { email: 'squatter@elsewhere.example' })
    const link = await tokenTo(app, email, 'verify_email')

    await resetByMail(email, newPassword)
    expect(await squatter.refusal(listSessions, {})).toBe('session_expired')
    expect((await signIn(email, theirPassword)).status).toBe(401)
    expect(await key()).toBe(401)
    expect(await statusesOf(app, paths)).toEqual(ended)

    const owner = await signedIn(email, newPassword)
    expect((await owner.call(getSecondFactor, {})).second_factor).toMatchObject(nothingAdded)
    expect((await owner.call(listApiKeys, {})).keys).toEqual([])
    const own = await owner.call(getUser, { id: user.userId })
    expect(own.user).toMatchObject({ email, emailVerified: false, pendingEmail: null })
    await app.visitor.call(verifyEmail, { token: link })
    const ownSecret = await addApp(owner, newPassword)
    await app.pool`update second_factors set last_step = 0 where user_id = ${user.userId}`
    expect((await signIn(email, newPassword)).body['code']).toBe('second_factor_required')
    await signedIn(email, newPassword, codeOf(ownSecret))

    const [notice] = await noticesTo(email, 'password_notice')
    expect(notice?.text).toContain('the authenticator app, 10 recovery codes, and 1 API key.')
  })
})

// covers HURD-RECOVERY-04 HURD-SECOND-04
test('an owner who only forgot the password keeps two-step sign-in and API keys, and loses the secret addresses', async () => {
  const owner = await memberWithPassword('otto')
  const { secret } = await withSecondFactor(owner, app)
  const key = await withApiKey(app, owner, codeOf(secret))
  await forgetCodes(owner.user_id)
  const paths = await secretPaths(owner)
  await resetByMail(owner.email, newPassword)
  expect((await signIn(owner.email, newPassword)).body['code']).toBe('second_factor_required')
  expect(await key()).toBe(200)
  expect(await statusesOf(app, paths)).toEqual(ended)
  const again = await signedIn(owner.email, newPassword, codeOf(secret))
  expect(await secretPaths(again)).not.toEqual(paths)
})

// covers HURD-RECOVERY-05 HURD-SECOND-06
test('an owner recognized by an operator gets an account without anything that was added, and an email that lists it', async () => {
  const owner = await memberWithPassword('opal')
  const { secret } = await withSecondFactor(owner, app)
  const key = await withApiKey(app, owner, codeOf(secret))
  const paths = await secretPaths(owner)
  const { stdout } = await runHurd(app, ['users', 'remove-second-factor', 'opal'])
  const list =
    'These no longer work: 1 session, the private addresses of your feed and calendar, the authenticator app, 10 recovery codes, and 1 API key.'
  expect(stdout).toContain(list)
  // The command runs in another process, so this server forgets the session within a second.
  await expect.poll(() => owner.refusal(listSessions, {})).toBe('session_expired')
  expect(await key()).toBe(401)
  expect(await statusesOf(app, paths)).toEqual(ended)
  await signedIn(owner.email, password)
  const notice = (await mailsTo(app, owner.email)).find((mail) => mail.subject.includes('was removed'))
  expect(notice?.text).toContain(list)
})

describe('the secret addresses', () => {
  // covers HURD-RECOVERY-07
  test('end when the member signs out everywhere else', async () => {
    const owner = await memberWithPassword('owen')
    const paths = await secretPaths(owner)
    await owner.call(endOtherSessions, {})
    expect(await statusesOf(app, paths)).toEqual(ended)
    expect(await statusesOf(app, await secretPaths(owner))).toEqual(live)
  })

  // covers HURD-RECOVERY-07
  test('end with a change of the password unless the member declines, and no former one ever returns', async () => {
    const owner = await memberWithPassword('odin')
    const first = await secretPaths(owner)
    const change = { currentPassword: password, newPassword }
    await owner.call(changePassword, { ...change, endFeedAddresses: false })
    expect(await statusesOf(app, first)).toEqual(live)
    await owner.call(changePassword, { currentPassword: newPassword, newPassword: theirPassword })
    expect(await statusesOf(app, first)).toEqual(ended)
    const second = await secretPaths(owner)
    await owner.call(resetFeedAddress, {})
    const third = await secretPaths(owner)
    expect(new Set([...first, ...second, ...third]).size).toBe(6)
    expect(await statusesOf(app, [...first, ...second, ...third])).toEqual([...ended, ...ended, ...live])
  })
})

// covers ACC-API-15 HURD-RECOVERY-06
test('the notice of a new password reaches an address that is not verified, after a change and after a reset', async () => {
  const owner = await memberWithPassword('orla')
  await app.pool`update users set email_verified_at = null where user_id = ${owner.user_id}`
  await owner.call(changePassword, { currentPassword: password, newPassword })
  await owner.call(changePassword, { currentPassword: newPassword, newPassword: password })
  expect(await noticesTo(owner.email, 'password_notice')).toHaveLength(1)
  await resetByMail(owner.email, theirPassword)
  expect(await noticesTo(owner.email, 'password_notice')).toHaveLength(2)
})
