import { once } from 'node:events'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { copyTemplate, type TestDatabase } from '#server/testing/postgres/postgres.ts'
import { databaseErrorKind, operatorLimits, openPool, type Pool } from './db.ts'

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await copyTemplate('empty')
  pool = openPool(database.url, { ...operatorLimits, connections: 1 })
  await pool`create table lines (n int, text text)`
})
beforeEach(async () => void (await pool`truncate lines`))
afterAll(async () => {
  await pool.end()
  await database.drop()
})

// The data is 40 MB, far more than the buffers along the way can hold.
const count = 20_000
const text = 'x'.repeat(2_000)

function* lines() {
  for (let n = 0; n < count; n += 1) yield Buffer.from(`${n}\t${text}\n`)
}

test('a large table is copied in and out, and each side waits for the slower one', async () => {
  let ahead = 0
  await pool.begin(async (db) => {
    const sink = await db`copy lines from stdin`.writable()
    for (const line of lines()) {
      if (!sink.write(line)) await once(sink, 'drain')
      ahead = Math.max(ahead, sink.writableLength)
    }
    sink.end()
    // The statement waits for the copy without an explicit await.
    expect(await db`select count(*), count(distinct n) as different from lines`).toEqual([
      { count, different: count },
    ])
  })
  expect(ahead).toBeLessThan(1_000_000)

  let bytes = 0
  let waiting = 0
  const observer = openPool(database.url, { ...operatorLimits, connections: 1 })
  await pool.begin(async (db) => {
    const [backend] = await db<{ pid: number }[]>`select pg_backend_pid() as pid`
    // The server has sent as much as the buffers along the way can hold, and waits until it can send more.
    const isServerWaiting = async () => {
      const [activity] = await observer<{ wait_event: string | null }[]>`
        select wait_event from pg_stat_activity where pid = ${backend!.pid}`
      return activity?.wait_event === 'ClientWrite'
    }
    const rows = await db`copy lines to stdout`.readable()
    for await (const chunk of rows) {
      if (bytes === 0) await expect.poll(isServerWaiting).toBe(true)
      bytes += chunk.length
      waiting = Math.max(waiting, rows.readableLength)
    }
    expect(await db`select 1 as n`).toEqual([{ n: 1 }])
  })
  await observer.end()
  expect(bytes).toBe([...lines()].reduce((sum, line) => sum + line.length, 0))
  expect(waiting).toBeLessThan(2_000_000)
})

test('rows that the database refuses end the copy and the transaction with the error of the database', async () => {
  const work = pool.begin(async (db) => {
    const sink = await db`copy lines from stdin`.writable()
    await pipeline(Readable.from([Buffer.from('1\ta\n'), Buffer.from('not a number\tb\n')]), sink)
  })
  await expect(work).rejects.toMatchObject({ code: '22P02' })
  await expect(pool.begin((db) => db`copy nowhere from stdin`.writable())).rejects.toMatchObject({
    code: '42P01',
  })
  await expect(pool.begin((db) => db`copy nowhere to stdout`.readable())).rejects.toMatchObject({
    code: '42P01',
  })
  expect(await pool`select from lines`).toHaveLength(0)
})

async function* brokenSource() {
  yield Buffer.from('1\ta\n')
  throw new Error('the source is broken')
}

test('a source that fails halfway leaves nothing behind', async () => {
  const work = pool.begin(async (db) => pipeline(brokenSource, await db`copy lines from stdin`.writable()))
  await expect(work).rejects.toThrow('the source is broken')
  expect(await pool`select from lines`).toHaveLength(0)
})

test('a reader that stops early and a copy that is never ended each cost one connection and nothing else', async () => {
  await pool`insert into lines select n, repeat('x', 2000) from generate_series(1, 20000) n`
  const stopped = pool.begin(async (db) => {
    for await (const chunk of await db`copy lines to stdout`.readable()) if (chunk.length > 0) break
  })
  await expect(stopped).rejects.toThrow()
  const failing = pool.begin(async (db) =>
    pipeline(
      await db`copy lines to stdout`.readable(),
      new Writable({ write: (_chunk, _encoding, callback) => callback(new Error('the disk is full')) }),
    ),
  )
  await expect(failing).rejects.toThrow('the disk is full')
  const left = pool.begin(async (db) => {
    const sink = await db`copy lines from stdin`.writable()
    sink.on('error', () => {})
    sink.write('1\ta\n')
  })
  await expect(left).rejects.toThrow()
  expect(await pool`select count(*) from lines`).toEqual([{ count: 20000 }])
})

/** Ends the connection that is running this statement. */
async function terminate(statement: string) {
  await database.pool`
    select pg_terminate_backend(pid) from pg_stat_activity
     where query like ${statement} and datname = current_database() and pid <> pg_backend_pid()`
}

test('a connection that is lost during a copy ends the read or the write with an error', async () => {
  await pool`insert into lines select n, repeat('x', 2000) from generate_series(1, 20000) n`
  const writing = pool.begin(async (db) => {
    const sink = await db`copy lines from stdin`.writable()
    await terminate('copy lines from%')
    await pipeline(Readable.from(lines()), sink)
  })
  expect(databaseErrorKind(await writing.catch((error: unknown) => error))).toBe('unavailable')
  const reading = pool.begin(async (db) => {
    const rows = await db`copy lines to stdout`.readable()
    await terminate('copy lines to%')
    let bytes = 0
    for await (const chunk of rows) bytes += chunk.length
    return bytes
  })
  expect(databaseErrorKind(await reading.catch((error: unknown) => error))).toBe('unavailable')
  expect(await pool`select count(*) from lines`).toEqual([{ count: 20000 }])
})
