import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPool, type Pool, requestLimits } from '#server/platform/postgres/db.ts'
import { copyTemplate, type TestDatabase } from '#server/testing/postgres/postgres.ts'
import { claim, finish, processDue, type Queue, renewLease, retryLater } from './queue.ts'

type Job = { name: string; result: string | null; progress: number }

const queue: Queue<Job> = {
  table: 'jobs',
  key: ['name'],
  pending: 'result is null',
  leaseSeconds: 60,
  retrySeconds: [10, 300],
  maxAttempts: 3,
}

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await copyTemplate()
  pool = openPool(database.url, requestLimits)
  await pool`
    create table jobs (
      name text primary key, result text, progress int not null default 0,
      next_attempt_at timestamptz not null default now(), attempts int not null default 0, lease_id uuid)`
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(() => pool`delete from jobs`)

async function add(...names: string[]) {
  await pool`insert into jobs (name) select unnest(${names}::text[])`
}

async function passSeconds(seconds: number) {
  await pool`update jobs set next_attempt_at = next_attempt_at - make_interval(secs => ${seconds})`
}

/** Returns the seconds until a job is due, rounded up to a multiple of five, because statements take some time. */
async function secondsUntilDue() {
  const [row] = await pool<{ seconds: number }[]>`
    select (ceil(extract(epoch from next_attempt_at - now()) / 5) * 5)::int as seconds from jobs`
  return row?.seconds
}

const claimJob = () => claim(pool, queue)
const results = () => pool`select name, result, attempts from jobs order by name`

describe('a job', () => {
  test('is processed by one of eight workers that claim at the same time', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `job ${index}`)
    await add(...names)
    const processed: string[] = []
    const work = async () =>
      processDue(
        pool,
        queue,
        () => false,
        async (job) => {
          processed.push(job.name)
          expect(await finish(pool, queue, job, pool`result = 'done'`)).toBe(true)
        },
      )
    await Promise.all(Array.from({ length: 8 }, work))
    expect(processed.toSorted()).toEqual(names.toSorted())
  })

  test('whose worker died is claimed again when the lease expires, and not before', async () => {
    await add('export')
    const first = await claimJob()
    expect(first).toMatchObject({ name: 'export', attempts: 1 })
    await passSeconds(50)
    expect(await claimJob()).toBeUndefined()
    await passSeconds(10)
    expect(await claimJob()).toMatchObject({ name: 'export', attempts: 2 })
  })

  test('that another worker has claimed ignores every write of the first worker', async () => {
    await add('export')
    const stale = (await claimJob())!
    await passSeconds(60)
    const current = (await claimJob())!
    expect(await finish(pool, queue, stale, pool`result = 'stale'`)).toBe(false)
    expect(await renewLease(pool, queue, stale, pool`progress = 99`)).toBe(false)
    expect(await retryLater(pool, queue, stale)).toBe(false)
    expect(await secondsUntilDue()).toBe(60)
    expect(await finish(pool, queue, current, pool`result = 'current'`)).toBe(true)
    expect(await results()).toEqual([{ name: 'export', result: 'current', attempts: 2 }])
  })

  test('that is requested again ignores the result of the worker in progress', async () => {
    await add('export')
    const outdated = (await claimJob())!
    await pool`update jobs set lease_id = null, attempts = 0, next_attempt_at = now()`
    const current = (await claimJob())!
    expect(current.attempts).toBe(outdated.attempts)
    expect(await finish(pool, queue, outdated, pool`result = 'outdated'`)).toBe(false)
    expect(await finish(pool, queue, current, pool`result = 'current'`)).toBe(true)
  })

  test('stays with its worker while each step renews the lease', async () => {
    await add('fan-out')
    const job = (await claimJob())!
    for (const step of [1, 2, 3]) {
      await passSeconds(50)
      expect(await renewLease(pool, queue, job, pool`progress = ${step}`)).toBe(true)
      expect(await claimJob()).toBeUndefined()
    }
    expect(await pool`select progress from jobs`).toEqual([{ progress: 3 }])
  })

  test('that fails is retried after longer and longer delays, and not after the last attempt', async () => {
    await add('email')
    for (const delay of [10, 300, 300]) {
      const job = (await claimJob())!
      expect(await retryLater(pool, queue, job, pool`progress = progress + 1`)).toBe(true)
      expect(await secondsUntilDue()).toBe(delay)
      expect(await claimJob()).toBeUndefined()
      await passSeconds(delay)
    }
    expect(await claimJob()).toBeUndefined()
    expect(await pool`select progress, attempts from jobs`).toEqual([{ progress: 3, attempts: 3 }])
  })

  test('that throws does not stop the jobs behind it, and its error is reported', async () => {
    await add('broken', 'fine')
    await pool`update jobs set next_attempt_at = now() - interval '1 minute' where name = 'broken'`
    const work = processDue(
      pool,
      queue,
      () => false,
      async (job) => {
        if (job.name === 'broken') throw new Error('no disk space')
        await finish(pool, queue, job, pool`result = 'done'`)
      },
    )
    await expect(work).rejects.toThrow('no disk space')
    expect(await results()).toEqual([
      { name: 'broken', result: null, attempts: 1 },
      { name: 'fine', result: 'done', attempts: 1 },
    ])
  })
})
