import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestLimits } from './postgres/db.ts'
import { Connection } from './postgres/driver.ts'
import { settingsOf } from './postgres/poolSettings.ts'
import type { BuiltStatement } from './postgres/sqlText.ts'
import { homeOfTable, type Home } from './testing/homes.ts'
import { isBackground } from './testing/setups/backgroundStatements.ts'
import { callEverything } from './testing/setups/calls/callEverything.ts'
import { plantCanaries } from './testing/setups/calls/canaries.ts'
import { visitEveryScreen } from './testing/setups/visitEveryScreen.ts'
import { startTestServer, type TestServer } from './testing/testServer.ts'

type Touched = { statement: string; writes: Home[]; locks: Home[]; reads: Home[] }

const docs = new URL('../docs/', import.meta.url)
/**
 * The number of value sets that are kept for each statement. Some values cannot be sent twice, such as a name that is
 * then taken.
 */
const valuesKept = 5

let app: TestServer
const sent = new Map<string, BuiltStatement[]>()
beforeAll(async () => {
  let isPlanted = false
  app = await startTestServer({}, '/nowhere', {
    observe: (statement) => {
      if (!isPlanted || !/^[a-z]+(\/[\w.]+)+$/i.test(statement.name) || isBackground(statement.name)) return
      const key = `${statement.name}\n${statement.text}`
      const known = sent.get(key) ?? []
      if (known.length < valuesKept) sent.set(key, [...known, statement])
    },
  })
  const canaries = await plantCanaries(app)
  isPlanted = true
  await visitEveryScreen(app)
  await callEverything(app, canaries, canaries.owner.token)
  isPlanted = false
  await clearTheWay()
})
afterAll(() => app.close())

/** Undoes actions that cannot be repeated, so that they can be made again. */
async function clearTheWay(): Promise<void> {
  await app.pool.unsafe(`
    delete from follows;
    delete from reports;
    delete from feed_tokens;
    delete from group_follows;
    update group_posts set deleted_at = null;
    update users set username = 'former_' || username, email = 'former.' || email`)
}

test('every table has a home', async () => {
  const rows = await app.pool<{ name: string }[]>`
    select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...homeOfTable.keys()].toSorted())
})

/**
 * Each statement of a visit and of every call of the API is sent again in a transaction that is rolled back. The locks
 * that the transaction then has show which tables it used, even inside functions and foreign keys.
 * `UPDATE_STATEMENTS=1` writes the list again. Before version 18, PostgreSQL locks fewer tables for a few statements.
 */
test('the statements that touch more than one home are the ones listed for operators', async ({ skip }) => {
  const [server] = await app.pool<{ version: number }[]>`
    select current_setting('server_version_num')::int as version`
  skip(server!.version < 180_000, 'The list is that of PostgreSQL 18 and newer.')
  const touched = await replay()
  const crossing = touched.filter((statement) => homesOf(statement).size > 1)
  const writing = touched.filter(({ writes }) => writes.some(isAHome))
  const writingAcross = crossing.filter(({ writes }) => writes.filter(isAHome).length > 1)
  const counted =
    `${crossing.length} of ${touched.length} statements touch more than one home, and ${writingAcross.length} of ` +
    `${writing.length} that write change rows of more than one`
  const list = tableOf(crossing)
  process.stdout.write(`${counted}\n`)

  if (process.env['UPDATE_STATEMENTS'] !== undefined) await writeFile(new URL('crossings.tsv', docs), list)
  expect(list).toBe(await readFile(new URL('crossings.tsv', docs), 'utf8'))
  expect((await readFile(new URL('scale.md', docs), 'utf8')).replaceAll(/\s+/g, ' ')).toContain(counted)
})

async function replay(): Promise<Touched[]> {
  const [row] = await app.pool<{ name: string }[]>`select current_database() as name`
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '')
  url.pathname = `/${row?.name}`
  const connection = new Connection({ ...settingsOf(url.toString(), requestLimits), isPreparing: false })
  await connection.connect()
  const touched: Touched[] = []
  const refused: string[] = []
  for (const alternatives of sent.values()) {
    const result = await firstThatRuns(connection, alternatives)
    if (typeof result === 'object') touched.push(result)
    else refused.push(`${alternatives[0]?.name}: ${result}`)
  }
  await connection.end()
  // Statements that cannot be sent twice are not counted. Only a few are allowed.
  expect(refused.length, refused.join('\n')).toBeLessThan(6)
  return touched
}

async function firstThatRuns(
  connection: Connection,
  alternatives: BuiltStatement[],
): Promise<Touched | string> {
  let reason = ''
  for (const statement of alternatives) {
    await connection.command('begin')
    try {
      await connection.send(statement, {})
      return { statement: statement.name, ...(await homesTouched(connection)) }
    } catch (error) {
      reason = String(error)
    } finally {
      await connection.command('rollback')
    }
  }
  return reason
}

async function homesTouched(connection: Connection): Promise<Omit<Touched, 'statement'>> {
  const text = `
    select relname as table, mode from pg_locks join pg_class on pg_class.oid = relation
     where pid = pg_backend_pid() and relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`
  const locks = await connection.send({ name: 'locks', text, values: [] }, {})
  const homesWith = (mode: (name: string) => boolean) => {
    const homes = new Set<Home>()
    for (const lock of locks) {
      if (!('table' in lock && 'mode' in lock)) continue
      const home = homeOfTable.get(String(lock.table))
      if (home && mode(String(lock.mode))) homes.add(home)
    }
    return [...homes].toSorted()
  }
  return {
    writes: homesWith((mode) => mode.includes('Exclusive')),
    locks: homesWith((mode) => mode === 'RowShareLock'),
    reads: homesWith((mode) => mode === 'AccessShareLock'),
  }
}

/** Every home has its own queues and can read copies of the tables of `world`, so these do not count as crossings. */
function homesOf({ writes, locks, reads }: Touched): Set<Home> {
  return new Set([...writes, ...[...locks, ...reads].filter((home) => home !== 'world')].filter(isAHome))
}

function isAHome(home: Home): boolean {
  return home !== 'own'
}

/** Statements with the same name that touch the same homes become one line. */
function tableOf(crossing: Touched[]): string {
  const lines = crossing.map(({ statement, writes, locks, reads }) =>
    [statement, ...[writes, locks, reads].map((homes) => homes.join('+') || '-')].join('\t'),
  )
  return `${['statement\twrites\tlocks\treads', ...new Set(lines.toSorted())].join('\n')}\n`
}
