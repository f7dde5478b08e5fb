import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openLog } from '#server/platform/observability/log.ts'
import { openPool, type Pool, requestLimits } from '#server/platform/postgres/db.ts'
import { copyTemplate, type TestDatabase } from '#server/testing/postgres/postgres.ts'
import { type RecurringTask, runDueTasks, selectLateTasks } from './recurringTask.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await copyTemplate()
  pool = openPool(database.url, requestLimits)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(() => pool`delete from recurring_tasks`)

const log = openLog('silent')
const never = () => false

/** Returns a task with three slices, which records where each of them began. */
function countingTask(
  begun: (string | null)[],
  fail: (position: string | null) => boolean = never,
): RecurringTask {
  return {
    name: 'counting',
    everySeconds: 600,
    async slice(position) {
      begun.push(position)
      if (fail(position)) throw new Error('the slice failed')
      const next = Number(position ?? 0) + 1
      return next === 3 ? null : String(next)
    },
  }
}

// covers HURD-MAINTAIN-01
test('only one of several instances runs a task, and the task does not run again before it is due', async () => {
  const begun: (string | null)[] = []
  const tasks = [countingTask(begun)]
  await Promise.all([1, 2, 3].map(() => runDueTasks(pool, tasks, log, never)))
  await runDueTasks(pool, tasks, log, never)
  expect(begun).toEqual([null, '1', '2'])
  await pool`update recurring_tasks set next_attempt_at = now()`
  await runDueTasks(pool, tasks, log, never)
  expect(begun).toHaveLength(6)
})

// covers HURD-MAINTAIN-02
test('a failed slice is repeated from its position, and the other tasks continue', async () => {
  const begun: (string | null)[] = []
  const others: (string | null)[] = []
  const tasks = [
    countingTask(begun, (position) => position === '1' && begun.length < 3),
    { ...countingTask(others), name: 'other' },
  ]
  await expect(runDueTasks(pool, tasks, log, never)).rejects.toThrow('the slice failed')
  expect(begun).toEqual([null, '1'])
  expect(others).toEqual([null, '1', '2'])
  // The task waits before the next attempt.
  await runDueTasks(pool, tasks, log, never)
  expect(begun).toHaveLength(2)
  await pool`update recurring_tasks set next_attempt_at = now()`
  await runDueTasks(pool, tasks, log, never)
  expect(begun.slice(0, 4)).toEqual([null, '1', '1', '2'])
})

// covers HURD-MAINTAIN-02
test('another instance continues a task whose process died, and a slow one writes nothing afterwards', async () => {
  const begun: (string | null)[] = []
  const secondSlice = Promise.withResolvers<void>()
  const pause = Promise.withResolvers<void>()
  const slow: RecurringTask = {
    ...countingTask([]),
    async slice(position) {
      if (position === null) return '1'
      secondSlice.resolve()
      await pause.promise
      return '2'
    },
  }
  const first = runDueTasks(pool, [slow], log, never)
  await secondSlice.promise
  // The lease expires.
  await pool`update recurring_tasks set next_attempt_at = now()`
  await runDueTasks(pool, [countingTask(begun)], log, never)
  expect(begun).toEqual(['1', '2'])
  pause.resolve()
  await first
  expect(await pool`select position, lease_id from recurring_tasks`).toEqual([
    { position: null, lease_id: null },
  ])
})

// covers HURD-MAINTAIN-03
test('an instance that stops hands over the rest of a task at once', async () => {
  const begun: (string | null)[] = []
  const tasks = [countingTask(begun)]
  await runDueTasks(pool, tasks, log, () => begun.length > 0)
  expect(begun).toEqual([null])
  await runDueTasks(pool, tasks, log, never)
  expect(begun).toEqual([null, '1', '2'])
})

// covers HURD-MAINTAIN-04
test('a task that does not finish is reported as late', async () => {
  const tasks = [countingTask([], () => true)]
  await expect(runDueTasks(pool, tasks, log, never)).rejects.toThrow()
  expect(await selectLateTasks(pool)).toEqual([{ task: 'counting', seconds: 0 }])
  await pool`update recurring_tasks set added_at = now() - interval '2 hours'`
  const [late] = await selectLateTasks(pool)
  expect(late?.seconds).toBeGreaterThan(6_000)
})

// covers HURD-MAINTAIN-04
test('a task that no release runs any more is late for two days, and then forgotten', async () => {
  const [kept, removed] = [countingTask([]), { ...countingTask([]), name: 'removed' }]
  await runDueTasks(pool, [kept, removed], log, never)
  const names = async () => (await selectLateTasks(pool)).map(({ task }) => task).toSorted()
  await pool`update recurring_tasks set next_attempt_at = now() - interval '1 day'`
  await runDueTasks(pool, [kept], log, never)
  expect(await names()).toEqual(['counting', 'removed'])
  await pool`update recurring_tasks set next_attempt_at = now() - interval '3 days'`
  await runDueTasks(pool, [kept], log, never)
  expect(await names()).toEqual(['counting'])
})
