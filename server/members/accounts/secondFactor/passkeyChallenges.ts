import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { digest } from '#server/members/accounts/signIn/tokens.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** A signature can be used to add a passkey, to sign in, or to confirm a change of two-step sign-in. */
export type ChallengePurpose = 'add' | 'sign_in' | 'confirm'

const validMinutes = 5
/** The browser waits this many milliseconds for the member. */
export const passkeyTimeout = validMinutes * 60_000

/**
 * Creates a challenge. It replaces the member's previous challenge for the same purpose so that challenges do not
 * accumulate.
 */
export async function issueChallenge(db: Db, user_id: string, purpose: ChallengePurpose): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await db`
    insert into passkey_challenges (user_id, purpose, challenge_hash, expires_at)
    values (${user_id}, ${purpose}, ${digest(challenge)}, now() + make_interval(mins => ${validMinutes}))
    on conflict (user_id, purpose)
    do update set challenge_hash = excluded.challenge_hash, expires_at = excluded.expires_at`
  return challenge
}

/**
 * Uses up the challenge that the browser signed and returns it, or null if the challenge was issued for another member or
 * purpose, was used before, or has expired.
 */
export async function spendChallenge(
  db: Db,
  user_id: string,
  purpose: ChallengePurpose,
  clientDataJSON: string,
): Promise<string | null> {
  const challenge = challengeOf(clientDataJSON)
  if (challenge === null) return null
  const { count } = await db`
    delete from passkey_challenges
     where user_id = ${user_id} and purpose = ${purpose} and challenge_hash = ${digest(challenge)}
       and expires_at > now()`
  return count === 1 ? challenge : null
}

const ClientData = z.object({ challenge: z.string() })

function challengeOf(clientDataJSON: string): string | null {
  try {
    return z.parse(ClientData, JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())).challenge
  } catch {
    return null
  }
}
