import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '#server/platform/embedded/database.ts'
import { readEnv } from '#server/platform/settings/env.ts'
import { pgbouncerVersion, startPgBouncer } from '#server/testing/postgres/pgbouncer.ts'
import { copyTemplate, type TestDatabase } from '#server/testing/postgres/postgres.ts'
import { databaseErrorKind, openPool, requestLimits } from './db.ts'

const [major = 0, minor = 0] = pgbouncerVersion ?? []
const keepsPrepared = major > 1 || minor >= 21

describe.skipIf(!pgbouncerVersion)(
  'behind PgBouncer in transaction mode (skipped where it is not installed)',
  () => {
    let database: TestDatabase
    let pooler: Awaited<ReturnType<typeof startPgBouncer>>
    let dropping: Awaited<ReturnType<typeof startPgBouncer>>
    beforeAll(async () => {
      database = await copyTemplate('empty')
      await database.pool`create table notes (id int, text text)`
      pooler = await startPgBouncer(keepsPrepared ? { max_prepared_statements: 200 } : {})
      dropping = await startPgBouncer({
        ignore_startup_parameters: 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
      })
    })
    afterAll(async () => {
      await pooler.stop()
      await dropping.stop()
      await database.drop()
    })

    const open = (prepare: boolean, limits = requestLimits) =>
      openPool({ url: pooler.urlOf(database.url), pooler: 'transaction', prepare }, limits)

    test('every response belongs to its statement', async () => checkResponses(false))

    test.skipIf(!keepsPrepared)(
      'every response belongs to its prepared statement (skipped before PgBouncer 1.21)',
      async () => checkResponses(true),
    )

    async function checkResponses(prepare: boolean) {
      const pools = [open(prepare), open(prepare)]
      const shapes = Array.from({ length: 10 }, (_, index) => `shape_${index}`)
      for (let round = 0; round < 30; round += 1) {
        const responses = shapes.map(async (shape, index) => {
          const pool = pools[index % 2]!
          expect(await pool`select ${round}::int as round, ${shape} as ${pool(shape)}`).toEqual([
            { round, [shape]: shape },
          ])
          const inside = await pool.begin(async (db) => {
            await db`insert into notes values (${round}, ${shape})`
            return db`select count(*) from notes where id = ${round} and text = ${shape}`
          })
          expect(inside).toEqual([{ count: 1 }])
        })
        await Promise.all(responses)
      }
      await database.pool`truncate notes`
      for (const pool of pools) await pool.end({ timeout: 2 })
    }

    test('the limits apply to statements, transactions and locks', async () => {
      const pool = open(false, { connections: 4, statement: 200 })
      expect(databaseErrorKind(await pool`select pg_sleep(5)`.catch((error: unknown) => error))).toBe('busy')
      const work = pool.begin((db) => db`select pg_sleep(5)`)
      expect(databaseErrorKind(await work.catch((error: unknown) => error))).toBe('busy')
      const show = (db: Pick<typeof pool, 'unsafe'>) =>
        db.unsafe(`select current_setting('lock_timeout') as lock, current_setting('TimeZone') as zone,
                        current_setting('idle_in_transaction_session_timeout') as idle`)
      expect(await pool.begin(show)).toEqual([{ lock: '3s', zone: 'UTC', idle: '10s' }])
      expect(await pool`select 1 as n`).toEqual([{ n: 1 }])
      await pool.end({ timeout: 2 })
    })

    test('a transaction whose server connection died runs nothing more', async () => {
      const pool = open(false)
      const work = pool.begin(async (db) => {
        const [row] = await db<{ pid: number }[]>`select pg_backend_pid() as pid`
        await database.pool`select pg_terminate_backend(${row!.pid})`
        await vi.waitUntil(async () => {
          const rows = await database.pool`select from pg_stat_activity where pid = ${row!.pid}`
          return rows.length === 0
        }, 15_000)
        await db`insert into notes values (-1, 'lost')`
      })
      await expect(work).rejects.toThrow()
      expect(await pool`select from notes where id = -1`).toHaveLength(0)
      await pool.end({ timeout: 2 })
    })

    test('listening is refused with a reason, because notifications would never arrive', async () => {
      const pool = open(false)
      await expect(pool.listen('news', () => {})).rejects.toThrow('does not pass notifications on')
      await pool.end({ timeout: 2 })
    })

    test.each([
      ['refuses the limits', () => pooler],
      ['drops the limits', () => dropping],
    ])('an operator whose pooler %s learns which setting to use', async (_, through) => {
      const env = { DATABASE_URL: through().urlOf(database.url) }
      const start = (more: Record<string, string>) =>
        openDatabase(readEnv({ ...env, ...more }), { role: 'command', limits: requestLimits, say: () => {} })
      await expect(start({})).rejects.toThrow('set DATABASE_POOLER=transaction.')
      const opened = await start({ DATABASE_POOLER: 'transaction' })
      expect(await opened.pool`select 1 as n`).toEqual([{ n: 1 }])
      await opened.close()
    })
  },
)
