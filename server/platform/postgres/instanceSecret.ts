import { randomBytes } from 'node:crypto'
import type { Db } from './db.ts'

/**
 * Returns a secret of this database and creates it on first use. All instances of one database share it. `makeSecret`
 * supplies the first value if it must not be random.
 */
export async function instanceSecret(
  db: Db,
  name: string,
  makeSecret: () => Buffer | Promise<Buffer> = () => randomBytes(32),
): Promise<Buffer> {
  const existing = await findInstanceSecret(db, name)
  if (existing) return existing
  await db`
    insert into instance_secrets (name, secret) values (${name}, ${await makeSecret()}) on conflict do nothing`
  const [row] = await db<{ secret: Buffer }[]>`select secret from instance_secrets where name = ${name}`
  return row!.secret
}

/** Finds a secret, or null if the database has no such secret yet. */
export async function findInstanceSecret(db: Db, name: string): Promise<Buffer | null> {
  const [row] = await db<{ secret: Buffer }[]>`select secret from instance_secrets where name = ${name}`
  return row?.secret ?? null
}
