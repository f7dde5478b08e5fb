import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  cancelEmailChange,
  getUser,
  login,
  resendVerification,
  verifyEmail,
} from '#contract/accounts/accounts.ts'
import { updateProfile } from '#contract/people.ts'
import { hashPassword } from '#server/members/accounts/password/passwords.ts'
import { mailsTo, tokenTo } from '#server/testing/external/mailbox.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { startEmailChange } from './emailChange.ts'

const publicOrigin = 'https://hurd.example'
const password = 'quiet river morning'
const verified = '2026-01-05T00:00:00.000Z'

let app: TestServer
let password_hash: string
beforeAll(async () => {
  app = await startTestServer({ publicOrigin })
  password_hash = await hashPassword(password)
})
afterAll(() => app.close())

async function member(username: string, more: Parameters<TestServer['member']>[1] = {}) {
  const person = await app.member(username, { email_verified_at: verified, ...more })
  await app.pool`update users set password_hash = ${password_hash} where user_id = ${person.user_id}`
  return { ...person, newEmail: `${username}.new@example.org` }
}

/** Starts a change of email in the same way as saving the account form. */
function change(person: Person, email: string): Promise<void> {
  return app.pool.begin((db) => startEmailChange(db, person, email, { publicOrigin }))
}

async function account(person: Person) {
  const { user } = await person.call(getUser, { id: person.user_id })
  return { email: user?.email, pendingEmail: user?.pendingEmail, emailVerified: user?.emailVerified }
}

const open = (token: string) => app.visitor.request(verifyEmail, { token })
const canSignIn = async (email: string) =>
  (await app.visitor.request(login, { email, password })).status === 200

describe('a change of email', () => {
  test('is pending at first: the account keeps its address, the new one gets a link and the old one a notice', async () => {
    const ana = await member('ana')
    await change(ana, ` ${ana.newEmail.toUpperCase()} `)
    expect(await account(ana)).toEqual({ email: ana.email, pendingEmail: ana.newEmail, emailVerified: true })
    expect(await canSignIn(ana.newEmail)).toBe(false)
    expect(await canSignIn(ana.email)).toBe(true)

    const [toNew] = await mailsTo(app, ana.newEmail)
    expect(toNew).toMatchObject({ subject: 'Confirm your new email address for Hurd', state: 'pending' })
    expect(toNew!.text).toMatch(/^https:\/\/hurd\.example\/verify-email\?token=[0-9a-f]{64}$/m)
    const [toOld] = await mailsTo(app, ana.email)
    expect(toOld).toMatchObject({ subject: 'Your Hurd email address is being changed', state: 'pending' })
    expect(toOld!.text).toMatch(/^https:\/\/hurd\.example\/not-me\?token=[0-9a-f]{64}$/m)
    expect(toOld!.html).toContain('>This was not me</a>')
    // Neither email contains the other address.
    expect(toNew!.text + toNew!.html).not.toMatch(/ana@example|@ana/)
    expect(toOld!.text + toOld!.html).not.toContain(ana.newEmail)
  })

  test('takes effect when the link is opened, and the new address is verified', async () => {
    const ben = await member('ben', { email_verified_at: null })
    await change(ben, ben.newEmail)
    const link = await tokenTo(app, ben.newEmail)
    const { status, body } = await open(link)
    expect([status, body['user']]).toEqual([
      200,
      { userId: ben.user_id, email: ben.newEmail, username: 'ben', emailVerified: true },
    ])
    expect(await account(ben)).toEqual({ email: ben.newEmail, pendingEmail: null, emailVerified: true })
    expect([await canSignIn(ben.email), await canSignIn(ben.newEmail)]).toEqual([false, true])
    expect((await open(link)).status).toBe(200)
  })

  test('takes effect once when the link is opened twenty times at the same moment', async () => {
    const cleo = await member('cleo')
    await change(cleo, cleo.newEmail)
    const token = await tokenTo(app, cleo.newEmail)
    const responses = await Promise.all(Array.from({ length: 20 }, () => open(token)))
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]))
    expect(await account(cleo)).toMatchObject({ email: cleo.newEmail, pendingEmail: null })
  })

  test('to the current address, or requested twice, changes nothing and sends nothing', async () => {
    const dan = await member('dan')
    await change(dan, dan.email.toUpperCase())
    expect(await mailsTo(app, dan.email)).toEqual([])
    await change(dan, dan.newEmail)
    const link = await tokenTo(app, dan.newEmail)
    await change(dan, dan.newEmail)
    // The account form sends the current email even if only the name was edited.
    await change(dan, dan.email)
    expect(await account(dan)).toMatchObject({ pendingEmail: dan.newEmail })
    expect(await mailsTo(app, dan.newEmail)).toHaveLength(1)
    expect((await open(link)).status).toBe(200)
  })

  test('requested again after its link has expired sends a new link', async () => {
    const eli = await member('eli')
    await change(eli, eli.newEmail)
    const late = await tokenTo(app, eli.newEmail)
    await app.pool`update email_links set expires_at = now() where user_id = ${eli.user_id} and purpose = 'change'`
    const { status, body } = await open(late)
    expect([status, body['code']]).toEqual([400, 'verification_link_expired'])
    expect(await account(eli)).toMatchObject({ email: eli.email, pendingEmail: eli.newEmail })
    await change(eli, eli.newEmail)
    expect((await open(await tokenTo(app, eli.newEmail))).status).toBe(200)
  })

  test('replaces an earlier pending one, whose link no longer works', async () => {
    const fay = await member('fay')
    await change(fay, 'fay.first@example.org')
    const first = await tokenTo(app, 'fay.first@example.org')
    await change(fay, fay.newEmail)
    expect((await open(first)).body['code']).toBe('verification_link_invalid')
    expect((await mailsTo(app, 'fay.first@example.org'))[0]!.state).toBe('dead')
    expect((await open(await tokenTo(app, fay.newEmail))).status).toBe(200)
    expect(await account(fay)).toMatchObject({ email: fay.newEmail })
  })

  test("to another member's address is refused, regardless of case", async () => {
    const [gil, hal] = [await member('gil'), await member('hal')]
    const refused = change(gil, hal.email.toUpperCase())
    await expect(refused).rejects.toMatchObject({ code: 'email_taken' })
    expect(await account(gil)).toMatchObject({ pendingEmail: null })
    expect(await mailsTo(app, hal.email)).toEqual([])
  })

  test('to an address that was taken in the meantime is refused when the link is opened', async () => {
    const ida = await member('ida')
    await change(ida, ida.newEmail)
    const other = await app.member('idas-other')
    await app.pool`update users set email = ${ida.newEmail} where user_id = ${other.user_id}`
    const { status, body } = await open(await tokenTo(app, ida.newEmail))
    expect([status, body['error']]).toEqual([409, 'An account with this email already exists'])
    expect(await account(ida)).toMatchObject({ email: ida.email, pendingEmail: ida.newEmail })
  })

  test('by two members to one address at the same moment succeeds for one', async () => {
    const shared = 'shared@example.org'
    const pair = [await member('jan'), await member('jon')]
    const tokens: string[] = []
    for (const member of pair) {
      await change(member, shared)
      tokens.push(await tokenTo(app, shared))
    }
    const responses = await Promise.all(tokens.map(open))
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200, 409]))
  })

  test('is resent to the pending address even if the account is verified', async () => {
    const kim = await member('kim')
    await change(kim, kim.newEmail)
    await kim.call(resendVerification, {})
    expect((await mailsTo(app, kim.newEmail)).map((mail) => mail.state)).toEqual(['pending', 'dead'])
    expect((await open(await tokenTo(app, kim.newEmail))).status).toBe(200)
    expect(await kim.refusal(resendVerification, {})).toBe('email_already_verified')
  })

  test('can be canceled any number of times, and its link then no longer works', async () => {
    const lea = await member('lea')
    await change(lea, lea.newEmail)
    const link = await tokenTo(app, lea.newEmail)
    const { user } = await lea.call(cancelEmailChange, {})
    expect(user).toMatchObject({ email: lea.email, pendingEmail: null })
    expect((await lea.call(cancelEmailChange, {})).user.pendingEmail).toBeNull()
    expect((await open(link)).body['code']).toBe('verification_link_invalid')
    expect((await mailsTo(app, lea.newEmail))[0]!.state).toBe('dead')
    expect(await account(lea)).toMatchObject({ email: lea.email, emailVerified: true })
  })

  test('that is canceled and confirmed at the same moment has one of the two results', async () => {
    const mia = await member('mia')
    await change(mia, mia.newEmail)
    const token = await tokenTo(app, mia.newEmail)
    const [opened] = await Promise.all([open(token), mia.call(cancelEmailChange, {})])
    const email = opened.status === 200 ? mia.newEmail : mia.email
    expect(await account(mia)).toEqual({ email, pendingEmail: null, emailVerified: true })
  })

  test('can be started five times an hour, and a taken address counts like any other', async () => {
    const strict = await startTestServer({ rateLimits: true })
    const nora = await strict.member('nora')
    const owner = await strict.member('owner')
    const responses: string[] = []
    for (let at = 0; at < 4; at += 1) {
      for (const email of [owner.email, `nora.${at}@example.org`]) {
        responses.push((await nora.refusal(updateProfile, { email })) ?? 'mailed')
      }
    }
    expect(responses.join(' ')).toBe(
      'email_taken mailed email_taken mailed email_taken too_many_attempts too_many_attempts too_many_attempts',
    )
    expect(await mailsTo(strict, 'nora.2@example.org')).toEqual([])
    await strict.close()
  })

  test('to the current or the pending address can be saved any number of times', async () => {
    const strict = await startTestServer({ rateLimits: true })
    const olga = await strict.member('olga')
    await olga.call(updateProfile, { email: 'olga.new@example.org' })
    for (let at = 0; at < 6; at += 1) {
      for (const email of [olga.email, 'olga.new@example.org']) await olga.call(updateProfile, { email })
    }
    await strict.close()
  })
})
