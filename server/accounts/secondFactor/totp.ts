import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { instanceSecret } from '../../kit/instanceSecret.ts'
import type { Db } from '../../postgres/db.ts'

const [secretBytes, nonceBytes, tagBytes] = [20, 12, 16]
// What every authenticator app supports: SHA-1, six digits, steps of 30 seconds (RFC 6238).
const period = 30
/** A code is also accepted one step early and one step late, because clocks of phones differ. */
const window = 1

export function newSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

export function readSecret(base32: string): Buffer {
  return Buffer.from(Secret.fromBase32(base32).bytes)
}

/** The address that a QR code shows to an authenticator app. */
export function appAddress(secret: string, username: string, host: string): string {
  return new TOTP({ issuer: `Hurd (${host})`, label: username, secret, period }).toString()
}

/** The 30-second step that the code belongs to, or null if it is not a code of now. */
export function stepOf(secret: Buffer, code: string, now = Date.now()): number | null {
  const bytes = Uint8Array.from(secret).buffer
  const totp = new TOTP({ secret: new Secret({ buffer: bytes }), period })
  const delta = totp.validate({ token: code, timestamp: now, window })
  return delta === null ? null : totp.counter({ timestamp: now }) + delta
}

/** Encrypts a secret, so that a copy of the table alone does not make codes. */
export async function seal(db: Db, user_id: string, secret: Buffer): Promise<Buffer> {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', await instanceSecret(db, 'second_factor'), nonce)
  cipher.setAAD(Buffer.from(user_id))
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

/** Throws if the row was written with another key or for another member. */
export async function unseal(db: Db, user_id: string, sealed: Buffer): Promise<Buffer> {
  const key = await instanceSecret(db, 'second_factor')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
  decipher.setAAD(Buffer.from(user_id))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()])
}
