import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignCase, caseFilters, decideCases, listCases } from '#contract/moderation/cases.ts'
import type { BuiltStatement } from '#server/platform/postgres/sqlText.ts'
import { operator } from '#server/testing/setups/operators.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const sent: BuiltStatement[] = []
let app: TestServer
let mod: Person
beforeAll(async () => {
  app = await startTestServer({}, '/nowhere', { observe: (statement) => void sent.push(statement) })
  mod = await operator(app, 'mod', 'moderator')
  // Inserts 10,000 cases, of which every second is decided. The first ten have 300 reports each.
  await app.pool`
    insert into reports (target_type, target_id, reason, created_at, resolved_at, resolved_by)
    select 'bill_comment', overlay(overlay(md5('case ' || n) placing '4' from 13) placing '8' from 17)::uuid, 'spam', timestamptz '2026-01-01' + n * interval '1 minute',
           case when n % 2 = 0 then now() end, case when n % 2 = 0 then 'tester' end
      from generate_series(1, 10000) n, generate_series(1, case when n <= 10 then 300 else 1 end)`
  await app.pool`analyze reports`
})
afterAll(() => app.close())

// covers HURD-MODERATE-12
test('every case is on exactly one page of the queue, the longest waiting first', async () => {
  let after: string | undefined
  const seen: string[] = []
  for (let page = 0; page < 3; page += 1) {
    const response: {
      cases: { target_id: string; report_count: number; is_open: boolean }[]
      next: string | null
    } = await mod.call(listCases, { filter: 'open', limit: 20, ...(after === undefined ? {} : { after }) })
    const counts = response.cases.slice(0, 6).map((item) => item.report_count)
    expect(counts).toEqual(page === 0 ? [300, 300, 300, 300, 300, 1] : [1, 1, 1, 1, 1, 1])
    expect(response.cases.every(({ is_open }) => is_open)).toBe(true)
    seen.push(...response.cases.map(({ target_id }) => target_id))
    after = response.next ?? undefined
  }
  const expected = await app.pool<{ id: string }[]>`
    select overlay(overlay(md5('case ' || n) placing '4' from 13) placing '8' from 17)::uuid as id from generate_series(1, 119, 2) n order by n`
  expect(seen).toEqual(expected.map(({ id }) => id))
})

// covers HURD-MODERATE-12
test.each(caseFilters)(
  'a page of the filter %s reads only its own cases, whatever the number of reports',
  async (filter) => {
    const [first] = (await mod.call(listCases, { filter: 'open', limit: 1 })).cases
    await mod.call(assignCase, {
      target_type: first!.target_type,
      target_id: first!.target_id,
      assigned: true,
      take_over: true,
    })
    // This page begins after the cases with 300 reports.
    const { next } = await mod.call(listCases, { filter, limit: 10 })
    sent.length = 0
    await mod.call(listCases, { filter, limit: 20, ...(next === null ? {} : { after: next }) })
    const statement = sent.find(({ name }) => name.endsWith('queue.listCases'))
    const plan = await explain(statement!)
    expect(plan).not.toMatch(/Seq Scan on reports/)
    expect(rowsRead(plan)).toBeLessThan(2_000)
  },
)

// covers HURD-MODERATE-02
test('a member without a role learns nothing from wrong input', async () => {
  const maya = await app.member('maya')
  const bad = await maya.request(decideCases, { cases: [], decision: 'hide', reason: '', days: null })
  expect(bad.status).toBe(404)
  const list = await app.send('GET', '/api/moderation/cases?limit=nonsense', { token: maya.token })
  expect(list.status).toBe(404)
})

/** Returns the plan that requests use, which is made once for all values. */
async function explain({ text, values }: BuiltStatement): Promise<string> {
  return app.pool.begin(async (db) => {
    await db.unsafe(`set local plan_cache_mode = 'force_generic_plan'; prepare listed as ${text}`)
    const literals = values.map((value) => (value === null ? 'null' : `'${String(value)}'`))
    const rows = await db.unsafe<{ 'QUERY PLAN': string }[]>(
      `explain (analyze, timing off) execute listed${literals.length > 0 ? `(${literals.join(', ')})` : ''}`,
    )
    await db.unsafe('deallocate listed')
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

function rowsRead(plan: string): number {
  const scans = [...plan.matchAll(/Scan[^\n]* on reports[^\n]*actual rows=([\d.]+) loops=(\d+)/g)]
  return scans.reduce((sum, [, rows, loops]) => sum + Number(rows) * Number(loops), 0)
}
