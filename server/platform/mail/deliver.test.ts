import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { forgotPassword } from '#contract/accounts/accounts.ts'
import { readEnv } from '#server/platform/settings/env.ts'
import { openFaultyMailServer, openSink } from '#server/testing/external/smtp.ts'
import { headerOf, mailFrom, type MailQueue, openMailQueue } from '#server/testing/setups/mailQueue.ts'
import { deliverPending, startDelivery } from './deliver.ts'
import { claimEmail } from './deliverQueue.ts'

let queue: MailQueue
beforeAll(async () => void (queue = await openMailQueue()))
afterEach(() => queue.endTest())
afterAll(() => queue.app.close())

describe('an email that is sent', () => {
  test('is sent immediately to one recipient, with the headers of an automatic email', async () => {
    const sink = queue.closing(await openSink())
    const delivery = await startDelivery(queue.app.pool, { smtpUrl: sink.url, mailFrom }, queue.log)
    await queue.app.visitor.call(forgotPassword, { email: queue.ana.email })
    await sink.whenHas(1)
    await delivery?.stop()

    const { raw, ...envelope } = sink.mails[0]!
    expect(envelope).toEqual({ from: 'no-reply@hurd.example', to: [queue.ana.email] })
    expect(headerOf(raw, 'From')).toBe(mailFrom)
    expect(headerOf(raw, 'To')).toBe(queue.ana.email)
    expect(headerOf(raw, 'Subject')).toBe('Reset your Hurd password')
    expect(headerOf(raw, 'Auto-Submitted')).toBe('auto-generated')
    expect(headerOf(raw, 'Content-Type')).toMatch(/^multipart\/alternative/)
    const [stored] = await queue.app.pool<{ email_id: string; text: string; sent_at: string | null }[]>`
      select email_id, text, sent_at from emails`
    expect(headerOf(raw, 'Message-ID')).toBe(`<${stored!.email_id}@hurd.example>`)
    const plain = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
    expect(plain).toMatch(/^http\S+\/reset-password\?token=[0-9a-f]{64}\s*$/m)
    expect(stored!.text, 'no live link stays behind').toBe('')
    expect(raw).toMatch(/^Content-Type: text\/plain/m)
    expect(raw).toMatch(/^Content-Type: text\/html/m)
    expect(await queue.states()).toEqual([{ state: 'sent', attempts: 1, last_error: null }])
    expect(stored!.sent_at).not.toBeNull()
  })

  test('is sent once, whatever the number of instances', async () => {
    const sink = queue.closing(await openSink())
    await queue.write({ count: 30 })
    const mailers = [
      await queue.openMailerTo(sink.url),
      await queue.openMailerTo(sink.url),
      await queue.openMailerTo(sink.url),
    ]
    await Promise.all(mailers.map((mailer) => deliverPending(queue.app.pool, mailer, queue.log)))
    const ids = sink.mails.map(({ raw }) => headerOf(raw, 'Message-ID'))
    expect(ids).toHaveLength(30)
    expect(new Set(ids).size).toBe(30)
  })

  test('arrives at most twice, with the same id, if the worker dies before the email is marked as sent', async () => {
    const sink = queue.closing(await openSink())
    const mailer = await queue.openMailerTo(sink.url)
    await queue.write()
    expect(await mailer.send((await claimEmail(queue.app.pool))!)).toBeNull()

    await deliverPending(queue.app.pool, mailer, queue.log)
    expect(sink.mails).toHaveLength(1)
    await queue.pass(2)
    await deliverPending(queue.app.pool, mailer, queue.log)
    await deliverPending(queue.app.pool, mailer, queue.log)
    expect(sink.mails).toHaveLength(2)
    expect(headerOf(sink.mails[0]!.raw, 'Message-ID')).toBe(headerOf(sink.mails[1]!.raw, 'Message-ID'))
    expect(await queue.states()).toMatchObject([{ state: 'sent', attempts: 2 }])
  })

  test('cannot contain a second recipient, header or email, even with a server that accepts any line ending', async () => {
    const smuggled =
      'a\r\n.\r\nMAIL FROM:<x@evil.example>\nRCPT TO:<b@evil.example>\r.\rDATA\n.\nEvil: yes\r\n'
    const lenient = queue.closing(await openFaultyMailServer(() => undefined))
    const strict = queue.closing(await openSink())
    for (const url of [lenient.url, strict.url]) {
      await queue.app.pool`delete from emails`
      await queue.write({ text: smuggled, html: smuggled, subject: 'Größe, "quoted" <b@evil.example>' })
      await queue.write({ to: 'a@example.org,b@evil.example' })
      await queue.write({ to: 'a@example.org>ORCPT=b@evil.example' })
      await deliverPending(queue.app.pool, await queue.openMailerTo(url), queue.log)
      const refused = { state: 'dead', attempts: 1, last_error: 'not a valid address' }
      expect(await queue.states()).toEqual([
        { state: 'sent', attempts: 1, last_error: null },
        refused,
        refused,
      ])
    }
    expect(strict.mails).toHaveLength(1)
    expect(strict.mails[0]?.to).toEqual(['ana@example.org'])
    expect(lenient.receivedLines.filter((line) => /^(MAIL|RCPT|DATA)/.test(line))).toEqual([
      expect.stringMatching(/^MAIL FROM:<no-reply@hurd\.example>/),
      'RCPT TO:<ana@example.org>',
      'DATA',
      // These lines are text inside the email, because no lone dot precedes them.
      ...smuggledLines(lenient.receivedLines),
    ])
    expect(lenient.receivedLines.filter((line) => line === '.')).toHaveLength(1)
  })
})

/** Returns lines that look like commands but are between DATA and the lone dot that ends the email. */
function smuggledLines(received: string[]): string[] {
  const body = received.slice(received.indexOf('DATA') + 1, received.indexOf('.'))
  return body.filter((line) => /^(MAIL|RCPT|DATA)/.test(line))
}

test('no log line contains an address, a subject or a link', () => {
  expect(queue.logLines.length).toBeGreaterThan(10)
  expect(queue.logLines.join('')).not.toMatch(/@example|token|Reset your|hurd\.example/)
})

test('without a mail server nothing is started', async () => {
  expect(await startDelivery(queue.app.pool, readEnv({}), queue.log)).toBeNull()
})
