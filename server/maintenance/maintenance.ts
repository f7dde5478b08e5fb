import type { FastifyBaseLogger } from 'fastify'
import type { Geocoder } from '../places/geocoder.ts'
import type { Pool } from '../postgres/db.ts'
import type { Storage } from '../storage/storage.ts'
import { runDueTasks } from '../worker/recurringTask.ts'
import { startWorker, type Worker } from '../worker/worker.ts'
import { maintenanceTasks } from './tasks.ts'

type MaintenanceParts = { pool: Pool; storage: Storage; geocode: Geocoder; log: FastifyBaseLogger }

/** Checks every minute whether a recurring task is due. Of several instances, one runs the task. */
export function startMaintenance(parts: MaintenanceParts): Worker {
  const tasks = maintenanceTasks(parts)
  return startWorker({
    name: 'maintenance',
    pollMs: 60_000,
    log: parts.log,
    failureMessage: 'maintenance failed, will retry',
    work: (isStopping) => runDueTasks(parts.pool, tasks, parts.log, isStopping),
  })
}
