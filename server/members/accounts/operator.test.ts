import { execFile } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { register } from '#contract/accounts/accounts.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

type CommandResult = { code: number; stdout: string; stderr: string }

/** Runs the real command in its own process, with the test database. */
function hurd(...args: string[]): Promise<CommandResult> {
  const env = { ...process.env, DATABASE_URL: app.databaseUrl, DEMO: 'off', NODE_ENV: '' }
  return new Promise((resolve) => {
    execFile(process.execPath, ['server/cli.ts', ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, stdout, stderr })
    })
  })
}

const Codes = z.object({
  ok: z.literal(true),
  codes: z.array(
    z.object({
      code: z.string(),
      uses: z.number(),
      max_uses: z.number(),
      expires_at: z.nullable(z.string()),
      note: z.string(),
      state: z.string(),
    }),
  ),
})

function form(username: string, access_code: string) {
  return {
    full_name: 'Nora Field',
    username,
    email: `${username}@example.org`,
    access_code,
    password: 'quiet river morning',
  }
}

test('control characters in user text are not printed to the terminal', async () => {
  await app.pool`
    insert into reports (target_type, target_id, reason, details)
    values ('user', gen_random_uuid(), 'other', ${'See \u001b]0;owned\u0007 this\u009b2J'})`
  const { code, stdout } = await hurd('reports', 'list')
  expect(code).toBe(0)
  expect(stdout).toContain('See \ufffd]0;owned\ufffd this\ufffd2J')
})

describe('hurd codes', () => {
  test('each issued code registers one member, and the list shows its use', async () => {
    const issued = await hurd('codes', 'issue', '--count', '2', '--note', 'Town hall', '--json')
    expect(issued.code).toBe(0)
    const { codes } = z.parse(Codes, JSON.parse(issued.stdout))
    expect(codes).toHaveLength(2)
    expect(codes[0]).toMatchObject({
      uses: 0,
      max_uses: 1,
      expires_at: null,
      note: 'Town hall',
      state: 'usable',
    })
    const [first, second] = [codes[0]!.code, codes[1]!.code]

    await app.visitor.call(register, form('nora', first))
    expect(await app.visitor.refusal(register, form('nils', first))).toBe('access_code_used')
    const listed = z.parse(Codes, JSON.parse((await hurd('codes', 'list', '--json')).stdout))
    const shown = new Map(listed.codes.map(({ code, uses, state }) => [code, [uses, state]]))
    expect(shown.get(first)).toEqual([1, 'used'])
    expect(shown.get(second)).toEqual([0, 'usable'])
  })

  test('a code that the operator chose works until it is revoked', async () => {
    const issued = await hurd(
      'codes',
      'issue',
      '--code',
      'town-hall-26',
      '--max-uses',
      '5',
      '--expires',
      '2099-01-31',
    )
    expect(issued).toMatchObject({ code: 0, stdout: 'TOWN-HALL-26\n' })
    await app.visitor.call(register, form('olga', 'Town-Hall-26'))

    expect(await hurd('codes', 'revoke', 'town-hall-26')).toMatchObject({
      code: 0,
      stdout: 'TOWN-HALL-26 is revoked.\n',
    })
    expect(await app.visitor.refusal(register, form('otis', 'TOWN-HALL-26'))).toBe('invalid_access_code')
    const { stdout } = await hurd('codes', 'list')
    expect(stdout).toContain('TOWN-HALL-26  1/5 used  expires 2099-01-31  revoked')
  })

  test.each([
    [['codes', 'issue', '--count', '0'], 2, '--count must be a whole number'],
    [['codes', 'issue', '--count', '2', '--code', 'SAME-ONE'], 2, '--code names one code'],
    [['codes', 'issue', '--code', 'short'], 2, '--code must be 6 to 20'],
    [['codes', 'issue', '--expires', 'soon'], 2, '--expires must be a date'],
    [['codes', 'issue', '--expires', '2027-02-31'], 2, '--expires must be a date'],
    [['codes', 'issue', '--colour', 'red'], 2, 'colour'],
    [['codes', 'revoke'], 2, 'requires one code'],
    [['codes', 'revoke', 'NO-SUCH-CODE'], 1, 'There is no code NO-SUCH-CODE.'],
  ])('%j fails with a message and no stack trace', async (args, code, words) => {
    const result = await hurd(...args)
    expect(result.code).toBe(code)
    expect(result.stderr).toContain(words)
    expect(result.stderr).not.toContain('    at ')
  })
})
