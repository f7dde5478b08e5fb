import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { forgotPassword, getUser, login, resetPassword } from '#contract/accounts/accounts.ts'
import { tokenTo } from '#server/testing/external/mailbox.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { hashPassword } from './passwords.ts'

const [oldPassword, newPassword] = ['quiet river morning', 'loud ocean evening']
const neutral = 'If an account with that email exists, a reset link was sent.'

let strict: TestServer
beforeEach(async () => {
  strict = await startTestServer({ rateLimits: true })
})
afterEach(() => strict.close())

describe('too many attempts', () => {
  test('the fourth email in an hour is not sent, the response is the same, and the last link still works', async () => {
    const mia = await strict.member('mia')
    const countEmails = async () => {
      const rows = await strict.pool`
        select from emails where to_address = ${mia.email} and purpose = 'reset_password'`
      return rows.length
    }
    for (const emailCount of [1, 2, 3, 3, 3]) {
      const response = await strict.visitor.request(forgotPassword, { email: mia.email })
      expect([response.status, response.body['message'], await countEmails()]).toEqual([
        200,
        neutral,
        emailCount,
      ])
    }
    const token = await tokenTo(strict, mia.email, 'reset_password')
    expect(await strict.visitor.refusal(resetPassword, { token, password: newPassword })).toBeNull()
    await strict.pool`update rate_limits set window_ends_at = now() where rule = 'forgot_account'`
    await strict.visitor.call(forgotPassword, { email: mia.email })
    expect(await countEmails()).toBe(4)
  })

  test.each(['nora@example.org', 'unknown@example.org'])(
    'the thirty-first request from one network in an hour is refused, whether the email is known or not: %s',
    async (email) => {
      await strict.member('nora')
      const statuses: number[] = []
      for (let at = 0; at < 31; at += 1) {
        statuses.push((await strict.visitor.request(forgotPassword, { email })).status)
      }
      expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429])
    },
  )

  test('the thirty-first invalid link from one network in an hour is refused', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 31; at += 1) {
      const token = String(at).padStart(64, '0')
      statuses.push((await strict.visitor.request(resetPassword, { token, password: newPassword })).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 400), 429])
  })

  test('a member who failed ten times to sign in can sign in immediately with the new password', async () => {
    const olga = await strict.member('olga')
    const password_hash = await hashPassword(oldPassword)
    await strict.pool`update users set password_hash = ${password_hash} where user_id = ${olga.user_id}`
    for (let at = 0; at < 11; at += 1) {
      await strict.visitor.request(login, { email: olga.email, password: `was it ${at}` })
    }
    const locked = await strict.visitor.request(login, { email: olga.email, password: oldPassword })
    expect(locked.status).toBe(429)

    await strict.visitor.call(forgotPassword, { email: olga.email })
    const [mail] = await strict.pool<{ text: string }[]>`select text from emails`
    const token = /\?token=(\S+)/.exec(mail!.text)![1]!
    await strict.visitor.call(resetPassword, { token, password: newPassword })

    const { token: session } = await strict.visitor.call(login, { email: olga.email, password: newPassword })
    const own = await strict.send('GET', getUser.path.replace(':id', olga.user_id), { token: session })
    expect(own.status).toBe(200)
  })
})
