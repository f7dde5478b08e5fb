import type { FastifyBaseLogger } from 'fastify'
import { expireActivity } from './bills/activity.ts'
import type { Pool } from './kit/db.ts'

const everyMs = 10 * 60_000

/** Runs the upkeep now and then until the returned function is called; several instances may do it at once. */
export function startUpkeep(pool: Pool, log: FastifyBaseLogger): () => void {
  const timer = setInterval(() => {
    upkeep(pool).catch((error: unknown) => log.warn({ err: error }, 'upkeep put off'))
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Lets go of what has run out: days of activity, sessions, links, old mails, limits, idempotency keys. */
export async function upkeep(pool: Pool): Promise<void> {
  await expireActivity(pool)
  await pool`delete from sessions where expires_at < now()`
  await pool`delete from reset_tokens where expires_at < now()`
  // Kept for a while after its end: "has expired" is a better answer than "unknown".
  await pool`delete from email_links where expires_at < now() - interval '30 days'`
  await pool`delete from mails where created_at < now() - interval '30 days'`
  await pool`delete from exports where expires_at < now() or asked_at < now() - interval '3 days'`
  await pool`delete from rate_limits where window_ends_at < now()`
  await pool`delete from idempotency_keys where created_at < now() - interval '24 hours'`
}
