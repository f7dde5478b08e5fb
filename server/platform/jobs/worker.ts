import type { FastifyBaseLogger } from 'fastify'
import { workerRuns } from '#server/platform/observability/counters.ts'
import { runOutsideRequest } from '#server/platform/observability/requestContext.ts'

export type Worker = {
  /** Reports new work. The worker runs now, or again when the current run has finished. */
  notify: () => void
  /** Starts no further run. The promise resolves when the current run has finished. */
  stop: () => Promise<void>
}

type WorkerSettings = {
  /** The label of the worker's metrics. */
  name: string
  /** The interval in milliseconds at which the worker checks for due work without being notified. */
  pollMs: number
  log: FastifyBaseLogger
  /** The message that is logged when a run fails. The next run tries again. */
  failureMessage: string
  /** Does everything that is due, and checks `isStopping` between items. */
  work: (isStopping: () => boolean) => Promise<void>
}

/** Runs background work, one run at a time: immediately when notified, and at every poll for work that was postponed. */
export function startWorker({ name, pollMs, log, failureMessage, work }: WorkerSettings): Worker {
  let run: Promise<void> | null = null
  let again = false
  let stopping = false
  const isStopping = () => stopping

  function notify(): void {
    again = true
    if (!stopping) run ??= runOutsideRequest(workUntilIdle)
  }

  async function workUntilIdle(): Promise<void> {
    try {
      while (again && !isStopping()) {
        again = false
        await work(isStopping)
        workerRuns.add({ worker: name, result: 'ok' })
      }
    } catch (error) {
      workerRuns.add({ worker: name, result: 'failed' })
      log.warn({ err: error }, failureMessage)
    } finally {
      run = null
    }
  }

  const timer = setInterval(notify, pollMs).unref()
  return {
    notify,
    async stop() {
      stopping = true
      clearInterval(timer)
      await run
    },
  }
}
