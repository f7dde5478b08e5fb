import { createHash, randomBytes } from 'node:crypto'

/** Returns a token for an emailed link: 64 lowercase hex digits. Only its hash is stored. */
export function newLinkToken(): string {
  return randomBytes(32).toString('hex')
}

/** Returns the hash that is stored instead of a session or link token. */
export function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
