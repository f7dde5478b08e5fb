import type { NewPasskey, SignedChallenge } from '#contract/accounts/passkeys.ts'
import type { RefusalCode } from '#contract/kit/refusals.ts'
import type { AccountRules } from '#server/members/accounts/rules.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { spendChallenge, type ChallengePurpose } from './passkeyChallenges.ts'
import { passkeyAlgorithms, relyingPartyId } from './passkeyOptions.ts'

// The library is loaded when the first passkey is used, because it contains certificate parsers that few processes
// need.
const loadLibrary = () => import('@simplewebauthn/server')

type VerifiedPasskey = {
  credential_id: Buffer
  public_key: Buffer
  sign_count: number
  transports: string[]
  is_backed_up: boolean
}

/** Verifies a new passkey. Returns what to store, or the code of the refusal. */
export async function verifyNewPasskey(
  db: Db,
  user_id: string,
  created: NewPasskey,
  rules: AccountRules,
): Promise<VerifiedPasskey | RefusalCode> {
  const expectedChallenge = await spendChallenge(db, user_id, 'add', created.response.clientDataJSON)
  if (expectedChallenge === null) return 'passkey_expired'
  const { verifyRegistrationResponse } = await loadLibrary()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...created, clientExtensionResults: {} },
    expectedChallenge,
    ...expectedSite(rules),
    supportedAlgorithmIDs: passkeyAlgorithms,
    // The library throws for everything that can be wrong with the authenticator's response.
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) return 'passkey_failed'
  const { credential, credentialBackedUp } = registrationInfo
  return {
    credential_id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    sign_count: credential.counter,
    transports: created.response.transports,
    is_backed_up: credentialBackedUp,
  }
}

/**
 * Accepts a challenge that one of the member's passkeys has signed, and stores that the passkey was used. Returns null,
 * or the code of the refusal. The challenge is used up in both cases. The caller must count the attempt first, because
 * this function limits nothing.
 */
export async function acceptPasskey(
  db: Db,
  user_id: string,
  signed: SignedChallenge,
  purpose: ChallengePurpose,
  rules: AccountRules,
): Promise<RefusalCode | null> {
  const expectedChallenge = await spendChallenge(db, user_id, purpose, signed.response.clientDataJSON)
  if (expectedChallenge === null) return 'passkey_expired'
  const [passkey] = await db<{ passkey_id: string; public_key: Buffer }[]>`
    select passkey_id, public_key from passkeys
     where user_id = ${user_id} and credential_id = ${Buffer.from(signed.id, 'base64url')}`
  if (!passkey) return 'passkey_unknown'
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...signed, clientExtensionResults: {} },
    expectedChallenge,
    ...expectedSite(rules),
    // The library does not get the stored counter. The update below compares it, because two simultaneous uses cannot
    // both pass that update.
    credential: { id: signed.id, publicKey: Uint8Array.from(passkey.public_key), counter: 0 },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo) return 'passkey_failed'
  const { newCounter, credentialBackedUp } = authenticationInfo
  const { count } = await db`
    update passkeys set sign_count = ${newCounter}, last_used_at = now(), is_backed_up = ${credentialBackedUp}
     where passkey_id = ${passkey.passkey_id}
       and (sign_count < ${newCounter} or (sign_count = 0 and ${newCounter} = 0))`
  return count === 1 ? null : 'passkey_cloned'
}

/** User verification is preferred and not required, because the password has already identified the member. */
function expectedSite(rules: AccountRules) {
  return {
    expectedOrigin: rules.publicOrigin,
    expectedRPID: relyingPartyId(rules),
    requireUserVerification: false,
  }
}
