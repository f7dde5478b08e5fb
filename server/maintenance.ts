import type { FastifyBaseLogger } from 'fastify'
import { deleteExpiredTokens } from './alerts/digests/unsubscribeTokens.ts'
import { expireActivity } from './bills/activity.ts'
import { closeSessions } from './bills/sessions/closeSessions.ts'
import { forgetOldReads } from './discussions/reads.ts'
import { expireEmails } from './mail/deliverQueue.ts'
import { expireReports } from './moderation/accountDeletion.ts'
import { deleteFinishedFanouts } from './notifications/stanceFanout.ts'
import { purgeDeletedAccounts } from './people/deletion/restoration.ts'
import { removeOrphans } from './people/pictures/pictureFiles.ts'
import type { Geocoder } from './places/geocoder.ts'
import { deleteExpiredPlaces, resolveAllOnNextMap, retryAllPendingResidences } from './places/maintenance.ts'
import type { Pool } from './postgres/db.ts'
import type { Storage } from './storage/storage.ts'

const everyMs = 10 * 60_000
/** Less often, because it lists the whole storage. */
const orphansEveryMs = 60 * 60_000
const closeSessionsEveryMs = 24 * 60 * 60_000

type MaintenanceParts = {
  pool: Pool
  storage: Storage
  geocode: Geocoder
  log: FastifyBaseLogger
  copyLedger: () => Promise<void>
}

/** Runs maintenance at intervals until the returned function is called. Several instances may run it at the same time. */
export function startMaintenance({ pool, storage, geocode, log, copyLedger }: MaintenanceParts): () => void {
  let stopped = false
  let retrying: Promise<void> | null = null
  const logFailure = (error: unknown) => log.warn({ err: error }, 'maintenance failed, will retry')
  const every = (ms: number, work: () => Promise<unknown>) =>
    setInterval(() => void work().catch(logFailure), ms).unref()
  const retryResidences = async () => {
    retrying ??= retryAllPendingResidences(pool, geocode, () => stopped).finally(() => (retrying = null))
    await retrying
    await resolveAllOnNextMap(pool, geocode, () => stopped)
  }
  let closedAt = Number.NEGATIVE_INFINITY
  const closeDaily = async () => {
    if (performance.now() - closedAt < closeSessionsEveryMs) return
    closedAt = performance.now()
    const { ended, revived } = await closeSessions(pool, () => stopped)
    if (ended + revived > 0) log.info({ ended, revived }, 'legislative sessions closed')
  }
  const timers = [
    every(everyMs, () => runMaintenance(pool)),
    every(everyMs, retryResidences),
    every(everyMs, closeDaily),
    every(everyMs, copyLedger),
    every(orphansEveryMs, () => removeOrphans(pool, storage)),
  ]
  return () => {
    stopped = true
    timers.forEach((timer) => clearInterval(timer))
  }
}

/** Deletes what has expired: activity, finished fan-outs, reads of discussions, sessions, links, old emails, limits and idempotency keys. */
export async function runMaintenance(pool: Pool): Promise<void> {
  await expireActivity(pool)
  await deleteFinishedFanouts(pool)
  await deleteExpiredPlaces(pool)
  await purgeDeletedAccounts(pool)
  await expireReports(pool)
  await deleteExpiredTokens(pool)
  await forgetOldReads(pool)
  await pool`delete from alert_deliveries where created_at < now() - interval '30 days'`
  await pool`delete from api_keys where revoked_at < now() - interval '30 days'`
  await pool`delete from sessions where expires_at < now()`
  await pool`delete from reset_tokens where expires_at < now()`
  await pool`delete from passkey_challenges where expires_at < now()`
  // Expired links stay for a while, because "has expired" is a better answer than "unknown".
  await pool`delete from email_links where expires_at < now() - interval '30 days'`
  // Delivery does this too, but without a mail server links must expire as well.
  await expireEmails(pool)
  // An unsent message to a representative stays, because it would count as sent without its email.
  await pool`
    delete from emails
     where created_at < now() - interval '30 days' and (purpose <> 'representative_message' or state = 'sent')`
  await pool`delete from exports where expires_at < now() or requested_at < now() - interval '3 days'`
  await pool`delete from rate_limits where window_ends_at < now()`
  await pool`delete from idempotency_keys where created_at < now() - interval '24 hours'`
}
