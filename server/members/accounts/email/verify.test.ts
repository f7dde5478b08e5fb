import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser, register, resendVerification, verifyEmail } from '#contract/accounts/accounts.ts'
import { listBills } from '#contract/bills/bills.ts'
import { mailsTo, tokenTo } from '#server/testing/external/mailbox.ts'
import { runMaintenance } from '#server/testing/runMaintenance.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

const unknown = 'Invalid verification link'
const expired = 'This verification link has expired. Please request a new one.'
const password = 'quiet river morning'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer({ publicOrigin: 'https://hurd.example' })
  await app.pool`insert into access_codes (code, max_uses) values ('OPEN-HOUSE', 1000)`
})
afterAll(() => app.close())

function form(username: string) {
  const email = `${username}@example.org`
  return { full_name: 'Rosa Delgado', username, email, access_code: 'OPEN-HOUSE', password }
}

/** Registers a member and returns the session and the emailed token. */
async function newcomer(username: string) {
  const { token: session, user } = await app.visitor.call(register, form(username))
  return { ...user, session, link: await tokenTo(app, user.email) }
}

const verify = (token: string) => app.visitor.request(verifyEmail, { token })

const resend = (token: string | null) => app.send('POST', resendVerification.path, { token })

async function isVerified(user_id: string): Promise<boolean> {
  const [row] = await app.pool<{ is: boolean }[]>`
    select email_verified_at is not null as is from users where user_id = ${user_id}`
  return row!.is
}

describe('a new account', () => {
  test('gets an email with a link to the public origin that works for a day', async () => {
    const ana = await newcomer('ana')
    const mails = await mailsTo(app, ana.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ subject: 'Verify your email address for Hurd', state: 'pending' })
    const [link = ''] = /https:\S+token=\S+/.exec(mails[0]!.text) ?? []
    expect(link).toMatch(/^https:\/\/hurd\.example\/verify-email\?token=[0-9a-f]{64}$/)
    expect(mails[0]!.html).toContain(`<a href="${link}">`)
    const [stored] = await app.pool<{ row: string; hours: number }[]>`
      select row_to_json(l)::text as row, round(extract(epoch from expires_at - now()) / 3600)::int as hours
        from email_links l where user_id = ${ana.userId}`
    expect(stored!.hours).toBe(24)
    expect(stored!.row).not.toContain(ana.link)
  })

  test('that is refused gets no email', async () => {
    await app.visitor.request(register, { ...form('nobody'), access_code: 'WRONG-CODE' })
    expect(await mailsTo(app, 'nobody@example.org')).toEqual([])
  })

  // covers ACC-ROLES-03
  test('can use the product before the email is verified', async () => {
    const ben = await newcomer('ben')
    expect((await app.send('GET', listBills.path, { token: ben.session })).status).toBe(200)
  })
})

describe('opening the link', () => {
  // covers ACC-API-08 ACC-API-09
  test('verifies the address and returns only the account it belongs to', async () => {
    const cleo = await newcomer('cleo')
    const { status, body } = await verify(cleo.link)
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        user: { userId: cleo.userId, email: cleo.email, username: 'cleo', emailVerified: true },
        message: 'Email verified successfully',
      },
    ])
    const own = await app.send('GET', getUser.path.replace(':id', cleo.userId), { token: cleo.session })
    expect(own.body['user']).toMatchObject({ emailVerified: true })
  })

  test('again gets the same response, because mail scanners open links too', async () => {
    const dina = await newcomer('dina')
    const first = await verify(dina.link)
    await app.pool`update email_links set expires_at = now() where user_id = ${dina.userId}`
    const second = await verify(dina.link)
    expect([second.status, second.body]).toEqual([200, first.body])
  })

  test('twenty times at the same moment verifies once and gets the same response each time', async () => {
    const eva = await newcomer('eva')
    const responses = await Promise.all(Array.from({ length: 20 }, () => verify(eva.link)))
    expect(new Set(responses.map((response) => JSON.stringify([response.status, response.body]))).size).toBe(
      1,
    )
    expect(responses[0]!.status).toBe(200)
    expect(await isVerified(eva.userId)).toBe(true)
  })

  test('after a day is refused and changes nothing', async () => {
    const fay = await newcomer('fay')
    await app.pool`
      update email_links set expires_at = expires_at - interval '24 hours' where user_id = ${fay.userId}`
    const { status, body } = await verify(fay.link)
    expect([status, body['code'], body['error']]).toEqual([400, 'verification_link_expired', expired])
    expect(await isVerified(fay.userId)).toBe(false)
  })

  test('after it has expired says so for thirty days, and then is treated as unknown', async () => {
    const gus = await newcomer('gus')
    const codes: unknown[] = []
    for (const days of [29, 31]) {
      await app.pool`
        update email_links set expires_at = now() - make_interval(days => ${days}) where user_id = ${gus.userId}`
      await runMaintenance(app.pool)
      codes.push((await verify(gus.link)).body['code'])
    }
    expect(codes).toEqual(['verification_link_expired', 'verification_link_invalid'])
  })

  // covers ACC-API-09
  test('with an unknown token is refused, whatever the token looks like', async () => {
    const gil = await newcomer('gil')
    const wrong = [
      undefined,
      null,
      '',
      'short',
      gil.link.slice(1),
      `${gil.link}0`,
      gil.link.toUpperCase(),
      '0'.repeat(64),
    ]
    for (const token of wrong) {
      const { status, body } = await app.send('POST', '/api/auth/verify-email', { body: { token } })
      expect([token, status, body['error']]).toEqual([token, 400, unknown])
    }
    const shapes: unknown[] = [[gil.link], { $ne: '' }, 5, true]
    for (const token of shapes) {
      const { status, body } = await app.send('POST', '/api/auth/verify-email', { body: { token } })
      expect([token, status, body['error']]).toEqual([token, 400, 'Invalid request'])
    }
    expect(await isVerified(gil.userId)).toBe(false)
  })

  test('verifies a deactivated member, but not a suspended one', async () => {
    const [hal, ida] = [await newcomer('hal'), await newcomer('ida')]
    await app.pool`update users set account_status = 'inactive' where user_id = ${hal.userId}`
    await app.pool`update users set account_status = 'suspended' where user_id = ${ida.userId}`
    expect((await verify(hal.link)).status).toBe(200)
    expect((await verify(ida.link)).body['error']).toBe(unknown)
    expect(await isVerified(ida.userId)).toBe(false)
  })

  test('verifies only the address that it was sent to', async () => {
    const joy = await newcomer('joy')
    await app.pool`update users set email = 'joy.moved@example.org' where user_id = ${joy.userId}`
    expect((await verify(joy.link)).body['error']).toBe(unknown)
    expect(await isVerified(joy.userId)).toBe(false)
  })
})

describe('requesting the link again', () => {
  // covers ACC-API-14
  test('without a body sends a new one, and only the newest works', async () => {
    const kim = await newcomer('kim')
    const { status, body } = await resend(kim.session)
    expect([status, body]).toEqual([
      200,
      { success: true, message: 'Verification email sent! Please check your inbox.' },
    ])
    expect((await mailsTo(app, kim.email)).map((mail) => mail.state)).toEqual(['pending', 'dead'])
    expect((await verify(kim.link)).body['error']).toBe(unknown)
    expect((await verify(await tokenTo(app, kim.email))).status).toBe(200)
  })

  test('ten times at the same moment leaves one link that works', async () => {
    const lea = await newcomer('lea')
    const responses = await Promise.all(Array.from({ length: 10 }, () => resend(lea.session)))
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]))
    const mails = await mailsTo(app, lea.email)
    expect(mails).toHaveLength(11)
    const pending = mails.filter((mail) => mail.state === 'pending')
    expect(pending).toHaveLength(1)
    // The first link no longer works, and the links in between were erased together with their emails.
    expect(mails.filter((mail) => mail.text.includes('token='))).toEqual(pending)
    expect((await verify(lea.link)).status).toBe(400)
    const [, token = ''] = /\?token=(\S+)/.exec(pending[0]!.text) ?? []
    expect((await verify(token)).status).toBe(200)
  })

  test('is refused once the address is verified, and for visitors', async () => {
    const mia = await newcomer('mia')
    await verify(mia.link)
    const { status, body } = await resend(mia.session)
    expect([status, body['code'], body['error']]).toEqual([
      400,
      'email_already_verified',
      'Email is already verified',
    ])
    expect((await resend(null)).status).toBe(401)
    expect(await mailsTo(app, mia.email)).toHaveLength(1)
  })
})

describe('too often', () => {
  test('the sixth email in an hour is refused, and the fifth link still works', async () => {
    const strict = await startTestServer({ rateLimits: true })
    const nora = await strict.member('nora')
    const responses = []
    for (let at = 0; at < 6; at += 1) responses.push(await nora.request(resendVerification, {}))
    expect(responses.map((response) => response.status)).toEqual([200, 200, 200, 200, 200, 429])
    expect(responses[5]!.body['error']).toBe('Too many attempts. Please try again later.')
    expect(Number(responses[5]!.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await mailsTo(strict, nora.email)).toHaveLength(5)

    const token = await tokenTo(strict, nora.email)
    expect(await strict.visitor.refusal(verifyEmail, { token })).toBeNull()
    await strict.close()
  })

  test('the thirty-first invalid link from one network in an hour is refused, and valid links do not count', async () => {
    const strict = await startTestServer({ rateLimits: true })
    const olga = await strict.member('olga')
    await olga.call(resendVerification, {})
    const token = await tokenTo(strict, olga.email)
    const statuses: number[] = []
    for (let at = 0; at < 31; at += 1) {
      if (at === 15) expect((await strict.visitor.request(verifyEmail, { token })).status).toBe(200)
      const wrong = String(at).padStart(64, '0')
      statuses.push((await strict.visitor.request(verifyEmail, { token: wrong })).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 400), 429])
    await strict.close()
  })
})
