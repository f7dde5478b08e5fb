import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login, logout, register, listSessions } from '#contract/accounts/accounts.ts'
import { listBills } from '#contract/bills/bills.ts'
import { streamNotifications } from '#contract/notifications.ts'
import { requestExport } from '#contract/people.ts'
import { hashPassword } from '#server/members/accounts/password/passwords.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

const password = 'quiet river morning'
const asBrowser = { 'x-session': 'cookie' }

let app: TestServer
let secured: TestServer
beforeAll(async () => {
  app = await startTestServer()
  secured = await startTestServer({ publicOrigin: 'https://hurd.example.org' })
})
afterAll(async () => {
  await app.close()
  await secured.close()
})

async function withPassword(username: string, at = app) {
  const member = await at.member(username, { password_hash: await hashPassword(password) })
  return { email: member.email, password }
}

async function signIn(username: string, headers: Record<string, string> = asBrowser, at = app) {
  return at.visitor.request(login, await withPassword(username, at), headers)
}

function sessionOf({ body, headers }: Awaited<ReturnType<typeof signIn>>) {
  const [first = '', ...more] = headers.getSetCookie()
  const setCookie = [first, ...more].find((text) => text.includes('hurd_session')) ?? first
  return { token: String(body['token']), setCookie, cookie: setCookie.split(';')[0] ?? '' }
}

const statusOf = async (token: string, headers: Record<string, string> = {}, path: string = listBills.path) =>
  (await app.send('GET', path, { token, headers })).status

describe('the session of a browser', () => {
  // covers HURD-COOKIE-01
  test('gets a cookie that scripts and other sites cannot use, and that an HTTPS site never gets over plain HTTP', async () => {
    const { setCookie } = sessionOf(await signIn('ana'))
    expect(setCookie).toMatch(
      /^hurd_session_3000=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    const overHttps = sessionOf(await signIn('ana', asBrowser, secured))
    expect(overHttps.setCookie).toMatch(
      /^__Host-hurd_session=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
  })

  // covers HURD-COOKIE-02
  test('needs its cookie in addition to the token, for every kind of request', async () => {
    const { token, cookie } = sessionOf(await signIn('ben'))
    const other = sessionOf(await signIn('cleo'))
    expect(await statusOf(token, { cookie })).toBe(200)
    expect(await statusOf(token, { cookie: `theme=dark; ${cookie}; lang=en` })).toBe(200)
    for (const wrong of ['', other.cookie, 'hurd_session_3000=short', `x${cookie}`]) {
      expect(await statusOf(token, { cookie: wrong }), wrong).toBe(401)
    }
    expect(await statusOf(token, {}, streamNotifications.path)).toBe(401)
    expect((await app.send('POST', requestExport.path, { token })).status).toBe(401)
    // The cookie alone signs nobody in.
    expect((await app.send('GET', listSessions.path, { headers: { cookie } })).status).toBe(401)
  })

  test('is stored with a hash of its cookie, and the logs do not contain the cookie', async () => {
    const { token, cookie } = sessionOf(await signIn('dora'))
    const key = cookie.split('=')[1] ?? ''
    const [session] = await app.pool<{ browser_hash: Buffer }[]>`
      select browser_hash from sessions s join users u using (user_id) where u.username = 'dora' and browser_hash is not null`
    expect(session!.browser_hash).toHaveLength(32)
    const before = app.logLines.length
    expect(await statusOf(token, { cookie })).toBe(200)
    await expect.poll(() => app.logLines.slice(before).join('\n')).toContain(listBills.path)
    expect(app.logLines.join('\n')).not.toContain(key)
  })

  // covers HURD-COOKIE-03
  test('has a cookie after registration too', async () => {
    await app.pool`insert into access_codes (code, max_uses) values ('OPEN-HOUSE', 10)`
    const form = {
      full_name: 'Eli Stone',
      username: 'eli',
      email: 'eli@example.org',
      access_code: 'OPEN-HOUSE',
      password,
    }
    const { token, cookie } = sessionOf(await app.visitor.request(register, form, asBrowser))
    expect(await statusOf(token, { cookie })).toBe(200)
    expect(await statusOf(token)).toBe(401)
  })

  // covers HURD-COOKIE-04
  test('can be ended with the token alone, and the cookie is cleared unless it belongs to a later sign-in', async () => {
    const account = await withPassword('finn')
    const first = sessionOf(await app.visitor.request(login, account, asBrowser))
    const second = sessionOf(await app.visitor.request(login, account, asBrowser))
    const end = (token: string, cookie: string) =>
      app.send('POST', logout.path, { token, headers: { cookie }, body: {} })

    const late = await end(first.token, second.cookie)
    expect(late.status).toBe(200)
    expect(late.headers.getSetCookie()).toEqual([])
    expect(await statusOf(second.token, { cookie: second.cookie })).toBe(200)

    const own = await end(second.token, second.cookie)
    expect(own.headers.getSetCookie()).toEqual([
      'hurd_session_3000=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
    ])
    expect(await statusOf(second.token, { cookie: second.cookie })).toBe(401)
  })
})

// covers HURD-COOKIE-05
test('a program that does not ask for a cookie gets none, and its token is enough', async () => {
  const { token, setCookie } = sessionOf(await signIn('gus', {}))
  expect(setCookie).toBe('')
  expect(await statusOf(token)).toBe(200)
})

// covers HURD-COOKIE-05
test('a browser that reaches an HTTPS site over plain HTTP can sign in, but gets no cookie because it would not store one', async () => {
  const { token, setCookie } = sessionOf(
    await signIn(
      'hana',
      { ...asBrowser, origin: 'http://127.0.0.1', 'sec-fetch-site': 'same-origin' },
      secured,
    ),
  )
  expect(setCookie).toBe('')
  expect((await secured.send('GET', listBills.path, { token })).status).toBe(200)
})
