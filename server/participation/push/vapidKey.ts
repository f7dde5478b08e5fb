import { createECDH } from 'node:crypto'
import type { Db } from '#server/platform/postgres/db.ts'
import { instanceSecret } from '#server/platform/postgres/instanceSecret.ts'

const curve = 'prime256v1'
const secretName = 'push_signing'
const privateKeyBytes = 32

/** The key by which push services recognize this instance (RFC 8292). Both parts are in base64url. */
export type VapidKey = { publicKey: string; privateKey: string }

/** Returns the key of the instance, and creates it on first use. */
export async function vapidKey(db: Db): Promise<VapidKey> {
  const secret = await instanceSecret(db, secretName, newPrivateKey)
  const pair = createECDH(curve)
  pair.setPrivateKey(secret)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') }
}

/**
 * Replaces the key. Every subscription was made for the key before it, so all of them end, and members turn notifications on
 * again. Returns how many ended.
 */
export async function replaceVapidKey(db: Db): Promise<{ publicKey: string; ended: number }> {
  await vapidKey(db)
  await db`update instance_secrets set secret = ${newPrivateKey()} where name = ${secretName}`
  const { count } = await db`delete from push_subscriptions`
  await db`update notification_settings set push_notifications = false where push_notifications`
  const { publicKey } = await vapidKey(db)
  return { publicKey, ended: count }
}

function newPrivateKey(): Buffer {
  const pair = createECDH(curve)
  pair.generateKeys()
  const key = pair.getPrivateKey()
  // Node leaves out leading zeros, but the JSON Web Key of the library needs all 32 bytes.
  return Buffer.concat([Buffer.alloc(privateKeyBytes - key.length), key])
}
