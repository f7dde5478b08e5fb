import type { FastifyBaseLogger } from 'fastify'
import { inSpan } from '#server/platform/observability/spans.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { finish, type Lease, processDue, type Queue, renewLease } from './queue.ts'

/**
 * Work that the instance repeats. One process at a time does it, in slices that are short enough to hold no lock for
 * long. A slice begins at `position`, where the previous slice ended (null: at the beginning), and returns where the
 * next slice begins, or null at the end of the round. A slice may run twice if a process dies.
 */
export type RecurringTask = {
  name: string
  everySeconds: number
  slice: (position: string | null, isStopping: () => boolean) => Promise<string | null>
}

type Job = { name: string; position: string | null }

/** A slice must end within this time, because another process takes over when the lease ends. */
const leaseSeconds = 300
/** After this time the next due task runs. The interrupted task continues later. */
const turnMs = 20_000
/** The maximum length of a saved error. db/tables/80_operations.sql has the same limit. */
const mostErrorLength = 200

/** Runs the tasks that are due, each from its position. Throws the first failure at the end. */
export async function runDueTasks(
  pool: Pool,
  tasks: readonly RecurringTask[],
  log: FastifyBaseLogger,
  isStopping: () => boolean,
): Promise<void> {
  await saveTasks(pool, tasks)
  const queue: Queue<Job> = {
    table: 'recurring_tasks',
    key: ['name'],
    // Tasks with other names are ignored, because another release of the program may have other tasks.
    pending: `name in (${tasks.map(({ name }) => `'${name}'`).join(', ')})`,
    leaseSeconds,
    retrySeconds: [60, 300, 900, 3600],
    maxAttempts: null,
  }
  await processDue<Job>(pool, queue, isStopping, async (job) => {
    const task = tasks.find(({ name }) => name === job.name)
    if (!task) return
    try {
      const span = { name: `task ${task.name}`, kind: 'internal' as const, attributes: {} }
      await inSpan(span, async () => takeTurn(pool, queue, job, task, isStopping))
    } catch (error) {
      log.warn({ err: error, task: job.name }, 'a recurring task failed, will retry')
      await saveError(pool, job.name, error)
      throw error
    }
  })
}

/** Saves an error for administrators. The log has the whole error. */
async function saveError(db: Db, name: string, error: unknown): Promise<void> {
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, mostErrorLength)
  await db`update recurring_tasks set last_error = ${reason} where name = ${name}`
}

/** Runs slices until the end of the round or of the turn. */
async function takeTurn(
  pool: Pool,
  queue: Queue<Job>,
  job: Job & Lease,
  task: RecurringTask,
  isStopping: () => boolean,
): Promise<void> {
  const began = performance.now()
  let { position } = job
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each slice begins where the one before it ended
    position = await task.slice(position, isStopping)
    if (position === null) {
      // oxlint-disable-next-line no-await-in-loop -- the last step
      await finish(
        pool,
        queue,
        job,
        pool`position = null, attempts = 0, last_error = null, finished_at = now(),
             next_attempt_at = now() + make_interval(secs => ${task.everySeconds})`,
      )
      return
    }
    if (isStopping() || performance.now() - began > turnMs) {
      // oxlint-disable-next-line no-await-in-loop -- the last step
      await finish(
        pool,
        queue,
        job,
        pool`position = ${position}, attempts = 0, last_error = null, next_attempt_at = now()`,
      )
      return
    }
    // oxlint-disable-next-line no-await-in-loop -- see above
    const hasLease = await renewLease(pool, queue, job, pool`position = ${position}, attempts = 0`)
    if (!hasLease) return
  }
}

/** Saves the tasks of this release, and deletes those that no release has run for days. */
async function saveTasks(pool: Pool, tasks: readonly RecurringTask[]): Promise<void> {
  const names = tasks.map(({ name }) => name)
  const seconds = tasks.map(({ everySeconds }) => everySeconds)
  await pool`
    insert into recurring_tasks as stored (name, every_seconds)
    select * from unnest(${names}::text[], ${seconds}::int[])
    on conflict (name) do update set every_seconds = excluded.every_seconds
     where stored.every_seconds <> excluded.every_seconds`
  await pool`
    delete from recurring_tasks where name <> all (${names}::text[]) and next_attempt_at < now() - interval '2 days'`
}

/** Selects, for each task, how many seconds overdue the end of its round is. 0 if it is not overdue. */
export async function selectLateTasks(db: Db): Promise<{ task: string; seconds: number }[]> {
  return db<{ task: string; seconds: number }[]>`
    select name as task,
           greatest(0, extract(epoch from now() - coalesce(finished_at, added_at)) - every_seconds)::float8 as seconds
      from recurring_tasks`
}
