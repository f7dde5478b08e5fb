import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import {
  changePassword,
  deactivate,
  deleteAccount,
  forgotPassword,
  login,
  logout,
  reactivate,
  register,
  resetPassword,
  endOtherSessions,
} from '#contract/accounts/accounts.ts'
import { followTopic } from '#contract/bills/bills.ts'
import { deleteComment, postComment } from '#contract/discussions.ts'
import { createReport } from '#contract/moderation/reports.ts'
import { updateProfile } from '#contract/people.ts'
import { LimitHit, recordLimit } from '#server/platform/limits/audit.ts'
import { networkOf } from '#server/platform/settings/networks.ts'
import { runHurd } from '#server/testing/operator.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

// Each command is a separate process, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
  await app.pool`insert into access_codes (code, max_uses) values ('FOR-EVERYBODY', 1000)`
})
afterAll(() => app.close())

const password = 'quiet river morning'
const newPassword = 'loud brook evening'

const as = (session: string) => ({ token: session })

async function join(username: string) {
  const form = { full_name: 'Nora Field', username, email: `${username}@example.org`, password }
  return app.visitor.call(register, { ...form, access_code: 'FOR-EVERYBODY', address: '' })
}

async function actionsOf(user_id: string): Promise<string[]> {
  const rows = await app.pool<{ action: string }[]>`
    select action from audit_log where user_id = ${user_id} order by audit_id`
  return rows.map((row) => row.action)
}

const Audit = z.object({
  ok: z.literal(true),
  records: z.array(
    z.object({
      audit_id: z.number(),
      created_at: z.iso.datetime(),
      action: z.string(),
      user_id: z.nullable(z.string()),
      subject: z.nullable(z.string()),
      operator: z.nullable(z.string()),
      detail: z.record(z.string(), z.unknown()),
      request_id: z.nullable(z.string()),
    }),
  ),
})

async function list(...words: string[]) {
  const { json } = await runHurd(app, ['audit', 'list', '--json', ...words])
  return z.parse(Audit, json).records
}

describe('the audit log', () => {
  test('has one record of each security action of a member, from registration to deletion', async () => {
    const { user, token } = await join('nora')
    const id = user.userId
    expect(await app.visitor.refusal(login, { email: user.email, password: 'a wrong guess' })).not.toBeNull()
    const other = await app.visitor.call(login, { email: user.email, password })
    await app.send('POST', endOtherSessions.path, as(other.token))
    const change = { currentPassword: 'not the right one', newPassword }
    await app.send('PUT', changePassword.path, { ...as(other.token), body: change })
    const right = { currentPassword: password, newPassword }
    await app.send('PUT', changePassword.path, { ...as(other.token), body: right })
    const renamed = {
      username: 'nora-f',
      email: 'nora2@example.org',
      address: '1 Main Street, Springfield, IL',
    }
    await app.send('PUT', updateProfile.path, { ...as(other.token), body: renamed })
    await app.visitor.call(forgotPassword, { email: user.email })
    const [mail] = await app.pool<{ token: string }[]>`
      select substring(text from 'token=([0-9a-f]{64})') as token from emails
       where user_id = ${id} and purpose = 'reset_password'`
    await app.visitor.call(resetPassword, { token: mail!.token, password })
    const third = await app.visitor.call(login, { email: user.email, password })
    await app.send('POST', logout.path, as(third.token))
    const fourth = await app.visitor.call(login, { email: user.email, password })
    await app.send('PUT', deactivate.path, as(fourth.token))
    const fifth = await app.visitor.call(login, { email: user.email, password })
    await app.send('POST', reactivate.path, as(fifth.token))
    await app.send('DELETE', deleteAccount.path, as(fifth.token))
    expect(token).not.toBe(other.token)

    expect(await actionsOf(id)).toEqual([
      'registered',
      'sign_in_failed',
      'signed_in',
      'sessions_ended',
      'password_change_failed',
      'password_changed',
      'username_changed',
      'email_change_requested',
      'address_changed',
      'moved',
      'password_reset_requested',
      'password_reset',
      'signed_in',
      'signed_out',
      'signed_in',
      'deactivated',
      'signed_in',
      'reactivated',
      'deleted',
    ])
  })

  test('stores only a keyed hash of an unknown email that tried to sign in, and an operator can search for that email', async () => {
    const email = 'stranger@example.org'
    await app.visitor.refusal(login, { email: ' Stranger@Example.org ', password: 'a wrong guess' })
    await app.visitor.refusal(login, { email, password: 'a wrong guess' })
    const entries = await list('--subject', email)
    expect(entries.map((entry) => entry.action)).toEqual(['sign_in_failed', 'sign_in_failed'])
    expect(entries[0]?.subject).toMatch(/^[0-9a-f]{64}$/)
    expect(entries[0]?.user_id).toBeNull()
    expect(await list('--subject', 'somebody-else@example.org')).toEqual([])
  })

  test('finds a network by any of its addresses', async () => {
    await recordLimit(app.pool, new LimitHit('registrations', networkOf('2001:db8:1:2::5'), 60))
    for (const subject of ['2001:db8:1:2::9', '2001:DB8:1:2::/64']) {
      expect((await list('--subject', subject)).map(({ action }) => action)).toEqual(['limit_hit'])
    }
    expect(await list('--subject', '2001:db8:1:3::9')).toEqual([])
  })

  test('contains no email, name, address, password, token or network', async () => {
    const { token } = await join('olga')
    const body = { full_name: 'Olga Canary', address: '9 Canary Street, Springfield, IL' }
    await app.send('PUT', updateProfile.path, { token, body })
    await app.visitor.refusal(login, { email: 'olga@example.org', password: 'canary guess' })
    const rows = await app.pool<{ row: string }[]>`select t::text as row from audit_log t`
    expect(rows.length).toBeGreaterThan(3)
    const text = rows.map(({ row }) => row).join('\n')
    for (const canary of ['olga', 'Olga', 'Canary', 'canary', 'example.org', '127.0.0.1', token, password]) {
      expect([canary, text.includes(canary)]).toEqual([canary, false])
    }
  })

  test('records at most once a minute that a member tried to delete another member’s comment', async () => {
    const [pia, rob] = [await app.member('pia'), await app.member('rob')]
    const { bill_id } = await app.bill('Guarded')
    const input = { id: bill_id, content: 'Mine', category_id: 'general-discussion' } as const
    const { comment } = await pia.call(postComment, input)
    for (let attempts = 0; attempts < 3; attempts += 1) {
      expect(await rob.refusal(deleteComment, { id: comment.comment_id })).toBe('comment_not_yours')
    }
    const rows = await app.pool`select action, detail from audit_log where user_id = ${rob.user_id}`
    expect(rows).toEqual([
      {
        action: 'access_denied',
        detail: { endpoint: 'DELETE /api/bills/comments/:id', code: 'comment_not_yours' },
      },
    ])
    // A mistake is not recorded, and neither is an attempt at an action that is forbidden for all members.
    await rob.refusal(createReport, { target_type: 'user', target_id: rob.user_id, reason: 'spam' })
    expect(await actionsOf(rob.user_id)).toEqual(['access_denied'])
  })

  test('names every operator, the command and the affected member', async () => {
    const sue = await app.member('sue')
    await runHurd(app, ['codes', 'issue', '--note', 'For Sue of Elm Street', '--by', 'Ana Lima'])
    await runHurd(app, ['users', 'suspend', 'sue', '--by', 'Bo Reyes'])
    await runHurd(app, ['users', 'restore', 'sue'])
    const rows = await app.pool<
      { action: string; user_id: string | null; operator: string; command: string }[]
    >`
      select action, user_id, operator, detail->>'command' as command from audit_log
       where operator is not null order by audit_id`
    expect(rows.map(({ action, user_id, command }) => [action, user_id, command])).toEqual([
      ['operator_command', null, 'codes issue'],
      ['suspended', sue.user_id, null],
      ['suspension_lifted', sue.user_id, null],
    ])
    expect(rows[0]?.operator).toMatch(/^Ana Lima \(\S+\)$/)
    expect(rows[2]?.operator).toMatch(/^\S+$/)
    const { stdout } = await runHurd(app, ['audit', 'list', '--user', '@sue'])
    expect(stdout.trim().split('\n')).toHaveLength(2)
  })

  test('cannot be changed or emptied. Only records older than a year can be deleted, and the deletion is recorded', async () => {
    await app.pool`
      insert into audit_log (action, created_at) values ('signed_in', now() - interval '400 days'),
             ('signed_in', now() - interval '300 days')`
    for (const attempt of [
      () => app.pool`update audit_log set action = 'signed_out'`,
      () => app.pool`delete from audit_log`,
      () => app.pool`truncate audit_log`,
      () => app.pool`select forget_audit(now() - interval '364 days')`,
      () =>
        app.pool.begin(async (db) => {
          await db`select set_config('hurd.delete_old_audit', 'on', true)`
          await db`delete from audit_log where created_at < now() - interval '200 days'`
        }),
    ]) {
      await expect(attempt()).rejects.toThrow('audit_log is append only')
    }
    const soon = await runHurd(app, ['audit', 'forget', '--before', new Date().toISOString().slice(0, 10)])
    expect([soon.code, soon.stderr]).toEqual([1, 'Records of the last 365 days are kept.\n'])

    const before = new Date(Date.now() - 370 * 86_400_000).toISOString().slice(0, 10)
    const { json } = await runHurd(app, ['audit', 'forget', '--before', before, '--json', '--by', 'Ana Lima'])
    expect(json).toMatchObject({ ok: true, forgotten: 1 })
    const [last] = await list('--limit', '1')
    expect(last).toMatchObject({ action: 'audit_records_deleted', detail: { records: 1 } })
    expect(await list('--since', before)).toEqual(await list())
  })
})

test('a limit that is reached is recorded once, with its rule', async () => {
  const strict = await startTestServer({ rateLimits: true })
  try {
    const guess = () => strict.visitor.refusal(login, { email: 'target@example.org', password: 'a guess' })
    for (let attempts = 0; attempts < 14; attempts += 1) await guess()
    const rows = await strict.pool`
      select action, detail->>'rule' as rule, user_id, subject is not null as has_subject from audit_log order by audit_id`
    expect(rows.filter((row) => row['action'] === 'sign_in_failed')).toHaveLength(10)
    expect(rows.filter((row) => row['action'] === 'limit_hit')).toEqual([
      { action: 'limit_hit', rule: 'login', user_id: null, has_subject: true },
    ])

    const tom = await strict.member('tom')
    await strict.bill('Followed')
    for (let writes = 0; writes < 124; writes += 1) await tom.request(followTopic, { topic: 'health' })
    const hits =
      await strict.pool`select detail->>'rule' as rule from audit_log where user_id = ${tom.user_id}`
    expect(hits).toEqual([{ rule: 'writes' }])
  } finally {
    await strict.close()
  }
})
