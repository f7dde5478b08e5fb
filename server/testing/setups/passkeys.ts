import { login, startPasskeySignIn } from '#contract/accounts/accounts.ts'
import type { SignedChallenge } from '#contract/accounts/passkeys.ts'
import { addPasskey, confirmWithPasskey, newPasskey } from '#contract/accounts/secondFactor.ts'
import { softwarePasskey } from '#server/testing/softwareAuthenticator.ts'
import type { Person, TestServer } from '#server/testing/testServer.ts'
import { password, setPassword } from './secondFactors.ts'

export const siteOrigin = 'http://localhost:3000'

/** Adds a passkey of a member whose password is `password`. A code is needed if two-step sign-in is on. */
export async function addSoftwarePasskey(person: Person, second: { code?: string | undefined } = {}) {
  const passkey = softwarePasskey(siteOrigin)
  const { options } = await person.call(newPasskey, { currentPassword: password, ...second })
  const added = await person.call(addPasskey, { name: 'My phone', created: passkey.create(options) })
  return { passkey, ...added }
}

/** Adds the first passkey of a member, whose password becomes `password`. */
export async function withPasskey(person: Person, app: TestServer) {
  await setPassword(person, app)
  const { passkey, second_factor, recovery_codes } = await addSoftwarePasskey(person)
  const [listedPasskey] = second_factor.passkeys

  return {
    passkey,
    passkey_id: listedPasskey!.passkey_id,
    recovery_codes,
    /** Returns the response of `startPasskeySignIn`, which the passkey signs. */
    challenge: async () =>
      (await app.visitor.call(startPasskeySignIn, { email: person.email, password })).options,
    signIn: (second: { code?: string; passkey?: SignedChallenge } = {}) =>
      app.visitor.request(login, { email: person.email, password, ...second }),
    /** Returns the proof that a change of two-step sign-in needs. */
    proof: async () => {
      const confirmation = await person.call(confirmWithPasskey, {})
      return { currentPassword: password, passkey: passkey.sign(confirmation.options) }
    },
  }
}
