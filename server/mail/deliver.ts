import type { FastifyBaseLogger } from 'fastify'
import type { Env } from '../kit/env.ts'
import type { Pool } from '../postgres/db.ts'
import { startRounds } from '../worker/worker.ts'
import {
  claimMail,
  endStaleMails,
  hurryUnreached,
  markFailed,
  markSent,
  selectUnreached,
} from './deliverQueue.ts'
import { openPost, type Post } from './deliverSmtp.ts'

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
  const post = await openPost(settings.smtpUrl, settings.mailFrom)
  const rounds = startRounds({
    pollMs,
    log,
    trouble: 'delivery put off',
    work: (isStopping) => deliverDue(pool, post, log, isStopping),
  })
  // Without it, behind a pooler that does not pass it on, mails leave with the next poll.
  const listening = pool
    .listen('mail_written', rounds.wake, rounds.wake)
    .catch((error: unknown) => log.warn({ err: error }, 'mails are looked for every 15 s only'))
  rounds.wake()

  return {
    async stop(graceMs = 5_000) {
      const timeUp = setTimeout(() => post.close({ force: true }), graceMs)
      await rounds.stop()
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
export async function deliverDue(
  pool: Pool,
  post: Post,
  log: FastifyBaseLogger,
  isStopping: () => boolean = () => false,
): Promise<void> {
  await endStaleMails(pool)
  if ((await selectUnreached(pool)) && (await post.answers())) await hurryUnreached(pool)

  let away = false
  const lane = async () => {
    while (!away && !isStopping()) {
      const mail = await claimMail(pool)
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
