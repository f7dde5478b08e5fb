import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  undoEmailChange,
  forgotPassword,
  getUser,
  resendVerification,
  resetPassword,
  verifyEmail,
  listSessions,
} from '#contract/accounts/accounts.ts'
import { mailsTo, tokenTo } from '#server/testing/external/mailbox.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { startEmailChange } from './emailChange.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

/** Registers a member who has a valid link of every kind. */
async function memberWithLinks(username: string) {
  const person = await app.member(username)
  const wanted = `${username}.new@example.org`
  await person.call(resendVerification, {})
  await app.visitor.call(forgotPassword, { email: person.email })
  await app.pool.begin((db) => startEmailChange(db, person, wanted, { publicOrigin: 'https://hurd.example' }))
  const tokens = {
    verify: await tokenTo(app, person.email, 'verify_email'),
    reset: await tokenTo(app, person.email, 'reset_password'),
    change: await tokenTo(app, wanted),
    undo: await tokenTo(app, person.email, 'email_change_notice'),
    session: person.token ?? '',
  }
  return { ...person, wanted, tokens }
}

type Kind = keyof Awaited<ReturnType<typeof memberWithLinks>>['tokens']

const actions: Record<string, { opens: Kind[]; statusOf: (token: string) => Promise<number> }> = {
  verify: {
    opens: ['verify', 'change'],
    statusOf: async (token) => (await app.visitor.request(verifyEmail, { token })).status,
  },
  reset: {
    opens: ['reset'],
    statusOf: async (token) =>
      (await app.visitor.request(resetPassword, { token, password: 'loud ocean evening' })).status,
  },
  undo: {
    opens: ['undo'],
    statusOf: async (token) => (await app.visitor.request(undoEmailChange, { token })).status,
  },
  session: {
    opens: ['session'],
    statusOf: async (token) => (await app.send('GET', listSessions.path, { token })).status,
  },
}

describe('a token works only for its own purpose', () => {
  const kinds: Kind[] = ['verify', 'reset', 'change', 'undo', 'session']
  const pairs = Object.keys(actions).flatMap((action) => kinds.map((kind) => ({ action, kind })))

  test.each(pairs)('$kind token sent to $action', async ({ action, kind }) => {
    const { opens, statusOf } = actions[action]!
    const person = await memberWithLinks(`${kind}-at-${action}`)
    const before = await app.pool`select * from users where user_id = ${person.user_id}`
    const status = await statusOf(person.tokens[kind])
    if (opens.includes(kind)) return expect(status).toBe(200)
    expect(status).toBe(action === 'session' ? 401 : 400)
    expect(await app.pool`select * from users where user_id = ${person.user_id}`).toEqual(before)
    // The link still works for its own purpose.
    const own = Object.values(actions).find((candidate) => candidate.opens.includes(kind))
    expect(await own!.statusOf(person.tokens[kind])).toBe(200)
  })
})

test("a member's tokens and addresses do not appear in logs, for other members or in emails to other addresses", async () => {
  const [ana, ben] = [await memberWithLinks('ana-canary'), await app.member('ben')]
  const secrets = [ana.email, ana.wanted, ...Object.values(ana.tokens)]
  const responses = [
    await ben.request(getUser, { id: ana.user_id }),
    await ben.request(listSessions, {}),
    await ben.request(resendVerification, {}),
    await app.visitor.request(verifyEmail, { token: ana.tokens.undo }),
    await app.visitor.request(undoEmailChange, { token: ana.tokens.verify }),
  ]
  await fetch(`${app.origin}/verify-email?token=${ana.tokens.verify}`)
  await fetch(`${app.origin}/not-me?token=${ana.tokens.undo}`)
  const log = app.logLines.join('\n')
  expect(log).toContain('/api/auth/verify-email')
  const others = JSON.stringify([responses.map((response) => response.body), await mailsTo(app, ben.email)])
  for (const secret of secrets) {
    expect(log).not.toContain(secret)
    expect(others).not.toContain(secret)
  }
  const toNew = JSON.stringify(await mailsTo(app, ana.wanted))
  const toOld = JSON.stringify(await mailsTo(app, ana.email))
  for (const secret of [ana.email, ana.tokens.verify, ana.tokens.reset, ana.tokens.undo]) {
    expect(toNew).not.toContain(secret)
  }
  for (const secret of [ana.wanted, ana.tokens.change]) expect(toOld).not.toContain(secret)
})
