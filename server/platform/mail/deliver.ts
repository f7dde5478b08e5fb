import type { FastifyBaseLogger } from 'fastify'
import { type Lease, processDue } from '#server/platform/jobs/queue.ts'
import { startWorker } from '#server/platform/jobs/worker.ts'
import { inSpan } from '#server/platform/observability/spans.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import type { Env } from '#server/platform/settings/env.ts'
import {
  emailQueue,
  expireEmails,
  hasUnreachable,
  markFailed,
  markSent,
  retryUnreachable,
} from './deliverQueue.ts'
import { type ClaimedEmail, openMailer, type Mailer } from './deliverSmtp.ts'

export type Delivery = {
  /**
   * Claims no further email and waits at most `graceMs` for those being sent. After that their lease expires and
   * another worker retries.
   */
  stop: (graceMs?: number) => Promise<void>
}

/** Is called when the mail server has accepted an email, or will never accept it. */
export type OnDelivered = (email: ClaimedEmail, outcome: 'sent' | 'refused') => Promise<void>

const pollMs = 15_000
const concurrency = 3

/**
 * Delivers the outbox until stopped: immediately when an email is queued, and at every poll for emails that are due for
 * a retry. Any number of instances can run this worker. Returns null without SMTP_URL. In that case `hurd mail` shows
 * what was queued.
 */
export async function startDelivery(
  pool: Pool,
  settings: Pick<Env, 'smtpUrl' | 'mailFrom'>,
  log: FastifyBaseLogger,
  onDelivered?: OnDelivered,
): Promise<Delivery | null> {
  if (settings.smtpUrl === null) return null
  const mailer = await openMailer(settings.smtpUrl, settings.mailFrom)
  const worker = startWorker({
    name: 'mail',
    pollMs,
    log,
    failureMessage: 'email delivery failed, will retry',
    work: (isStopping) => deliverPending(pool, mailer, log, isStopping, onDelivered),
  })
  // A connection pooler may not support LISTEN. Emails are then sent at the next poll.
  const listening = pool
    .listen('email_queued', worker.notify, worker.notify)
    .catch((error: unknown) =>
      log.warn({ err: error }, `LISTEN failed, polling for emails every ${pollMs / 1000} s`),
    )
  worker.notify()

  return {
    async stop(graceMs = 5_000) {
      const graceTimer = setTimeout(() => mailer.close({ force: true }), graceMs)
      await worker.stop()
      clearTimeout(graceTimer)
      mailer.close({ force: true })
      const listener = await listening
      await listener?.unlisten().catch(() => undefined)
    },
  }
}

/**
 * Sends every email that is due, a few at a time. If the mail server is unreachable, the run ends without trying the
 * rest. The emails that were tried become due again as soon as the server responds.
 */
export async function deliverPending(
  pool: Pool,
  mailer: Mailer,
  log: FastifyBaseLogger,
  isStopping: () => boolean = () => false,
  onDelivered: OnDelivered = async () => undefined,
): Promise<void> {
  await expireEmails(pool)
  if ((await hasUnreachable(pool)) && (await mailer.isReachable())) await retryUnreachable(pool)

  let isUnreachable = false
  const shouldStop = () => isUnreachable || isStopping()
  const deliver = async (email: ClaimedEmail & Lease) => {
    const attributes = { 'hurd.email_purpose': email.purpose }
    const failure = await inSpan({ name: 'send email', kind: 'client', attributes }, async (span) => {
      const reason = await mailer.send(email)
      span?.setAttribute('hurd.email_result', reason?.kind ?? 'sent')
      return reason
    })
    if (!failure) {
      await markSent(pool, email.email_id)
      log.info({ email_id: email.email_id, attempt: email.attempts }, 'email sent')
      await onDelivered(email, 'sent')
      return
    }
    isUnreachable ||= failure.kind === 'unreachable'
    await markFailed(pool, email, failure)
    log.warn({ email_id: email.email_id, attempt: email.attempts, reason: failure.reason }, 'email not sent')
    if (failure.kind === 'refused') await onDelivered(email, 'refused')
  }
  await Promise.all(
    Array.from({ length: concurrency }, () => processDue(pool, emailQueue, shouldStop, deliver)),
  )
}
