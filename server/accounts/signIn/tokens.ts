import { createHash, randomBytes } from 'node:crypto'

/** For a mailed link: 64 lower-case hex characters, of which only the hash is ever kept. */
export function newLinkToken(): string {
  return randomBytes(32).toString('hex')
}

/** What is kept of a token, of a link or a session. */
export function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
