import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openCuttableServer } from '#server/testing/postgres/cuttableServer.ts'
import { copyTemplate, type TestDatabase } from '#server/testing/postgres/postgres.ts'
import { databaseErrorKind, openPool, type Pool } from './db.ts'

let database: TestDatabase
let proxy: Awaited<ReturnType<typeof openCuttableServer>>
const pools: Pool[] = []

beforeAll(async () => {
  database = await copyTemplate('empty')
  proxy = await openCuttableServer()
  await database.pool`create table notes (id bigint generated always as identity, text text not null)`
})
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.end({ timeout: 1 })
  await database.pool`truncate notes`
})
afterAll(async () => {
  await proxy.close()
  await database.drop()
})

function open(connections: number, statement = 20_000): Pool {
  const pool = openPool(proxy.urlOf(database.url), { connections, statement })
  pools.push(pool)
  return pool
}

/** Returns the kind of the database error with which `work` rejects. Fails the test if it succeeds. */
async function errorKindOf(work: PromiseLike<unknown>) {
  return work.then(
    () => expect.fail('it succeeded'),
    (error: unknown) => databaseErrorKind(error),
  )
}

const notes = async () =>
  (await database.pool<{ text: string }[]>`select text from notes order by id`).map((row) => row.text)

async function pidOf(db: Pick<Pool, 'unsafe'>): Promise<number> {
  const [row] = await db.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid')
  return row!.pid
}

/** Ends a connection from outside and waits until the server has closed it. */
async function terminate(pid: number) {
  await database.pool`select pg_terminate_backend(${pid})`
  await vi.waitUntil(async () => {
    const rows = await database.pool`select from pg_stat_activity where pid = ${pid}`
    return rows.length === 0
  }, 15_000)
}

describe('a response belongs to its statement', () => {
  test('after a statement that times out between its rows, the next response on the connection is complete', async () => {
    const pool = open(1, 300)
    await expect(
      pool`select i, repeat('x', 9000), pg_sleep(0.02) from generate_series(1, 1000) i`,
    ).rejects.toMatchObject({ code: '57014' })
    const rows = await pool`select 'somebody' as member`
    expect(rows).toHaveLength(1)
    expect(rows[0]).toEqual({ member: 'somebody' })
  })

  test('however often connections are cut, no caller gets the rows of another statement', async () => {
    const pool = open(4)
    const outcomes = { own: 0, unavailable: 0 }
    const select = async (number: number) => {
      try {
        const rows =
          await pool`select ${number}::int as number, repeat('x', 5000) as text from generate_series(1, 3)`
        expect(rows.map((row) => row['number'])).toEqual([number, number, number])
        outcomes.own += 1
      } catch (error) {
        expect(databaseErrorKind(error)).toBe('unavailable')
        outcomes.unavailable += 1
      }
    }
    for (let round = 0; round < 30; round += 1) {
      const selected = Array.from({ length: 20 }, async (_, index) => select(round * 20 + index))
      // The connection is cut early in some rounds and late in others.
      await selected[round % 10]
      proxy.cut()
      await Promise.all(selected)
    }
    expect(outcomes.own).toBeGreaterThan(0)
    expect(outcomes.unavailable).toBeGreaterThan(0)
    expect(outcomes.own + outcomes.unavailable).toBe(600)
  })

  test('statements sent together in a transaction are answered in order, each with its own rows or error', async () => {
    const pool = open(1)
    const responses: unknown[] = []
    const done = pool.begin(async (db) => {
      const statements = [db`select 1 as n`, db`select 1 / 0 as n`, db`select 3 as n`]
      responses.push(...(await Promise.allSettled(statements)))
    })
    await expect(done).rejects.toMatchObject({ code: '22012' })
    expect(responses).toMatchObject([
      { status: 'fulfilled', value: [{ n: 1 }] },
      { status: 'rejected', reason: { code: '22012' } },
      { status: 'rejected', reason: { code: '25P02' } },
    ])
    expect(await pool`select 4 as n`).toEqual([{ n: 4 }])
  })
})

describe('a transaction whose connection is lost', () => {
  test('runs nothing more, neither outside a transaction nor inside another one, however long the caller continues', async () => {
    const pool = open(1)
    let second: Promise<void> | undefined
    const first = pool.begin(async (db) => {
      await db`insert into notes (text) values ('before')`
      await terminate(await pidOf(db))
      // Another caller gets a new connection instead of the one that was lost.
      second = pool.begin(async (other) => {
        await other`insert into notes (text) values ('from the second')`
        for (let turn = 0; turn < 50; turn += 1) await database.pool`select 1`
      })
      for (let turn = 0; turn < 300; turn += 1) {
        await database.pool`select pg_sleep(0.005)::text`
        await db`insert into notes (text) values ('after')`.catch(() => {})
      }
    })
    expect(await errorKindOf(first)).toBe('unavailable')
    await second
    expect(await notes()).toEqual(['from the second'])
  })

  test('rejects even if the caller sent no further statement', async () => {
    const pool = open(1)
    const work = pool.begin(async (db) => {
      await db`insert into notes (text) values ('lost')`
      await terminate(await pidOf(db))
      return 'done'
    })
    expect(await errorKindOf(work)).toBe('unavailable')
    expect(await notes()).toEqual([])
  })

  test('a rollback on a lost connection ends neither the process nor the pool, and the caller gets its own error', async () => {
    const pool = open(1)
    for (let round = 0; round < 20; round += 1) {
      const work = pool.begin(async (db) => {
        await db`insert into notes (text) values ('lost')`
        proxy.cut()
        // The rollback is sometimes sent before the cut is noticed, and sometimes after.
        if (round % 2) await new Promise(setImmediate)
        throw new Error('the caller failed')
      })
      await expect(work).rejects.toThrow('the caller failed')
    }
    expect(await pool`select 1 as n`).toEqual([{ n: 1 }])
    expect(await notes()).toEqual([])
  })

  test('a transaction that was idle too long rejects for its caller too', async () => {
    const pool = open(1)
    const work = pool.begin(async (db) => {
      await db`set local idle_in_transaction_session_timeout = 50`
      const pid = await pidOf(db)
      await vi.waitUntil(async () => {
        const rows = await database.pool`select from pg_stat_activity where pid = ${pid}`
        return rows.length === 0
      }, 15_000)
      await db`insert into notes (text) values ('too late')`
    })
    await expect(work).rejects.toThrow()
    expect(await notes()).toEqual([])
    expect(await pool`select 1 as n`).toEqual([{ n: 1 }])
  })
})

describe('a transaction that is over', () => {
  test('accepts no statement from a caller that kept its db', async () => {
    const pool = open(1)
    const kept = await pool.begin(async (db) => ({ db }))
    await expect(kept.db`insert into notes (text) values ('later')`).rejects.toThrow('is over')
    expect(await notes()).toEqual([])
  })

  test('was rolled back if one of its statements failed, even if the caller ignored the error', async () => {
    const pool = open(1)
    const caught = pool.begin(async (db) => {
      await db`insert into notes (text) values ('first')`
      await db`insert into notes (text) values (null)`.catch(() => {})
    })
    await expect(caught).rejects.toMatchObject({ code: '23502' })
    const ignored = pool.begin(async (db) => {
      await db`insert into notes (text) values ('first')`
      void db`insert into notes (text) values (null)`.catch(() => {})
    })
    await expect(ignored).rejects.toThrow()
    expect(await notes()).toEqual([])
  })
})

describe('a database that goes away', () => {
  test('a connection that breaks while idle is replaced silently', async () => {
    const pool = open(2)
    await Promise.all([pool`select pg_sleep(0.05)`, pool`select pg_sleep(0.05)`])
    proxy.cut()
    await vi.waitUntil(async () => {
      const rows = await pool`select 1 as n`.catch(() => [])
      return rows.length === 1
    }, 15_000)
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await pool`select ${turn}::int as n`).toEqual([{ n: turn }])
    }
  })

  test('running and waiting statements reject as unavailable, and the pool works again once the database is back', async () => {
    const pool = open(2)
    await pool`select 1`
    const work = Array.from({ length: 10 }, () => errorKindOf(pool`select pg_sleep(5)`))
    await vi.waitUntil(async () => {
      const rows = await database.pool`select from pg_stat_activity where query like 'select pg_sleep(5)%'`
      return rows.length === 2
    }, 15_000)
    await proxy.close()
    expect(new Set(await Promise.all(work))).toEqual(new Set(['unavailable']))
    expect(await errorKindOf(pool`select 1`)).toBe('unavailable')
    await proxy.open()
    expect(await pool`select 1 as n`).toEqual([{ n: 1 }])
  })

  test('a statement whose bytes were still waiting to be sent does not delay the next one', async () => {
    const pool = open(1)
    await pool`select 1`
    proxy.setSilent(true)
    const large = 'x'.repeat(20_000_000)
    const stuck = Array.from({ length: 3 }, () => errorKindOf(pool`select length(${large}) as n`))
    await new Promise(setImmediate)
    proxy.setSilent(false)
    proxy.cut()
    const errorKinds = await Promise.all(stuck.map(async (each) => each.catch(() => 'answered')))
    expect(errorKinds[0]).toBe('unavailable')
    expect(await pool`select 2 as n`).toEqual([{ n: 2 }])
  })

  // covers HURD-HEALTH-04
  test('a server that disappears during a statement is abandoned, and the next statement gets another connection', async () => {
    const pool = open(1, 200)
    await pool`select 1`
    proxy.setSilent(true)
    expect(await errorKindOf(pool`select 2`)).toBe('unavailable')
    proxy.setSilent(false)
    expect(await pool`select 3 as n`).toEqual([{ n: 3 }])
  })

  // covers HURD-HEALTH-04
  test('a server that disappears while its connection is unused for long is abandoned with the next statement', async () => {
    const pool = open(1, 200)
    await pool`select 1`
    // Longer than the connection may be silent while it has a statement, which is 2.2 seconds here.
    await database.pool`select pg_sleep(2.5)`
    proxy.setSilent(true)
    expect(await errorKindOf(pool`select 2`)).toBe('unavailable')
    proxy.setSilent(false)
    expect(await pool`select 3 as n`).toEqual([{ n: 3 }])
  })

  test('a server that accepts the connection and never answers is abandoned', async () => {
    const pool = open(1)
    proxy.setSilent(true)
    try {
      await expect(pool`select 1`).rejects.toMatchObject({ code: 'CONNECT_TIMEOUT' })
    } finally {
      proxy.setSilent(false)
      proxy.cut()
    }
    expect(await pool`select 1 as n`).toEqual([{ n: 1 }])
  })

  test('a host that does not exist is reported at once, as unavailable', async () => {
    const pool = openPool('postgres://hurd@nowhere.invalid/hurd', { connections: 1, statement: 1000 })
    pools.push(pool)
    expect(await errorKindOf(pool`select 1`)).toBe('unavailable')
  })

  test('a caller that is still waiting for a connection is rejected when the pool closes', async () => {
    const pool = open(1)
    const released = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const holding = pool.begin(async (db) => {
      await db`select 1`
      started.resolve()
      await released.promise
    })
    await started.promise
    const waiting = errorKindOf(pool`select 1`)
    const ended = pool.end()
    expect(await waiting).toBe('unavailable')
    released.resolve()
    await Promise.all([holding, ended])
  })

  test('closing a pool ends the statements that still run, and a closed pool refuses new ones', async () => {
    const pool = open(1)
    const endless = errorKindOf(pool`select pg_sleep(60)`)
    await vi.waitUntil(async () => {
      const rows = await database.pool`select from pg_stat_activity where query like 'select pg_sleep(60)%'`
      return rows.length === 1
    }, 15_000)
    await pool.end({ timeout: 0.05 })
    expect(await endless).toBe('unavailable')
    expect(await errorKindOf(pool`select 1`)).toBe('unavailable')
  })
})
