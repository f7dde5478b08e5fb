import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteAccount, getUser } from '#contract/accounts/accounts.ts'
import { confirmWithPasskey } from '#contract/accounts/secondFactor.ts'
import { createApiKey, listApiKeys } from '#contract/openData/apiKeys.ts'
import { updateProfile } from '#contract/people.ts'
import { withPasskey } from '#server/testing/setups/passkeys.ts'
import { codeOf, withSecondFactor } from '#server/testing/setups/secondFactors.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

const forget = (user_id: string) =>
  app.pool`update second_factors set last_step = 0 where user_id = ${user_id}`

// covers HURD-SECOND-10
test('with two-step sign-in, a session alone changes no email address, makes no API key and deletes nothing', async () => {
  const ana = await app.member('ana')
  const { secret } = await withSecondFactor(ana, app)
  const email = 'thief@elsewhere.example'
  const calls = [
    [updateProfile, { email }],
    [createApiKey, { name: 'Theirs' }],
    [deleteAccount, {}],
  ] as const
  for (const [endpoint, input] of calls) {
    const response = await ana.request(endpoint, input)
    expect(response).toMatchObject({ status: 403, body: { code: 'second_step_required' } })
    expect(await ana.refusal(endpoint, { ...input, code: '000000' })).toBe('wrong_code')
  }
  const { user } = await ana.call(getUser, { id: ana.user_id })
  expect(user).toMatchObject({ email: ana.email, pendingEmail: null })
  expect((await ana.call(listApiKeys, {})).keys).toEqual([])

  // Everything else about the profile needs no step, and neither does the address that the account has already.
  expect(await ana.refusal(updateProfile, { full_name: 'Ana Newname', email: ana.email })).toBeNull()
  for (const [endpoint, input] of calls) {
    await forget(ana.user_id)
    expect(await ana.refusal(endpoint, { ...input, code: codeOf(secret) })).toBeNull()
  }
})

// covers HURD-SECOND-10
test('a passkey confirms them too, with one challenge each', async () => {
  const ben = await app.member('ben')
  const { passkey } = await withPasskey(ben, app)
  expect(await ben.refusal(createApiKey, { name: 'Reader' })).toBe('second_step_required')
  const { options } = await ben.call(confirmWithPasskey, {})
  const signed = passkey.sign(options)
  expect(await ben.refusal(createApiKey, { name: 'Reader', passkey: signed })).toBeNull()
  expect(await ben.refusal(deleteAccount, { passkey: signed })).toBe('passkey_expired')
})

// covers HURD-SECOND-10
test('without two-step sign-in, all three work with the session', async () => {
  const cleo = await app.member('cleo')
  expect(await cleo.refusal(createApiKey, { name: 'Reader' })).toBeNull()
  expect(await cleo.refusal(updateProfile, { email: 'cleo.new@example.org' })).toBeNull()
  expect(await cleo.refusal(deleteAccount, {})).toBeNull()
})

// covers HURD-SECOND-10
test('codes that are guessed with a stolen session are limited', async () => {
  const limited = await startTestServer({ rateLimits: true })
  try {
    const dan = await limited.member('dan')
    await withSecondFactor(dan, limited)
    const refusals: (string | null)[] = []
    for (let at = 0; at < 12; at += 1) {
      refusals.push(await dan.refusal(createApiKey, { name: 'Theirs', code: '000000' }))
    }
    expect(refusals.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'wrong_code'))
    expect(refusals.slice(10)).toEqual(['too_many_attempts', 'too_many_attempts'])
  } finally {
    await limited.close()
  }
})

// covers HURD-SECOND-11
test('wrong codes use up no change of the email address, and have their own limit', async () => {
  const limited = await startTestServer({ rateLimits: true })
  try {
    const eva = await limited.member('eva')
    const { secret } = await withSecondFactor(eva, limited)
    const change = (at: number, code?: string) =>
      eva.refusal(updateProfile, { email: `eva.${at}@example.org`, ...(code ? { code } : {}) })
    for (let at = 0; at < 6; at += 1) {
      expect(await change(at)).toBe('second_step_required')
      expect(await change(at, '000000')).toBe('wrong_code')
    }
    const changeWithCode = async (at: number) => {
      await limited.pool`update second_factors set last_step = 0 where user_id = ${eva.user_id}`
      return change(at, codeOf(secret))
    }
    const changes: (string | null)[] = []
    for (let at = 0; at < 6; at += 1) changes.push(await changeWithCode(at))
    expect(changes).toEqual([null, null, null, null, null, 'too_many_attempts'])
    // A right code does not reset the count of wrong codes.
    const refusals: (string | null)[] = []
    for (let at = 6; at < 12; at += 1) refusals.push(await change(at, '000000'))
    expect(refusals.at(-1)).toBe('too_many_attempts')
  } finally {
    await limited.close()
  }
})
