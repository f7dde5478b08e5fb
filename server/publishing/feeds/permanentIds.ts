import { createHmac } from 'node:crypto'
import type { Db } from '#server/platform/postgres/db.ts'
import { instanceSecret } from '#server/platform/postgres/instanceSecret.ts'

/**
 * Returns a function from the name of a feed, an update or an event to its UUID (version 8, RFC 9562). Programs compare
 * these ids to recognize what they have already shown, so an id must not contain a URL of the site, which an
 * operator may change. The ids depend only on a key in the database: they survive a restore from a backup, and two sites
 * never have the same ones.
 */
export async function permanentIds(db: Db): Promise<(name: string) => string> {
  const key = await instanceSecret(db, 'permanent ids')
  return (name) => {
    const bytes = createHmac('sha256', key).update(name).digest().subarray(0, 16)
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  }
}
