import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { register } from '#contract/accounts/accounts.ts'
import { getAdministration } from '#contract/administration/administration.ts'
import {
  inviteByEmail,
  issueCodes,
  listCodeMembers,
  listCodes,
  listInvitationCards,
  revokeCode,
} from '#contract/administration/codes.ts'
import { operator, recordsBy } from '#server/testing/setups/operators.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let ada: Person
beforeAll(async () => {
  app = await startTestServer()
  ada = await operator(app, 'ada', 'administrator')
})
afterAll(() => app.close())

async function issueOne(terms: { max_uses?: number; expires_at?: string; note?: string } = {}) {
  const { codes } = await ada.call(issueCodes, terms)
  return codes[0]!.code
}

function join(username: string, access_code: string) {
  return app.visitor.refusal(register, {
    full_name: `${username} of the test`,
    username,
    email: `${username}@example.org`,
    access_code,
    address: '',
    password: 'quiet river morning',
  })
}

describe('the administration', () => {
  // covers HURD-CODES-01
  test('answers only administrators with two-step sign-in', async () => {
    const maya = await app.member('maya')
    const mod = await operator(app, 'mod', 'moderator')
    const eve = await operator(app, 'eve', 'administrator')
    await app.pool`delete from second_factors where user_id = ${eve.user_id}`
    const code = await issueOne()
    for (const [person, refusal] of [
      [maya, 'not_found'],
      [mod, 'not_found'],
      [eve, 'operator_needs_second_factor'],
    ] as const) {
      expect(await person.refusal(getAdministration, {})).toBe(refusal)
      expect(await person.refusal(listCodes, {})).toBe(refusal)
      expect(await person.refusal(issueCodes, {})).toBe(refusal)
      expect(await person.refusal(revokeCode, { code })).toBe(refusal)
      expect(await person.refusal(listCodeMembers, { code })).toBe(refusal)
      expect(await person.refusal(listInvitationCards, { codes: code })).toBe(refusal)
      expect(await person.refusal(inviteByEmail, { addresses: 'a@example.org' })).toBe(refusal)
      expect(await recordsBy(app, person)).toEqual([])
    }
    expect(await ada.call(getAdministration, {})).toMatchObject({ role: 'administrator' })
    expect(await ada.refusal(revokeCode, { code: 'NO-SUCH-CODE' })).toBe('code_not_found')
    expect(await ada.refusal(listCodeMembers, { code: 'NO-SUCH-CODE' })).toBe('code_not_found')
    await app.pool`delete from operator_roles where user_id = ${eve.user_id}`
    expect(await eve.refusal(getAdministration, {})).toBe('not_found')
  })
})

describe('an access code', () => {
  // covers HURD-CODES-02 HURD-CODES-04
  test('is issued, used by a member who is listed under it, and revoked, each with a record', async () => {
    const lea = await operator(app, 'lea', 'administrator')
    const expires_at = new Date(Date.now() + 86_400_000).toISOString()
    const { codes } = await lea.call(issueCodes, { count: 2, max_uses: 3, expires_at, note: ' Town hall ' })
    const [first, second] = codes
    expect(first).toMatchObject({ uses: 0, max_uses: 3, expires_at, note: 'Town hall', state: 'usable' })
    const code = first!.code
    expect(await join('june', code)).toBeNull()
    expect(await join('kay', code)).toBeNull()
    const page = await lea.call(listCodeMembers, { code, limit: 1 })
    expect(page.code).toMatchObject({ uses: 2, state: 'usable' })
    expect(page.members.map(({ username }) => username)).toEqual(['kay'])
    expect(Object.keys(page.members[0]!).toSorted()).toEqual([
      'account_status',
      'joined_at',
      'user_id',
      'username',
    ])
    const rest = await lea.call(listCodeMembers, { code, limit: 1, after: page.next ?? '' })
    expect([rest.members.map(({ username }) => username), rest.next]).toEqual([['june'], null])

    expect((await lea.call(revokeCode, { code })).code.state).toBe('revoked')
    expect((await lea.call(revokeCode, { code })).code.state).toBe('revoked')
    expect(await join('liz', code)).toBe('invalid_access_code')
    expect((await lea.call(listCodeMembers, { code })).members).toHaveLength(2)
    expect((await recordsBy(app, lea)).map(({ action, detail }) => [action, detail['code']])).toEqual([
      ['code_issued', code],
      ['code_issued', second!.code],
      ['code_revoked', code],
    ])
  })

  test('cannot be issued with an expiration in the past, for more than 500 at once, or with a long note', async () => {
    expect(await ada.refusal(issueCodes, { expires_at: '2020-01-01T00:00:00.000Z' })).toBe('invalid_date')
    expect(await ada.refusal(issueCodes, { count: 501 })).toBe('invalid_request')
    expect(await ada.refusal(issueCodes, { max_uses: 0 })).toBe('invalid_request')
    const { body } = await ada.request(issueCodes, { note: 'x'.repeat(201) })
    expect(body['fields']).toEqual({ note: 'Note must be at most 200 characters' })
  })

  // covers HURD-CODES-03
  test('is listed page by page, the newest first, and can be filtered by state', async () => {
    await app.pool`delete from access_codes where uses = 0`
    const revoked = await issueOne()
    await ada.call(revokeCode, { code: revoked })
    const used = await issueOne()
    expect(await join('mia', used)).toBeNull()
    const expired = await issueOne({ expires_at: new Date(Date.now() + 60_000).toISOString() })
    await app.pool`update access_codes set expires_at = now() - interval '1 second' where code = ${expired}`
    const usable = await issueOne()
    const { codes: batch } = await ada.call(issueCodes, { count: 5 })

    const pages: string[] = []
    let after: string | undefined
    do {
      const page = await ada.call(listCodes, { limit: 2, after })
      pages.push(...page.codes.map(({ code }) => code))
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(new Set(pages).size, 'no code is repeated').toBe(pages.length)
    expect(pages.slice(0, 5).toSorted()).toEqual(batch.map(({ code }) => code).toSorted())
    expect(pages.slice(5, 9)).toEqual([usable, expired, used, revoked])
    const codesIn = async (filter: 'used' | 'expired' | 'revoked' | 'usable') =>
      (await ada.call(listCodes, { filter, limit: 100 })).codes.map(({ code }) => code)
    expect(await codesIn('used')).toContain(used)
    expect(await codesIn('expired')).toEqual([expired])
    expect(await codesIn('revoked')).toContain(revoked)
    expect(await codesIn('usable')).toContain(usable)
    expect(await codesIn('usable')).not.toContain(used)
    expect(await ada.refusal(listCodes, { after: 'nonsense' })).toBe('invalid_request')
  })
})

// covers HURD-CODES-10
test('a card has the link of each code that can be used, and nothing of others', async () => {
  const uma = await operator(app, 'uma', 'administrator')
  const { codes } = await uma.call(issueCodes, { count: 2, max_uses: 3, expires_at: null, note: '' })
  const [one = '', two = ''] = codes.map(({ code }) => code)
  const { cards } = await uma.call(listInvitationCards, { codes: `${one},${two},NOBODY-HAS-IT` })
  expect(cards).toMatchObject([
    { code: one, link: `http://localhost:3000/login?view=register&code=${one}`, uses_left: 3 },
    { code: two },
  ])
  await uma.call(revokeCode, { code: one })
  expect((await uma.call(listInvitationCards, { codes: one })).cards).toEqual([])
  const tooMany = Array.from({ length: 21 }, () => two).join(',')
  expect((await uma.request(listInvitationCards, { codes: tooMany })).status).toBe(400)
})

describe('an invitation', () => {
  // covers HURD-CODES-05 HURD-CODES-06
  test('emails a separate code to each address, and the address is erased when the email is sent', async () => {
    const ivy = await operator(app, 'ivy', 'administrator')
    const response = await ivy.call(inviteByEmail, {
      addresses: 'Nia Novak <nia@example.org>\nola@example.org\nNIA@example.org',
      days: 7,
      note: 'Library',
    })
    expect(response).toMatchObject({ invited: 2, repeated: 1 })
    const emails = await app.pool<{ to_address: string; text: string; code: string }[]>`
      select to_address, text, substring(text from 'Your access code: ([A-Z0-9-]+)') as code
        from emails where purpose = 'invitation' order by to_address`
    expect(emails.map(({ to_address }) => to_address)).toEqual(['nia@example.org', 'ola@example.org'])
    const [nia, ola] = emails
    expect(nia!.code).not.toBe(ola!.code)
    expect(nia!.text).toContain(`http://localhost:3000/login?view=register&code=${nia!.code}`)
    expect(await join('nia', nia!.code)).toBeNull()
    expect(await join('nil', nia!.code)).toBe('access_code_used')
    const [code] = await app.pool`select note, max_uses from access_codes where code = ${ola!.code}`
    expect(code).toEqual({ note: 'Library', max_uses: 1 })

    const records = await recordsBy(app, ivy)
    expect(records.map(({ action, detail }) => [action, detail])).toEqual(
      expect.arrayContaining([['code_emailed', { code: nia!.code }]]),
    )
    expect(JSON.stringify(records)).not.toContain('example.org')
    await app.pool`update emails set state = 'sent' where to_address = 'nia@example.org'`
    await app.pool`update emails set state = 'dead' where to_address = 'ola@example.org'`
    const after = await app.pool`
      select to_address, text from emails where purpose = 'invitation' order by to_address`
    expect(after).toEqual([
      { to_address: 'erased', text: '' },
      { to_address: 'ola@example.org', text: '' },
    ])
  })

  test('is sent to nobody if a line of the list is wrong', async () => {
    const before = await app.pool`select count(*) from access_codes`
    const { status, body } = await ada.request(inviteByEmail, {
      addresses: 'pia@example.org\nnobody\nquinn@nowhere',
    })
    expect([status, body['fields']]).toEqual([400, { addresses: 'Check lines 2 and 3' }])
    expect(await app.pool`select count(*) from access_codes`).toEqual(before)
    expect(await app.pool`select from emails where to_address = 'pia@example.org'`).toEqual([])
  })

  test('that is repeated after a lost response is sent once', async () => {
    const input = { addresses: 'rae@example.org' }
    const key = { 'idempotency-key': 'a'.repeat(32) }
    expect((await ada.request(inviteByEmail, input, key)).status).toBe(201)
    expect((await ada.request(inviteByEmail, input, key)).status).toBe(201)
    expect(await app.pool`select from emails where to_address = 'rae@example.org'`).toHaveLength(1)
  })
})

// covers HURD-CODES-07
test('of twenty people who register at once with a code for ten, ten get an account and ten uses are counted', async () => {
  const code = await issueOne({ max_uses: 10 })
  const outcomes = await Promise.all(Array.from({ length: 20 }, (_, index) => join(`crowd-${index}`, code)))
  expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(10)
  expect(outcomes.filter((outcome) => outcome === 'access_code_used')).toHaveLength(10)
  const { code: after, members } = await ada.call(listCodeMembers, { code, limit: 50 })
  expect([after.uses, after.state, members.length]).toEqual([10, 'used', 10])
})

// covers HURD-CODES-07
test('a registration does not wait for another one with the same code until its last statement', async () => {
  const code = await issueOne({ max_uses: 10 })
  const { promise: blocked, resolve: release } = Promise.withResolvers<void>()
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
  const other = app.pool.begin(async (tx) => {
    await tx`update access_codes set uses = uses where code = ${code}`
    locked()
    await blocked
  })
  await isLocked
  const joining = join('patient', code)
  // The registration waits in its last statement. It has created its account already and has no other lock that another
  // registration could wait for.
  await expect
    .poll(
      () => app.pool`
        select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%uses = uses + 1%'`,
      { timeout: 20_000 },
    )
    .toHaveLength(1)
  release()
  await other
  expect(await joining).toBeNull()
})

test('an account that is deleted but can still be restored counts as deleted', async () => {
  const kim = await app.member('kim-closed')
  await app.pool`insert into access_codes (code) values ('CLOSED-1')`
  await app.pool`
    update users set access_code = 'CLOSED-1', account_status = 'closed' where user_id = ${kim.user_id}`
  expect(await ada.call(listCodeMembers, { code: 'CLOSED-1' })).toMatchObject({
    members: [],
    former_members: 1,
  })
})
