import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openCuttableServer } from '#server/testing/postgres/cuttableServer.ts'
import { copyTemplate, type TestDatabase } from '#server/testing/postgres/postgres.ts'
import { openPool, type Pool } from './db.ts'

let database: TestDatabase
const pools: Pool[] = []

beforeAll(async () => void (database = await copyTemplate('empty')))
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.end({ timeout: 1 })
})
afterAll(() => database.drop())

function open(connections: number, statement = 20_000, url = database.url): Pool {
  const pool = openPool(url, { connections, statement })
  pools.push(pool)
  return pool
}

describe('limits', () => {
  test('apply to every connection', async () => {
    const pool = open(3, 7_000)
    const show = () => pool`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
             current_setting('idle_in_transaction_session_timeout') as idle, current_setting('TimeZone') as zone,
             current_setting('client_encoding') as encoding, pg_sleep(0.05)::text as slept`
    for (const rows of await Promise.all([show(), show(), show()])) {
      expect(rows).toMatchObject([
        { statement: '7s', lock: '3s', idle: '10s', zone: 'UTC', encoding: 'UTF8' },
      ])
    }
  })

  test('a pool opens no more connections than allowed, and further statements wait and run in order', async () => {
    const indexes = Array.from({ length: 12 }, (_, index) => index)
    const order: number[] = []
    const pidsOf = async (pool: Pool) => {
      order.length = 0
      const pids = indexes.map(async (index) => {
        const [row] = await pool<{ pid: number }[]>`select pg_backend_pid() as pid, pg_sleep(0.01)::text`
        order.push(index)
        return row!.pid
      })
      return new Set(await Promise.all(pids))
    }
    expect((await pidsOf(open(2))).size).toBe(2)
    expect((await pidsOf(open(1))).size).toBe(1)
    // Statements on two connections may overtake each other, so the order is exact only on one connection.
    expect(order).toEqual(indexes)
  })

  test('a statement is prepared once for each connection, and a connection prepares a limited number of statements', async () => {
    const pool = open(1)
    const prepared = async () => {
      const [row] = await pool.unsafe<{ count: number }[]>('select count(*) from pg_prepared_statements')
      return row!.count
    }
    for (let turn = 0; turn < 5; turn += 1) await pool`select ${turn}::int as turn`
    expect(await prepared()).toBe(1)
    for (let turn = 0; turn < 520; turn += 1) {
      await pool`select ${pool(`column_${turn}`)} from (select 1) t (${pool(`column_${turn}`)})`
    }
    expect(await prepared()).toBeLessThan(30)
  })

  test('callers do not notice that the schema changed under a prepared statement', async () => {
    const pool = open(2)
    await database.pool`create table changing (a int)`
    await database.pool`insert into changing values (1)`
    const both = async () =>
      Promise.all([
        pool`select *, pg_sleep(0.02)::text from changing`,
        pool`select *, pg_sleep(0.02)::text from changing`,
      ])
    await both()
    await database.pool`alter table changing add b text default 'new'`
    for (const rows of await both()) expect(rows).toMatchObject([{ a: 1, b: 'new' }])
  })
})

test('a database URL may name the application and set options of the server', async () => {
  const url = new URL(database.url)
  url.searchParams.set('application_name', 'hurd of Austin')
  url.searchParams.set('options', '-c search_path=pg_catalog -c TimeZone=Asia/Tokyo')
  const [row] = await open(1, 7_000, url.href)`
    select current_setting('application_name') as name, current_setting('search_path') as path,
           current_setting('TimeZone') as zone, current_setting('statement_timeout') as statement`
  expect(row).toEqual({ name: 'hurd of Austin', path: 'pg_catalog', zone: 'UTC', statement: '7s' })
})

test('a pool closes even while its listener is reconnecting', async () => {
  const proxy = await openCuttableServer()
  const pool = open(1, 20_000, proxy.urlOf(database.url))
  await pool.listen('news', () => {})
  const delay = proxy.delay()
  proxy.cut()
  await vi.waitUntil(() => delay.count() > 0, { timeout: 5_000 })
  const ended = pool.end()
  delay.deliver()
  await ended
  await proxy.close()
})

test('a listener receives notifications again after its connection was lost', async () => {
  const proxy = await openCuttableServer()
  const pool = open(1, 20_000, proxy.urlOf(database.url))
  const received: string[] = []
  let began = 0
  const listening = await pool.listen(
    'news',
    (payload) => received.push(payload),
    () => (began += 1),
  )
  await database.pool`select pg_notify('news', 'one')`
  await vi.waitUntil(() => received.includes('one'), 15_000)
  proxy.cut()
  await vi.waitUntil(() => began === 2, { timeout: 5_000 })
  await database.pool`select pg_notify('news', 'two')`
  await vi.waitUntil(() => received.includes('two'), 15_000)
  await listening.unlisten()
  await proxy.close()
  expect(received).toEqual(['one', 'two'])
})
