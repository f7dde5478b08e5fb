import type { FastifyBaseLogger } from 'fastify'
import type { Env } from '../kit/env.ts'
import type { Pool } from '../postgres/db.ts'
import { startWorker } from '../worker/worker.ts'
import {
  claimEmail,
  expireEmails,
  retryUnreachable,
  markFailed,
  markSent,
  hasUnreachable,
} from './deliverQueue.ts'
import { openMailer, type Mailer } from './deliverSmtp.ts'

export type Delivery = {
  /** No new mail is taken; those on their way get `graceMs`, then their lease runs out and another worker takes them. */
  stop: (graceMs?: number) => Promise<void>
}

const pollMs = 15_000
const lanes = 3

/**
 * Sends what waits in the outbox until stopped: at once when a mail is written, and now and then for those that are to
 * be tried again. Any number of instances may do so at once. Null without SMTP_URL: then mails wait for `hurd mail`.
 */
export async function startDelivery(
  pool: Pool,
  settings: Pick<Env, 'smtpUrl' | 'mailFrom'>,
  log: FastifyBaseLogger,
): Promise<Delivery | null> {
  if (settings.smtpUrl === null) return null
  const post = await openMailer(settings.smtpUrl, settings.mailFrom)
  const worker = startWorker({
    pollMs,
    log,
    failureMessage: 'email delivery failed, will retry',
    work: (isStopping) => deliverPending(pool, post, log, isStopping),
  })
  // Without it, behind a pooler that does not pass it on, mails leave with the next poll.
  const listening = pool
    .listen('mail_written', worker.notify, worker.notify)
    .catch((error: unknown) => log.warn({ err: error }, 'mails are looked for every 15 s only'))
  worker.notify()

  return {
    async stop(graceMs = 5_000) {
      const timeUp = setTimeout(() => post.close({ force: true }), graceMs)
      await worker.stop()
      clearTimeout(timeUp)
      post.close({ force: true })
      const listener = await listening
      await listener?.unlisten().catch(() => undefined)
    },
  }
}

/**
 * Everything that is due, a few at a time. When the mail server does not answer, the rest waits untried for the next
 * round, and those that were tried are due again as soon as it answers.
 */
export async function deliverPending(
  pool: Pool,
  post: Mailer,
  log: FastifyBaseLogger,
  isStopping: () => boolean = () => false,
): Promise<void> {
  await expireEmails(pool)
  if ((await hasUnreachable(pool)) && (await post.answers())) await retryUnreachable(pool)

  let away = false
  const lane = async () => {
    while (!away && !isStopping()) {
      const mail = await claimEmail(pool)
      if (!mail) return
      const failure = await post.send(mail)
      if (!failure) {
        await markSent(pool, mail.mail_id)
        log.info({ mail_id: mail.mail_id, attempt: mail.attempts }, 'mail sent')
        continue
      }
      away ||= failure.kind === 'unreached'
      await markFailed(pool, mail, failure)
      log.warn({ mail_id: mail.mail_id, attempt: mail.attempts, trouble: failure.trouble }, 'mail not sent')
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
