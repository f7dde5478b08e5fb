import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { getOperation } from '#contract/administration/administration.ts'
import { logDatabaseNotices, type DatabaseNotice } from '#server/platform/observability/databaseNotices.ts'
import { selectOutdatedCollations } from '#server/platform/postgres/collations.ts'
import { openPool, operatorLimits } from '#server/platform/postgres/db.ts'
import { runHurd } from '#server/testing/operator.ts'
import { startServer } from '#server/testing/processes.ts'
import { operator } from '#server/testing/setups/operators.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

// One test starts a real server process, which loads the places first.
vi.setConfig({ testTimeout: 90_000 })

let app: TestServer
let name: string
beforeAll(async () => {
  app = await startTestServer()
  name = new URL(app.databaseUrl).pathname.slice(1)
})
afterEach(() => logDatabaseNotices(null))
afterAll(() => app.close())

/** Stores a version as if another library had sorted the indexes. Returns a function that stores the right one again. */
async function storeFalseVersion() {
  const [before] = await app.pool<{ version: string | null }[]>`
    select datcollversion as version from pg_database where datname = ${name}`
  await app.pool`update pg_database set datcollversion = '0.false' where datname = ${name}`
  return () =>
    app.pool`update pg_database set datcollversion = ${before?.version ?? null} where datname = ${name}`
}

// covers HURD-COLLATION-01
test('a new database has no outdated collation', async () => {
  expect(await selectOutdatedCollations(app.pool)).toEqual([])
  expect(await runHurd(app, ['check', '--json'])).toMatchObject({ json: { ok: true } })
})

// covers HURD-COLLATION-01 HURD-COLLATION-02
test('an operator learns from the log, hurd check and the Operation screen that the library sorts differently now', async () => {
  const ada = await operator(app, 'ada', 'administrator')
  const restore = await storeFalseVersion()
  const expected = {
    name: `the database ${name}`,
    stored: '0.false',
    library: expect.stringMatching(/./),
    refresh: `alter database ${name} refresh collation version`,
  }
  expect((await ada.call(getOperation, {})).operation.outdated_collations).toEqual([expected])

  expect(await runHurd(app, ['check', '--json'])).toMatchObject({
    code: 1,
    json: {
      ok: false,
      found: 1,
      problems: [{ what: expect.stringContaining('collation'), where: expected.name, stored: '0.false' }],
    },
  })

  const server = await startServer('/nowhere', { env: { DATABASE_URL: app.databaseUrl, DEMO: 'off' } })
  const { output: log } = await server.stop()
  const lines = log
    .split('\n')
    .filter((line) => line.includes('collation version'))
    .map((line): unknown => JSON.parse(line))
  expect(lines.filter((line) => JSON.stringify(line).includes('outdated collation version'))).toEqual([
    expect.objectContaining({ ...expected, level: 40 }),
  ])
  // PostgreSQL warns every new connection, and one line is enough.
  const warnings = lines.filter((line) => JSON.stringify(line).includes('notice from the database'))
  expect(warnings.length).toBeLessThanOrEqual(1)

  await restore()
  expect((await ada.call(getOperation, {})).operation.outdated_collations).toEqual([])
})

// covers HURD-COLLATION-01
test('the collation of a column is compared too, and one that no column uses is not', async () => {
  await app.pool.unsafe(`
    create collation "Used one" (provider = libc, locale = 'C.UTF-8');
    create collation unused (provider = libc, locale = 'C.UTF-8');
    create table sorted_names (name text collate "Used one");
    update pg_collation set collversion = '0.false' where collname in ('Used one', 'unused')`)
  expect(await selectOutdatedCollations(app.pool)).toEqual([
    {
      name: 'the collation Used one',
      stored: '0.false',
      library: expect.stringMatching(/./),
      refresh: 'alter collation "Used one" refresh version',
    },
  ])
  await app.pool.unsafe('drop table sorted_names; drop collation "Used one"; drop collation unused')
})

// covers HURD-COLLATION-02
test('a warning of the database is logged with its severity and code, and not again from other connections', async () => {
  const notices: DatabaseNotice[] = []
  logDatabaseNotices((notice) => notices.push(notice))
  const raise = `
    do $$ begin raise warning 'the disk is nearly full'; raise notice 'a table was skipped' using errcode = '42P07'; end $$`
  await app.pool.unsafe(raise)
  const other = openPool(app.databaseUrl, operatorLimits)
  await other.unsafe(raise)
  await other.end()
  expect(notices).toEqual([
    { severity: 'WARNING', code: '01000', text: 'the disk is nearly full' },
    { severity: 'NOTICE', code: '42P07', text: 'a table was skipped' },
  ])
})
