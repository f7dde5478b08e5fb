import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { forgotPassword, resetPassword } from '#contract/accounts/accounts.ts'
import { defaultBranding } from '#contract/branding/branding.ts'
import { mailsTo, tokenTo } from '#server/testing/external/mailbox.ts'
import { commandContext, runArguments } from '#server/testing/operator.ts'
import { runMaintenance } from '#server/testing/runMaintenance.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { commands } from './operator.ts'
import { emailMember } from './outbox.ts'
import { passwordResetEmail } from './templates.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

/** Runs `hurd mail …` and returns its JSON result and its printed lines. */
async function hurd(...words: string[]) {
  const lines: string[] = []
  const result = await runArguments(
    commands,
    words,
    commandContext(app, (line) => lines.push(line)),
  )
  return { result, printed: lines.join('\n') }
}

/** The email as `hurd mail list` describes it. */
const summary = (to: string) => ({
  id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  to,
  subject: 'Reset your Hurd password',
  created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  state: 'pending',
  attempts: 0,
  last_error: null,
})

describe('hurd mail', () => {
  test('lists pending emails, newest first, and shows an email with its link', async () => {
    expect((await hurd('mail', 'list')).printed).toBe('No emails.')
    const [ana, ben] = [await app.member('ana'), await app.member('ben')]
    await app.visitor.call(forgotPassword, { email: ana.email })
    await app.visitor.call(forgotPassword, { email: ben.email })

    const { result } = await hurd('mail', 'list')
    expect(result).toEqual({ mails: [summary(ben.email), summary(ana.email)] })
    expect((await hurd('mail', 'list', '--to', 'ANA@example.org')).result).toEqual({
      mails: [summary(ana.email)],
    })
    expect((await hurd('mail', 'list', '--limit', '1')).result).toEqual({ mails: [summary(ben.email)] })
    // Offices are emailed as their rosters write their addresses.
    await app.pool`update emails set to_address = 'Ben@Example.org' where to_address = ${ben.email}`
    expect((await hurd('mail', 'list', '--to', 'Ben@Example.org')).result).toEqual({
      mails: [summary('Ben@Example.org')],
    })
    await app.pool`update emails set to_address = ${ben.email} where to_address = 'Ben@Example.org'`

    const [queued] = await app.pool<{ email_id: string }[]>`
      select email_id from emails where to_address = ${ana.email}`
    const shown = await hurd('mail', 'show', queued!.email_id)
    expect(shown.result).toEqual({
      mail: {
        ...summary(ana.email),
        text: expect.stringMatching(/^http:\/\/localhost:3000\/reset-password\?token=[0-9a-f]{64}$/m),
        html: expect.stringContaining('<a href="http://localhost:3000/reset-password?token='),
      },
    })
    expect(shown.printed).toContain(`To: ${ana.email}`)
  })

  test('explains an invalid id or option', async () => {
    await expect(hurd('mail', 'show', 'nonsense')).rejects.toThrow('There is no email nonsense.')
    await expect(hurd('mail', 'show')).rejects.toThrow('mail show requires one id')
    await expect(hurd('mail', 'list', '--limit', '0')).rejects.toThrow('--limit must be a whole number')
    await expect(hurd('mail', 'list', 'all')).rejects.toThrow()
  })
})

describe('the outbox', () => {
  const template = passwordResetEmail('https://hurd.example/reset-password?token=0', 'https://hurd.example')
  const content = template(defaultBranding)

  test.each(['\r', '\n', '\u0001', '\u007f', '\u2028', '\u2029', '\0'])(
    'rejects a header with the character %j',
    async (sign) => {
      const [ana] = await app.pool<{ user_id: string }[]>`select user_id from users where username = 'ana'`
      const user_id = ana!.user_id
      const mail = { template, purpose: 'reset_password', to: 'ana@example.org', validMinutes: 60 } as const
      const before = await app.pool`select from emails`
      const subject = `Reset${sign}Bcc: other@example.org`
      await expect(
        emailMember(app.pool, user_id, { ...mail, template: () => ({ ...content, subject }) }),
      ).rejects.toThrow()
      const to = `ana@example.org${sign}`
      await expect(emailMember(app.pool, user_id, { ...mail, to })).rejects.toThrow()
      expect(await app.pool`select from emails`).toHaveLength(before.length)
    },
  )

  test('reports an email with an expired link as dead, and deletes it after thirty days', async () => {
    const eva = await app.member('eva')
    await emailMember(app.pool, eva.user_id, {
      template,
      purpose: 'reset_password',
      to: eva.email,
      validMinutes: 60,
    })
    await app.pool`update emails set expires_at = now() where user_id = ${eva.user_id}`
    const { result } = await hurd('mail', 'list', '--to', eva.email)
    expect(result).toMatchObject({ mails: [{ state: 'dead' }] })

    await app.pool`update emails set created_at = now() - interval '31 days' where user_id = ${eva.user_id}`
    await runMaintenance(app.pool)
    expect((await hurd('mail', 'list', '--to', eva.email)).result).toEqual({ mails: [] })
    expect(await app.pool`select from emails`).toHaveLength(2)
  })

  test('erases the text of an email once its link is used, replaced or expired', async () => {
    const gus = await app.member('gus')
    const textsOf = async () =>
      (await mailsTo(app, gus.email))
        .filter(({ purpose }) => purpose === 'reset_password')
        .map(({ state, text, html }) => [state, text === '' && html === null])
    await app.visitor.call(forgotPassword, { email: gus.email })
    expect(await textsOf()).toEqual([['pending', false]])
    const { result } = await hurd('mail', 'list', '--to', gus.email)
    const [first] = z.object({ mails: z.array(z.object({ id: z.string() })) }).parse(result).mails
    expect((await hurd('mail', 'show', first!.id)).printed).toContain('/reset-password?token=')

    await app.visitor.call(forgotPassword, { email: gus.email })
    expect(new Set((await textsOf()).map(String))).toEqual(new Set(['dead,true', 'pending,false']))
    const shown = await hurd('mail', 'show', first!.id)
    expect(shown.result).toMatchObject({ mail: { state: 'dead', text: null, html: null } })
    expect(shown.printed).toContain('(The text was erased')

    const token = await tokenTo(app, gus.email)
    await app.visitor.call(resetPassword, { token, password: 'loud ocean evening' })
    expect(await textsOf()).toEqual([
      ['dead', true],
      ['dead', true],
    ])

    // No delivery runs in this test, so only the maintenance job notices that a link has expired.
    await app.visitor.call(forgotPassword, { email: gus.email })
    await app.pool`update emails set expires_at = now() where to_address = ${gus.email} and state = 'pending'`
    await runMaintenance(app.pool)
    expect((await textsOf()).every(([state, isErased]) => state === 'dead' && isErased)).toBe(true)
  })

  test('deletes emails and reset tokens together with their account', async () => {
    const flo = await app.member('flo')
    await app.visitor.call(forgotPassword, { email: flo.email })
    await app.pool`delete from users where user_id = ${flo.user_id}`
    expect((await hurd('mail', 'list', '--to', flo.email)).result).toEqual({ mails: [] })
    expect(await app.pool`select from reset_tokens where user_id = ${flo.user_id}`).toHaveLength(0)
  })
})

test('the plain text and the HTML of an email say the same, and the HTML escapes its values', () => {
  const template = passwordResetEmail('https://hurd.example/a?b=1&c="<script>', 'https://hurd.example')
  const { text, html } = template(defaultBranding)
  expect(text.split('\n')).toContain('https://hurd.example/a?b=1&c="<script>')
  expect(html).not.toContain('<script>')
  expect(html).toContain('b=1&#38;c=&#34;&#60;script&#62;')
  const sentence = 'This link works once and expires in one hour.'
  expect(text).toContain(sentence)
  expect(html).toContain(sentence)
})
