import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  deleteAccount,
  undoEmailChange,
  forgotPassword,
  getUser,
  login,
  register,
  resetPassword,
  restoreAccount,
  verifyEmail,
} from '#contract/accounts/accounts.ts'
import { listBills } from '#contract/bills/bills.ts'
import { hashPassword } from '#server/members/accounts/password/passwords.ts'
import { mailsTo, tokenTo } from '#server/testing/external/mailbox.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { startEmailChange } from './emailChange.ts'

const publicOrigin = 'https://hurd.example'
const [password, newPassword] = ['quiet river morning', 'loud ocean evening']
const verified = '2026-01-05T00:00:00.000Z'

let app: TestServer
let password_hash: string
beforeAll(async () => {
  app = await startTestServer({ publicOrigin })
  password_hash = await hashPassword(password)
  await app.pool`insert into access_codes (code, max_uses) values ('OPEN-HOUSE', 1000)`
})
afterAll(() => app.close())

async function member(username: string, more: Parameters<TestServer['member']>[1] = {}) {
  const person = await app.member(username, { email_verified_at: verified, ...more })
  await app.pool`update users set password_hash = ${password_hash} where user_id = ${person.user_id}`
  return { ...person, wanted: `${username}.new@example.org` }
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
const notMe = (token: string, session: string | null = null) =>
  app.send('POST', undoEmailChange.path, { body: { token }, token: session })
const canSignIn = async (email: string, word = password) =>
  (await app.visitor.request(login, { email, password: word })).status === 200

describe('"This was not me"', () => {
  test('cancels the change, ends every session, and emails a link to reset the password', async () => {
    const olga = await member('olga')
    await change(olga, olga.wanted)
    expect((await olga.request(listBills, {})).status).toBe(200)
    const [token, linkToNew] = [await tokenTo(app, olga.email), await tokenTo(app, olga.wanted)]
    const { status, body } = await notMe(token)
    expect([status, body['message']]).toEqual([200, expect.stringContaining('has not changed')])

    const ended = await olga.request(listBills, {})
    expect([ended.status, ended.body['error']]).toEqual([401, 'Session expired. Please log in again.'])
    expect((await open(linkToNew)).body['code']).toBe('verification_link_invalid')
    expect(await canSignIn(olga.email)).toBe(true)
    const reset = await tokenTo(app, olga.email, 'reset_password')
    expect(await app.visitor.refusal(resetPassword, { token: reset, password: newPassword })).toBeNull()
  })

  test('keeps the session of the member who opens it', async () => {
    const [pam, rob] = [await member('pam'), await member('rob')]
    await change(pam, pam.wanted)
    const thief = await app.visitor.call(login, { email: pam.email, password })
    expect((await notMe(await tokenTo(app, pam.email, 'email_change_notice'), pam.token)).status).toBe(200)
    expect((await pam.request(listBills, {})).status).toBe(200)
    expect((await app.send('GET', listBills.path, { token: thief.token })).status).toBe(401)

    await change(rob, rob.wanted)
    await notMe(await tokenTo(app, rob.email, 'email_change_notice'), pam.token)
    expect((await rob.request(listBills, {})).status).toBe(401)
    expect((await pam.request(listBills, {})).status).toBe(200)
  })

  test('restores the address after an intruder has confirmed a new one and set a password', async () => {
    const sam = await member('sam')
    await change(sam, sam.wanted)
    await open(await tokenTo(app, sam.wanted))
    await app.visitor.call(forgotPassword, { email: sam.wanted })
    const theirs = await tokenTo(app, sam.wanted, 'reset_password')
    await app.visitor.call(resetPassword, { token: theirs, password: newPassword })
    const thief = await app.visitor.call(login, { email: sam.wanted, password: newPassword })
    // The notice about this second change goes to the intruder.
    await change(sam, 'sam.farther@example.org')
    const undoLinkOfThief = await tokenTo(app, sam.wanted, 'email_change_notice')
    await open(await tokenTo(app, 'sam.farther@example.org'))

    const token = await tokenTo(app, sam.email, 'email_change_notice')
    const { status, body } = await notMe(token)
    expect([status, body['message']]).toEqual([200, expect.stringContaining('link to choose a new password')])
    expect((await app.send('GET', listBills.path, { token: thief.token })).status).toBe(401)
    for (const email of [sam.email, sam.wanted, 'sam.farther@example.org']) {
      for (const word of [password, newPassword]) expect(await canSignIn(email, word)).toBe(false)
    }
    expect((await notMe(undoLinkOfThief)).body['code']).toBe('verification_link_invalid')

    const reset = await tokenTo(app, sam.email, 'reset_password')
    await app.visitor.call(resetPassword, { token: reset, password: 'a third password' })
    const back = await app.visitor.call(login, { email: sam.email, password: 'a third password' })
    expect(back.user).toMatchObject({ userId: sam.user_id, emailVerified: true, pendingEmail: null })
  })

  test('opened again gets the same response and ends no newer session', async () => {
    const tom = await member('tom')
    await change(tom, tom.wanted)
    const token = await tokenTo(app, tom.email, 'email_change_notice')
    const first = await notMe(token)
    const since = await app.visitor.call(login, { email: tom.email, password })
    const second = await notMe(token)
    expect([second.status, second.body]).toEqual([200, first.body])
    expect((await app.send('GET', listBills.path, { token: since.token })).status).toBe(200)
  })

  test('opened twenty times at the same moment works once and gets the same response each time', async () => {
    const uma = await member('uma')
    await change(uma, uma.wanted)
    const token = await tokenTo(app, uma.email, 'email_change_notice')
    const responses = await Promise.all(Array.from({ length: 20 }, () => notMe(token)))
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]))
    const mails = (await mailsTo(app, uma.email)).filter((mail) => mail.purpose === 'reset_password')
    expect(mails).toHaveLength(1)
  })

  test('does not restore an address that was never verified, because it may have been a typo', async () => {
    const val = await member('val', { email_verified_at: null })
    await change(val, val.wanted)
    await open(await tokenTo(app, val.wanted))
    const response = await notMe(await tokenTo(app, val.email))
    expect([response.status, response.body['code']]).toEqual([400, 'verification_link_invalid'])
    expect(await account(val)).toMatchObject({ email: val.wanted })
  })

  test('keeps the old address reserved while it can be restored, and expires after seven days', async () => {
    const wes = await member('wes')
    await change(wes, wes.wanted)
    await open(await tokenTo(app, wes.wanted))
    const form = {
      full_name: 'Wes Other',
      username: 'wes-other',
      email: wes.email,
      access_code: 'OPEN-HOUSE',
      password,
    }
    expect(await app.visitor.refusal(register, form)).toBe('email_taken')
    const token = await tokenTo(app, wes.email)
    await app.pool`
      update email_links set expires_at = expires_at - interval '7 days' where user_id = ${wes.user_id}`
    expect((await notMe(token)).body['code']).toBe('verification_link_invalid')
    expect(await account(wes)).toMatchObject({ email: wes.wanted })
    expect(await app.visitor.refusal(register, form)).toBeNull()
  })

  test('with an unknown token, or for a suspended account, is refused', async () => {
    const xan = await member('xan')
    await change(xan, xan.wanted)
    const token = await tokenTo(app, xan.email)
    for (const wrong of ['', 'short', token.slice(1), token.toUpperCase(), '0'.repeat(64)]) {
      const { status, body } = await notMe(wrong)
      expect([wrong, status, body['error']]).toEqual([wrong, 400, 'Invalid verification link'])
    }
    await app.pool`update users set account_status = 'suspended' where user_id = ${xan.user_id}`
    expect((await notMe(token)).body['code']).toBe('verification_link_invalid')
  })
})

describe('an account that a stranger created with another person’s address', () => {
  test('belongs to the owner of the address after a reset, which ends sessions and a pending change of email', async () => {
    const victim = 'victim@example.org'
    const stranger = await app.visitor.call(register, {
      full_name: 'Not The Owner',
      username: 'squatter',
      email: victim,
      access_code: 'OPEN-HOUSE',
      password,
    })
    const user_id = stranger.user.userId
    await app.pool.begin((db) => startEmailChange(db, { user_id }, 'stranger@example.org', { publicOrigin }))
    const linkToStranger = await tokenTo(app, 'stranger@example.org')
    await app.visitor.call(forgotPassword, { email: victim })
    const token = await tokenTo(app, victim, 'reset_password')
    await app.visitor.call(resetPassword, { token, password: newPassword })

    expect((await app.send('GET', listBills.path, { token: stranger.token })).status).toBe(401)
    expect((await open(linkToStranger)).status).toBe(400)
    expect([await canSignIn(victim, password), await canSignIn(victim, newPassword)]).toEqual([false, true])
    const { user } = await app.visitor.call(login, { email: victim, password: newPassword })
    expect(user).toMatchObject({ email: victim, pendingEmail: null, emailVerified: false })
  })
})

// covers HURD-CLOSED-03
test('whoever restores an account that somebody else deleted can still undo the change of its address', async () => {
  const prue = await member('prue')
  await change(prue, prue.wanted)
  const undo = await tokenTo(app, prue.email)
  await open(await tokenTo(app, prue.wanted))
  await prue.call(deleteAccount, {})
  const restore = await tokenTo(app, prue.email)
  await app.pool`update email_links set expires_at = now() - interval '1 day' where user_id = ${prue.user_id}`
  await app.pool`update closed_accounts set closed_at = now() - interval '3 days' where user_id = ${prue.user_id}`
  // Nobody else can register with the address in the meantime.
  const form = { full_name: 'Not The Owner', username: 'squatter2', access_code: 'OPEN-HOUSE', password }
  expect(await app.visitor.refusal(register, { ...form, email: prue.email })).toBe('email_taken')
  await app.visitor.call(restoreAccount, { token: restore })
  const { status, body } = await app.send('POST', undoEmailChange.path, {
    body: { token: undo },
    headers: { 'accept-language': 'es' },
  })
  expect([status, body['message']]).toEqual([200, expect.stringMatching(/^Su dirección/)])
})
