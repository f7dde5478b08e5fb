import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '#server/testing/testServer.ts'
import { deleteExpired, expiries } from './expiries.ts'
import { retainedTables } from './retainedTables.ts'

let app: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

// covers HURD-MAINTAIN-06
test('every table either expires or has a stated reason to stay', async () => {
  const tables = await app.pool<{ name: string }[]>`
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`
  const named = [...expiries.map(({ table }) => table), ...retainedTables.flatMap((group) => group.tables)]
  expect(named.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
})

// covers HURD-MAINTAIN-06
test('the operating guide lists what is kept and for how long', () => {
  const guide = readFileSync('docs/operating.md', 'utf8').replaceAll(/\s+/g, ' ')
  const sentences = [...expiries, ...retainedTables].map(({ retention }) => retention)
  expect(sentences.filter((sentence) => !guide.includes(sentence))).toEqual([])
})

// covers HURD-MAINTAIN-05
test('many expired rows are deleted in batches, each continuing with the same table', async () => {
  await app.pool`
    insert into rate_limits (rule, subject, window_ends_at, attempts)
    select 'login', sha256(n::text::bytea), now() - interval '1 minute', 1 from generate_series(1, 4500) n
    union all select 'login', sha256('open'), now() + interval '1 hour', 1`
  const positions: (string | null)[] = ['rate_limits']
  while (positions.at(-1) === 'rate_limits') positions.push(await deleteExpired(app.pool, 'rate_limits'))
  expect(positions).toEqual(['rate_limits', 'rate_limits', 'rate_limits', 'reports'])
  expect(await app.pool`select attempts from rate_limits`).toHaveLength(1)
})

// covers HURD-MAINTAIN-07
test('no expiry reads a large table completely', async () => {
  // PostgreSQL scans small tables completely. To see the plans of large tables, the test forbids scans where an index
  // exists.
  const plans = await app.pool.begin(async (db) => {
    await db`set local enable_seqscan = off`
    const found: { table: string; plan: string }[] = []
    for (const { table, condition } of expiries) {
      const rows = await db<{ 'QUERY PLAN': string }[]>`
        explain select ctid from ${db(table)} where ${db.unsafe(condition)} limit 2000`
      found.push({ table, plan: rows.map((row) => row['QUERY PLAN']).join('\n') })
    }
    return found
  })
  const scanned = plans.filter(({ plan }) => plan.includes('Seq Scan')).map(({ table }) => table)
  // These tables are all short: there are few appeals and backups, a member has one export, and fan-outs are kept for
  // an hour.
  expect(scanned).toEqual(['appeals', 'backups', 'exports', 'stance_fanouts'])
})
