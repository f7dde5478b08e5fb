import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { copyTemplate, type TestDatabase } from '#server/testing/postgres/postgres.ts'
import { databaseErrorKind, openPool, type Db, type Pool } from './db.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await copyTemplate('empty')
  pool = openPool(database.url, { connections: 6, statement: 5_000 })
  await pool`create table counters (name text primary key, count int not null default 0)`
  await pool`insert into counters (name) values ('first'), ('second')`
})
afterAll(async () => {
  await pool.end({ timeout: 1 })
  await database.drop()
})

const add = (db: Db, name: string) => db`update counters set count = count + 1 where name = ${name}`

/** Returns the milliseconds that the next statement may take and may wait for a lock. */
async function limitsOf(db: Db) {
  const rows = await db<{ setting: number }[]>`
    select setting::int from pg_settings where name in ('statement_timeout', 'lock_timeout') order by name desc`
  const [statement, lock] = rows.map(({ setting }) => setting)
  return { statement: statement ?? 0, lock: lock ?? 0 }
}

async function waitsForLock(): Promise<boolean> {
  const rows = await pool`
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  return rows.length > 0
}

/**
 * Locks a row until `release` is called, and for 0.4 s after that so that a waiting transaction loses part of its time.
 */
async function lockRow(name: string) {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
  const over = pool.begin(async (db) => {
    await add(db, name)
    locked()
    await isReleased
    await db`select pg_sleep(0.4)`
  })
  await isLocked
  return { release, over }
}

test('the waits for two locked rows share the time of one transaction', async () => {
  const [first, second] = [await lockRow('first'), await lockRow('second')]
  const deadline = performance.now() + 2_500
  let before = { statement: 0, lock: 0 }
  let after = before
  const write = pool.begin({ deadline }, async (db) => {
    before = await limitsOf(db)
    await add(db, 'first')
    after = await limitsOf(db)
    await add(db, 'second')
  })
  const refused = expect(write).rejects.toSatisfy((error) => databaseErrorKind(error) === 'busy')
  await vi.waitUntil(waitsForLock, { timeout: 2_500 })
  first.release()
  await refused
  second.release()
  await Promise.all([first.over, second.over])
  expect(before.statement).toBeLessThanOrEqual(2_500)
  expect(after.statement).toBeGreaterThan(0)
  expect(after.statement).toBeLessThanOrEqual(before.statement - 250)
  expect(after.lock).toBeLessThanOrEqual(after.statement)
  // The next transaction on these connections has the limits of the pool.
  expect(await limitsOf(pool)).toEqual({ statement: 5_000, lock: 3_000 })
})

test('a transaction whose time is over sends no further statement', async () => {
  const watched = openPool(database.url, { connections: 1, statement: 5_000 })
  const late = watched.begin({ deadline: performance.now() - 1 }, (db) => db`select pg_backend_pid()`)
  await expect(late).rejects.toSatisfy((error) => databaseErrorKind(error) === 'busy')
  expect(await limitsOf(watched), 'the connection is still good').toEqual({ statement: 5_000, lock: 3_000 })
  await watched.end()
})

test('a transaction that loses no time keeps the limits of the pool', async () => {
  const watched = openPool(database.url, { connections: 1, statement: 5_000 })
  const limits = await watched.begin({ deadline: performance.now() + 60_000 }, async (db) => {
    await add(db, 'first')
    return limitsOf(db)
  })
  await watched.end()
  expect(limits).toEqual({ statement: 5_000, lock: 3_000 })
})
