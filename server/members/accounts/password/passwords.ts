import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { passwordLength } from '#contract/accounts/accountFields.ts'
import { codePoints } from '#contract/kit/text.ts'
import { admission } from '#server/platform/http/admission.ts'

// The parameters that OWASP recommends for argon2id: 19 MiB of memory, two passes, no parallelism.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// The number of passwords that are hashed at the same time. Each hash occupies a core. One core stays free so that
// reads are served during an attack on passwords. Some requests wait, and further ones are refused so that the server
// does not stop responding.
const atOnce = Math.max(1, availableParallelism() - 1)
const queued = admission({ atOnce, waiting: 32, waitMs: 5_000 })

/** Refuses an attempt before it costs a statement if too many passwords are already waiting to be hashed. */
export const checkRoomToHash = queued.checkRoom

/**
 * Hashes a password. It is normalized to NFKC first so that two keyboards produce the same password (NIST SP 800-63B,
 * 3.1.1.2).
 */
export function hashPassword(password: string): Promise<string> {
  return queued(() => hash(password.normalize('NFKC'), cost))
}

let dummyHash: Promise<string> | undefined

/**
 * Checks a password. A text that is longer than any password is refused without hashing it, because its length says nothing
 * about the account. If there is no account and therefore no hash, a dummy hash is checked so that both responses take
 * the same time.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  if (codePoints(password) > passwordLength.max) return false
  dummyHash ??= hashPassword('no account has this password')
  const passwordHash = stored ?? (await dummyHash)
  const matches = await queued(() => verify(passwordHash, password.normalize('NFKC')))
  return matches && stored !== null
}
