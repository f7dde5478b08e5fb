import { afterAll, beforeAll, expect, test } from 'vitest'
import { register } from '#contract/accounts/accounts.ts'
import { updateProfile } from '#contract/people.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer({ passwordBlocklist: true })
  await app.pool`insert into access_codes (code, max_uses) values ('OPEN-HOUSE', 1000)`
})
afterAll(() => app.close())

function form(username: string, more: Record<string, unknown> = {}) {
  return {
    full_name: 'Rosa Delgado',
    username,
    email: `${username.toLowerCase()}@example.org`,
    access_code: 'OPEN-HOUSE',
    password: 'quiet river morning',
    ...more,
  }
}

test('a password that is only the member’s name, username or email, or only the product’s name with digits, is too common; with more words it is accepted', async () => {
  const names = {
    username: 'rosa_delgado-77',
    email: 'delgado.rosa@example.org',
    full_name: 'Rosa Delgado',
  }
  for (const password of [
    'rosa_delgado-77',
    'RosaDelgado77',
    'delgado.rosa@example.org',
    'Delgado.Rosa',
    'rosadelgado',
    'Hurd-2026',
    'hurd2026!',
    'HurdHurd1',
  ]) {
    const response = await app.visitor.request(register, form('unused', { ...names, password }))
    expect([password, response.status, response.body['code']]).toEqual([password, 400, 'password_too_common'])
  }
  for (const password of ['rosa-delgado-likes-78', 'hurd of buffalo 2026']) {
    const username = `pw-${password.length}`
    const response = await app.visitor.request(register, form(username, { password }))
    expect([password, response.status]).toEqual([password, 201])
  }
})

// covers HURD-NAMES-01
test('a full name of marks or other invisible characters alone is refused, and marks on letters are accepted', async () => {
  const invisible = [
    '\u0301\u0301\u0301',
    '\u0e31\u0e34',
    '\u20dd\u20dd',
    '\ue000\ue001',
    '\u{f0000}\u{f0001}',
    '\u3164\u3164',
    '\u2800\u2800',
    '\u115f\u1160',
    '\u{e0041}\u{e0042}',
    '\u0378\u0379',
  ]
  for (const full_name of invisible) {
    const response = await app.visitor.request(register, form('unseen', { full_name }))
    expect([escape(full_name), response.status]).toEqual([escape(full_name), 400])
  }
  const member = await app.member('seen')
  for (const full_name of invisible) expect(await member.refusal(updateProfile, { full_name })).not.toBeNull()
  for (const full_name of ['Zoe\u0308 A\u0301vila', 'สมชาย ใจดี', 'Nguyễn Thị']) {
    expect(await member.refusal(updateProfile, { full_name })).toBeNull()
  }
})

test('a username that looks like a page name, “null”, “nobody” or “member” is taken, and one that only begins with a page name is free', async () => {
  for (const username of [
    'login',
    'Settings',
    'api',
    'null',
    'undefined',
    'NaN',
    'me-mber',
    'n0body',
    'dash_board',
  ]) {
    const { status, body } = await app.visitor.request(register, form('free', { username }))
    expect([username, status, body['code']]).toEqual([username, 409, 'username_taken'])
  }
  expect((await app.visitor.request(register, form('loginova'))).status).toBe(201)
})
