import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteAccount, listSessions, login } from '#contract/accounts/accounts.ts'
import {
  newAuthenticatorKey,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '#contract/accounts/secondFactor.ts'
import { changeMember } from '#contract/administration/members.ts'
import { getFeedAddress, resetFeedAddress } from '#contract/alerts.ts'
import { createApiKey } from '#contract/openData/apiKeys.ts'
import { updateProfile } from '#contract/people.ts'
import { operator } from '#server/testing/setups/operators.ts'
import { codeOf, password, setPassword, withSecondFactor } from '#server/testing/setups/secondFactors.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { recoverAccount, sinceRegistration } from './recovery.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

const recovery = { addedSince: sinceRegistration }

/** Returns how much of each kind that a recovery ends the account has. */
async function accessTo(user_id: string) {
  const [row] = await app.pool`
    select (select count(*)::int from sessions where user_id = ${user_id}) as sessions,
           (select count(*)::int from second_factors where user_id = ${user_id}) as factors,
           (select count(*)::int from recovery_codes where user_id = ${user_id}) as codes,
           (select count(*)::int from api_keys where user_id = ${user_id} and revoked_at is null) as keys,
           (select count(*)::int from feed_tokens where user_id = ${user_id} and token_hash is not null) as addresses`
  return row
}

async function countWaiting(): Promise<number> {
  const rows = await app.pool`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return rows.length
}

const isSomebodyWaiting = async () => (await countWaiting()) > 0

/** Makes a call while a recovery of the account is not committed yet, and returns the refusal. */
async function duringRecovery(user_id: string, call: () => Promise<string | null>) {
  let refusal: Promise<string | null> | undefined
  await app.pool.begin(async (db) => {
    await recoverAccount(db, user_id, recovery)
    let isAnswered = false
    refusal = call().finally(() => {
      isAnswered = true
    })
    await expect.poll(async () => isAnswered || (await isSomebodyWaiting())).toBe(true)
  })
  return refusal
}

const nothing = { sessions: 0, factors: 0, codes: 0, keys: 0, addresses: 0 }

// covers HURD-RECOVERY-01
test('what an intruder adds while the account is recovered does not outlive the recovery', async () => {
  const owner = await app.member('ria')
  await setPassword(owner, app)
  const { secret } = await owner.call(newAuthenticatorKey, {})
  const withApp = { secret, code: codeOf(secret), currentPassword: password }
  for (const attempt of [
    () => owner.refusal(turnOnSecondFactor, withApp),
    () => owner.refusal(createApiKey, { name: 'Theirs' }),
    () => owner.refusal(getFeedAddress, {}),
    () => owner.refusal(resetFeedAddress, {}),
    () => owner.refusal(updateProfile, { email: 'thief@elsewhere.example' }),
    () => owner.refusal(deleteAccount, {}),
  ]) {
    const session = await app.pool`select * from sessions where user_id = ${owner.user_id}`
    expect(await duringRecovery(owner.user_id, attempt)).toBe('session_expired')
    expect(await accessTo(owner.user_id)).toEqual(nothing)
    await app.pool`insert into sessions ${app.pool(session)}`
  }
  const [{ pending }] = await app.pool<[{ pending: string | null }]>`
    select pending_email as pending from users where user_id = ${owner.user_id}`
  expect(pending).toBeNull()
})

// covers HURD-RECOVERY-01
test.each(['recovery', 'change'])(
  'a recovery and a change of the second factor at the same time wait for each other and both finish, the %s first',
  async (first) => {
    const owner = await app.member(`rob-${first}`)
    const { recovery_codes } = await withSecondFactor(owner, app)
    const recover = () => app.pool.begin((other) => recoverAccount(other, owner.user_id, recovery))
    // A code of the app would wait for the row of the second factor before the change begins.
    const proof = { currentPassword: password, code: recovery_codes[0]! }
    const turnOff = () => owner.refusal(turnOffSecondFactor, proof)
    // Both begin while the row of the second factor is locked so that each has its first locks when it is released.
    const both = await app.pool.begin(async (db) => {
      await db`select from second_factors where user_id = ${owner.user_id} for update`
      const earlier = first === 'recovery' ? { recovered: recover() } : { refused: turnOff() }
      await expect.poll(countWaiting).toBe(1)
      const { recovered = recover(), refused = turnOff() } = earlier
      await expect.poll(countWaiting).toBe(2)
      return { recovered, refused }
    })
    expect(await both.recovered).toMatchObject({ sessions: 1 })
    expect(await both.refused).toBe(first === 'recovery' ? 'session_expired' : null)
    expect(await accessTo(owner.user_id)).toEqual(nothing)
  },
)

// covers HURD-RECOVERY-01
test('a session that another instance ended gets no secret address, no key and no new email address', async () => {
  const owner = await app.member('rex')
  for (const attempt of [
    () => owner.refusal(getFeedAddress, {}),
    () => owner.refusal(resetFeedAddress, {}),
    () => owner.refusal(createApiKey, { name: 'Theirs' }),
    () => owner.refusal(updateProfile, { email: 'thief@elsewhere.example' }),
    () => owner.refusal(deleteAccount, {}),
  ]) {
    const session = await app.pool`select * from sessions where user_id = ${owner.user_id}`
    // This instance has just accepted the session, and does so for another second.
    expect(await owner.refusal(listSessions, {})).toBeNull()
    await app.pool`delete from sessions where user_id = ${owner.user_id}`
    expect(await attempt()).toBe('session_expired')
    expect(await accessTo(owner.user_id)).toEqual(nothing)
    await app.pool`insert into sessions ${app.pool(session)}`
  }
})

// covers HURD-MEMBERS-05
test('a member whose second factor an administrator removes is signed out with the next request', async () => {
  const ada = await operator(app, 'ada', 'administrator')
  const owner = await app.member('roy')
  await withSecondFactor(owner, app)
  expect(await owner.refusal(listSessions, {})).toBeNull()
  const change = { user_id: owner.user_id, change: 'remove_second_factor' as const, reason: 'Lost the phone' }
  await ada.call(changeMember, change)
  expect(await owner.refusal(listSessions, {})).toBe('session_expired')
})

// covers HURD-SECOND-05
test('a sign-in with a right password does not succeed if two-step sign-in is turned on meanwhile', async () => {
  const owner = await app.member('rue')
  await setPassword(owner, app)
  const signIn = await app.pool.begin(async (db) => {
    await db`select from users where user_id = ${owner.user_id} for no key update`
    const refused = app.visitor.refusal(login, { email: owner.email, password })
    await expect.poll(isSomebodyWaiting).toBe(true)
    await db`
      insert into second_factors (user_id, sealed_secret, last_step)
      values (${owner.user_id}, ${Buffer.alloc(48)}, 0)`
    await db`delete from sessions where user_id = ${owner.user_id}`
    return { refused }
  })
  expect(await signIn.refused).toBe('second_factor_required')
  expect(await accessTo(owner.user_id)).toMatchObject({ sessions: 0 })
})
