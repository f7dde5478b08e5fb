import {
  maxPasskeys,
  transports,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
} from '#contract/accounts/passkeys.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { AccountRules } from '#server/members/accounts/rules.ts'
import { selectBranding } from '#server/platform/branding/branding.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { issueChallenge, passkeyTimeout, type ChallengePurpose } from './passkeyChallenges.ts'

/** The COSE algorithm identifiers of EdDSA, ES256 and RS256. */
export const passkeyAlgorithms = [-8, -7, -257]

/** Returns the host of the public origin without its port, because passkeys belong to a host. */
export function relyingPartyId({ publicOrigin }: AccountRules): string {
  return new URL(publicOrigin).hostname
}

export async function makeCreationOptions(
  db: Db,
  me: Member,
  rules: AccountRules,
): Promise<PasskeyCreationOptions> {
  const existing = await selectCredentials(db, me.user_id)
  if (existing.length >= maxPasskeys) refuse('passkey_limit')
  return {
    rp: { id: relyingPartyId(rules), name: (await selectBranding(db)).name },
    user: {
      id: Buffer.from(me.user_id.replaceAll('-', ''), 'hex').toString('base64url'),
      name: me.username,
      displayName: `@${me.username}`,
    },
    challenge: await issueChallenge(db, me.user_id, 'add'),
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: passkeyTimeout,
    excludeCredentials: existing,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    attestation: 'none',
  }
}

export async function makeRequestOptions(
  db: Db,
  user_id: string,
  purpose: ChallengePurpose,
  rules: AccountRules,
): Promise<PasskeyRequestOptions> {
  const allowCredentials = await selectCredentials(db, user_id)
  if (allowCredentials.length === 0) refuse('passkey_not_found')
  return {
    rpId: relyingPartyId(rules),
    challenge: await issueChallenge(db, user_id, purpose),
    timeout: passkeyTimeout,
    allowCredentials,
    userVerification: 'preferred',
  }
}

async function selectCredentials(
  db: Db,
  user_id: string,
): Promise<PasskeyRequestOptions['allowCredentials']> {
  const rows = await db<{ credential_id: Buffer; transports: string[] }[]>`
    select credential_id, transports from passkeys where user_id = ${user_id} order by created_at, passkey_id`
  return rows.map((row) => ({
    id: row.credential_id.toString('base64url'),
    type: 'public-key',
    transports: transports.filter((transport) => row.transports.includes(transport)),
  }))
}
