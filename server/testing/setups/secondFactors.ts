import { Secret, TOTP } from 'otpauth'
import { login } from '#contract/accounts/accounts.ts'
import { newAuthenticatorKey, turnOnSecondFactor } from '#contract/accounts/secondFactor.ts'
import { hashPassword } from '#server/members/accounts/password/passwords.ts'
import type { Person, TestServer } from '#server/testing/testServer.ts'

export const password = 'quiet river morning'

/** Returns the code that an authenticator app shows `stepsLater` steps of 30 seconds from now. */
export function codeOf(secret: string, stepsLater = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return totp.generate({ timestamp: Date.now() + stepsLater * 30_000 })
}

/** Turns on two-step sign-in for a member, whose password becomes `password`. The current code still works. */
export async function withSecondFactor(person: Person, app: TestServer) {
  await setPassword(person, app)
  const { secret } = await person.call(newAuthenticatorKey, {})
  const input = { secret, code: codeOf(secret), currentPassword: password }
  const { recovery_codes } = await person.call(turnOnSecondFactor, input)
  await app.pool`update second_factors set last_step = 0 where user_id = ${person.user_id}`
  const signIn = (code?: string) =>
    app.visitor.request(login, { email: person.email, password, ...(code !== undefined && { code }) })
  return { secret, recovery_codes, signIn }
}

/** Sets the password of a member, and verifies the address, which a second factor needs. */
export async function setPassword({ user_id }: Person, app: TestServer) {
  await app.pool`
    update users set password_hash = ${await hashPassword(password)},
           email_verified_at = coalesce(email_verified_at, now()) where user_id = ${user_id}`
}
