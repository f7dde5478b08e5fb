import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contactRepresentative, listContacts } from '#contract/representatives.ts'
import { deliverPending } from '#server/platform/mail/deliver.ts'
import { openMailer } from '#server/platform/mail/deliverSmtp.ts'
import { openFaultyMailServer, openSink } from '#server/testing/external/smtp.ts'
import { runMaintenance } from '#server/testing/runMaintenance.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

const from = 'Hurd <no-reply@hurd.example>'
const washington = 'ocd-division/country:us/state:wa'
const verified = { email_verified_at: '2026-01-01T00:00:00.000Z', full_name: 'Maya Okafor' }
const message = { rep_id: 'E1', subject: 'Regarding H.R. 22', message: 'Dear Wanda West,\r\n.\nplease.' }
const logLines: string[] = []
const log = pino({ level: 'debug' }, { write: (line: string) => void logLines.push(line) })

let app: TestServer
let closing: (() => unknown)[] = []
beforeAll(async () => {
  app = await startTestServer({ smtpUrl: 'smtp://mail.example.org', publicOrigin: 'https://hurd.example' })
  await app.representative('E1', { rep_name: 'Wanda West', email: 'office@west.example.org' })
  await app.representative('F1', { contact_form_url: 'https://form.example.org/contact' })
  await app.representative('P1', { office_phone: '202-555-0147' })
})
afterAll(() => app.close())
beforeEach(() => app.pool`delete from emails`)
afterEach(async () => {
  for (const close of closing.toReversed()) await close()
  closing = []
})

/** Sends every pending email to a strict mail server and returns what it accepted. */
async function delivered() {
  const sink = await openSink()
  const mailer = await openMailer(sink.url, from)
  closing.push(sink.close, () => mailer.close({ force: true }))
  await deliverPending(app.pool, mailer, log)
  return sink.mails
}

/** Returns the unfolded header lines of an email, and its body without soft line breaks. */
function partsOf(raw: string) {
  const end = raw.indexOf('\r\n\r\n')
  const head = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const field = (name: string) =>
    head
      .filter((line) => line.toLowerCase().startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 2))
  return { head, field, body: raw.slice(end + 4).replaceAll('=\r\n', '') }
}

describe('a message sent by email', () => {
  // covers CIV-CONTACT-09 CIV-API-35
  test('goes from the service to the office with the writer’s name, and replies go to the writer', async () => {
    const maya = await app.resident('maya', washington, verified)
    const { contact } = await maya.call(contactRepresentative, message)
    expect(contact).toMatchObject({ delivery: 'email', contact_form_url: null })
    const before = await maya.call(listContacts, {})
    expect(before.contacts).toMatchObject([{ delivery: 'email', mail_state: 'pending' }])

    const [mail, ...others] = await delivered()

    expect(others).toEqual([])
    expect([mail!.from, mail!.to]).toEqual(['no-reply@hurd.example', ['office@west.example.org']])
    const { field, body } = partsOf(mail!.raw)
    expect(field('from')).toEqual(['Maya Okafor via Hurd <no-reply@hurd.example>'])
    expect(field('reply-to')).toEqual(['maya@example.org'])
    expect(field('to')).toEqual(['office@west.example.org'])
    expect(field('subject')).toEqual(['Regarding H.R. 22'])
    expect(field('content-type')).toEqual([expect.stringMatching(/^text\/plain; charset=utf-8/)])
    expect(field('auto-submitted')).toEqual([])
    expect(body).toContain('Dear Wanda West,\r\n.\r\nplease.\r\n')
    expect(body).toContain('Maya Okafor wrote this to U.S. Senator Wanda West on Hurd, https://hurd.example.')
    expect(body).not.toContain('Street of maya')
    const after = await maya.call(listContacts, {})
    expect(after.contacts).toMatchObject([{ mail_state: 'sent', message: message.message.trim() }])
  })

  test('no subject or name can add a recipient, a header or a second email', async () => {
    const names = [
      'Eve" <all@example.org>, "Bob',
      'Eve\r\nBcc: all@example.org',
      'Éva 🐟 Ünal\u2028Bcc: x@example.org',
    ]
    const subjects = [
      'Hi\tBcc: all@example.org',
      '=?utf-8?Q?Hi=0D=0ABcc:_all@example.org?=',
      `${'é🐟'.repeat(90)} end`,
      'a, b; c <all@example.org> "quoted"',
      '\u202ereversed\u202c RCPT TO:<all@example.org>',
    ]
    for (const [at, full_name] of names.entries()) {
      const eve = await app.resident(`eve${at}`, washington, { ...verified, full_name })
      const subject = subjects[at]!
      expect((await eve.request(contactRepresentative, { ...message, subject })).status).toBe(201)
      await eve.call(contactRepresentative, { ...message, subject: subjects[at + 2] ?? subject })
    }
    const mails = await delivered()
    expect(mails).toHaveLength(6)
    for (const { raw, to } of mails) {
      expect(to).toEqual(['office@west.example.org'])
      const { head, field } = partsOf(raw)
      const known =
        /^(from|reply-to|to|subject|message-id|date|mime-version|content-type|content-transfer-encoding): /i
      expect(head.filter((line) => !known.test(line))).toEqual([])
      for (const name of ['from', 'reply-to', 'to', 'subject']) expect(field(name)).toHaveLength(1)
      expect(field('from')[0]).toMatch(/ <no-reply@hurd\.example>$/)
      expect(field('from')[0]!.split('@')).toHaveLength(2)
    }
  })

  test('a server that ends lines at any line-break character sees one recipient and no header from the writer', async () => {
    const mal = await app.resident('mal', washington, {
      ...verified,
      full_name: 'Mal\nRCPT TO:<all@example.org>\n',
    })
    await mal.call(contactRepresentative, {
      ...message,
      subject: 'Hi\tthere',
      message: 'Dear,\r\n.\r\nMAIL FROM:<mal@example.org>\nBcc: all@example.org',
    })
    const faultyServer = await openFaultyMailServer(() => undefined)
    const mailer = await openMailer(faultyServer.url, from)
    closing.push(faultyServer.close, () => mailer.close({ force: true }))
    await deliverPending(app.pool, mailer, log)
    expect(faultyServer.receivedLines.filter((line) => line.startsWith('RCPT'))).toEqual([
      'RCPT TO:<office@west.example.org>',
    ])
    const inHead = faultyServer.receivedLines.slice(
      0,
      faultyServer.receivedLines.findIndex((line) => line.startsWith('Dear')),
    )
    expect(inHead.filter((line) => /^(bcc|cc):/i.test(line))).toEqual([])
    const [row] = await app.pool`select state, attempts from emails`
    expect(row).toEqual({ state: 'sent', attempts: 1 })
  })

  test('two messages to one office are both sent, and one that the office’s server rejects is shown as failed', async () => {
    const ned = await app.resident('ned', washington, verified)
    await ned.call(contactRepresentative, message)
    await ned.call(contactRepresentative, { ...message, subject: 'Again' })
    expect(await delivered()).toHaveLength(2)

    await ned.call(contactRepresentative, { ...message, subject: 'A third time' })
    const sink = await openSink({ toRecipient: () => ({ code: 550, words: 'no such office' }) })
    const mailer = await openMailer(sink.url, from)
    closing.push(sink.close, () => mailer.close({ force: true }))
    await deliverPending(app.pool, mailer, log)
    const states = async () =>
      (await ned.call(listContacts, {})).contacts.map((contact) => contact.mail_state)
    expect(await states()).toEqual(['dead', 'sent', 'sent'])

    await ned.call(contactRepresentative, { ...message, subject: 'Never collected' })
    expect(await states()).toEqual(['pending', 'dead', 'sent', 'sent'])
    await app.pool`
      update emails set created_at = created_at - interval '31 days', expires_at = expires_at - interval '31 days'`
    await runMaintenance(app.pool)
    expect(await app.pool`select from emails`).toHaveLength(2)
    expect(await states()).toEqual(['dead', 'dead', 'sent', 'sent'])
  })

  test('an office without an email address gets no email, and the member sees its form or phone number', async () => {
    const ola = await app.resident('ola', washington, verified)
    const form = await ola.call(contactRepresentative, { ...message, rep_id: 'F1' })
    const phone = await ola.call(contactRepresentative, { ...message, rep_id: 'P1' })
    expect([form.contact.delivery, phone.contact.delivery]).toEqual(['contact_form', 'recorded'])
    expect(await delivered()).toEqual([])
    const { contacts } = await ola.call(listContacts, {})
    expect(contacts).toMatchObject([
      { delivery: 'recorded', mail_state: null, office_phone: '202-555-0147' },
      { delivery: 'contact_form', mail_state: null, contact_form_url: 'https://form.example.org/contact' },
    ])
  })

  test('a refused message leaves no email behind, and no word of a message reaches the log', async () => {
    const pia = await app.resident('pia', washington, verified)
    await pia.request(contactRepresentative, { ...message, subject: 'Hi\r\nBcc: all@example.org' })
    await pia.request(contactRepresentative, { ...message, bill_id: '00000000-0000-4000-8000-000000000000' })
    expect(await app.pool`select from emails`).toHaveLength(0)
    await pia.call(contactRepresentative, { ...message, message: 'CANARY' })
    await delivered()
    expect([...logLines, ...app.logLines].join('\n')).not.toMatch(/CANARY|west\.example|pia@/)
  })
})

describe('without a mail server', () => {
  test('no message is stored as emailed, even if the office has an address', async () => {
    const silent = await startTestServer()
    try {
      await silent.representative('E1', { email: 'office@west.example.org' })
      const quin = await silent.resident('quin', washington, verified)
      const { contact } = await quin.call(contactRepresentative, message)
      expect(contact.delivery).toBe('recorded')
      expect(await silent.pool`select from emails`).toHaveLength(0)
    } finally {
      await silent.close()
    }
  })
})
