import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { createReport } from '#contract/moderation/reports.ts'
import { runHurd } from '#server/testing/operator.ts'
import { operator } from '#server/testing/setups/operators.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

// Each command is a separate process, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

const hurd = (...args: string[]) => runHurd(app, args)

const Reports = z.object({
  ok: z.literal(true),
  reports: z.array(
    z.object({
      report_id: z.string(),
      target_type: z.string(),
      target_id: z.string(),
      reason: z.string(),
      details: z.nullable(z.string()),
      created_at: z.iso.datetime(),
      state: z.enum(['open', 'resolved']),
      note: z.nullable(z.string()),
      resolved_by: z.nullable(z.string()),
    }),
  ),
})

const about = (user_id: string) => ({ target_type: 'user' as const, target_id: user_id })

async function list(...words: string[]) {
  return z.parse(Reports, (await hurd('reports', 'list', '--json', ...words)).json).reports
}

test('operators list reports, newest first, and resolve them with a note', async () => {
  expect((await hurd('reports', 'list', '--open')).stdout).toBe('No open reports.\n')
  const [ada, ben, cleo] = [await app.member('ada'), await app.member('ben'), await app.member('cleo')]
  const first = await ada.call(createReport, {
    ...about(ben.user_id),
    reason: 'spam',
    details: 'Sells\nthings',
  })
  const second = await ada.call(createReport, { ...about(cleo.user_id), reason: 'false_information' })

  expect(await list('--open')).toMatchObject([
    { report_id: second.report_id, reason: 'false_information', details: null, state: 'open' },
    {
      report_id: first.report_id,
      target_type: 'user',
      target_id: ben.user_id,
      reason: 'spam',
      details: 'Sells\nthings',
      state: 'open',
      note: null,
    },
  ])
  const lines = (await hurd('reports', 'list')).stdout.trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`open  user ${ben.user_id}  spam  from a member  Sells things`)

  const mod = await operator(app, 'mod', 'moderator')
  const assigned = app.pool`select from case_assignments where target_id = ${ben.user_id}`
  await app.pool`
    insert into case_assignments (target_type, target_id, user_id) values ('user', ${ben.user_id}, ${mod.user_id})`
  const done = await hurd(
    'reports',
    'resolve',
    first.report_id,
    '--note',
    'Warned by mail',
    '--by',
    'Ana Lima',
  )
  expect(done).toMatchObject({ code: 0, stdout: `${first.report_id} is resolved.\n` })
  expect(await assigned, 'the assignment ends with the last report of the case').toHaveLength(0)
  expect((await list('--open')).map((report) => report.report_id)).toEqual([second.report_id])
  const [, resolved] = await list()
  expect(resolved).toMatchObject({ state: 'resolved', note: 'Warned by mail' })
  expect(resolved?.resolved_by).toMatch(/^Ana Lima \(.+\)$/)
  expect(await list('--limit', '1')).toHaveLength(1)
  expect((await hurd('reports', 'resolve', first.report_id)).stderr).toContain('is resolved already')
})

test.each([
  [['reports', 'resolve'], 2, 'requires the id of one report'],
  [['reports', 'resolve', '7'], 2, 'requires the id of one report'],
  [['reports', 'resolve', '00000000-0000-4000-8000-000000000000'], 1, 'There is no report'],
  [['reports', 'list', '--limit', '0'], 2, '--limit must be a whole number'],
  [['reports', 'list', '--closed'], 2, 'closed'],
  [['audit', 'list', '--since', 'lately'], 2, '--since must be a date'],
  [['audit', 'forget'], 2, '--before'],
])('%j is refused with a message', async (args, code, words) => {
  const result = await hurd(...args)
  expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(words)])
})
