import { inSpan } from '#server/platform/observability/spans.ts'
import type { Db, Part, Pool } from '#server/platform/postgres/db.ts'

/**
 * A job queue in a table with the columns `next_attempt_at`, `attempts` and `lease_id`. Any number of workers can use
 * it: a worker claims a job under a lease, and every later write of the worker checks that it still has the lease. When
 * a worker dies, its lease expires and another worker claims the job. Code that changes a job that may be in progress
 * must set `lease_id` to null so that the worker cannot write an outdated result.
 */
export type Queue<Job extends object> = {
  table: string
  /** The columns of the primary key. */
  key: readonly (keyof Job & string)[]
  /** The column with the time at which a job is due, if it has another name. */
  due?: string
  /** An SQL condition that is true for unfinished jobs. */
  pending: string
  /** Additional SQL assignments that every claim makes. */
  onClaim?: string
  /** Longer than a job can take, or longer than each of its steps if the steps renew the lease. */
  leaseSeconds: number
  /** The delays after the first, second and later failed attempts. The last delay repeats. */
  retrySeconds: readonly number[]
  /** A job with this many attempts is not claimed again. Null for no limit. */
  maxAttempts: number | null
}

export type Lease = { lease_id: string; attempts: number }

/** Claims the job that has been due the longest. The attempt counts even if this worker dies. */
export async function claim<Job extends object>(
  db: Db,
  queue: Queue<Job>,
): Promise<(Job & Lease) | undefined> {
  const { table, pending, onClaim, leaseSeconds, maxAttempts } = queue
  const due = db(dueColumn(queue))
  const key = queue.key.join(', ')
  const [job] = await db<(Job & Lease)[]>`
    with due as (
      select ${db.unsafe(key)} from ${db(table)}
       where ${db.unsafe(pending)} and ${due} <= now()
         and (${maxAttempts}::int is null or attempts < ${maxAttempts})
       order by ${due} limit 1 for update skip locked)
    update ${db(table)} job
       set ${db.unsafe(onClaim ? `${onClaim}, ` : '')} attempts = attempts + 1, lease_id = gen_random_uuid(),
           ${due} = now() + make_interval(secs => ${leaseSeconds})
      from due where ${db.unsafe(queue.key.map((column) => `job.${column} = due.${column}`).join(' and '))}
    returning job.*`
  return job
}

/** Saves progress and keeps the lease. Returns false, and writes nothing, if the lease was lost. */
export function renewLease<Job extends object>(
  db: Db,
  queue: Queue<Job>,
  job: Job & Lease,
  changes: Part,
): Promise<boolean> {
  const { leaseSeconds } = queue
  return update(
    db,
    queue,
    job,
    db`${changes}, ${db(dueColumn(queue))} = now() + make_interval(secs => ${leaseSeconds})`,
  )
}

/** Saves the result, after which the job must no longer be due. Returns false, and writes nothing, if the lease was lost. */
export function finish<Job extends object>(
  db: Db,
  queue: Queue<Job>,
  job: Job & Lease,
  changes: Part,
): Promise<boolean> {
  return update(db, queue, job, db`${changes}, lease_id = null`)
}

/** Deletes a job that is done. Returns false, and deletes nothing, if the lease was lost. */
export async function remove<Job extends object>(
  db: Db,
  queue: Queue<Job>,
  job: Job & Lease,
): Promise<boolean> {
  const { count } = await db`delete from ${db(queue.table)} where ${isLeased(db, queue, job)}`
  return count === 1
}

/** Schedules the next attempt. Returns false, and writes nothing, if the lease was lost. */
export function retryLater<Job extends object>(
  db: Db,
  queue: Queue<Job>,
  job: Job & Lease,
  changes?: Part,
): Promise<boolean> {
  const { retrySeconds } = queue
  const seconds = retrySeconds[Math.min(job.attempts, retrySeconds.length) - 1] ?? 0
  const more = changes ? db`${changes}, ` : db``
  return update(
    db,
    queue,
    job,
    db`${more} lease_id = null, ${db(dueColumn(queue))} = now() + make_interval(secs => ${seconds})`,
  )
}

/** Gives a job back unfinished. Another worker can continue at once, and this attempt does not count. Returns false if the lease was lost. */
export function release<Job extends object>(db: Db, queue: Queue<Job>, job: Job & Lease): Promise<boolean> {
  return update(db, queue, job, db`lease_id = null, attempts = attempts - 1, ${db(dueColumn(queue))} = now()`)
}

/**
 * Runs `work` in a transaction. It returns whether the worker still had its lease when it saved the result, as the functions above do.
 * If not, the job has been restarted or another worker has claimed it, and everything that `work` wrote is rolled back.
 */
export async function whileLeased(pool: Pool, work: (db: Db) => Promise<boolean>): Promise<boolean> {
  try {
    await pool.begin(async (db) => {
      if (!(await work(db))) throw new LeaseLost()
    })
    return true
  } catch (error) {
    if (error instanceof LeaseLost) return false
    throw error
  }
}

class LeaseLost extends Error {
  override name = 'LeaseLost'
}

function dueColumn<Job extends object>({ due = 'next_attempt_at' }: Queue<Job>): string {
  return due
}

async function update<Job extends object>(
  db: Db,
  queue: Queue<Job>,
  job: Job & Lease,
  changes: Part,
): Promise<boolean> {
  const { count } = await db`update ${db(queue.table)} set ${changes} where ${isLeased(db, queue, job)}`
  return count === 1
}

/** True for the row of the job as long as this worker has its lease. */
function isLeased<Job extends object>(db: Db, { key, pending }: Queue<Job>, job: Job & Lease): Part {
  return db`
    ${key.reduce((rest, column) => db`${rest} ${db(column)} = ${keyOf(job, column)} and`, db``)}
    lease_id = ${job.lease_id} and ${db.unsafe(pending)}`
}

function keyOf(job: object, column: string): string {
  const value: unknown = Object.entries(job).find(([name]) => name === column)?.[1]
  if (typeof value !== 'string') throw new Error(`The job has no ${column}`)
  return value
}

/**
 * Processes jobs until none is due. A job that throws is retried later and does not stop the others. Throws the first
 * error at the end so that the worker logs it.
 */
export async function processDue<Job extends object>(
  pool: Pool,
  queue: Queue<Job>,
  isStopping: () => boolean,
  process: (job: Job & Lease) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = []
  while (!isStopping()) {
    const job = await claim<Job>(pool, queue)
    if (!job) break
    try {
      const span = { name: `job ${queue.table}`, kind: 'internal' as const, attributes: {} }
      await inSpan(span, async () => process(job))
    } catch (error) {
      errors.push(error)
      await retryLater(pool, queue, job)
    }
  }
  if (errors.length > 0) throw errors[0]
}
