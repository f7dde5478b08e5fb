import { runDueTasks } from '#server/platform/jobs/recurringTask.ts'
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts'
import { maintenanceTasks, type TaskParts } from './tasks.ts'

/** Checks every minute whether a recurring task is due. Of several instances, one runs the task. */
export function startMaintenance(parts: TaskParts): Worker {
  const tasks = maintenanceTasks(parts)
  return startWorker({
    name: 'maintenance',
    pollMs: 60_000,
    log: parts.log,
    failureMessage: 'maintenance failed, will retry',
    work: (isStopping) => runDueTasks(parts.pool, tasks, parts.log, isStopping),
  })
}
