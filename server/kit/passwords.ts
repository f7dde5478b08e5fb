import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { admission } from './admission.ts'

// OWASP's figures for argon2id: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Hashing takes whole cores: one fewer at once than there are, so that readers keep one through a storm of guesses; some
// wait, and then "come back" instead of a standstill.
const atOnce = Math.max(1, availableParallelism() - 1)
const inTurn = admission({ atOnce, waiting: 32, waitMs: 5_000 })

/** Refuses a try at once while too many passwords wait: a storm of them then costs neither a statement nor a turn. */
export const checkRoomToHash = inTurn.checkRoom

/** NFKC first, so that one password typed on two keyboards is one password (NIST SP 800-63B, 3.1.1.2). */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), cost))
}

let standIn: Promise<string> | undefined

/**
 * Checks a password; without a hash (no such account) it does the same work against a stand-in, so that both answers
 * take the same time.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  standIn ??= hashPassword('no account has this password')
  const against = stored ?? (await standIn)
  const right = await inTurn(() => verify(against, password.normalize('NFKC')))
  return right && stored !== null
}
