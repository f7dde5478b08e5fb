import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { forgotPassword } from '#contract/accounts/accounts.ts'
import { getHealth } from '#contract/kit/health.ts'
import { openFaultyMailServer, openSink } from '#server/testing/external/smtp.ts'
import { commandContext, runArguments } from '#server/testing/operator.ts'
import { headerOf, mailFrom, type MailQueue, openMailQueue } from '#server/testing/setups/mailQueue.ts'
import { deliverPending, startDelivery } from './deliver.ts'
import { commands } from './operator.ts'

let queue: MailQueue
beforeAll(async () => void (queue = await openMailQueue()))
afterEach(() => queue.endTest())
afterAll(() => queue.app.close())

function bodies() {
  return queue.app.pool<{ state: string; has_link: boolean }[]>`
    select state, text || coalesce(html, '') like '%token=%' as has_link from emails order by created_at`
}

/** Returns the minutes until the next attempt for the only email, by the database's clock. */
async function waitOf() {
  const [mail] = await queue.app.pool<{ minutes: number }[]>`
    select round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes from emails`
  return mail?.minutes
}

describe('an email that is not accepted', () => {
  test('is dead immediately when its recipient is refused, and the others are sent', async () => {
    const sink = queue.closing(
      await openSink({
        toRecipient: (to) => (to.startsWith('gone') ? { code: 550, words: `No such user ${to}` } : null),
      }),
    )
    await queue.write({ to: 'gone@example.org' })
    await queue.write()
    await deliverPending(queue.app.pool, await queue.openMailerTo(sink.url), queue.log)
    expect(await queue.states()).toEqual([
      { state: 'dead', attempts: 1, last_error: 'the mail server replied 550 to RCPT TO' },
      { state: 'sent', attempts: 1, last_error: null },
    ])
  })

  test('is retried on schedule, and is sent when the server accepts it', async () => {
    let greylists = 3
    const toRecipient = () => ((greylists -= 1) >= 0 ? { code: 451, words: 'Come back later' } : null)
    const sink = queue.closing(await openSink({ toRecipient }))
    const mailer = await queue.openMailerTo(sink.url)
    await queue.write()
    for (const minutes of [1, 5, 30]) {
      await deliverPending(queue.app.pool, mailer, queue.log)
      expect(await waitOf()).toBe(minutes)
      await queue.pass(minutes - 1)
      await deliverPending(queue.app.pool, mailer, queue.log)
      expect(sink.mails).toHaveLength(0)
      await queue.pass(1)
    }
    await deliverPending(queue.app.pool, mailer, queue.log)
    expect(sink.mails).toHaveLength(1)
    expect(await queue.states()).toEqual([{ state: 'sent', attempts: 4, last_error: null }])
  })

  test('loses its text when it is refused permanently, and the operator is asked to request a new one', async () => {
    const sink = queue.closing(await openSink({ toRecipient: () => ({ code: 550, words: 'No such user' }) }))
    await queue.write({ text: 'https://hurd.example/reset-password?token=live' })
    expect(await bodies()).toEqual([{ state: 'pending', has_link: true }])
    await deliverPending(queue.app.pool, await queue.openMailerTo(sink.url), queue.log)
    expect(await bodies()).toEqual([{ state: 'dead', has_link: false }])
    const [mail] = await queue.app.pool<{ email_id: string }[]>`select email_id from emails`
    await expect(retry(mail!.email_id)).rejects.toThrow('was erased when it failed')
  })

  test('is dead after the sixth failed attempt, and an operator can retry a message to a representative', async () => {
    let refuses = true
    const sink = queue.closing(
      await openSink({ toRecipient: () => (refuses ? { code: 452, words: 'Mailbox full' } : null) }),
    )
    const mailer = await queue.openMailerTo(sink.url)
    await queue.write({ purpose: 'representative_message' })
    for (const minutes of [1, 5, 30, 120, 360]) {
      await deliverPending(queue.app.pool, mailer, queue.log)
      expect(await waitOf()).toBe(minutes)
      await queue.pass(minutes)
    }
    await deliverPending(queue.app.pool, mailer, queue.log)
    await queue.pass(10_000)
    await deliverPending(queue.app.pool, mailer, queue.log)
    const last_error = 'the mail server replied 452 to RCPT TO'
    expect(await queue.states()).toEqual([{ state: 'dead', attempts: 6, last_error }])

    refuses = false
    const [mail] = await queue.app.pool<{ email_id: string }[]>`select email_id from emails`
    await retry(mail!.email_id)
    await deliverPending(queue.app.pool, mailer, queue.log)
    expect(sink.mails).toHaveLength(1)
    await expect(retry(mail!.email_id)).rejects.toThrow('was already sent')
    await expect(retry('nonsense')).rejects.toThrow('There is no email nonsense.')
  })

  test('that is a message to a representative can be retried after its week', async () => {
    const sink = queue.closing(await openSink())
    await queue.write({ purpose: 'representative_message' })
    await queue.app.pool`update emails set expires_at = now() - interval '1 day'`
    const mailer = await queue.openMailerTo(sink.url)
    await deliverPending(queue.app.pool, mailer, queue.log)
    const last_error = 'the email could not be sent in time'
    expect(await queue.states()).toEqual([{ state: 'dead', attempts: 0, last_error }])
    const [mail] = await queue.app.pool<{ email_id: string }[]>`select email_id from emails`
    await retry(mail!.email_id)
    await deliverPending(queue.app.pool, mailer, queue.log)
    expect(sink.mails).toHaveLength(1)
  })

  test('waits for a server that lets nobody connect, and is sent when the server answers', async () => {
    const silent = queue.closing(await openFaultyMailServer(() => null))
    await queue.write()
    // The client of TLS gets no handshake, so it is still connecting.
    const url = silent.url.replace('smtp:', 'smtps:')
    await deliverPending(queue.app.pool, await queue.openMailerTo(url, { connect: 50 }), queue.log)
    expect(await queue.states()).toEqual([
      { state: 'pending', attempts: 1, last_error: 'could not connect to the mail server (ETIMEDOUT)' },
    ])
    const sink = queue.closing(await openSink())
    await deliverPending(queue.app.pool, await queue.openMailerTo(sink.url), queue.log)
    expect(sink.mails).toHaveLength(1)
  })

  test('waits when the server hangs or disconnects, and nothing else waits', async () => {
    const hangs = queue.closing(await openFaultyMailServer((line) => (line === 'connect' ? null : undefined)))
    await queue.write()
    await deliverPending(queue.app.pool, await queue.openMailerTo(hangs.url, { greeting: 50 }), queue.log)
    expect(await queue.states()).toEqual([
      { state: 'pending', attempts: 1, last_error: 'could not connect to the mail server (ETIMEDOUT)' },
    ])
    await queue.app.visitor.call(getHealth, {})

    const stalls = queue.closing(await openFaultyMailServer((line) => (line === '.' ? null : undefined)))
    await queue.pass(1)
    await deliverPending(queue.app.pool, await queue.openMailerTo(stalls.url, { silence: 50 }), queue.log)
    const drops = queue.closing(await openFaultyMailServer((line) => (line === '.' ? 'drop' : undefined)))
    await queue.pass(5)
    await deliverPending(queue.app.pool, await queue.openMailerTo(drops.url), queue.log)
    expect(await queue.states()).toEqual([
      {
        state: 'pending',
        attempts: 3,
        last_error: 'the connection to the mail server was lost (ECONNECTION)',
      },
    ])
    expect(await waitOf()).toBe(30)

    // An email that the server may have accepted is not retried early, because it would arrive twice.
    const sink = queue.closing(await openSink())
    await deliverPending(queue.app.pool, await queue.openMailerTo(sink.url), queue.log)
    expect(sink.mails).toHaveLength(0)
  })

  test('delays the stop of the app only for a limited time', async () => {
    const stalls = queue.closing(await openFaultyMailServer((line) => (line === '.' ? null : undefined)))
    const delivery = await startDelivery(queue.app.pool, { smtpUrl: stalls.url, mailFrom }, queue.log)
    await queue.write()
    await stalls.whenHears('.')
    await delivery?.stop(20)
    expect(await queue.states()).toMatchObject([{ state: 'pending', attempts: 1 }])
  })
})

describe('an outage of the mail server', () => {
  test('of a minute: every email that was queued during the outage is sent afterwards, each once', async () => {
    const before = await openSink()
    await before.close()
    const mailer = await queue.openMailerTo(before.url)
    await queue.write({ count: 20 })
    await deliverPending(queue.app.pool, mailer, queue.log)
    expect((await queue.states()).filter(({ state }) => state === 'pending')).toHaveLength(20)

    await queue.pass(1)
    const sink = queue.closing(await openSink({ port: before.port }))
    await deliverPending(queue.app.pool, mailer, queue.log)
    expect(new Set(sink.mails.map(({ raw }) => headerOf(raw, 'Message-ID'))).size).toBe(20)
    expect(sink.mails).toHaveLength(20)
  })

  test('of hours: waiting emails are sent as soon as the server is available again, except those with an expired link', async () => {
    const before = await openSink()
    await before.close()
    const mailer = await queue.openMailerTo(before.url)
    await queue.write()
    // The purpose is changed so that the next email does not replace this one.
    await queue.app.pool`update emails set purpose = 'verify_email'`
    await queue.app.visitor.call(forgotPassword, { email: queue.ana.email })
    for (const minutes of [1, 5, 30]) {
      await deliverPending(queue.app.pool, mailer, queue.log)
      await queue.pass(minutes)
    }
    await deliverPending(queue.app.pool, mailer, queue.log)
    await queue.pass(60)

    const sink = queue.closing(await openSink({ port: before.port }))
    await deliverPending(queue.app.pool, mailer, queue.log)
    expect(sink.mails.map(({ raw }) => headerOf(raw, 'Subject'))).toEqual(['News'])
    expect(await queue.states()).toEqual([
      { state: 'sent', attempts: 5, last_error: null },
      { state: 'dead', attempts: 4, last_error: 'the link expired before the email could be sent' },
    ])
    const [stale] = await queue.app.pool<
      { email_id: string }[]
    >`select email_id from emails where state = 'dead'`
    await expect(retry(stale!.email_id)).rejects.toThrow('has expired. Request a new one.')
  })
})

function retry(id: string) {
  return runArguments(commands, ['mail', 'retry', id], commandContext(queue.app))
}

test('no log line contains an address, a subject or a link', () => {
  expect(queue.logLines.length).toBeGreaterThan(10)
  expect(queue.logLines.join('')).not.toMatch(/@example|token|Reset your|hurd\.example/)
})
