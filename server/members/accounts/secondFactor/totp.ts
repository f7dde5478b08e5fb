import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Db } from '#server/platform/postgres/db.ts'
import { instanceSecret } from '#server/platform/postgres/instanceSecret.ts'

const [secretBytes, nonceBytes, tagBytes] = [20, 12, 16]
// RFC 6238 recommends steps of 30 seconds. Every authenticator app supports this period with the defaults of `TOTP`:
// SHA-1 and six digits.
const period = 30
/** A code is also accepted one step too early and one step too late, because the clocks of phones differ. */
const window = 1

export function newSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

export function readSecret(base32: string): Buffer {
  return Buffer.from(Secret.fromBase32(base32).bytes)
}

/** Returns the `otpauth:` URI that a QR code passes to an authenticator app. */
export function otpauthUri(secret: string, username: string, host: string): string {
  return new TOTP({ issuer: `Hurd (${host})`, label: username, secret, period }).toString()
}

/**
 * Returns the number of the 30-second step that the code belongs to, or null if the code is wrong, or too old or too new.
 */
export function stepOf(secret: Buffer, code: string, now = Date.now()): number | null {
  const bytes = Uint8Array.from(secret).buffer
  const totp = new TOTP({ secret: new Secret({ buffer: bytes }), period })
  const delta = totp.validate({ token: code, timestamp: now, window })
  return delta === null ? null : totp.counter({ timestamp: now }) + delta
}

/** Encrypts a secret so that a stolen copy of the table is not enough to generate codes. */
export async function seal(db: Db, user_id: string, secret: Buffer): Promise<Buffer> {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', await instanceSecret(db, 'second_factor'), nonce)
  cipher.setAAD(Buffer.from(user_id))
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts a secret. Throws if it was encrypted with another key or for another member. */
export async function unseal(db: Db, user_id: string, sealed: Buffer): Promise<Buffer> {
  const key = await instanceSecret(db, 'second_factor')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
  decipher.setAAD(Buffer.from(user_id))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()])
}
