import { pino } from 'pino'
import { openMailer } from '#server/platform/mail/deliverSmtp.ts'
import { startTestServer } from '#server/testing/testServer.ts'

export const mailFrom = 'Hurd <no-reply@hurd.example>'

type Closable = { close: (how: { force: boolean }) => unknown }

type EmailToWrite = {
  to?: string
  subject?: string
  text?: string
  html?: string
  count?: number
  purpose?: 'reset_password' | 'representative_message'
}

/** Starts a server whose emails stay in the queue, with helpers for tests of their delivery. */
export async function openMailQueue() {
  const app = await startTestServer()
  const ana = await app.member('ana')
  const logLines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void logLines.push(line) })
  let open: Closable[] = []

  /** Closes a mailer or a mail server after the test. */
  function closing<T extends Closable>(closable: T): T {
    open.push(closable)
    return closable
  }

  return {
    app,
    ana,
    log,
    logLines,
    closing,
    openMailerTo: async (url: string, stages = {}) => closing(await openMailer(url, mailFrom, stages)),
    async write({
      to = 'ana@example.org',
      subject = 'News',
      text,
      html,
      count = 1,
      purpose,
    }: EmailToWrite = {}) {
      const email = {
        user_id: ana.user_id,
        purpose: purpose ?? 'reset_password',
        to_address: to,
        subject,
        text: text ?? 'Hello,\n\nread https://hurd.example/a?b=1 please.\n',
        html: html ?? '<p>Hello</p>',
      }
      for (let at = 0; at < count; at += 1) {
        await app.pool`insert into emails ${app.pool({ ...email, expires_at: '2100-01-01T00:00:00Z' })}`
      }
    },
    states: () => app.pool<{ state: string; attempts: number; last_error: string | null }[]>`
      select state, attempts, last_error from emails order by created_at`,
    /** Moves the times of the queue as if `minutes` had passed. */
    pass: (minutes: number) => app.pool`
      update emails set next_attempt_at = next_attempt_at - make_interval(mins => ${minutes}),
                       expires_at = expires_at - make_interval(mins => ${minutes})`,
    async endTest() {
      for (const closable of open.toReversed()) await closable.close({ force: true })
      open = []
      await app.pool`delete from emails`
    },
  }
}

export type MailQueue = Awaited<ReturnType<typeof openMailQueue>>

export const headerOf = (raw: string, name: string) =>
  new RegExp(`^${name}: (.*)$`, 'mi').exec(raw)?.[1]?.trim()
