import { newAuthenticatorKey, turnOnSecondFactor } from '#contract/accounts/secondFactor.ts'
import { getFeedAddress } from '#contract/alerts.ts'
import { createApiKey } from '#contract/openData/apiKeys.ts'
import { publicPrefix } from '#contract/openData/public.ts'
import type { Person, TestServer } from '#server/testing/testServer.ts'
import { codeOf } from './secondFactors.ts'

type Caller = Pick<Person, 'call'>

/** Opens the secret URLs of the caller's feed and calendar, and returns their paths. */
export async function secretPaths(caller: Caller): Promise<string[]> {
  const { atom_url, calendar_url } = await caller.call(getFeedAddress, {})
  return [atom_url, calendar_url].map((url) => new URL(url).pathname)
}

/** Returns the status of each address for somebody who is not signed in. */
export async function statusesOf(app: TestServer, paths: string[]): Promise<number[]> {
  const responses = await Promise.all(paths.map((path) => fetch(app.origin + path)))
  return responses.map(({ status }) => status)
}

/**
 * Creates an API key and returns a function that reports the status of a request with it. A code is needed if two-step
 * sign-in is on.
 */
export async function withApiKey(app: TestServer, caller: Caller, code = '') {
  const { secret } = await caller.call(createApiKey, { name: 'Reader', code })
  return async () =>
    (await app.send('GET', `${publicPrefix}/bills`, { headers: { 'x-api-key': secret } })).status
}

/** Turns on two-step sign-in with an authenticator app. */
export async function addApp(caller: Caller, currentPassword: string): Promise<string> {
  const { secret } = await caller.call(newAuthenticatorKey, {})
  await caller.call(turnOnSecondFactor, { secret, code: codeOf(secret), currentPassword })
  return secret
}
