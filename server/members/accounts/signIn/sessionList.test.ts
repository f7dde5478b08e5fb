import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login, register, endOtherSessions, listSessions } from '#contract/accounts/accounts.ts'
import { listBills } from '#contract/bills/bills.ts'
import { hashPassword } from '#server/members/accounts/password/passwords.ts'
import { deviceCookie, deviceCookieOf } from '#server/testing/deviceCookie.ts'
import { mailsTo } from '#server/testing/external/mailbox.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { openSessions } from './sessions.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const newerFirefox = firefox.replaceAll('140.0', '141.0')
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const password = 'quiet river morning'

let app: TestServer
let password_hash: string
beforeAll(async () => {
  app = await startTestServer()
  password_hash = await hashPassword(password)
  await app.pool`insert into access_codes (code, max_uses) values ('OPEN-HOUSE', 1000)`
})
afterAll(() => app.close())

/** Every user agent of this test is a browser with its own device cookie. */
const headersOf = (userAgent: string) => ({
  'user-agent': userAgent,
  cookie: deviceCookie(userAgent.includes('Firefox') ? 'f' : userAgent.includes('Safari') ? 's' : 'x'),
})

async function join(username: string, userAgent: string) {
  const form = {
    full_name: 'Rosa Delgado',
    username,
    email: `${username}@example.org`,
    access_code: 'OPEN-HOUSE',
    password,
  }
  const { body } = await app.visitor.request(register, form, headersOf(userAgent))
  return { email: form.email, token: String(body['token']) }
}

async function signIn(email: string, userAgent: string, at = app): Promise<string> {
  const { body } = await at.visitor.request(login, { email, password }, headersOf(userAgent))
  return String(body['token'])
}

const statusOf = async (token: string) => (await app.send('GET', listBills.path, { token })).status

const notices = async (email: string, at = app) =>
  (await mailsTo(at, email)).filter((mail) => mail.purpose === 'sign_in_notice')

describe('the list of sessions', () => {
  const anySession = {
    session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    created_at: expect.stringMatching(/Z$/),
    last_seen_at: expect.stringMatching(/Z$/),
    gets_notifications: false,
  }

  test('shows the device of each session, the current one first, and contains no token', async () => {
    const ana = await join('ana', firefox)
    const phone = await signIn(ana.email, safari)
    const script = await signIn(ana.email, 'a-script/1.0')
    await app.pool`update sessions set last_seen_at = now() - interval '3 days' where device = 'Safari on iPhone'`
    const { body } = await app.send('GET', listSessions.path, { token: ana.token })
    expect(body).toEqual({
      success: true,
      sessions: [
        { ...anySession, device: 'Firefox on Windows', is_current: true },
        { ...anySession, device: 'Unknown device', is_current: false },
        { ...anySession, device: 'Safari on iPhone', is_current: false },
      ],
    })
    for (const secret of [ana.token, phone, script, 'Mozilla', '127.0.0.1']) {
      expect(JSON.stringify(body)).not.toContain(secret)
    }
  })

  test("contains only the caller's active sessions, and deactivated members can read theirs", async () => {
    const [ben, cleo] = [await app.member('ben'), await app.member('cleo', { account_status: 'inactive' })]
    await app.pool`
      insert into sessions (token_hash, user_id, expires_at)
      values (${Buffer.alloc(32, 1)}, ${ben.user_id}, now() - interval '1 second')`
    expect((await ben.call(listSessions, {})).sessions).toHaveLength(1)
    expect((await cleo.call(listSessions, {})).sessions).toHaveLength(1)
    expect((await app.visitor.request(listSessions, {})).status).toBe(401)
  })
})

describe('signing out everywhere else', () => {
  test('ends all other sessions of the caller immediately and returns their number', async () => {
    const [dan, eva] = [await join('dan', firefox), await join('eva', firefox)]
    const others = [await signIn(dan.email, safari), await signIn(dan.email, firefox)]
    for (const token of others) expect(await statusOf(token)).toBe(200)
    const response = await app.send('POST', endOtherSessions.path, { token: dan.token })
    expect([response.status, response.body]).toEqual([200, { success: true, ended: 2 }])
    for (const token of others) expect(await statusOf(token)).toBe(401)
    expect([await statusOf(dan.token), await statusOf(eva.token)]).toEqual([200, 200])
    const again = await app.send('POST', endOtherSessions.path, { token: dan.token })
    expect(again.body).toEqual({ success: true, ended: 0 })
  })

  test('by five sessions at the same moment keeps one of them', async () => {
    const fay = await join('fay', firefox)
    const tokens = [fay.token]
    while (tokens.length < 5) tokens.push(await signIn(fay.email, safari))
    await Promise.all(tokens.map(statusOf))
    const responses = await Promise.all(
      tokens.map((token) => app.send('POST', endOtherSessions.path, { token })),
    )
    const live = await Promise.all(tokens.map(statusOf))
    expect(live.filter((status) => status === 200)).toHaveLength(1)
    expect(responses.map((response) => response.status)).toEqual(live)
  })
})

test('a session lookup that overlaps with an invalidation is not cached', async () => {
  const jon = await app.member('jon')
  const sessions = openSessions()
  const lookup = sessions.whoIs(app.pool, { token: jon.token ?? '', browserKey: null })
  sessions.forgetMember(jon.user_id)
  expect(await lookup).toMatchObject({ username: 'jon' })
  await app.pool`delete from sessions where user_id = ${jon.user_id}`
  expect(await sessions.whoIs(app.pool, { token: jon.token ?? '', browserKey: null })).toBeNull()
})

describe('a sign-in', () => {
  test('from a new device sends one email with a link to the settings', async () => {
    const gil = await join('gil', firefox)
    await signIn(gil.email, newerFirefox)
    expect(await notices(gil.email)).toEqual([])

    await signIn(gil.email, safari)
    await signIn(gil.email, safari)
    const mails = await notices(gil.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ subject: 'New sign-in to your Hurd account', state: 'pending' })
    expect(mails[0]!.text).toContain('Device: Safari on iPhone')
    expect(mails[0]!.text).toMatch(/^http:\/\/localhost:3000\/settings$/m)
    expect(mails[0]!.text).not.toContain('token')
  })

  test('from two new devices sends two emails, and neither replaces the other', async () => {
    const hal = await join('hal', firefox)
    await signIn(hal.email, safari)
    await signIn(hal.email, 'a-script/1.0')
    expect((await notices(hal.email)).map((mail) => mail.state)).toEqual(['pending', 'pending'])
  })

  test('that fails sends no email, and neither does the first sign-in of an account without known devices', async () => {
    const ida = await join('ida', firefox)
    const wrong = { email: ida.email, password: 'not the password' }
    await app.visitor.request(login, wrong, headersOf(safari))
    expect(await notices(ida.email)).toEqual([])

    const joy = await app.member('joy')
    await app.pool`update users set password_hash = ${password_hash} where user_id = ${joy.user_id}`
    await signIn(joy.email, firefox)
    expect(await notices(joy.email)).toEqual([])
    await signIn(joy.email, safari)
    expect(await notices(joy.email)).toHaveLength(1)
  })

  test('by ten requests at the same moment from one new device sends one email', async () => {
    const kim = await join('kim', firefox)
    await Promise.all(Array.from({ length: 10 }, () => signIn(kim.email, safari)))
    expect(await notices(kim.email)).toHaveLength(1)
  })

  // covers HURD-DEVICE-01
  test('recognizes a browser by its cookie alone, which only the browser has and which signing out keeps', async () => {
    const lea = await app.member('lea')
    await app.pool`update users set password_hash = ${password_hash} where user_id = ${lea.user_id}`
    const signInWith = (headers: Record<string, string>) =>
      app.visitor.request(login, { email: lea.email, password }, headers)
    const first = await signInWith({ 'x-session': 'cookie', 'user-agent': firefox })
    const cookie = deviceCookieOf(first)
    const set = first.headers.getSetCookie().find((text) => text.startsWith('hurd_device'))
    const [value = '', ...attributes] = set?.split('; ') ?? []
    expect(value).toMatch(/^hurd_device_3000=[\w-]{43}$/)
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=34560000', 'Path=/', 'SameSite=Strict'])
    // The same browser, updated and in another network.
    expect(deviceCookieOf(await signInWith({ cookie, 'user-agent': newerFirefox }))).toBe(cookie)
    expect(await notices(lea.email)).toEqual([])
    // The same kind of browser in the same network, without the cookie.
    const other = await signInWith({ 'x-session': 'cookie', 'user-agent': firefox })
    expect(deviceCookieOf(other)).not.toBe(cookie)
    expect(await notices(lea.email)).toHaveLength(1)

    const kept = await app.pool`select * from known_devices where user_id = ${lea.user_id}`
    expect(kept).toHaveLength(2)
    expect(JSON.stringify(kept)).not.toMatch(/Firefox/)
    expect(JSON.stringify(kept)).not.toContain(cookie.split('=')[1])
    const program = await signInWith({ 'user-agent': 'a-script/1.0' })
    expect(program.headers.getSetCookie()).toEqual([])
    expect(await notices(lea.email)).toHaveLength(2)
  })

  // covers HURD-DEVICE-01
  test('remembers the thirty browsers of a member that were used last', async () => {
    const max = await app.member('max')
    await app.pool`update users set password_hash = ${password_hash} where user_id = ${max.user_id}`
    await app.pool`
      insert into known_devices (user_id, device_hash, last_seen_at)
      select ${max.user_id}, sha256(n::text::bytea), now() - make_interval(days => n) from generate_series(1, 30) n`
    await signIn(max.email, safari)
    const kept = await app.pool<{ days: number }[]>`
      select max(extract(day from now() - last_seen_at))::int as days, count(*)::int from known_devices
       where user_id = ${max.user_id}`
    expect(kept).toEqual([{ days: 29, count: 30 }])
  })

  test('sends at most ten emails a day', async () => {
    const strict = await startTestServer({ rateLimits: true })
    const mia = await strict.member('mia')
    await strict.pool`update users set password_hash = ${password_hash} where user_id = ${mia.user_id}`
    await signIn(mia.email, firefox, strict)
    await strict.pool`
      insert into rate_limits (rule, subject, window_ends_at, attempts)
      select 'sign_in_notice', sha256(${mia.user_id}::text::bytea), now() + interval '1 day', 9`
    await signIn(mia.email, safari, strict)
    await signIn(mia.email, 'a-script/1.0', strict)
    expect(await notices(mia.email, strict)).toHaveLength(1)
    await strict.close()
  })
})
