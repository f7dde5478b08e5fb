import type { FastifyBaseLogger } from 'fastify'
import type { Geocoder } from '#server/legislation/places/geocoder.ts'
import {
  resolveMissingResidences,
  resolveNextMap,
  retryPendingResidences,
} from '#server/legislation/places/maintenance.ts'
import { closeSessions } from '#server/legislation/sessions/closeSessions.ts'
import { removeClosedAccount } from '#server/members/people/deletion/deletion.ts'
import { sendWeeklyEmail } from '#server/operations/administration/weekly/sendWeekly.ts'
import { contentParts } from '#server/operations/deletions/parts.ts'
import { cohortTask } from '#server/operations/moderation/cohorts/cohorts.ts'
import { compareAccounts } from '#server/operations/moderation/cohorts/compareAccounts.ts'
import { eraseReportedTexts } from '#server/operations/moderation/reportRetention.ts'
import { liftEndedSuspensions } from '#server/operations/moderation/suspensionEnds.ts'
import { countDays } from '#server/operations/monitoring/dailyStatistics.ts'
import { readReleaseFeed } from '#server/operations/monitoring/latestRelease.ts'
import { compareLargeBills } from '#server/participation/discussions/chance/baseline.ts'
import { refreshNextBills } from '#server/participation/discussions/clusters/refreshClusters.ts'
import { releasePersuasion } from '#server/participation/discussions/persuasion/persuasion.ts'
import { expireActivity } from '#server/participation/stances/activity.ts'
import { type TallySettings, tallySlice } from '#server/participation/tally/tally.ts'
import { type RecurringTask, runDueTasks } from '#server/platform/jobs/recurringTask.ts'
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts'
import { expireEmails } from '#server/platform/mail/deliverQueue.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { removeOrphans } from '#server/platform/storage/pictureFiles.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { deleteExpired } from './expiries.ts'

const minute = 60
const tenMinutes = 600
const hour = 3_600
const day = 24 * hour

export function expiryTasks(pool: Pool): RecurringTask[] {
  return [
    { name: 'expired_rows', everySeconds: tenMinutes, slice: (position) => deleteExpired(pool, position) },
    repeated('bill_activity', tenMinutes, () => expireActivity(pool)),
    repeated('closed_accounts', tenMinutes, () => removeClosedAccount(pool, contentParts)),
    repeated('reported_texts', hour, () => eraseReportedTexts(pool)),
    repeated('ended_suspensions', tenMinutes, () => liftEndedSuspensions(pool)),
    // Delivery does this too, but links must also expire if there is no mail server.
    repeated('expired_emails', tenMinutes, () => expireEmails(pool)),
  ]
}

type TaskParts = {
  pool: Pool
  storage: Storage
  geocode: Geocoder
  log: FastifyBaseLogger
  /** The URL of the feed that names the newest release, or null if Hurd does not check for newer releases. */
  updateFeedUrl: string | null
  settings: TallySettings
}

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

export function maintenanceTasks({
  pool,
  storage,
  geocode,
  log,
  updateFeedUrl,
  settings,
}: TaskParts): RecurringTask[] {
  return [
    ...expiryTasks(pool),
    repeated('pending_residences', tenMinutes, async () => (await retryPendingResidences(pool, geocode)) > 0),
    {
      name: 'next_district_map',
      everySeconds: day,
      slice: (position) => resolveNextMap(pool, geocode, position),
    },
    {
      name: 'missing_residences',
      everySeconds: day,
      slice: (position) => resolveMissingResidences(pool, geocode, position),
    },
    {
      name: 'echo_baselines',
      everySeconds: tenMinutes,
      slice: (position) => compareLargeBills(pool, position),
    },
    { name: 'vote_clusters', everySeconds: day, slice: (position) => refreshNextBills(pool, position) },
    repeated('persuasion_totals', hour, async () => {
      await releasePersuasion(pool)
      return false
    }),
    { name: 'daily_statistics', everySeconds: hour, slice: (position) => countDays(pool, position) },
    repeated('weekly_operator_emails', hour, () => sendWeeklyEmail(pool, settings.publicOrigin)),
    // Once a minute it asks whether a day has ended that has no tally yet.
    { name: 'tally', everySeconds: minute, slice: (position) => tallySlice(pool, settings, position) },
    { name: cohortTask, everySeconds: day, slice: (position) => compareAccounts(pool, position) },
    repeated('legislative_sessions', day, (isStopping) => closeForAWhile(pool, log, isStopping)),
    {
      name: 'orphaned_pictures',
      everySeconds: day,
      slice: (position) => removeSomeOrphans(pool, storage, position),
    },
    ...releaseTasks(pool, updateFeedUrl),
  ]
}

/** Returns a task whose slice returns true if more is left. The slice itself finds where to continue. */
function repeated(
  name: string,
  everySeconds: number,
  work: (isStopping: () => boolean) => Promise<boolean>,
): RecurringTask {
  return { name, everySeconds, slice: async (_, isStopping) => ((await work(isStopping)) ? 'more' : null) }
}

/** Returns the task that checks for a newer release. Empty if the operator has set no feed. */
export function releaseTasks(pool: Pool, updateFeedUrl: string | null): RecurringTask[] {
  if (updateFeedUrl === null) return []
  const read = async () => {
    await readReleaseFeed(pool, updateFeedUrl)
    return false
  }
  return [repeated('release_feed', day, read)]
}

const sliceMs = 20_000

async function closeForAWhile(
  pool: Pool,
  log: FastifyBaseLogger,
  isStopping: () => boolean,
): Promise<boolean> {
  const began = performance.now()
  let isInterrupted = false
  const { ended, revived } = await closeSessions(pool, () => {
    isInterrupted = isStopping() || performance.now() - began > sliceMs
    return isInterrupted
  })
  if (ended + revived > 0) log.info({ ended, revived }, 'legislative sessions closed')
  return isInterrupted
}

const digits = '0123456789abcdef'

/** Removes orphaned files whose names begin with one hexadecimal digit. The digit is the position of the task. */
async function removeSomeOrphans(
  pool: Pool,
  storage: Storage,
  position: string | null,
): Promise<string | null> {
  const digit = position ?? '0'
  await removeOrphans(pool, storage, digit)
  return digits[digits.indexOf(digit) + 1] ?? null
}
