import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changePassword, deleteAccount, forgotPassword, resetPassword } from '#contract/accounts/accounts.ts'
import { hashPassword } from '#server/members/accounts/password/passwords.ts'
import { startDelivery } from '#server/platform/mail/deliver.ts'
import { readEnv } from '#server/platform/settings/env.ts'
import { openSink } from '#server/testing/external/smtp.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

const [current, wanted] = ['quiet river morning', 'loud ocean evening']

let app: TestServer
let sink: Awaited<ReturnType<typeof openSink>>
let delivery: Awaited<ReturnType<typeof startDelivery>>
beforeAll(async () => {
  app = await startTestServer()
  sink = await openSink()
  const env = readEnv({ DATA_DIR: app.dataDir, SMTP_URL: sink.url })
  delivery = await startDelivery(app.pool, env, pino({ level: 'silent' }))
})
afterAll(async () => {
  await delivery?.stop()
  await sink.close()
  await app.close()
})

async function memberWithPassword(username: string, email_verified_at: string | null) {
  const person = await app.member(username, { email_verified_at })
  const password_hash = await hashPassword(current)
  await app.pool`update users set password_hash = ${password_hash} where user_id = ${person.user_id}`
  return person
}

async function subjectsSentTo(email: string, count: number) {
  await sink.whenHas(count)
  return sink.mails
    .filter((mail) => mail.to.includes(email))
    .map((mail) => /^Subject: (.*)$/m.exec(mail.raw)?.[1]?.trim())
}

/**
 * Returns the token of the link in the email that arrived last. The outbox erases the text of an email when it is sent,
 * so the token must be read from the received email.
 */
async function tokenSent(count: number): Promise<string> {
  await sink.whenHas(count)
  const text = sink.mails.at(-1)?.raw.replaceAll(/=\r?\n/g, '') ?? ''
  return /\?token=(?:3D)?([\da-f]{64})/.exec(text)?.[1] ?? ''
}

// covers ACC-API-15 ACC-API-37
test('a password change, a reset and a deletion each send one notice without secrets to the verified address', async () => {
  const ana = await memberWithPassword('ana', '2026-01-01T00:00:00Z')
  await ana.call(changePassword, { currentPassword: current, newPassword: wanted })
  expect(await subjectsSentTo(ana.email, 1)).toEqual(['Your Hurd password was changed'])

  await app.visitor.call(forgotPassword, { email: ana.email })
  const token = await tokenSent(2)
  await app.visitor.call(resetPassword, { token, password: current })
  const subjects = await subjectsSentTo(ana.email, 3)
  expect(subjects).toContain('Reset your Hurd password')
  expect(subjects.filter((subject) => subject === 'Your Hurd password was changed')).toHaveLength(2)

  const again = await app.signInAgain(ana)
  await again.call(deleteAccount, {})
  expect(await subjectsSentTo(ana.email, 4)).toContain('Your Hurd account was deleted')
  const notices = sink.mails.filter(({ raw }) => /^Subject: Your Hurd password was changed/m.test(raw))
  expect(notices).toHaveLength(2)
  for (const { raw } of notices) {
    const text = raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
    for (const secret of [current, wanted, token]) expect(text).not.toContain(secret)
    expect(text).not.toContain('?token=')
    expect(text).toContain('/login?view=forgot')
  }
})
