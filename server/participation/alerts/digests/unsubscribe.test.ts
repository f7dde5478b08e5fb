import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getNotificationSettings, updateAlertSettings } from '#contract/alerts.ts'
import { deliverPending } from '#server/platform/mail/deliver.ts'
import { openFaultyMailServer, openSink } from '#server/testing/external/smtp.ts'
import { alertEmails, engross, followBill, makeDigestDue, newBill } from '#server/testing/setups/alerts.ts'
import { headerOf, type MailQueue, openMailQueue } from '#server/testing/setups/mailQueue.ts'
import type { Person } from '#server/testing/testServer.ts'
import { countBounces } from './bounces.ts'
import { mayEmail, sendDueDigests } from './digest.ts'

const origin = 'https://hurd.example'
const oneClick = {
  body: 'List-Unsubscribe=One-Click',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
}

let queue: MailQueue
let numbers = 0
beforeAll(async () => {
  queue = await openMailQueue()
  await queue.app.pool`update users set email_verified_at = now()`
})
afterEach(() => queue.endTest())
afterAll(() => queue.app.close())

/** Writes a digest about a new bill to the outbox and returns the path of its link. */
async function writeDigest(): Promise<string> {
  const number = (numbers += 1)
  await followBill(queue.ana, await newBill(queue.app, number))
  await engross(queue.app, number)
  await makeDigestDue(queue.app, queue.ana)
  await sendDueDigests(queue.app.pool, origin)
  const email = (await alertEmails(queue.app)).at(-1)
  return new URL(email!.unsubscribe_url).pathname
}

const frequency = async (person: Person) => (await person.call(getNotificationSettings, {})).alerts?.frequency
const resume = () =>
  queue.ana.call(updateAlertSettings, {
    frequency: 'weekly',
    delivery_hour: 7,
    delivery_weekday: 1,
    time_zone: 'America/Chicago',
  })

async function open(
  method: 'GET' | 'POST',
  path: string,
  sent: { body?: string; headers?: Record<string, string> } = {},
) {
  const response = await fetch(queue.app.origin + path, { method, ...sent })
  return { status: response.status, text: await response.text(), cookie: response.headers.get('set-cookie') }
}

describe('an alert email', () => {
  // covers BEY-ALERTS-09
  test('has the headers of one-click unsubscribe, which a mail program uses without signing in', async () => {
    const sink = queue.closing(await openSink())
    const path = await writeDigest()
    await deliverPending(queue.app.pool, await queue.openMailerTo(sink.url), queue.log)
    const raw = sink.mails[0]!.raw.replaceAll(/\r\n[ \t]+/g, ' ')
    expect(headerOf(raw, 'List-Unsubscribe')).toBe(`<${origin}${path}>`)
    expect(headerOf(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    expect(headerOf(raw, 'List-Id')).toBe('Hurd alerts <alerts.hurd.example>')
    expect(headerOf(raw, 'Precedence')).toBe('bulk')
    expect(headerOf(raw, 'Auto-Submitted')).toBe('auto-generated')
    const [sent] = await alertEmails(queue.app)
    expect(sent, 'no live link stays behind').toMatchObject({ text: '', html: null, unsubscribe_url: null })

    for (const scan of [1, 2]) {
      expect(await open('GET', path), `scan ${scan}`).toMatchObject({ status: 200, cookie: null })
    }
    expect(await frequency(queue.ana), 'after a scanner').toBe('weekly')
    for (const time of [1, 2]) {
      expect(await open('POST', path, oneClick), `time ${time}`).toMatchObject({ status: 200, cookie: null })
    }
    expect(await frequency(queue.ana)).toBe('never')
    await resume()
  })

  // covers BEY-ALERTS-10
  test('has a token that cannot be guessed, expires after 13 months, and works for nothing else', async () => {
    const path = await writeDigest()
    const token = path.split('/').at(-1)!
    expect(Buffer.from(token, 'base64url')).toHaveLength(16)
    const [row] = await queue.app.pool<{ hidden: boolean }[]>`
      select bool_and(encode(token_hash, 'escape') not like ${`%${token}%`}) as hidden from unsubscribe_tokens`
    expect(row).toEqual({ hidden: true })
    const changed = `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`
    const failed = await open('POST', changed, oneClick)
    expect(failed).toMatchObject({ status: 200, text: expect.stringContaining('This link no longer works') })
    expect(await open('GET', changed)).toMatchObject({ status: 404 })
    expect(
      (await queue.app.visitor.send('GET', '/api/follows', { headers: { authorization: `Bearer ${token}` } }))
        .status,
    ).toBe(401)
    expect((await open('GET', `/feeds/mine/${token}.atom`)).status).toBe(404)
    await queue.app.pool`update unsubscribe_tokens set created_at = now() - interval '13 months 1 day'`
    expect(await open('POST', path, oneClick)).toMatchObject({ status: 200 })
    expect(await frequency(queue.ana), 'neither a wrong nor an expired token ends anything').toBe('weekly')
  })

  test('is written only if the site has an https origin, or on localhost', () => {
    const origins = ['https://hurd.example', 'http://localhost:3000', 'http://hurd.example']
    expect(origins.map(mayEmail)).toEqual([true, true, false])
  })

  test('that is permanently refused three times pauses alerts, and saving the settings resumes them', async () => {
    const refusing = queue.closing(
      await openFaultyMailServer((line) => (line.startsWith('RCPT') ? '550 no such user' : undefined)),
    )
    const mailer = await queue.openMailerTo(refusing.url)
    const deliver = () =>
      deliverPending(queue.app.pool, mailer, queue.log, () => false, countBounces(queue.app.pool))
    await queue.app.pool`update alert_settings set frequency = 'weekly', bounce_count = 0`
    for (const bounces of [1, 2, 3]) {
      await writeDigest()
      await deliver()
      const { alerts } = await queue.ana.call(getNotificationSettings, {})
      expect(alerts?.paused_at !== null, `after ${bounces}`).toBe(bounces === 3)
    }
    const before = (await alertEmails(queue.app)).length
    await followBill(queue.ana, await newBill(queue.app, (numbers += 1)))
    await engross(queue.app, numbers)
    await makeDigestDue(queue.app, queue.ana)
    await sendDueDigests(queue.app.pool, origin)
    expect((await alertEmails(queue.app)).length).toBe(before)
    await resume()
    expect((await queue.ana.call(getNotificationSettings, {})).alerts?.paused_at).toBeNull()
  })
})
