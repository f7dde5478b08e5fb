/* oxlint-disable max-lines -- one sink and one queue in all their states; split, each part would repeat the first 90 lines */
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgotPassword } from '../../contract/accounts.ts'
import { getHealth } from '../../contract/kit/health.ts'
import { readEnv } from '../kit/env.ts'
import { openRudeSink, openSink } from '../testing/external/smtp.ts'
import { commandContext } from '../testing/operator.ts'
import { openWorld, type Person, type World } from '../testing/world.ts'
import { deliverPending, startDelivery } from './deliver.ts'
import { claimEmail } from './deliverQueue.ts'
import { openMailer } from './deliverSmtp.ts'
import { commands } from './operator.ts'

const from = 'Hurd <no-reply@hurd.example>'
const logLines: string[] = []
const log = pino({ level: 'debug' }, { write: (line: string) => void logLines.push(line) })

let world: World
let ana: Person
/** What a test has opened, closed after it. */
let open: { close: (how: { force: boolean }) => unknown }[] = []

beforeAll(async () => {
  world = await openWorld()
  ana = await world.member('ana')
})
afterAll(() => world.close())
beforeEach(() => world.pool`delete from emails`)
afterEach(async () => {
  for (const one of open.toReversed()) await one.close({ force: true })
  open = []
})

function closing<T extends { close: (how: { force: boolean }) => unknown }>(one: T): T {
  open.push(one)
  return one
}

async function postTo(url: string, stages = {}) {
  return closing(await openMailer(url, from, stages))
}

type Written = {
  to?: string
  subject?: string
  text?: string
  html?: string
  count?: number
  purpose?: 'reset_password' | 'representative_message'
}

async function write(written: Written = {}) {
  const { to = 'ana@example.org', subject = 'News', text, html, count = 1 } = written
  const mail = {
    user_id: ana.user_id,
    purpose: written.purpose ?? 'reset_password',
    to_address: to,
    subject,
    text: text ?? 'Hello,\n\nread https://hurd.example/a?b=1 please.\n',
    html: html ?? '<p>Hello</p>',
  }
  for (let at = 0; at < count; at += 1) {
    await world.pool`insert into emails ${world.pool({ ...mail, expires_at: '2100-01-01T00:00:00Z' })}`
  }
}

function states() {
  return world.pool<{ state: string; attempts: number; last_error: string | null }[]>`
    select state, attempts, last_error from emails order by created_at`
}

function bodies() {
  return world.pool<{ state: string; has_link: boolean }[]>`
    select state, text || coalesce(html, '') like '%token=%' as has_link from emails order by created_at`
}

/** Minutes until the next try of the one mail, by the database's clock. */
async function waitOf() {
  const [mail] = await world.pool<{ minutes: number }[]>`
    select round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes from emails`
  return mail?.minutes
}

/** As if so much time had gone by. */
async function pass(minutes: number) {
  await world.pool`
    update emails set next_attempt_at = next_attempt_at - make_interval(mins => ${minutes}),
                     expires_at = expires_at - make_interval(mins => ${minutes})`
}

const headerOf = (raw: string, name: string) => new RegExp(`^${name}: (.*)$`, 'mi').exec(raw)?.[1]?.trim()

describe('a mail that is sent', () => {
  test('leaves at once, whole, to one recipient, with what a mail of a machine should say of itself', async () => {
    const sink = closing(await openSink())
    const delivery = await startDelivery(world.pool, { smtpUrl: sink.url, mailFrom: from }, log)
    await world.visitor.call(forgotPassword, { email: ana.email })
    await sink.whenHas(1)
    await delivery?.stop()

    const { raw, ...envelope } = sink.mails[0]!
    expect(envelope).toEqual({ from: 'no-reply@hurd.example', to: [ana.email] })
    expect(headerOf(raw, 'From')).toBe(from)
    expect(headerOf(raw, 'To')).toBe(ana.email)
    expect(headerOf(raw, 'Subject')).toBe('Reset your Hurd password')
    expect(headerOf(raw, 'Auto-Submitted')).toBe('auto-generated')
    expect(headerOf(raw, 'Content-Type')).toMatch(/^multipart\/alternative/)
    const [held] = await world.pool<{ email_id: string; text: string; sent_at: string | null }[]>`
      select email_id, text, sent_at from emails`
    expect(headerOf(raw, 'Message-ID')).toBe(`<${held!.email_id}@hurd.example>`)
    const plain = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
    expect(plain).toMatch(/^http\S+\/reset-password\?token=[0-9a-f]{64}\s*$/m)
    expect(held!.text, 'no live link stays behind').toBe('')
    expect(raw).toMatch(/^Content-Type: text\/plain/m)
    expect(raw).toMatch(/^Content-Type: text\/html/m)
    expect(await states()).toEqual([{ state: 'sent', attempts: 1, last_error: null }])
    expect(held!.sent_at).not.toBeNull()
  })

  test('is sent once, whatever the number of instances', async () => {
    const sink = closing(await openSink())
    await write({ count: 30 })
    const posts = [await postTo(sink.url), await postTo(sink.url), await postTo(sink.url)]
    await Promise.all(posts.map((post) => deliverPending(world.pool, post, log)))
    const ids = sink.mails.map(({ raw }) => headerOf(raw, 'Message-ID'))
    expect(ids).toHaveLength(30)
    expect(new Set(ids).size).toBe(30)
  })

  test('comes twice at most, and can be told by its id, when the worker dies before it is noted', async () => {
    const sink = closing(await openSink())
    const post = await postTo(sink.url)
    await write()
    expect(await post.send((await claimEmail(world.pool))!)).toBeNull()

    await deliverPending(world.pool, post, log)
    expect(sink.mails).toHaveLength(1)
    await pass(2)
    await deliverPending(world.pool, post, log)
    await deliverPending(world.pool, post, log)
    expect(sink.mails).toHaveLength(2)
    expect(headerOf(sink.mails[0]!.raw, 'Message-ID')).toBe(headerOf(sink.mails[1]!.raw, 'Message-ID'))
    expect(await states()).toMatchObject([{ state: 'sent', attempts: 2 }])
  })

  test('cannot carry a second recipient, header or mail, also not past a server that takes any line end', async () => {
    const smuggled =
      'a\r\n.\r\nMAIL FROM:<x@evil.example>\nRCPT TO:<b@evil.example>\r.\rDATA\n.\nEvil: yes\r\n'
    const lenient = closing(await openRudeSink(() => undefined))
    const strict = closing(await openSink())
    for (const url of [lenient.url, strict.url]) {
      await world.pool`delete from emails`
      await write({ text: smuggled, html: smuggled, subject: 'Größe, "quoted" <b@evil.example>' })
      await write({ to: 'a@example.org,b@evil.example' })
      await write({ to: 'a@example.org>ORCPT=b@evil.example' })
      await deliverPending(world.pool, await postTo(url), log)
      const refused = { state: 'dead', attempts: 1, last_error: 'not a valid address' }
      expect(await states()).toEqual([{ state: 'sent', attempts: 1, last_error: null }, refused, refused])
    }
    expect(strict.mails).toHaveLength(1)
    expect(strict.mails[0]?.to).toEqual(['ana@example.org'])
    expect(lenient.heard.filter((line) => /^(MAIL|RCPT|DATA)/.test(line))).toEqual([
      expect.stringMatching(/^MAIL FROM:<no-reply@hurd\.example>/),
      'RCPT TO:<ana@example.org>',
      'DATA',
      // Inside the mail, as text: no line before it is a lone dot.
      ...smuggledLines(lenient.heard),
    ])
    expect(lenient.heard.filter((line) => line === '.')).toHaveLength(1)
  })
})

/** Lines that look like commands but stand between DATA and the one lone dot. */
function smuggledLines(heard: string[]): string[] {
  const body = heard.slice(heard.indexOf('DATA') + 1, heard.indexOf('.'))
  return body.filter((line) => /^(MAIL|RCPT|DATA)/.test(line))
}

describe('a mail that is not taken', () => {
  test('is dead at once when its recipient is refused; the others go', async () => {
    const sink = closing(
      await openSink({
        toRecipient: (to) => (to.startsWith('gone') ? { code: 550, words: `No such user ${to}` } : null),
      }),
    )
    await write({ to: 'gone@example.org' })
    await write()
    await deliverPending(world.pool, await postTo(sink.url), log)
    expect(await states()).toEqual([
      { state: 'dead', attempts: 1, last_error: 'the mail server replied 550 to RCPT TO' },
      { state: 'sent', attempts: 1, last_error: null },
    ])
  })

  test('is tried again by the schedule, and goes when the server has changed its mind', async () => {
    let greylists = 3
    const toRecipient = () => ((greylists -= 1) >= 0 ? { code: 451, words: 'Come back later' } : null)
    const sink = closing(await openSink({ toRecipient }))
    const post = await postTo(sink.url)
    await write()
    for (const minutes of [1, 5, 30]) {
      await deliverPending(world.pool, post, log)
      expect(await waitOf()).toBe(minutes)
      await pass(minutes - 1)
      await deliverPending(world.pool, post, log)
      expect(sink.mails).toHaveLength(0)
      await pass(1)
    }
    await deliverPending(world.pool, post, log)
    expect(sink.mails).toHaveLength(1)
    expect(await states()).toEqual([{ state: 'sent', attempts: 4, last_error: null }])
  })

  test('loses its text when it is refused for good, and an operator is told to have a new one requested', async () => {
    const sink = closing(await openSink({ toRecipient: () => ({ code: 550, words: 'No such user' }) }))
    await write({ text: 'https://hurd.example/reset-password?token=live' })
    expect(await bodies()).toEqual([{ state: 'pending', has_link: true }])
    await deliverPending(world.pool, await postTo(sink.url), log)
    expect(await bodies()).toEqual([{ state: 'dead', has_link: false }])
    const [mail] = await world.pool<{ email_id: string }[]>`select email_id from emails`
    await expect(retry(mail!.email_id)).rejects.toThrow('was erased when it failed')
  })

  test('is dead after the sixth failed try, and an operator can have a letter tried again', async () => {
    let refuses = true
    const sink = closing(
      await openSink({ toRecipient: () => (refuses ? { code: 452, words: 'Mailbox full' } : null) }),
    )
    const post = await postTo(sink.url)
    await write({ purpose: 'representative_message' })
    for (const minutes of [1, 5, 30, 120, 360]) {
      await deliverPending(world.pool, post, log)
      expect(await waitOf()).toBe(minutes)
      await pass(minutes)
    }
    await deliverPending(world.pool, post, log)
    await pass(10_000)
    await deliverPending(world.pool, post, log)
    const last_error = 'the mail server replied 452 to RCPT TO'
    expect(await states()).toEqual([{ state: 'dead', attempts: 6, last_error }])

    refuses = false
    const [mail] = await world.pool<{ email_id: string }[]>`select email_id from emails`
    await retry(mail!.email_id)
    await deliverPending(world.pool, post, log)
    expect(sink.mails).toHaveLength(1)
    await expect(retry(mail!.email_id)).rejects.toThrow('was already sent')
    await expect(retry('nonsense')).rejects.toThrow('There is no email nonsense.')
  })

  test('waits when the server hangs or hangs up, and nothing else does', async () => {
    const hangs = closing(await openRudeSink((line) => (line === 'connect' ? null : undefined)))
    await write()
    await deliverPending(world.pool, await postTo(hangs.url, { greeting: 50 }), log)
    expect(await states()).toEqual([
      { state: 'pending', attempts: 1, last_error: 'could not connect to the mail server (ETIMEDOUT)' },
    ])
    await world.visitor.call(getHealth, {})

    const stalls = closing(await openRudeSink((line) => (line === '.' ? null : undefined)))
    await pass(1)
    await deliverPending(world.pool, await postTo(stalls.url, { silence: 50 }), log)
    const drops = closing(await openRudeSink((line) => (line === '.' ? 'drop' : undefined)))
    await pass(5)
    await deliverPending(world.pool, await postTo(drops.url), log)
    expect(await states()).toEqual([
      {
        state: 'pending',
        attempts: 3,
        last_error: 'the connection to the mail server was lost (ECONNECTION)',
      },
    ])
    expect(await waitOf()).toBe(30)

    // What may have been taken is not hurried: it would come twice.
    const sink = closing(await openSink())
    await deliverPending(world.pool, await postTo(sink.url), log)
    expect(sink.mails).toHaveLength(0)
  })

  test('is given time to leave when the app stops, and no more than that', async () => {
    const stalls = closing(await openRudeSink((line) => (line === '.' ? null : undefined)))
    const delivery = await startDelivery(world.pool, { smtpUrl: stalls.url, mailFrom: from }, log)
    await write()
    await stalls.whenHears('.')
    await delivery?.stop(20)
    expect(await states()).toMatchObject([{ state: 'pending', attempts: 1 }])
  })
})

describe('an outage of the mail server', () => {
  test('of a minute: all that was written meanwhile is sent afterwards, each once', async () => {
    const before = await openSink()
    await before.close()
    const post = await postTo(before.url)
    await write({ count: 20 })
    await deliverPending(world.pool, post, log)
    expect((await states()).filter(({ state }) => state === 'pending')).toHaveLength(20)

    await pass(1)
    const sink = closing(await openSink({ port: before.port }))
    await deliverPending(world.pool, post, log)
    expect(new Set(sink.mails.map(({ raw }) => headerOf(raw, 'Message-ID'))).size).toBe(20)
    expect(sink.mails).toHaveLength(20)
  })

  test('of hours: what waits is sent as soon as the server is back, but no link that has died', async () => {
    const before = await openSink()
    await before.close()
    const post = await postTo(before.url)
    await write()
    await world.pool`update emails set purpose = 'verify_email'` // not replaced by the next
    await world.visitor.call(forgotPassword, { email: ana.email })
    for (const minutes of [1, 5, 30]) {
      await deliverPending(world.pool, post, log)
      await pass(minutes)
    }
    await deliverPending(world.pool, post, log)
    await pass(60)

    const sink = closing(await openSink({ port: before.port }))
    await deliverPending(world.pool, post, log)
    expect(sink.mails.map(({ raw }) => headerOf(raw, 'Subject'))).toEqual(['News'])
    expect(await states()).toEqual([
      { state: 'sent', attempts: 5, last_error: null },
      { state: 'dead', attempts: 4, last_error: 'the link expired before the email could be sent' },
    ])
    const [stale] = await world.pool<{ email_id: string }[]>`select email_id from emails where state = 'dead'`
    await expect(retry(stale!.email_id)).rejects.toThrow('has expired. Request a new one.')
  })
})

test('no log line holds an address, a subject or a link', () => {
  expect(logLines.length).toBeGreaterThan(10)
  expect(logLines.join('')).not.toMatch(/@example|token|Reset your|hurd\.example/)
})

test('without a mail server nothing is started', async () => {
  expect(await startDelivery(world.pool, readEnv({}), log)).toBeNull()
})

function retry(id: string) {
  return commands.find((one) => one.words.join(' ') === 'mail retry')!.run([id], commandContext(world))
}
