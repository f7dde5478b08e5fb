import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contactRepresentative, listContacts } from '#contract/representatives.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'
const verified = { email_verified_at: '2026-01-01T00:00:00.000Z' }
const washington = 'ocd-division/country:us/state:wa'
const message = { rep_id: 'W1', subject: 'Regarding H.R. 22', message: 'Dear Wanda West, …' }

let app: TestServer
beforeAll(async () => {
  app = await startTestServer({ rateLimits: true })
  await app.representative('W1', { contact_form_url: 'https://west.example.org/contact' })
  for (const rep_id of ['W2', 'W3', 'W4']) await app.representative(rep_id)
  await app.representative('T1', { division: 'ocd-division/country:us/state:tx' })
})
afterAll(() => app.close())

async function messagesOf({ user_id }: Person) {
  return app.pool`
    select rep_id, bill_id, subject, body as message, delivery from messages where user_id = ${user_id} order by created_at`
}

describe('contactRepresentative', () => {
  // covers HURD-CONTACT-04
  test('of three equal messages that are sent at once, one is accepted', async () => {
    const uma = await app.resident('uma', washington, verified)
    // The member's row is locked until all three have arrived.
    const arrived = Promise.withResolvers<void>()
    const unlocked = app.pool.begin(async (db) => {
      await db`select from users where user_id = ${uma.user_id} for update`
      await arrived.promise
    })
    const sent = [1, 2, 3].map(async () => uma.request(contactRepresentative, message))
    const waiting = () =>
      app.pool`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await waiting()).length < 3) await setImmediate()
    arrived.resolve()
    await unlocked
    const statuses = await Promise.all(sent)
    expect(statuses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    expect(statuses.find(({ status }) => status === 409)?.body['code']).toBe('message_already_sent')
    expect(await messagesOf(uma)).toHaveLength(1)
    const others = [
      { ...message, message: 'Other words' },
      { ...message, rep_id: 'W2' },
    ]
    const different = await Promise.all(others.map(async (body) => uma.request(contactRepresentative, body)))
    expect(different.map(({ status }) => status)).toEqual([201, 201])
  })

  // covers CIV-CONTACT-09 CIV-API-35
  test('a message is stored, and the response says how it is delivered', async () => {
    const ana = await app.resident('ana', washington, verified)
    const { bill_id } = await app.bill('Clean Water Act')

    const byForm = await ana.request(contactRepresentative, {
      ...message,
      subject: '  Regarding\tH.R. 22 ',
      message: '\nDear senator,\nplease.\n',
      bill_id,
    })
    const recorded = await ana.request(contactRepresentative, { ...message, rep_id: 'W2', bill_id: null })

    expect(byForm.status).toBe(201)
    expect(byForm.body).toEqual({
      success: true,
      contact: {
        contact_id: expect.any(String),
        rep_id: 'W1',
        bill_id,
        created_at: expect.any(String),
        delivery: 'contact_form',
        contact_form_url: 'https://west.example.org/contact',
      },
    })
    expect(recorded.body).toMatchObject({
      contact: { bill_id: null, delivery: 'recorded', contact_form_url: null },
    })
    expect(await messagesOf(ana)).toEqual([
      {
        rep_id: 'W1',
        bill_id,
        subject: 'Regarding\tH.R. 22',
        message: 'Dear senator,\nplease.',
        delivery: 'contact_form',
      },
      { ...message, rep_id: 'W2', bill_id: null, delivery: 'recorded' },
    ])
  })

  // covers CIV-CONTACT-10 CIV-CONTACT-11 CIV-CONTACT-12
  test('a missing or too long field is refused with its message, and nothing is stored', async () => {
    const ben = await app.resident('ben', washington, verified)
    const empty = 'Please fill in all fields'
    for (const [part, words] of [
      [{ rep_id: undefined }, empty],
      [{ rep_id: '' }, empty],
      [{ rep_id: null }, empty],
      [{ subject: ' ' }, empty],
      [{ subject: undefined }, empty],
      [{ message: '\n' }, empty],
      [{ message: null }, empty],
      [{ subject: 'é'.repeat(201) }, 'Subject is too long'],
      [{ message: 'm'.repeat(5001) }, 'Message is too long'],
      [{ bill_id: 'H.R. 22' }, 'Invalid request'],
    ] as const) {
      const response = await ben.send('POST', '/api/representatives/contact', {
        body: { ...message, ...part },
      })
      expect([part, response.status, response.body['error']]).toEqual([part, 400, words])
    }
    expect(await messagesOf(ben)).toEqual([])
    const whole = { ...message, subject: '🐟'.repeat(200), message: '🐟'.repeat(5000) }
    expect((await ben.request(contactRepresentative, whole)).status).toBe(201)
  })

  test('no subject can end the line of an email header', async () => {
    const cleo = await app.resident('cleo', washington, verified)
    for (const end of ['\r\n', '\n', '\r', '\0', '\u2028', '\u2029', '\u0085', '\u000b']) {
      const response = await cleo.request(contactRepresentative, {
        ...message,
        subject: `Hi${end}Bcc: all@example.org`,
      })
      expect([end, response.status, response.body['code']]).toEqual([end, 400, 'invalid_request'])
    }
    const response = await cleo.request(contactRepresentative, { ...message, message: 'a\0b' })
    expect(response.status).toBe(400)
    expect(await messagesOf(cleo)).toEqual([])
  })

  // covers ACC-ROLES-06
  test('sending a message requires an address, a verified email and an active account', async () => {
    const homeless = await app.member('homeless', { ...verified, address: '' })
    const unverified = await app.resident('unverified', washington)
    const away = await app.resident('away', washington, { ...verified, account_status: 'inactive' })

    expect(await homeless.request(contactRepresentative, message)).toMatchObject({
      status: 403,
      body: {
        error: 'Address required to find representatives. Please update your address in your profile.',
      },
    })
    expect(await unverified.request(contactRepresentative, message)).toMatchObject({
      status: 403,
      body: { error: 'Please verify your email address before contacting representatives.' },
    })
    expect(await away.refusal(contactRepresentative, message)).toBe('account_deactivated')
    expect(await app.visitor.refusal(contactRepresentative, message)).toBe('authentication_required')
    for (const member of [homeless, unverified, away]) expect(await messagesOf(member)).toEqual([])
  })

  test("another district's representative, one out of office, an unknown one and an unknown bill are not found", async () => {
    const dina = await app.resident('dina', washington, verified)
    expect(await dina.refusal(contactRepresentative, { ...message, rep_id: 'T1' })).toBe(
      'representative_not_found',
    )
    expect(await dina.refusal(contactRepresentative, { ...message, rep_id: "W1' or 1=1" })).toBe(
      'representative_not_found',
    )
    await app.pool`update representative_terms set valid_to = current_date where rep_id = 'W4'`
    expect(await dina.refusal(contactRepresentative, { ...message, rep_id: 'W4' })).toBe(
      'representative_not_found',
    )
    await app.pool`update representative_terms set valid_to = null where rep_id = 'W4'`
    expect(await dina.refusal(contactRepresentative, { ...message, bill_id: unknownId })).toBe(
      'bill_not_found',
    )
    expect(await messagesOf(dina)).toEqual([])
  })

  test('a member can send three messages a day to one representative, even when they are sent at once', async () => {
    const eli = await app.resident('eli', washington, verified)

    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, number) =>
        eli.request(contactRepresentative, { ...message, subject: `Regarding H.R. ${number}` }),
      ),
    )

    expect(responses.filter((response) => response.status === 201)).toHaveLength(3)
    const refused = responses.filter((response) => response.status === 429)
    expect(refused).toHaveLength(9)
    const wait = Number(refused[0]!.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(86_000)
    expect(wait).toBeLessThanOrEqual(86_400)
    expect(refused[0]!.body['error']).toBe('Too many attempts. Please try again later.')
    expect(await messagesOf(eli)).toHaveLength(3)
    expect((await eli.request(contactRepresentative, { ...message, rep_id: 'W2' })).status).toBe(201)
  })

  test('a member can send ten messages a day in all, and can write again a day later', async () => {
    const fay = await app.resident('fay', washington, verified)
    const statuses: number[] = []
    for (const [index, rep_id] of [
      'W1',
      'W1',
      'W1',
      'W2',
      'W2',
      'W2',
      'W3',
      'W3',
      'W3',
      'W4',
      'W4',
    ].entries()) {
      // The same words within a second would be refused as sent twice.
      const sent = { ...message, subject: `Message ${index}`, rep_id }
      statuses.push((await fay.request(contactRepresentative, sent)).status)
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 201, 201, 201, 201, 429])

    await app.pool`
      update messages set created_at = created_at - interval '1 day' where user_id = ${fay.user_id} and rep_id = 'W1'`
    expect((await fay.request(contactRepresentative, message)).status).toBe(201)
  })

  test('a message sent twice with one idempotency key is stored once', async () => {
    const gus = await app.resident('gus', washington, verified)
    const key = { 'idempotency-key': 'one-press' }
    const first = await gus.request(contactRepresentative, message, key)
    const again = await gus.request(contactRepresentative, message, key)
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(await messagesOf(gus)).toHaveLength(1)
  })

  test('no word of a message reaches the log', async () => {
    const hal = await app.resident('hal', washington, verified)
    await hal.call(contactRepresentative, { ...message, subject: 'CANARY-S', message: 'CANARY-M' })
    await hal.request(contactRepresentative, { ...message, subject: 'CANARY-S\n', rep_id: 'CANARY-R' })
    expect(app.logLines.join('\n')).toContain('/api/representatives/contact')
    expect(app.logLines.join('\n')).not.toContain('CANARY')
  })
})

describe('listContacts', () => {
  // covers CIV-API-01
  test('a member reads their own messages, newest first, page by page, for one bill or all', async () => {
    const [ida, jon] = [
      await app.resident('ida', washington, verified),
      await app.resident('jon', washington, verified),
    ]
    const { bill_id } = await app.bill('Night Bus Bill')
    await ida.call(contactRepresentative, { ...message, subject: 'first', bill_id })
    await ida.call(contactRepresentative, { ...message, subject: 'second', rep_id: 'W2' })
    await jon.call(contactRepresentative, { ...message, subject: "not Ida's", bill_id })

    const all = await ida.request(listContacts, {})
    expect(all.body).toEqual({
      success: true,
      contacts: [
        {
          contact_id: expect.any(String),
          rep_id: 'W2',
          rep_name: 'Senator W2',
          bill_id: null,
          subject: 'second',
          message: message.message,
          created_at: expect.any(String),
          delivery: 'recorded',
          mail_state: null,
          contact_form_url: null,
          timeline: [],
          office_phone: null,
          email: null,
        },
        expect.objectContaining({ subject: 'first', bill_id }),
      ],
      pagination: { limit: 20, offset: 0, total: 2, has_more: false },
    })
    const ofBill = await ida.call(listContacts, { bill_id })
    expect(ofBill.contacts).toMatchObject([{ subject: 'first' }])
    const page = await ida.call(listContacts, { limit: '1' })
    expect(page).toMatchObject({
      contacts: [{ subject: 'second' }],
      pagination: { limit: 1, offset: 0, total: 2, has_more: true },
    })
    const next = await ida.call(listContacts, { limit: '1', offset: '1' })
    expect(next).toMatchObject({ contacts: [{ subject: 'first' }], pagination: { has_more: false } })
  })
})
