import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  disownEmailChange,
  forgotPassword,
  getUser,
  listSessions,
  resendVerification,
  resetPassword,
  verifyEmail,
} from '../../../contract/accounts.ts'
import { mailsTo, tokenTo } from '../../testing/external/mailbox.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { startEmailChange } from './emailChange.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** A member with a valid link of every kind. */
async function memberWithLinks(username: string) {
  const person = await world.member(username)
  const wanted = `${username}.new@example.org`
  await person.call(resendVerification, {})
  await world.visitor.call(forgotPassword, { email: person.email })
  await world.pool.begin((db) =>
    startEmailChange(db, person, wanted, { publicOrigin: 'https://hurd.example' }),
  )
  const tokens = {
    verify: await tokenTo(world, person.email, 'verify_email'),
    reset: await tokenTo(world, person.email, 'reset_password'),
    change: await tokenTo(world, wanted),
    disown: await tokenTo(world, person.email, 'email_change_notice'),
    session: person.token ?? '',
  }
  return { ...person, wanted, tokens }
}

type Kind = keyof Awaited<ReturnType<typeof memberWithLinks>>['tokens']

const actions: Record<string, { opens: Kind[]; statusOf: (token: string) => Promise<number> }> = {
  verify: {
    opens: ['verify', 'change'],
    statusOf: async (token) => (await world.visitor.ask(verifyEmail, { token })).status,
  },
  reset: {
    opens: ['reset'],
    statusOf: async (token) =>
      (await world.visitor.ask(resetPassword, { token, password: 'loud ocean evening' })).status,
  },
  disown: {
    opens: ['disown'],
    statusOf: async (token) => (await world.visitor.ask(disownEmailChange, { token })).status,
  },
  session: {
    opens: ['session'],
    statusOf: async (token) => (await world.send('GET', listSessions.path, { token })).status,
  },
}

describe('a token works only for its own purpose', () => {
  const kinds: Kind[] = ['verify', 'reset', 'change', 'disown', 'session']
  const pairs = Object.keys(actions).flatMap((action) => kinds.map((kind) => ({ action, kind })))

  test.each(pairs)('$kind token sent to $action', async ({ action, kind }) => {
    const { opens, statusOf } = actions[action]!
    const person = await memberWithLinks(`${kind}-at-${action}`)
    const before = await world.pool`select * from users where user_id = ${person.user_id}`
    const status = await statusOf(person.tokens[kind])
    if (opens.includes(kind)) return expect(status).toBe(200)
    expect(status).toBe(action === 'session' ? 401 : 400)
    expect(await world.pool`select * from users where user_id = ${person.user_id}`).toEqual(before)
    // It still works for its own purpose.
    const own = Object.values(actions).find((candidate) => candidate.opens.includes(kind))
    expect(await own!.statusOf(person.tokens[kind])).toBe(200)
  })
})

test("a member's tokens and addresses do not appear in logs, for other members or in emails to other addresses", async () => {
  const [ana, ben] = [await memberWithLinks('ana-canary'), await world.member('ben')]
  const secrets = [ana.email, ana.wanted, ...Object.values(ana.tokens)]
  const answers = [
    await ben.ask(getUser, { id: ana.user_id }),
    await ben.ask(listSessions, {}),
    await ben.ask(resendVerification, {}),
    await world.visitor.ask(verifyEmail, { token: ana.tokens.disown }),
    await world.visitor.ask(disownEmailChange, { token: ana.tokens.verify }),
  ]
  await fetch(`${world.origin}/verify-email?token=${ana.tokens.verify}`)
  await fetch(`${world.origin}/not-me?token=${ana.tokens.disown}`)
  const log = world.logLines.join('\n')
  expect(log).toContain('/api/auth/verify-email')
  const others = JSON.stringify([answers.map((answer) => answer.body), await mailsTo(world, ben.email)])
  for (const secret of secrets) {
    expect(log).not.toContain(secret)
    expect(others).not.toContain(secret)
  }
  const toNew = JSON.stringify(await mailsTo(world, ana.wanted))
  const toOld = JSON.stringify(await mailsTo(world, ana.email))
  for (const secret of [ana.email, ana.tokens.verify, ana.tokens.reset, ana.tokens.disown]) {
    expect(toNew).not.toContain(secret)
  }
  for (const secret of [ana.wanted, ana.tokens.change]) expect(toOld).not.toContain(secret)
})
